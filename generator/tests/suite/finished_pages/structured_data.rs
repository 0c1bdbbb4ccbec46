//! Structured data: each check, a golden file of what is written, and that of a whole site against the platform's data.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use generator::pipeline::RenderedSite;
use model::lang::sample::BOTH;
use serde_json::Value;

use crate::support::files::write;
use crate::support::rendered::{assert_none, golden, only, problems, problems_after, text};
use crate::support::torre::{self, STATED, UNITS};

static SITE: LazyLock<RenderedSite> = LazyLock::new(|| golden("structured-data", add_pages));

const UNIT: &str = "inventario/O-301.html";

/// Adds the kinds of pages that the golden case lacks: a contact page, and a page of text below another.
fn add_pages(root: &Path) {
    let templates = root.join("templates/pages");
    fs::copy(templates.join("text.html"), templates.join("contact.html")).unwrap();
    for lang in ["es", "en"] {
        let contact = "---\ntitle: Contacto\ndescription: Escriba.\ntemplate: contact\n---\n";
        write(root, &format!("content/{lang}/contacto.md"), contact);
        let hours = "---\ntitle: Horario\ndescription: De lunes a viernes.\n---\n";
        write(root, &format!("content/{lang}/contacto/horario.md"), hours);
    }
}

fn block(site: &RenderedSite, file: &str) -> Value {
    let html = text(site, file);
    let (_, rest) = html
        .split_once("<script type=application/ld+json>")
        .unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn one_page_of_each_kind_is_described_as_in_the_golden_file() {
    assert_none(problems(&SITE));
    let files = [
        "index.html",
        "contacto.html",
        "contacto/horario.html",
        "inventario.html",
        UNIT,
        "preguntas.html",
    ];
    let blocks = files.map(|file| format!("{file}\n{:#}\n", block(&SITE, file)));
    insta::with_settings!({ prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("json_ld", blocks.join("\n"));
    });
}

#[test]
fn each_check_reports_the_page_that_breaks_it() {
    assert!(
        !text(&SITE, "oculta.html").contains("ld+json"),
        "not required of a page that is not listed"
    );
    let own = "\"url\":\"https://muestra.example/inventario/O-301\"";
    let none = "structured data: the page has none, but other pages do (page /)";
    let not_json = "structured data: the block is not JSON: ";
    for (file, from, to, expected) in [
        (
            "index.html",
            "application/ld+json",
            "application/json",
            none,
        ),
        (
            "en/preguntas.html",
            "\"mainEntity\":[",
            "\"mainEntity\":",
            not_json,
        ),
        (
            "index.html",
            "https://f.example",
            "f.example",
            "sameAs `f.example` is not absolute",
        ),
    ] {
        let problems = problems_after(&SITE, file, from, to);
        assert!(
            problems.iter().any(|problem| problem.contains(expected)),
            "{expected}: {problems:#?}"
        );
    }
    let offered = "\"price\":\"4930000.58\",\"priceCurrency\":\"MXN\",\"priceSpecification\"";
    let (relative, unknown) = (
        own.replace("https://muestra.example", ""),
        own.replace("O-301", "X"),
    );
    let (price, dollars) = (
        offered.replace("4930000.58", "4250000.50"),
        offered.replace("MXN", "USD"),
    );
    let net = "\"price\":\"4250000.50\"";
    let offer = "\"@type\":\"Offer\"";
    let building = "{\"@id\":\"https://muestra.example/#building\"}";
    for (from, to, message) in [
        // Addresses must be absolute and exist.
        (
            own,
            &*relative,
            "url `/inventario/O-301` is not an absolute address of this site",
        ),
        (
            own,
            &unknown,
            "url `https://muestra.example/inventario/X` does not exist on this site",
        ),
        // An offer must agree with the inventory.
        (
            offered,
            &price,
            "`price` of the Offer is \"4250000.50\", but \"4930000.58\" in the inventory",
        ),
        (
            offered,
            &dollars,
            "`priceCurrency` of the Offer is \"USD\", but \"MXN\" in the inventory",
        ),
        (
            net,
            &net.replace(".50", ".51"),
            "`price` of the PriceSpecification is \"4250000.51\", but \"4250000.50\" in the inventory",
        ),
        (
            "schema.org/Reserved",
            "schema.org/InStock",
            "`availability` of the Offer is \"https://schema.org/InStock\", \
             but \"https://schema.org/Reserved\" in the inventory",
        ),
        (
            offer,
            &format!("{offer},\"x\":{{{offer}}}"),
            "the page of one unit has 2 offers of a sale and 0 of a rent",
        ),
        // Every reference must resolve.
        (
            building,
            &building.replace("building", "tower"),
            "no page describes the `@id` `https://muestra.example/#tower`",
        ),
    ] {
        let problem = only(problems_after(&SITE, UNIT, from, to));
        let expected = format!("structured data: {message} (page /inventario/O-301)");
        assert!(problem.ends_with(&expected), "{problem}\n{expected}");
    }
}

/// `site check` compares the prices with the inventory, and finds nothing about this site.
#[test]
fn a_whole_site_describes_the_units_of_the_platform() {
    let own = torre::site();
    for lang in BOTH.iter() {
        for unit in STATED["Data"]["Property"].as_array().unwrap() {
            let code = unit["propertyCode"].as_str().unwrap();
            let page = block(own, &lang.file(&format!("/inventario/{code}")));
            let found = &page["mainEntity"];
            let availability = match unit["status"].as_str().unwrap() {
                "disponible" => "https://schema.org/InStock",
                "reservado" => "https://schema.org/Reserved",
                _ => "https://schema.org/SoldOut",
            };
            assert_eq!(
                [&found["sku"], &found["offers"]["availability"]],
                [code, availability],
                "{lang}"
            );
            assert_eq!(
                found["floorSize"]["value"].as_f64(),
                unit["interiorArea"].as_f64(),
                "{lang} {code}"
            );
        }
        let graph = block(own, &lang.file("/inventario"));
        assert_eq!(
            graph["@graph"][1]["itemListElement"]
                .as_array()
                .unwrap()
                .len(),
            UNITS
        );
        assert_eq!(
            block(own, &lang.file("/inversionistas"))["@type"],
            "FAQPage"
        );
    }
}
