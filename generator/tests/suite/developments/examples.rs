//! The developments in `examples/`: they build with this engine, pass every check, and are really different.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::LazyLock;

use generator::pipeline::RenderedSite;
use model::document::Document;
use model::lang::Lang;
use model::lang::sample::{BOTH, EN, ES};
use model::output::OutputFile;
use serde_json::{Value, json};

use super::{checked, forms, linked_engine, text};
use crate::support::files::engine_file;
use crate::support::pdf::Pdf;

/// Each example, built once for all tests.
static TOWER: LazyLock<RenderedSite> = LazyLock::new(|| example("torre"));
static APARTMENTS: LazyLock<RenderedSite> = LazyLock::new(|| example("residencial"));

/// The finished site of an example, which has no problem.
fn example(name: &str) -> RenderedSite {
    let engine = linked_engine();
    let root = engine.path().join("sites").join(name);
    fs::create_dir_all(&root).unwrap();
    let own = engine_file("examples").join(name);
    for part in ["content", "site.yaml", "templates", "theme.yaml"] {
        if own.join(part).exists() {
            symlink(own.join(part), root.join(part)).unwrap();
        }
    }
    let (site, problems) = checked(&root);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    site
}

/// The texts of all documents that cannot be read on paper, with the document.
fn small_texts(site: &RenderedSite) -> Vec<String> {
    let documents = site.files.iter().filter(|file| file.path.ends_with(".pdf"));
    let texts = documents.flat_map(|file| {
        let texts = Pdf::read(&file.bytes).small_texts().into_iter();
        texts.map(|text| format!("{}: {text}", file.path))
    });
    texts.collect()
}

/// The number of pages of the brochure.
fn brochure_pages(site: &RenderedSite, lang: Lang) -> usize {
    let path = Document::Brochure.path(lang, &site.site.config.product);
    let file = site.files.iter().find(|file| file.path == path).unwrap();
    Pdf::read(&file.bytes).pages().len()
}

#[test]
fn the_tower_has_nine_levels_two_wings_and_prices_in_dollars() {
    let site = &*TOWER;
    assert_eq!(site.site.inventory.units.len(), 84);
    assert_eq!(site.site.plans.len(), 9);
    let unit = text(site, "inventario/O-901.html");
    assert!(unit.contains("Nivel 9") && unit.contains("\u{a0}USD"), "level and dollars");
    let home = text(site, "index.html");
    assert!(!home.contains("avance-de-obra"), "no page of progress");
    let style = site.files.iter().find(|file| file.path.starts_with("assets/site-")).unwrap();
    let style = String::from_utf8_lossy(&style.bytes);
    assert!(style.contains("Space Grotesk") && style.contains("#2f5d46"), "fonts and colours");
    assert_eq!(small_texts(site), Vec::<String>::new());
    for lang in BOTH {
        assert_eq!(brochure_pages(site, lang), 14, "{lang}");
    }
    forms::every_form_is_accepted(site);
}

#[test]
fn the_apartments_are_a_site_in_one_language_under_the_rules_for_homes() {
    let site = &*APARTMENTS;
    assert_eq!(site.site.inventory.units.len(), 62);
    let unit = text(site, "inventario/D-501.html");
    let main = unit.split("<main").nth(1).unwrap().split("<form").next().unwrap();
    assert!(
        main.contains("Departamento <span class=code>D-501") && !main.contains("IVA"),
        "homes have no tax"
    );
    assert!(unit.contains("0000-2026"), "the registered contract");
    assert!(!site.files.iter().any(|file| file.path.starts_with("en")), "one language");
    assert_eq!(small_texts(site), Vec::<String>::new());
    assert_eq!(brochure_pages(site, ES), 17);
    let mut paths: Vec<&str> = site.files.iter().map(|file| file.path.as_str()).collect();
    let all = paths.len();
    paths.dedup();
    assert_eq!(paths.len(), all, "each file once");
    forms::every_form_is_accepted(site);
}

