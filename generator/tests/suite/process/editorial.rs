//! The work of editors with the real command: new pages as drafts, which the development server shows and nothing
//! publishes, and the date of the next build.

use std::fs;

use serde_json::{Value, json};

use crate::process::command::{stderr, stdout};
use crate::process::serve::Server;
use crate::support::sample_site::SampleSite;

#[test]
fn a_new_page_is_a_draft_that_only_the_development_server_shows() {
    let site = SampleSite::with("base");
    let output = site.run(&["new", "page", "preguntas"]);
    assert_eq!(stdout(&output), "content/es/preguntas.md\ncontent/en/preguntas.md\n", "{}", stderr(&output));
    let again = site.run(&["new", "page", "preguntas"]);
    assert!(!again.status.success());
    assert!(stderr(&again).contains("content/es/preguntas.md exists"), "{}", stderr(&again));
    assert!(!site.run(&["new", "page", "Preguntas nuevas"]).status.success());
    let reserved = site.run(&["new", "page", "mail/send"]);
    assert!(!reserved.status.success());
    assert!(
        stderr(&reserved).contains("`/mail/` is for the lead function: choose another name"),
        "{}",
        stderr(&reserved)
    );

    let build = site.run(&["build", "--offline"]);
    assert_eq!(build.status.code(), Some(0), "{}", stderr(&build));
    assert!(!site.dist().join("preguntas.html").exists());
    let server = Server::start(&site);
    server.wait_for("/preguntas", "/_dev/live.js?page=");
    assert!(server.get("/preguntas").contains("&amp;state=draft\""));
    assert!(!server.get("/").contains("state="));
    drop(server);

    #[cfg(feature = "publish")]
    {
        site.edit(
            "site.yaml",
            "name: Muestra\n",
            "name: Muestra\npublish: { targets: { live: { url: public } } }\n",
        );
        let refused = site.run(&["publish"]);
        assert_eq!(refused.status.code(), Some(1));
        assert!(
            stderr(&refused).contains("(/preguntas, /en/preguntas): run `site build` first"),
            "{}",
            stderr(&refused)
        );
        site.run(&["build", "--offline"]);
        let published = site.run(&["publish"]);
        assert_eq!(published.status.code(), Some(0), "{}", stderr(&published));
    }
}

#[test]
fn a_new_month_is_a_draft_in_both_languages() {
    let site = SampleSite::with("progress");
    let output = site.run(&["new", "month", "2025-03"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("raise facts.progress.to in site.yaml"));
    let text = fs::read_to_string(site.root().join("content/en/avance-de-obra/2025-03.md")).unwrap();
    assert!(text.starts_with("---\nmonth: 2025-03\n") && text.contains("\ndraft: true"), "{text}");
    let page = site.root().join("content/es/avance-de-obra.md");
    let front_matter = fs::read_to_string(&page).unwrap();
    fs::write(&page, format!("{}\n\nSe pierde.\n", front_matter.trim_end())).unwrap();
    let build = site.run(&["build", "--offline"]);
    assert_eq!(build.status.code(), Some(0), "{}", stderr(&build));
    let line = front_matter.trim_end().lines().count() + 2;
    let unused =
        format!("content/es/avance-de-obra.md:{line}:1: the template of this page does not show the text");
    assert!(stderr(&build).contains(&unused), "{}", stderr(&build));
}

#[test]
fn a_further_language_is_left_out_until_its_home_page_is_no_draft() {
    let site = SampleSite::with("feeds");
    let unknown = site.run(&["add", "language", "xx"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("use one of `es`, `en`, `ca`"), "{}", stderr(&unknown));
    let added = site.run(&["add", "language", "pt", "--from", "en"]);
    assert_eq!(added.status.code(), Some(0), "{}", stderr(&added));
    let config = fs::read_to_string(site.root().join("site.yaml")).unwrap();
    assert!(config.contains("languages: [es, en, pt]"), "{config}");
    let again = site.run(&["add", "language", "pt"]);
    assert!(stderr(&again).contains("content/pt exists: translate what is in it"), "{}", stderr(&again));

    // As a run leaves it that is killed before its last step.
    fs::rename(site.root().join("content/pt"), site.root().join("content/.pt")).unwrap();
    let completed = site.run(&["add", "language", "pt", "--from", "en"]);
    assert_eq!(completed.status.code(), Some(0), "{}", stderr(&completed));
    assert_eq!(fs::read_to_string(site.root().join("site.yaml")).unwrap(), config);

    let build = site.run(&["build", "--offline"]);
    assert_eq!(build.status.code(), Some(0), "{}", stderr(&build));
    assert!(!site.dist().join("pt.html").exists());
    assert!(!fs::read_to_string(site.dist().join("sitemap.xml")).unwrap().contains("pt-BR"));
    let check = stdout(&site.run(&["check", "--offline"]));
    for copy in
        ["site.yaml:39:51: `Ground Floor` is the same as in `en`", "content/pt/strings.json:50:28: 104 of"]
    {
        assert!(check.contains(copy), "{check}");
    }
    let server = Server::start(&site);
    server.wait_for("/pt", "/_dev/live.js?page=");
    drop(server);

    for file in ["index.md", "inventario.md", "avance-de-obra.md", "avance-de-obra/2025-02.md"] {
        let path = site.root().join("content/pt").join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("draft: true"), "{text}");
        let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("draft:")).collect();
        fs::write(path, kept.join("\n")).unwrap();
    }
    let build = site.run(&["build", "--offline"]);
    assert_eq!(build.status.code(), Some(0), "{}", stderr(&build));
    assert!(fs::read_to_string(site.dist().join("pt.html")).unwrap().contains("lang=\"pt-BR\""));
}

#[test]
fn a_build_says_when_the_next_one_is_needed() {
    let site = SampleSite::with("base");
    for lang in ["es", "en"] {
        site.edit(
            &format!("content/{lang}/index.md"),
            "---\ntitle",
            "---\nunpublish_at: 2999-12-31 18:30\ntitle",
        );
    }
    let build = site.run(&["build", "--offline", "--json"]);
    let result: Value = serde_json::from_slice(&build.stdout).unwrap();
    let next = json!({"at": "2999-12-31T18:30:00-05:00", "file": "content/en/index.md"});
    assert_eq!(result["next_rebuild"], next);
    let build = site.run(&["build", "--offline"]);
    let line = "site: build again at 2999-12-31 18:30: content/en/index.md changes\n";
    assert!(stderr(&build).contains(line), "{}", stderr(&build));
}
