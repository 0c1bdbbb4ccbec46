//! What the texts claim about the building agrees with its geometry.

use model::lang::Lang;
use model::lang::sample::{BOTH, EN, ES};
use serde_json::Value;

use crate::support::files::repository;
use crate::support::own_project::site;

/// The levels of the building from the ground up.
fn levels() -> Vec<Value> {
    let text = std::fs::read_to_string(repository().join("content/geometry.json")).unwrap();
    let geometry: Value = serde_json::from_str(&text).unwrap();
    geometry["levels"].as_array().unwrap().clone()
}

/// All texts of a page's sections.
fn texts(lang: Lang, neutral: &str) -> String {
    let page = site().site.page(lang, neutral).unwrap();
    page.source().unwrap().front.data.to_string()
}

#[test]
fn each_product_page_has_the_clear_height_of_its_levels() {
    let heights: Vec<String> = levels()
        .iter()
        .map(|level| format!("{:.2}", level["clear_height"].as_f64().unwrap()))
        .collect();
    assert_eq!(heights[0], heights[1], "levels of commercial units");
    assert_eq!(heights[2], heights[3], "levels of offices");
    let (units, offices) = (&heights[0], &heights[2]);
    for lang in BOTH {
        for (page, own, other) in [
            ("/oficinas-lujo", offices, units),
            ("/locales-comerciales", units, offices),
        ] {
            let texts = texts(lang, page);
            assert!(texts.contains(own.as_str()), "{lang} {page}: {own}");
            assert!(!texts.contains(other.as_str()), "{lang} {page}: {other}");
        }
        let all = texts(lang, "/caracteristicas");
        assert!(
            all.contains(units.as_str()) && all.contains(offices.as_str()),
            "{lang}"
        );
    }
}

#[test]
fn the_page_of_commercial_units_says_which_doors_are_on_the_street() {
    let ground = &levels()[0];
    let units = ground["units"].as_array().unwrap();
    let code = |unit: &Value| unit["code"].as_str().unwrap().to_owned();
    // The door is in the facade.
    let (street, inside): (Vec<&Value>, Vec<&Value>) = units
        .iter()
        .partition(|unit| unit["door"][0][1] == unit["facade"][0][1]);
    let range =
        |units: &[&Value], to: &str| format!("{} {to} {}", code(units[0]), code(units[units.len() - 1]));
    for (lang, to) in [(ES, "a"), (EN, "to")] {
        let texts = texts(lang, "/locales-comerciales");
        for range in [range(&street, to), range(&inside, to)] {
            assert!(texts.contains(&range), "{lang}: {range}");
        }
    }
}

#[test]
fn only_the_offices_have_the_amenities() {
    for lang in BOTH {
        let has_amenities = |neutral: &str| {
            let page = site().site.page(lang, neutral).unwrap();
            page.source().unwrap().front.data.get("amenities").is_some()
        };
        assert!(has_amenities("/oficinas-lujo"), "{lang}");
        assert!(!has_amenities("/locales-comerciales"), "{lang}");
    }
}
