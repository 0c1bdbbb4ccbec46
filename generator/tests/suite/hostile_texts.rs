//! Whatever text an author or the platform writes, it stays text in every output: the elements of a page, the keys of its
//! data, the rows of a table and the lines of a host's rules are those of a site with harmless texts.

use std::fs;
use std::path::Path;

use crate::support::files::copy_golden_site;
use crate::support::requests;
use generator::pipeline::progress::Silent;
use generator::pipeline::{self, RenderedSite};
use generator::stages::pull::Origin;
use model::output::OutputFile;
use proptest::prelude::*;
use scraper::{Html, Node};
use serde_json::{Value, json};

/// What breaks out of one context or another.
const FRAGMENTS: [&str; 24] = [
    "\"",
    "'",
    "`",
    "<",
    ">",
    "&",
    "<script>alert(1)</script>",
    "</script>",
    "</title>",
    "<!--",
    "-->",
    "]]>",
    "&lt;",
    "{% raw %}",
    "\\",
    "=1+1",
    "@x",
    ",",
    ";",
    "\u{2028}",
    "javascript:alert(1)",
    "/* ",
    "#",
    "ñ ",
];
/// A text of the same kind that has no special character.
const HARMLESS: &str = "texto";

/// A site with `text` wherever an author or the platform can write any text.
fn site_with(text: &str) -> Result<RenderedSite, String> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    copy_golden_site("feeds", root);
    for lang in ["es", "en"] {
        write(root, &format!("content/{lang}/inventario.md"), |_| {
            // A string of JSON is one of YAML.
            let text = json!(text).to_string();
            format!("---\ntitle: {text}\ndescription: {text}\n---\n")
        });
        write(root, &format!("content/{lang}/strings.json"), |old| {
            let mut strings: Value = serde_json::from_str(old).unwrap();
            strings["nav"]["home"] = json!(text);
            strings["status"]["disponible"] = json!(text);
            strings.to_string()
        });
    }
    write(root, "content/inventory.json", |old| {
        let mut answer: Value = serde_json::from_str(old).unwrap();
        for unit in answer["Data"]["Property"].as_array_mut().unwrap() {
            unit["unit"] = json!(text);
            unit["typology"] = json!(text);
        }
        answer.to_string()
    });
    let request = requests::build(root, requests::pull(Origin::Offline));
    pipeline::build_in_memory(&request, &Silent).map_err(|error| error.details())
}

fn write(root: &Path, file: &str, change: impl FnOnce(&str) -> String) {
    let path = root.join(file);
    let old = fs::read_to_string(&path).unwrap();
    fs::write(path, change(&old)).unwrap();
}

/// What must not depend on a text.
fn structure(file: &OutputFile) -> String {
    let text = String::from_utf8_lossy(&file.bytes);
    match file.path.rsplit('.').next().unwrap_or_default() {
        "html" => of_page(&text),
        "xml" => {
            let document =
                roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.path));
            let names = document.descendants().filter(roxmltree::Node::is_element);
            names.map(|node| format!("{} ", node.tag_name().name())).collect()
        }
        "json" | "webmanifest" => {
            keys(&serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.path)))
        }
        "csv" => {
            let mut rows = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(text.as_bytes());
            let rows: Vec<_> = rows
                .records()
                .map(|row| row.unwrap_or_else(|error| panic!("{}: {error}", file.path)))
                .collect();
            let formula = rows.iter().flatten().find(|cell| cell.starts_with(['=', '@']));
            assert_eq!(formula, None, "{}", file.path);
            rows.iter().map(|row| format!("{} ", row.len())).collect()
        }
        _ => text.lines().count().to_string(),
    }
}

/// The elements of a page with the names of their attributes, and the keys of its JSON. Addresses must be ones to follow.
fn of_page(text: &str) -> String {
    let page = Html::parse_document(text);
    let mut found = String::new();
    for node in page.tree.root().descendants() {
        match node.value() {
            Node::Element(element) => {
                let names: Vec<&str> = element.attrs().map(|(name, _)| name).collect();
                found += &format!("{} {names:?}\n", element.name());
                for name in ["href", "src", "action"] {
                    let address = element.attr(name).unwrap_or("/");
                    let scheme = address.split([':', '/', '?', '#']).next().unwrap_or_default();
                    let is_known = ["", "http", "https", "mailto", "tel", "assets"].contains(&scheme);
                    assert!(is_known || !address[scheme.len()..].starts_with(':'), "{address}");
                }
                if element.name() == "script"
                    && element.attr("type").is_some_and(|kind| kind.ends_with("json"))
                {
                    let data: String = node
                        .children()
                        .filter_map(|child| child.value().as_text())
                        .map(|text| &**text)
                        .collect();
                    found +=
                        &keys(&serde_json::from_str(&data).unwrap_or_else(|error| panic!("{error}: {data}")));
                }
            }
            Node::Comment(_) => found += "comment\n",
            _ => {}
        }
    }
    found
}

fn keys(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(keys).collect::<String>()),
        Value::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| format!("{key}:{}", keys(value)));
            format!("{{{}}}", entries.collect::<String>())
        }
        _ => "-".to_owned(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn any_text_stays_text_in_every_output(parts in prop::collection::vec(prop::sample::select(&FRAGMENTS[..]), 1..7)) {
        // A build refuses a title of white space only.
        let text = format!("a{}", parts.concat());
        let harmless = site_with(HARMLESS).unwrap();
        let hostile = site_with(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let paths = |site: &RenderedSite| site.files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
        prop_assert_eq!(paths(&harmless), paths(&hostile));
        for (one, other) in harmless.files.iter().zip(&hostile.files) {
            prop_assert_eq!(structure(one), structure(other), "{} with {:?}", one.path, text);
        }
        println!("torture: hostile texts in every output | 1 | {} | 0 | 0", hostile.files.len());
    }
}

/// How many texts are tried: `HOSTILE_TEXTS`, or 8.
fn cases() -> u32 {
    std::env::var("HOSTILE_TEXTS").map_or(8, |text| text.parse().unwrap())
}
