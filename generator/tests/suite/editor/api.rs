//! The API: it changes only what is asked for, and nothing when a file was overtaken or the loader refuses it.

use std::fs;
use std::os::unix::fs::symlink;

use generator::pipeline;
use generator::stages::load::Unsaved;
use serde_json::{Value, json};

use super::requests::{EditedSite, OWN};
use crate::support::requests;

const SPANISH: &str = "content/es/index.md";
const ENGLISH: &str = "content/en/index.md";

/// A file with what a program that writes YAML again would lose.
const TEXT: &str = "---\r\n# Portada\r\ntitle:   'Inicio'   # corto\r\ndescription: >-\r\n  Una\r\n  línea\r\ndata: {a: [1, \"2\"]}\r\n---\r\n\r\nUno.\r\n\r\nDos.\r\n";

fn site() -> EditedSite {
    let site = EditedSite::new();
    site.write(SPANISH, TEXT);
    site.write(ENGLISH, TEXT);
    site
}

#[tokio::test]
async fn only_the_bytes_of_a_change_are_written() {
    let site = site();
    let (read, mut values) = site.open("pages/index").await;
    assert_eq!(values["es"]["front"]["description"], "Una línea");
    values["es"]["front"]["title"] = json!("¿Qué hay?");
    values["es"]["front"]["draft"] = json!(true);
    values["en"]["front"]["draft"] = json!(true);
    values["en"]["body"] = json!("\nOne.\n\nDos.\n");
    let saved = site.put("pages/index", &read.tag, &values).await.has(200);
    assert_ne!(saved.tag, read.tag);
    let with_draft = TEXT.replace(
        "data: {a: [1, \"2\"]}\r\n",
        "data: {a: [1, \"2\"]}\r\ndraft: true\r\n",
    );
    assert_eq!(
        site.site.read(SPANISH),
        with_draft.replace("'Inicio'", "'¿Qué hay?'")
    );
    assert_eq!(site.site.read(ENGLISH), with_draft.replace("Uno.", "One."));
    // What is saved again is not written again.
    let again = site.put("pages/index", &saved.tag, &saved.values()).await;
    assert_eq!((again.status, &again.tag), (200, &saved.tag));
}

#[tokio::test]
async fn strings_are_changed_in_place() {
    let site = site();
    let files = ["content/es/strings.json", "content/en/strings.json"];
    let before = files.map(|file| site.site.read(file));
    let listed = site.get("documents").await.body;
    let id = listed["documents"].as_array().unwrap().last().unwrap()["id"]
        .as_str()
        .unwrap();
    assert!(id.starts_with("strings/"), "{id}");
    let (read, mut values) = site.open(id).await;
    let (key, old) = values["es"]["front"]
        .as_object()
        .unwrap()
        .iter()
        .next()
        .unwrap();
    let (key, old) = (key.clone(), old.to_string());
    values["es"]["front"][&key] = json!("«é» \"x\"\n");
    values["es"]["front"]["other.key"] = json!("ignored");
    site.put(id, &read.tag, &values).await.has(200);
    assert_eq!(
        site.site.read(files[0]),
        before[0].replacen(&old, "\"«é» \\\"x\\\"\\n\"", 1)
    );
    assert_eq!(site.site.read(files[1]), before[1]);
}

#[tokio::test]
async fn a_file_that_was_overtaken_is_not_replaced() {
    let site = site();
    let (read, mut values) = site.open("pages/index").await;
    values["es"]["front"]["title"] = json!("Mine");
    let theirs = TEXT.replace("'Inicio'", "'Theirs'");
    site.write(SPANISH, &theirs);
    let refused = site.put("pages/index", &read.tag, &values).await.has(412);
    assert_eq!(refused.body["languages"]["es"]["front"]["title"], "Theirs");
    assert_eq!(site.site.read(SPANISH), theirs);
    let path = "/_dev/edit/api/documents/pages/index";
    site.request("127.0.0.1", &format!("PUT {path}"), &OWN, &values)
        .await
        .has(428);
    // With the tag of what is there now, mine is saved.
    site.put("pages/index", &refused.tag, &values)
        .await
        .has(200);
    assert_eq!(site.site.read(SPANISH), TEXT.replace("'Inicio'", "'Mine'"));
}

