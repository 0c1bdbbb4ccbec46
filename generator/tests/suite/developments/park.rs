//! The industrial park in `examples/`: units for rent, for sale, or both, in several buildings and on land, from a table.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::LazyLock;

use generator::check;
use generator::pipeline::{self, RenderedSite};
use generator::stages::pull::{Origin, Source};
use model::document::Document;
use model::lang::sample::ES;
use scraper::{Html, Selector};
use serde_json::Value;

use super::examples::example;
use super::{assert_says, forms, small_texts};
use crate::support::files::engine_file;
use crate::support::rendered::{assert_none, attributes_of, count, text, words};
use crate::support::requests;

static PARK: LazyLock<RenderedSite> = LazyLock::new(|| example("parque"));

/// What a language calls a price.
const PRICES: [(&str, &str); 3] = [
    ("inventario/N1-01", "precio"),
    ("en/inventory/N1-01", "price"),
    ("pt/unidades/N1-01", "preço"),
];

/// What is offered on the page of a unit, in JSON-LD.
fn offers(site: &RenderedSite, path: &str) -> Vec<Value> {
    let page = text(site, path);
    let block = page.split("application/ld+json>").nth(1).unwrap();
    let data: Value = serde_json::from_str(block.split("</script>").next().unwrap()).unwrap();
    match &data["mainEntity"]["offers"] {
        Value::Array(several) => several.clone(),
        only => vec![only.clone()],
    }
}

#[test]
fn the_park_rents_and_sells_and_calls_no_rent_a_price() {
    let site = &*PARK;
    assert_eq!(
        (site.site.inventory.units.len(), site.site.plans.len()),
        (12, 4)
    );
    let amounts_of_unit = Selector::parse(".unit-price dl").unwrap();
    for (unit, price) in PRICES {
        let page = text(site, &format!("{unit}.html"));
        let html = Html::parse_document(&page);
        let shown = html.select(&amounts_of_unit).flat_map(|list| list.text());
        let amounts: String = shown.collect();
        assert!(amounts.contains("USD"), "{unit}: {amounts}");
        assert!(!amounts.to_lowercase().contains(price), "{unit}: {amounts}");
        let kinds = attributes_of(&page, ".unit-price [data-price]", "data-price");
        assert!(kinds.iter().all(|kind| kind == "rent"), "{unit}: {kinds:?}");
    }
    let is_lease = |offer: &Value| {
        let function = offer["businessFunction"].as_str();
        function.is_some_and(|function| function.ends_with("#LeaseOut"))
    };
    for (unit, leases) in [
        ("N1-01", &[true][..]),
        ("N1-04", &[false, true]),
        ("N2-03", &[false]),
        ("L-02", &[false]),
    ] {
        let offers = offers(site, &format!("inventario/{unit}.html"));
        let found: Vec<bool> = offers.iter().map(is_lease).collect();
        assert_eq!(found, leases, "{unit}");
    }
    assert!(offers(site, "inventario/L-02.html")[0]["price"].is_null());
    let home = text(site, "index.html");
    for from in ["$6.24", "$5.50\u{a0}USD/m²"] {
        assert!(home.contains(from), "{from}");
    }
    assert_eq!(count(&home, ".site-plan .site-building"), 4);
    assert_says(
        site,
        &[
            ("inventario/N1-04.html", "<dt>Zona</dt><dd>Naves norte</dd>"),
            ("inventario/N1-04.html", "750.5\u{a0}kVA"),
            ("en/inventory/N1-04.html", "<dt>Rail spur</dt><dd>Yes</dd>"),
            (
                "noticias.html",
                "La nave N1-04 se ofrece en renta y en venta",
            ),
        ],
    );
    let columns = text(site, "inventario.html");
    assert!(columns.contains(">Zona<") && !columns.contains(">Nivel</button>"));
    assert!(words(site, Document::UnitSheet("N1-01"), ES).contains("Renta mensual con IVA"));
    assert_none(small_texts(site));
    forms::every_form_is_accepted(site);
}