#[test]
fn every_output_says_in_which_building_a_unit_is() {
    let site = &*APARTMENTS;
    let unit = text(site, "inventario/E-304.html");
    assert!(unit.contains("<title>Departamento E-304, Torre Encino |"), "the code and the building");
    assert!(unit.contains("<dt>Nivel</dt><dd>Torre Encino, Nivel 3</dd>"));
    assert!(unit.contains(r#""name":"Torre","value":"Torre Encino""#), "structured data");
    assert!(text(site, "inventario/E-304.md").contains("Torre Encino, Nivel 3, 54.60 m²"));
    assert!(text(site, "inventario.md").contains("## Torre Olivo, Nivel 5\n"), "a group of the list");
    let table = text(site, "inventario.html");
    let columns: Vec<usize> = [">Unidad</button>", ">Torre</button>", ">Nivel</button>"]
        .map(|head| table.find(head).unwrap_or_default())
        .into();
    assert!(columns[0] > 0 && columns.is_sorted(), "{columns:?}");
    let sheet = text(site, "data/inventory.csv");
    assert!(
        sheet.contains("E-304,304,Nivel 3,Departamento,1,54.60,0,54.60,Torre Encino,1,Parque,"),
        "{sheet}"
    );
    let data: Value = serde_json::from_str(&text(site, "data/inventory.json")).unwrap();
    let units = data["units"].as_array().unwrap();
    let keys: Vec<&Value> = units.iter().map(|unit| &unit["fields"]["building"]).collect();
    assert_eq!([keys[0], keys[29], keys[30], keys[61]], ["olivo", "olivo", "encino", "encino"]);
    let schema: Value = serde_json::from_str(&text(site, "data/inventory.schema.json")).unwrap();
    let building = &schema["$defs"]["unit"]["properties"]["fields"]["properties"]["building"];
    assert_eq!(building["enum"], json!(["olivo", "encino"]), "not the one that is only announced");
    let pdf = |path: String| {
        let file = site.files.iter().find(|file| file.path == path).unwrap();
        Pdf::read(&file.bytes).pages().concat()
    };
    let product = &site.site.config.product;
    assert!(pdf(Document::UnitSheet("E-304").path(ES, product)).contains("Torre Encino, Nivel 3"));
    for document in [Document::PriceList, Document::Brochure] {
        assert!(pdf(document.path(ES, product)).contains("Torre Encino, Nivel 6"), "{document:?}");
    }
    let home = text(site, "index.html");
    assert_eq!(home.matches("<figure class=\"axo\">").count(), 3);
    assert!(home.contains("Torre Sabino<span data-live=\"free\">Próximamente"));
    let announced = |file: &&OutputFile| {
        file.path.contains("S-102") || String::from_utf8_lossy(&file.bytes).contains("\"S-102\"")
    };
    assert_eq!(site.files.iter().find(announced).map(|file| &file.path), None);
}

#[test]
fn the_fields_that_a_development_declares_show_wherever_it_says() {
    let site = &*TOWER;
    let unit = text(site, "en/inventory/O-501.html");
    assert!(
        unit.contains("<dt>Capacity</dt><dd>13\u{a0}desks</dd>")
            && unit.contains("<dt>Raised floor</dt><dd>Yes</dd>")
    );
    assert!(unit.contains(r#""name":"Raised floor","value":"Yes""#), "structured data");
    assert!(text(site, "inventario/O-201.md").contains("- Capacidad: 13 puestos\n- Piso falso: No\n"));
    let table = text(site, "en/inventory.html");
    assert!(table.contains(">Capacity<") && table.contains("13\u{a0}desks"), "a column in the HTML");
    let sheet = text(site, "data/inventory.en.csv");
    assert!(sheet.lines().next().unwrap().contains(",Capacity,Raised floor,"), "{sheet}");
    assert!(sheet.contains("O-501,501,Level 5,Office,2,102.60,0,102.60,13,Yes,"));
    let data: Value = serde_json::from_str(&text(site, "data/inventory.json")).unwrap();
    let schema: Value = serde_json::from_str(&text(site, "data/inventory.schema.json")).unwrap();
    let kinds = &schema["$defs"]["unit"]["properties"]["fields"]["properties"];
    assert_eq!(
        (&kinds["desks"]["type"], &kinds["raised_floor"]["type"]),
        (&json!("integer"), &json!("boolean"))
    );
    let office = data["units"].as_array().unwrap().iter().find(|unit| unit["code"] == "O-501").unwrap();
    assert_eq!(office["fields"], json!({"desks": 13, "raised_floor": true}));
    let pdf = |path: String| Pdf::read(&site.files.iter().find(|file| file.path == path).unwrap().bytes);
    let document = pdf(Document::UnitSheet("O-501").path(EN, &site.site.config.product));
    assert!(document.pages().concat().contains("Raised floor Yes"), "the sheet");
    let prices = pdf(Document::PriceList.path(EN, &site.site.config.product));
    let words = prices.pages().concat();
    assert!(words.contains("Raised floor") && !words.contains("Capacity"), "the price list");
    let home = text(&APARTMENTS, "inventario/D-101.html");
    assert!(home.contains("<dt>Recámaras</dt><dd>2</dd>") && home.contains(r#""numberOfBedrooms":2"#));
}
