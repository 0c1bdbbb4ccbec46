use std::path::Path;

use serde_json::{Value, json};

use super::*;
use model::config::EditorBackend;

/// The settings for the project of the tests, which is in a folder of the repository or the whole.
fn settings(folder: Option<&str>) -> Value {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/torre"));
    let config = Config::parse(&std::fs::read_to_string(root.join(config::FILE)).unwrap()).unwrap();
    let editor = HostedEditor {
        backend: EditorBackend::Github,
        repo: "owner/site".to_owned(),
        branch: "main".to_owned(),
        folder: folder.map(str::to_owned),
        sign_in: None,
    };
    let (templates, stages) = (["text".to_owned()], ["estudios".to_owned()]);
    settings::settings(
        root,
        &config,
        &editor,
        &templates,
        &stages,
        Some("avance-de-obra"),
    )
    .unwrap()
}

fn named<'a>(list: &'a Value, name: &str) -> &'a Value {
    let found = list
        .as_array()
        .unwrap()
        .iter()
        .find(|entry| entry["name"] == name);
    found.unwrap_or_else(|| panic!("{name}: {list}"))
}

#[test]
fn each_page_and_month_has_a_form_of_its_fields_and_values_in_every_language() {
    for (folder, root) in [(None, ""), (Some("sites/torre"), "sites/torre/")] {
        let settings = settings(folder);
        let pages = &named(&settings["collections"], "pages")["files"];
        let page = named(pages, "inversionistas");
        assert_eq!(
            page["file"],
            format!("{root}content/{{{{locale}}}}/inversionistas.md")
        );
        let fields = &page["fields"];
        for (field, key, value) in [
            ("description", "maxlength", json!(160)),
            ("draft", "widget", json!("boolean")),
            ("template", "i18n", json!("duplicate")),
            ("title", "label", json!("Título")),
            ("body", "modes", json!(["raw"])),
        ] {
            assert_eq!(named(fields, field)[key], value, "{field}");
        }
        let questions = named(&named(fields, "data")["fields"], "faq");
        let question = if questions["widget"] == "list" {
            questions
        } else {
            named(&questions["fields"], "items")
        };
        assert_eq!(named(&question["fields"], "question")["i18n"], true);
        assert_eq!(pages.as_array().unwrap().len(), 5);
        assert_eq!(settings["i18n"]["locales"], json!(["es", "en"]));
        let months = named(&settings["collections"], "months");
        assert_eq!(
            months["folder"],
            format!("{root}content/{{{{locale}}}}/avance-de-obra")
        );
        assert_eq!(named(&months["fields"], "stage")["options"][0], "estudios");
        assert_eq!(settings["media_folder"], format!("{root}content/images"));
        assert_eq!(settings["public_folder"], "/content/images");
    }
}

#[test]
fn fonts_of_another_host_are_those_of_the_package() {
    let fonts = ["npm/assets/source-sans-3-latin-wght-normal-Bq.woff2".to_owned()];
    let program = format!(
        "a url({FONT_HOST}source-sans-3:vf@5.3.0/latin-wght-normal.woff2) b {FONT_HOST}x/y.woff2"
    );
    let own = "a url(/admin/npm/assets/source-sans-3-latin-wght-normal-Bq.woff2) b ";
    assert_eq!(
        with_own_fonts(&program, &fonts),
        format!("{own}{FONT_HOST}x/y.woff2")
    );
}