/// The message is that of the terminal for the same text on the disk.
#[tokio::test]
async fn what_the_loader_refuses_is_not_written() {
    let site = site();
    let read = site.get("documents/pages/index").await;
    let long = "x".repeat(161);
    let cases = [
        (
            "description",
            json!(long.clone()),
            SPANISH,
            TEXT.replace(">-\r\n  Una\r\n  línea", &long),
        ),
        (
            "title",
            json!(" "),
            SPANISH,
            TEXT.replace("'Inicio'", "' '"),
        ),
        // Both languages need the same shape; the English file is reported.
        ("data", json!({"a": [1]}), ENGLISH, String::new()),
    ];
    for (key, value, file, by_hand) in cases {
        let mut values = read.values();
        values["es"]["front"][key] = value;
        let refused = site.put("pages/index", &read.tag, &values).await.has(422);
        assert_eq!(site.site.read(SPANISH), TEXT);
        let problem = &refused.body["problems"][0];
        let text = problem["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("{file}:")), "{text}");
        if !by_hand.is_empty() {
            assert_eq!(
                (&problem["lang"], &problem["path"]),
                (&json!("es"), &json!([key]))
            );
            site.write(SPANISH, &by_hand);
            let request = requests::offline(site.site.root());
            let error = pipeline::resolve(&request, &Unsaved::new()).unwrap_err();
            assert_eq!(text, error.problems().unwrap()[0].labelled());
            site.write(SPANISH, TEXT);
        }
    }
}

#[tokio::test]
async fn what_is_nested_too_deeply_is_not_written() {
    let site = site();
    let read = site.get("documents/pages/index").await;
    let refused = async |pointer: &str, value: Value| {
        let mut values = read.values();
        *values.pointer_mut(pointer).unwrap() = value;
        let refused = site.put("pages/index", &read.tag, &values).await.has(422);
        refused.body["problems"][0]["text"].to_string()
    };
    for (mark, end) in [("- ", ""), ("1. ", ""), ("> - ", ""), ("*a **b ", "** a*")] {
        let text = json!(format!("\n{}x{}\n", mark.repeat(3000), end.repeat(3000)));
        for (pointer, value) in [
            ("/es/body", text.clone()),
            ("/es/front/data", json!({"a": [1, text]})),
        ] {
            let problem = refused(pointer, value).await;
            assert!(
                problem.contains("nested in more than 10 levels"),
                "{pointer}: {problem}"
            );
        }
    }
    let nested = (0..100).fold(json!(1), |inner, _| json!([inner]));
    refused("/es/front/data", json!({"a": nested})).await;
    assert_eq!(site.site.read(SPANISH), TEXT);
}

/// A problem of another file must not keep the editor from correcting this one.
#[tokio::test]
async fn a_problem_that_is_there_already_does_not_refuse_another_file() {
    let site = site();
    for lang in ["es", "en"] {
        site.write(&format!("content/{lang}/x.md"), "---\ntitle: x\n---\n");
    }
    let (read, mut values) = site.open("pages/index").await;
    values["es"]["front"]["title"] = json!("Nuevo");
    site.put("pages/index", &read.tag, &values).await.has(200);
    // Its own problems do.
    let (read, mut values) = site.open("pages/x").await;
    values["es"]["front"]["title"] = json!("y");
    site.put("pages/x", &read.tag, &values).await.has(422);
}

#[tokio::test]
async fn only_content_files_can_be_read_and_written() {
    let site = site();
    let root = site.site.root();
    site.write("secret.md", TEXT);
    for lang in ["es", "en"] {
        site.write(&format!("content/{lang}/avance-de-obra/2025-06.md"), TEXT);
        symlink(
            "../../site.yaml",
            root.join(format!("content/{lang}/settings.md")),
        )
        .unwrap();
        symlink("../..", root.join(format!("content/{lang}/up"))).unwrap();
    }
    for id in [
        "pages/index",
        "months/avance-de-obra/2025-06",
        "strings/nav",
    ] {
        site.get(&format!("documents/{id}")).await.has(200);
    }
    let others = "pages pages/ pages/settings pages/up/secret pages/../../site.yaml pages/..%2f..%2fsite.yaml pages/.. \
                  pages/%2e%2e/%2e%2e/site pages//etc/passwd pages/index.md pages/Index pages/avance-de-obra/2025-06 \
                  strings/nothing months/2025-06 months/../index months/avance-de-obra/2025-6 other/x \
                  months/avance-de-obra%2f2025-06%2f..%2f..%2findex";
    for id in others.split(' ') {
        println!("{id}");
        site.get(&format!("documents/{id}")).await.has(404);
        site.put(id, "*", &json!({"es": {"front": {}, "body": ""}}))
            .await
            .has(404);
    }
    for name in ["..%2f..%2fsite.yaml", "inventory", "..", "none"] {
        assert_eq!(
            site.get(&format!("pictures/{name}")).await.status,
            404,
            "{name}"
        );
    }
    for name in [
        "../x",
        "/etc/x",
        "X",
        "a b",
        "",
        &"a".repeat(300),
        &"a/".repeat(3000),
    ] {
        println!("{name}");
        let created = site
            .create(&json!({"kind": "page", "name": name}))
            .await
            .has(422);
        let message = created.body["message"].as_str().unwrap();
        assert!(!message.contains(root.to_str().unwrap()), "{message}");
    }
    let longest = format!("a/{}", "b".repeat(198));
    assert_eq!(
        site.create(&json!({"kind": "page", "name": longest}))
            .await
            .status,
        201
    );
}

#[tokio::test]
async fn other_machines_names_and_origins_are_refused() {
    let site = site();
    let (documents, page) = (
        "GET /_dev/edit/api/documents",
        "/_dev/edit/api/documents/pages/index",
    );
    let (get, put) = (format!("GET {page}"), format!("PUT {page}"));
    let foreign = [OWN[0], ("origin", "https://evil.example")];
    let other_name = [
        ("host", "evil.example:8080"),
        ("origin", "http://evil.example:8080"),
    ];
    for peer in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"] {
        println!("{peer}");
        site.request(peer, documents, &OWN[..1], &Value::Null)
            .await
            .has(200);
    }
    for (peer, line, headers) in [
        ("192.0.2.1", "GET /_dev/edit", &OWN[..]),
        ("192.0.2.1", documents, &OWN),
        ("192.0.2.1", &put, &OWN),
        ("127.0.0.1", &get, &other_name),
        ("127.0.0.1", "GET /_dev/edit/api/pictures/x", &other_name),
        ("127.0.0.1", &put, &foreign),
        ("127.0.0.1", &put, &OWN[..1]),
        ("127.0.0.1", "POST /_dev/edit/api/documents", &foreign),
        ("127.0.0.1", "POST /_dev/pull", &foreign),
    ] {
        println!("{peer} {line} {headers:?}");
        site.request(peer, line, headers, &Value::Null)
            .await
            .has(403);
    }
}

