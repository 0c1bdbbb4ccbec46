//! A site whose codes are not addresses: what people wrote is what visitors read everywhere, and addresses are safe.

use model::document::Document;
use model::lang::sample::ES;
use model::output::OutputFile;
use scraper::{Html, Selector};
use serde_json::Value;

use crate::support::files::change;
use crate::support::rendered::{assert_none, problems, text, words};
use crate::support::requests;
use crate::support::torre::{self, STATED, pull_of};

/// The code of a unit of the sample, what its platform writes in its place, and the address of that.
const CODES: [[&str; 3]; 3] = [
    ["O-301", "N1-04/<A>", "N1-04-A"],
    ["O-305", "PH 1", "PH-1"],
    ["L-101", "Ñº5", "No5"],
];

#[test]
fn what_people_wrote_is_what_every_output_shows() {
    let folder = torre::copied();
    let root = folder.path();
    torre::link_cache(root);
    let mut stated = STATED.clone();
    let units = stated["Data"]["Property"].as_array_mut().unwrap();
    units.retain(|unit| {
        let known = ["O-302", "O-303", "O-401"]
            .into_iter()
            .chain(CODES.map(|[code, ..]| code));
        known.into_iter().any(|code| unit["propertyCode"] == code)
    });
    for unit in units {
        let renamed = CODES
            .iter()
            .find(|[code, ..]| unit["propertyCode"] == *code);
        if let Some([_, written, _]) = renamed {
            unit["propertyCode"] = (*written).into();
        }
    }
    // Plans name one unit as it is written, and one by its address.
    for (name, index) in [("O-301", 1), ("O-305", 2), ("L-101", 1)] {
        let [_, written, address] = CODES.iter().find(|[code, ..]| *code == name).unwrap();
        let drawn = [written, address][index - 1];
        change(root, "content/geometry.json", |geometry| {
            geometry.replace(&format!("\"{name}\""), &format!("\"{drawn}\""))
        });
    }
    let request = pull_of(root, &stated);
    let site = requests::make(root, request);
    let own: Vec<String> = problems(&site)
        .into_iter()
        .filter(|problem| {
            CODES
                .iter()
                .any(|[_, written, address]| problem.contains(written) || problem.contains(address))
        })
        .collect();
    assert_none(own);
    for [_, written, address] in CODES {
        for path in ["inventario", "en/inventario"] {
            let page = text(&site, &format!("{path}/{address}.html"));
            assert!(visible(&page).contains(written), "{path} {written}");
        }
        let shown = visible(&text(&site, "inventario.html"));
        assert!(shown.contains(written), "{written}");
        // Documents may break a line within a code.
        let solid = |text: String| text.replace(' ', "");
        for document in [Document::UnitSheet(address), Document::PriceList] {
            let shown = solid(words(&site, document, ES));
            assert!(shown.contains(&solid(written.to_owned())), "{written}");
        }
        let data: Value = serde_json::from_str(&text(&site, "data/units-es.json")).unwrap();
        let units = data["units"].as_array().unwrap();
        let unit = units.iter().find(|unit| unit["code"] == address).unwrap();
        assert_eq!(unit["label"], written);
    }
    // Addresses are in attributes, in the data of scripts and in links, and nowhere else.
    for OutputFile { path, bytes, .. } in &site.files {
        let text = String::from_utf8_lossy(bytes);
        let shown = match path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("html") => visible(&text),
            Some("atom" | "csv" | "md" | "txt") => text.into_owned(),
            _ => continue,
        };
        for [_, _, address] in CODES {
            for (at, _) in shown.match_indices(address) {
                let before = shown[..at].chars().next_back();
                assert_eq!(
                    before,
                    Some('/'),
                    "{path}: {}",
                    &shown[at.saturating_sub(30)..at]
                );
            }
        }
    }
}

/// The text of a page and of the attributes that are read out.
fn visible(page: &str) -> String {
    let page = Html::parse_document(page);
    let all = Selector::parse("body *:not(script):not(style):not(template), title").unwrap();
    let mut shown = String::new();
    for element in page.select(&all) {
        let own = element
            .children()
            .filter_map(|child| child.value().as_text());
        own.for_each(|text| shown.push_str(text));
        let read = ["alt", "aria-label", "title"].into_iter();
        read.filter_map(|name| element.attr(name))
            .for_each(|text| shown.push_str(text));
        shown.push('\n');
    }
    shown
}