#[test]
fn what_is_let_is_not_called_sold() {
    let site = &*PARK;
    for (unit, list, let_word, either) in [
        (
            "inventario/N2-02",
            "inventario",
            "Rentado",
            "Vendido o rentado",
        ),
        (
            "en/inventory/N2-02",
            "en/inventory",
            "Leased",
            "Sold or leased",
        ),
        (
            "pt/unidades/N2-02",
            "pt/unidades",
            "Alugado",
            "Vendido ou alugado",
        ),
    ] {
        let page = text(site, &format!("{unit}.html"));
        let status = Selector::parse(".unit-status .status").unwrap();
        let html = Html::parse_document(&page);
        let shown: String = html.select(&status).flat_map(|mark| mark.text()).collect();
        assert_eq!(shown, let_word, "{unit}");
        assert!(
            text(site, &format!("{unit}.md")).contains(let_word),
            "{unit}"
        );
        let inventory = text(site, &format!("{list}.html"));
        for words in [format!(">{let_word}<"), format!(">{either}<")] {
            assert!(inventory.contains(&words), "{list}: {words}");
        }
    }
    let data: Value = serde_json::from_str(&text(site, "data/units-es.json")).unwrap();
    let units = data["units"].as_array().unwrap();
    let own: Vec<_> = units
        .iter()
        .filter_map(|unit| unit["text"]["fields"]["status"].as_str())
        .collect();
    assert_eq!(own, ["Rentado"]);
}

/// Nobody filters by the elevators of a park that has none on its plans.
#[test]
fn units_are_filtered_by_what_differs_on_the_plans() {
    let site = &*PARK;
    for (lang, list, label, east) in [
        ("es", "inventario", "Da a", "Lado este"),
        ("en", "en/inventory", "Faces", "The east side"),
        ("pt", "pt/unidades", "Dá para", "Lado leste"),
    ] {
        let page = text(site, &format!("{list}.html"));
        let filter = format!("<span>{label}</span><select");
        let option = format!("<option value=\"side_e\">{east}</option>");
        assert!(page.contains(&filter) && page.contains(&option), "{list}");
        let data: Value =
            serde_json::from_str(&text(site, &format!("data/units-{lang}.json"))).unwrap();
        let units = data["units"].as_array().unwrap();
        let of = |code: &str| units.iter().find(|unit| unit["code"] == code).unwrap();
        assert_eq!(of("N1-04")["fields"]["facing"], "side_e");
        assert!(
            units
                .iter()
                .all(|unit| unit["fields"]["to_lifts"].is_null())
        );
    }
}

#[test]
fn nothing_of_an_office_tower_is_said_of_warehouses_and_land() {
    let site = &*PARK;
    let main = Selector::parse("main").unwrap();
    for (path, says, omits) in [
        ("inventario", "Superficie +/-10 %", "Interior +/-10 %"),
        ("inventario/N1-01", "Rentas vigentes al", "Oferta vigente"),
        (
            "inventario/N1-01",
            "Las rentas son en",
            "Los precios de venta",
        ),
        ("inventario/N1-04", "Oferta vigente al", "Rentas vigentes"),
        ("inventario/N1-01", "Plano: Naves norte", "+0.00"),
        ("naves", "Plano: Naves", "+0.00"),
        ("index", "Naves norte", "+0.00"),
        ("inventario/L-01", "Agendar una visita", "plan de pagos"),
        ("index", "Agendar una visita", "plan de pagos"),
    ] {
        let page = Html::parse_document(&text(site, &format!("{path}.html")));
        let shown: String = page.select(&main).flat_map(|main| main.text()).collect();
        assert!(shown.contains(says), "{path} does not say {says}");
        assert!(!shown.contains(omits), "{path} says {omits}");
    }
    let sheet = words(site, Document::UnitSheet("N1-01"), ES);
    for omitted in ["Nivel 1", "+0.00"] {
        assert!(!sheet.contains(omitted), "the sheet says {omitted}");
    }
    let filters = text(site, "inventario.html");
    assert!(
        !filters.contains("<span>Nivel</span>"),
        "no unit has a level"
    );
    let asked = check::missing_facts(&site.site);
    let asked = asked.iter().map(ToString::to_string);
    assert_none(asked.filter(|fact| fact.contains("building_facts")));
    let plots = site
        .site
        .plans
        .iter()
        .find(|plan| plan.building == "lotes")
        .unwrap();
    assert!(
        plots.units.iter().all(|unit| unit.door.is_empty()),
        "land has no doors"
    );
}

#[test]
fn the_table_of_the_park_has_the_units_that_it_ships() {
    let project = tempfile::tempdir().unwrap();
    let park = engine_file("examples/parque");
    for file in ["site.yaml", "units.csv"] {
        fs::copy(park.join(file), project.path().join(file)).unwrap();
    }
    symlink(park.join("content"), project.path().join("content")).unwrap();
    let request = requests::pull(Origin::Platform { url: None });
    let pulled = pipeline::pull(project.path(), &request).unwrap();
    assert!(
        matches!(pulled.source, Source::Platform),
        "{:?}",
        pulled.source
    );
    assert_eq!(
        pulled.inventory.units, PARK.site.inventory.units,
        "run `site pull --save --root examples/parque`"
    );
}