#[tokio::test]
async fn new_pages_are_drafts_in_both_languages() {
    let site = site();
    let wanted = json!({"kind": "page", "name": "preguntas"});
    let created = site.create(&wanted).await;
    assert_eq!(
        (created.status, &created.body["id"]),
        (201, &json!("pages/preguntas"))
    );
    let read = site.get("documents/pages/preguntas").await;
    for lang in ["es", "en"] {
        assert_eq!(read.body["languages"][lang]["front"]["draft"], true);
    }
    assert!(
        site.site
            .read("content/es/preguntas.md")
            .contains("# publish_at:")
    );
    assert_eq!(site.create(&wanted).await.status, 422);
    // Without a month beside it, and beside one, where a page would be read as a month.
    site.write(
        "content/es/avance/2025-06.md",
        "---\nmonth: 2025-06\nstage: x\n---\n",
    );
    for name in ["api/leads", "en", "x/2025-07", "avance/nota"] {
        site.create(&json!({"kind": "page", "name": name}))
            .await
            .has(422);
        for lang in ["es", "en"] {
            let file = format!("content/{lang}/{name}.md");
            assert!(!site.site.root().join(&file).exists(), "{file}");
        }
    }
    fs::remove_file(site.site.root().join("content/es/avance/2025-06.md")).unwrap();
    assert_eq!(
        site.create(&json!({"kind": "month", "name": "2025-6"}))
            .await
            .status,
        422
    );
    // The mark goes and the comment beside it, nothing else.
    let mut values = read.values();
    for lang in ["es", "en"] {
        values[lang]["front"]
            .as_object_mut()
            .unwrap()
            .shift_remove("draft");
    }
    let before = site.site.read("content/es/preguntas.md");
    site.put("pages/preguntas", &read.tag, &values)
        .await
        .has(200);
    let lines = before.split_inclusive('\n');
    let without: String = lines.filter(|line| !line.starts_with("draft:")).collect();
    assert_eq!(site.site.read("content/es/preguntas.md"), without);
}
