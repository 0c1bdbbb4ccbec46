//! The work of editors with the real command: drafts, languages, the date of the next build, and plans that are imported.

use std::fs;

use serde_json::json;

use crate::process::serve::Server;
use crate::support::files::{change, write};
use crate::support::sample_site::SampleSite;

#[test]
fn a_new_page_is_a_draft_that_only_the_development_server_shows() {
    let site = SampleSite::with("base");
    let new = |name: &str| site.run(&["new", "page", name]);
    assert_eq!(
        new("preguntas").ends(0).stdout,
        "content/es/preguntas.md\ncontent/en/preguntas.md\n"
    );
    for (refused, message) in [
        ("preguntas", "content/es/preguntas.md exists"),
        ("Preguntas nuevas", ""),
        (
            "mail/send",
            "`/mail/` is for the lead function: choose another name",
        ),
        ("en", "`/en/` is for the pages of that language"),
        (
            "x/2025-07",
            "run `site new month 2025-07`, or choose another name",
        ),
    ] {
        assert_ne!(new(refused).says(message).code, Some(0), "{refused}");
    }

    site.build();
    assert!(!site.dist().join("preguntas.html").exists());
    let server = Server::start(&site);
    server.wait_for("/preguntas", "/_dev/live.js?page=");
    server.answers("/preguntas", 200, &["&amp;state=draft\""]);
    server.answers("/_dev", 200, &["content&#x2f;es&#x2f;preguntas.md: draft"]);
    assert!(!server.get("/").contains("state="));
    drop(server);

    #[cfg(feature = "publish")]
    {
        let publish = "name: Muestra\npublish: { targets: { live: { url: public } } }\n";
        site.edit("site.yaml", "name: Muestra\n", publish);
        site.run(&["publish"])
            .ends(1)
            .says("(/preguntas, /en/preguntas): run `site build` first");
        site.build();
        site.run(&["publish"]).ends(0);
    }
}

#[test]
fn the_first_news_come_with_their_list_and_todays_date() {
    let site = SampleSite::with("base");
    let new = |name: &str| site.run(&["new", "news", name]);
    let first = new("entrega").ends(0).says("/noticias lists the news");
    assert_eq!(
        first.stdout,
        "content/es/noticias/entrega.md\ncontent/en/noticias/entrega.md\ncontent/es/noticias.md\ncontent/en/noticias.md\n"
    );
    let today = jiff::Zoned::now().date();
    let near = [today.yesterday().unwrap(), today, today.tomorrow().unwrap()];
    let text = site.read("content/en/noticias/entrega.md");
    let is_dated = near
        .iter()
        .any(|day| text.contains(&format!("\ndate: {day} ")));
    assert!(is_dated && text.contains("\ndraft: true"), "{text}");
    assert!(
        site.read("content/es/noticias.md")
            .contains("\ntemplate: news ")
    );
    assert_eq!(
        new("obra").ends(0).stdout,
        "content/es/noticias/obra.md\ncontent/en/noticias/obra.md\n"
    );
    for (refused, message) in [
        ("obra", "content/es/noticias/obra.md exists"),
        ("La obra", "lower-case letters"),
        ("2026-12", "choose another name"),
    ] {
        assert_ne!(new(refused).says(message).code, Some(0), "{refused}");
    }
}

#[test]
fn a_new_month_is_a_draft_in_both_languages() {
    let site = SampleSite::with("progress");
    site.run(&["new", "month", "2025-03"])
        .ends(0)
        .says("raise facts.progress.to in site.yaml");
    let text = site.read("content/en/avance-de-obra/2025-03.md");
    assert!(
        text.starts_with("---\nmonth: 2025-03\n") && text.contains("\ndraft: true"),
        "{text}"
    );
    let page = "content/es/avance-de-obra.md";
    let line = site.read(page).trim_end().lines().count() + 2;
    change(site.root(), page, |text| {
        format!("{}\n\nSe pierde.\n", text.trim_end())
    });
    site.build().says(&format!(
        "{page}:{line}:1: the template of this page does not show the text"
    ));
}

