//! The developments in `examples/`: they build with this engine, pass every check, and are really different.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::sync::LazyLock;

use generator::pipeline::RenderedSite;
use model::document::Document;
use model::lang::sample::{BOTH, EN, ES};
use model::output::OutputFile;
use serde_json::{Value, json};

use super::{assert_says, checked, forms, linked_engine, small_texts};
use crate::support::files::engine_file;
use crate::support::rendered::{assert_none, pdf, text, words};

/// Each example, built once for all tests.
static TOWER: LazyLock<RenderedSite> = LazyLock::new(|| example("torre"));
static APARTMENTS: LazyLock<RenderedSite> = LazyLock::new(|| example("residencial"));

/// The finished site of an example, which has no problem.
pub(super) fn example(name: &str) -> RenderedSite {
    let engine = linked_engine();
    let root = engine.path().join("sites").join(name);
    fs::create_dir_all(&root).unwrap();
    let own = engine_file("examples").join(name);
    for part in ["content", "site.yaml", "templates", "theme.yaml"] {
        if own.join(part).exists() {
            symlink(own.join(part), root.join(part)).unwrap();
        }
    }
    checked(&root)
}

#[test]
#[ignore = "make test-rest"]
fn the_tower_has_nine_levels_two_wings_and_prices_in_dollars() {
    let site = &*TOWER;
    assert_eq!(
        (site.site.inventory.units.len(), site.site.plans.len()),
        (84, 9)
    );
    let unit = text(site, "inventario/O-901.html");
    assert!(
        unit.contains("Nivel 9") && unit.contains("\u{a0}USD"),
        "level and dollars"
    );
    let home = text(site, "index.html");
    assert!(!home.contains("avance-de-obra"), "no page of progress");
    let style = site
        .files
        .iter()
        .find(|file| file.path.starts_with("assets/site-"))
        .unwrap();
    let style = text(site, &style.path);
    assert!(
        style.contains("Space Grotesk") && style.contains("#2f5d46"),
        "fonts and colours"
    );
    assert_none(small_texts(site));
    for lang in BOTH.iter() {
        assert_eq!(
            pdf(site, Document::Brochure, lang).pages().len(),
            14,
            "{lang}"
        );
    }
    forms::every_form_is_accepted(site);
}

#[test]
#[ignore = "make test-rest"]
fn the_apartments_are_a_site_in_one_language_under_the_rules_for_homes() {
    let site = &*APARTMENTS;
    assert_eq!(site.site.inventory.units.len(), 62);
    let unit = text(site, "inventario/D-501.html");
    let main = unit
        .split("<main")
        .nth(1)
        .unwrap()
        .split("<form")
        .next()
        .unwrap();
    assert!(main.contains("Departamento <span class=code>D-501"));
    assert!(!main.contains("IVA"), "homes have no tax");
    assert!(unit.contains("0000-2026"), "the registered contract");
    assert!(
        !site.files.iter().any(|file| file.path.starts_with("en")),
        "one language"
    );
    assert_none(small_texts(site));
    assert_eq!(pdf(site, Document::Brochure, ES).pages().len(), 17);
    let paths: HashSet<&str> = site.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths.len(), site.files.len(), "each file once");
    forms::every_form_is_accepted(site);
}

/// Titles and data files are those of the golden site `buildings`.
#[test]
#[ignore = "make test-rest"]
fn every_output_says_in_which_building_a_unit_is() {
    let site = &*APARTMENTS;
    let unit = "inventario/E-304.html";
    assert_says(
        site,
        &[
            (unit, "<dt>Nivel</dt><dd>Torre Encino, Nivel 3</dd>"),
            (unit, r#""name":"Torre","value":"Torre Encino""#),
            ("inventario/E-304.md", "Torre Encino, Nivel 3, 54.60 m²"),
            ("inventario.md", "## Torre Olivo, Nivel 5\n"),
        ],
    );
    let table = text(site, "inventario.html");
    let columns = ["Unidad", "Torre", "Nivel"].map(|head| table.find(&format!(">{head}</button>")));
    assert!(columns[0].is_some() && columns.is_sorted(), "{columns:?}");
    for (document, level) in [
        (Document::UnitSheet("E-304"), "Torre Encino, Nivel 3"),
        (Document::PriceList, "Torre Encino, Nivel 6"),
        (Document::Brochure, "Torre Encino, Nivel 6"),
    ] {
        assert!(words(site, document, ES).contains(level), "{document:?}");
    }
    let home = text(site, "index.html");
    assert_eq!(home.matches("<figure class=\"axo\">").count(), 3);
    assert!(home.contains("Torre Sabino<span data-live=\"free\">Próximamente"));
    let announced = |file: &&OutputFile| {
        file.path.contains("S-102") || String::from_utf8_lossy(&file.bytes).contains("\"S-102\"")
    };
    assert_eq!(
        site.files.iter().find(announced).map(|file| &file.path),
        None
    );
}

#[test]
#[ignore = "make test-rest"]
fn the_fields_that_a_development_declares_show_wherever_it_says() {
    let site = &*TOWER;
    let (unit, table) = ("en/inventory/O-501.html", "en/inventory.html");
    assert_says(
        site,
        &[
            (unit, "<dt>Capacity</dt><dd>13\u{a0}desks</dd>"),
            (unit, "<dt>Raised floor</dt><dd>Yes</dd>"),
            (unit, r#""name":"Raised floor","value":"Yes""#),
            (
                "inventario/O-201.md",
                "- Capacidad: 13 puestos\n- Piso falso: No\n",
            ),
            (table, ">Capacity<"),
            (table, "13\u{a0}desks"),
            (
                "data/inventory.en.csv",
                "O-501,501,Level 5,Office,2,102.60,0,102.60,13,Yes,",
            ),
        ],
    );
    let sheet = text(site, "data/inventory.en.csv");
    assert!(
        sheet
            .lines()
            .next()
            .unwrap()
            .contains(",Capacity,Raised floor,"),
        "{sheet}"
    );
    let data: Value = serde_json::from_str(&text(site, "data/inventory.json")).unwrap();
    let schema: Value = serde_json::from_str(&text(site, "data/inventory.schema.json")).unwrap();
    let kinds = &schema["$defs"]["unit"]["properties"]["fields"]["properties"];
    assert_eq!(
        [&kinds["desks"]["type"], &kinds["raised_floor"]["type"]],
        ["integer", "boolean"]
    );
    let office = data["units"]
        .as_array()
        .unwrap()
        .iter()
        .find(|unit| unit["code"] == "O-501")
        .unwrap();
    assert_eq!(office["fields"], json!({"desks": 13, "raised_floor": true}));
    assert!(
        words(site, Document::UnitSheet("O-501"), EN).contains("Raised floor Yes"),
        "the sheet"
    );
    let prices = words(site, Document::PriceList, EN);
    assert!(
        prices.contains("Raised floor") && !prices.contains("Capacity"),
        "the price list"
    );
}

#[test]
#[ignore = "make test-rest"]
fn the_bedrooms_of_an_apartment_are_a_property_of_schema_org() {
    let home = "inventario/D-101.html";
    assert_says(
        &APARTMENTS,
        &[
            (home, "<dt>Recámaras</dt><dd>2</dd>"),
            (home, r#""numberOfBedrooms":2"#),
        ],
    );
}
