//! Whatever text an author or the platform writes, it stays text in every output: the elements of a page, the keys of its
//! data, the rows of a table and the lines of a host's rules are those of a site with harmless texts.

mod structure;
mod whole_site;

use std::sync::LazyLock;

use crate::support::files::{change_json, copy_golden_site, write};
use crate::support::requests;
use generator::pipeline::RenderedSite;
use proptest::prelude::*;
use serde_json::json;
use structure::assert_same_structure;

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

/// The site with a text that has no special character.
static HARMLESS: LazyLock<RenderedSite> = LazyLock::new(|| site_with("texto").unwrap());

/// A site with `text` wherever an author or the platform can write any text.
fn site_with(text: &str) -> Result<RenderedSite, String> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    copy_golden_site("feeds", root);
    for lang in ["es", "en"] {
        // A string of JSON is one of YAML.
        let page = format!("---\ntitle: {0}\ndescription: {0}\n---\n", json!(text));
        write(root, &format!("content/{lang}/inventario.md"), page);
        change_json(root, &format!("content/{lang}/strings.json"), |strings| {
            strings["nav"]["home"] = json!(text);
            strings["status"]["disponible"] = json!(text);
        });
    }
    change_json(root, "content/inventory.json", |answer| {
        for unit in answer["Data"]["Property"].as_array_mut().unwrap() {
            unit["unit"] = json!(text);
            unit["typology"] = json!(text);
        }
    });
    requests::render(root).map_err(|error| error.details())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn any_text_stays_text_in_every_output(parts in prop::collection::vec(prop::sample::select(&FRAGMENTS[..]), 1..7)) {
        // A build refuses a title of white space only.
        let text = format!("a{}", parts.concat());
        let hostile = site_with(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_same_structure(&HARMLESS.files, &hostile.files);
        println!("torture: hostile texts in every output | 1 | {} | 0 | 0", hostile.files.len());
    }
}

/// How many texts are tried: `HOSTILE_TEXTS`, or 4.
fn cases() -> u32 {
    std::env::var("HOSTILE_TEXTS").map_or(4, |text| text.parse().unwrap())
}