#[test]
fn a_further_language_is_left_out_until_its_home_page_is_no_draft() {
    let site = SampleSite::with("feeds");
    site.run(&["add", "language", "xx"])
        .ends(2)
        .says("use one of `es`, `en`, `ca`");
    let own = site.run(&["add", "language", "en", "--from", "en"]).ends(2);
    own.says("write another language of the site after `--from`, such as `es`");
    let add = || site.run(&["add", "language", "pt", "--from", "en"]).ends(0);
    add();
    let config = site.read("site.yaml");
    assert!(config.contains("languages: [es, en, pt]"), "{config}");
    site.run(&["add", "language", "pt"])
        .says("content/pt exists: translate what is in it");

    // As a run leaves it that is killed before its last step.
    fs::rename(
        site.root().join("content/pt"),
        site.root().join("content/.pt"),
    )
    .unwrap();
    add();
    assert_eq!(site.read("site.yaml"), config);

    site.build();
    assert!(!site.dist().join("pt.html").exists());
    assert!(!site.read("dist/sitemap.xml").contains("pt-BR"));
    site.run(&["check", "--offline"])
        .prints("site.yaml:39:51: `Ground Floor` is the same as in `en`")
        .prints("content/pt/strings.json:50:28: 104 of");
    let server = Server::start(&site);
    server.wait_for("/pt", "/_dev/live.js?page=");
    drop(server);

    for file in [
        "index.md",
        "inventario.md",
        "avance-de-obra.md",
        "avance-de-obra/2025-02.md",
    ] {
        site.edit(
            &format!("content/pt/{file}"),
            "\ndraft: true",
            "\n# no draft",
        );
    }
    site.build();
    assert!(site.read("dist/pt.html").contains("lang=\"pt-BR\""));
}

#[test]
fn a_build_says_when_the_next_one_is_needed() {
    let site = SampleSite::with("base");
    for lang in ["es", "en"] {
        let later = "---\nunpublish_at: 2999-12-31 18:30\ntitle";
        site.edit(&format!("content/{lang}/index.md"), "---\ntitle", later);
    }
    let next = json!({"at": "2999-12-31T18:30:00-05:00", "file": "content/en/index.md"});
    assert_eq!(
        site.run(&["build", "--offline", "--json"]).json()["next_rebuild"],
        next
    );
    site.build()
        .says("site: build again at 2999-12-31 18:30: content/en/index.md changes\n");
}

/// A plan of the ground floor with a unit of the inventory and one that is not in it; 1 unit is 10 cm.
const PLAN: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\">
<line id=\"scale-10\" x1=\"0\" x2=\"100\"/>
<rect id=\"L-101\" width=\"100\" height=\"60\"/>
<rect id=\"L-109\" x=\"100\" width=\"100\" height=\"60\"/>
</svg>";

#[test]
fn a_plan_becomes_the_geometry_that_the_next_build_compares_with_the_inventory() {
    let site = SampleSite::with("base");
    let path = site.root().join("plan.svg").display().to_string();
    let at = |level: &str| format!("{level}={path}");
    let import = |plans: &[&str]| site.run(&[&["geometry", "import"], plans].concat());
    write(site.root(), "plan.svg", b"<svg>\n\xf1</svg>");
    import(&[&path]).says("plan.svg:2:1: is not UTF-8 text: save the file as UTF-8");
    import(&["nope.svg"])
        .ends(1)
        .says("nope.svg: cannot be read: the file does not exist");
    for levels in ["5-2", "0", "x"] {
        let message = format!("`{levels}` does not name levels: write a number or a range");
        import(&[&format!("{levels}=plan.svg")])
            .ends(2)
            .says(&message);
    }
    // Several basements before their file are not options.
    import(&["-3..-1=nope.svg"]).says("nope.svg: cannot be read");
    write(site.root(), "plan.svg", PLAN);
    // One file for several levels is a typical floor.
    let twice = import(&[&at("2"), &at("3")]).ends(1);
    twice
        .says("is on 2 levels: write `*` for the level")
        .says("1 problem");
    assert!(!site.root().join("content/geometry.json").exists());

    assert_eq!(
        import(&[&at("1")]).ends(0).stdout,
        "content/geometry.json: 1 level, 2 units\n"
    );
    let build = site
        .build()
        .says("`L-109` is drawn, and the inventory does not have it")
        .says("level 3 of the inventory has units that are not drawn: `O-301`");
    assert!(
        !build.stderr.contains("`L-101` is drawn"),
        "its area is that of the inventory"
    );
}
