//! The structure of output files: what a text must not change.

use model::output::OutputFile;
use scraper::{Html, Node};
use serde_json::Value;

/// Checks that two sites have the same files, each with the same structure.
pub(super) fn assert_same_structure(harmless: &[OutputFile], hostile: &[OutputFile]) {
    let paths = |files: &[OutputFile]| {
        files
            .iter()
            .map(|file| file.path.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(paths(harmless), paths(hostile));
    for (one, other) in harmless.iter().zip(hostile) {
        assert_eq!(structure(one), structure(other), "{}", one.path);
    }
}

/// What must not depend on a text.
pub(super) fn structure(file: &OutputFile) -> String {
    let text = String::from_utf8_lossy(&file.bytes);
    match file.path.rsplit('.').next().unwrap_or_default() {
        "html" => of_page(&text),
        "xml" | "atom" | "svg" => of_xml(&file.path, &text),
        "json" | "webmanifest" => keys(&serde_json::from_str(&text).expect(&file.path)),
        "csv" => {
            let mut rows = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(text.as_bytes());
            let rows: Vec<_> = rows.records().collect::<Result<_, _>>().expect(&file.path);
            // A spreadsheet may separate cells by another character than the file.
            let cells = rows.iter().flatten();
            let mut parts = cells.flat_map(|cell| cell.split([',', ';', '|', '\n']));
            let formula = parts.find(|part| part.trim().starts_with(['=', '@', '＝']));
            assert_eq!(formula, None, "{}", file.path);
            rows.iter().map(|row| format!("{} ", row.len())).collect()
        }
        "pdf" | "png" => String::new(),
        _ => text.lines().count().to_string(),
    }
}

/// The elements of an XML document with the names of their attributes.
pub(super) fn of_xml(name: &str, text: &str) -> String {
    let document =
        roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
    let elements = document.descendants().filter(roxmltree::Node::is_element);
    elements
        .map(|node| {
            let attributes: Vec<&str> = node
                .attributes()
                .map(|attribute| attribute.name())
                .collect();
            format!("{} {attributes:?}\n", node.tag_name().name())
        })
        .collect()
}

/// The elements of a page with the names of their attributes, and the keys of its JSON. Addresses must be ones to follow.
fn of_page(text: &str) -> String {
    let page = Html::parse_document(text);
    let mut found = String::new();
    for node in page.tree.root().descendants() {
        match node.value() {
            Node::Element(element) => {
                // A long number is turned on a plan, or has no place.
                if element.name() == "text" {
                    continue;
                }
                let names: Vec<&str> = element.attrs().map(|(name, _)| name).collect();
                found += &format!("{} {names:?}\n", element.name());
                for name in ["href", "src", "action"] {
                    let address = element.attr(name).unwrap_or("/");
                    let scheme = address
                        .split([':', '/', '?', '#'])
                        .next()
                        .unwrap_or_default();
                    let is_known =
                        ["", "http", "https", "mailto", "tel", "assets"].contains(&scheme);
                    assert!(
                        is_known || !address[scheme.len()..].starts_with(':'),
                        "{address}"
                    );
                }
                let is_data = element
                    .attr("type")
                    .is_some_and(|kind| kind.ends_with("json"));
                if element.name() == "script" && is_data {
                    let texts = node.children().filter_map(|child| child.value().as_text());
                    let data: String = texts.map(|text| &**text).collect();
                    found += &keys(&serde_json::from_str(&data).expect(&data));
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
            let entries: String = entries
                .iter()
                .filter(|(key, _)| *key != "fit")
                .map(|(key, value)| format!("{key}:{}", keys(value)))
                .collect();
            format!("{{{entries}}}")
        }
        _ => "-".to_owned(),
    }
}
