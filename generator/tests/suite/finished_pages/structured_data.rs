//! The structured data of finished pages: each check on a page that breaks it, and a golden file of what the generator
//! writes.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;

use crate::finished_pages::finished::Finished;

static SITE: LazyLock<Finished> = LazyLock::new(|| Finished::of("structured-data", add_pages));

const UNIT: &str = "inventario/O-301.html";

/// Adds the kinds of pages that the golden case lacks: a contact page, and a page of text below another.
fn add_pages(root: &Path) {
    let templates = root.join("templates/pages");
    fs::copy(templates.join("text.html"), templates.join("contact.html")).unwrap();
    for lang in ["es", "en"] {
        let content = root.join("content").join(lang);
        let contact = "---\ntitle: Contacto\ndescription: Escriba.\ntemplate: contact\n---\n";
        fs::write(content.join("contacto.md"), contact).unwrap();
        let text = "---\ntitle: Horario\ndescription: De lunes a viernes.\n---\n";
        fs::create_dir_all(content.join("contacto")).unwrap();
        fs::write(content.join("contacto/horario.md"), text).unwrap();
    }
}

/// The one problem after a change of a page, without the file and the words that all these problems share.
fn problem_after(file: &str, from: &str, to: &str) -> String {
    let problems = SITE.problems_after(file, from, to);
    let [problem] = &problems[..] else {
        panic!("expected one problem: {problems:#?}");
    };
    let (_, message) = problem.split_once("structured data: ").unwrap();
    message.to_owned()
}

#[test]
fn one_page_of_each_kind_is_described_as_in_the_golden_file() {
    let files =
        ["index.html", "contacto.html", "contacto/horario.html", "inventario.html", UNIT, "preguntas.html"];
    let blocks = files.map(|file| {
        let html = SITE.page(file);
        let (_, rest) = html.split_once("<script type=application/ld+json>").unwrap();
        let block: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
        format!("{file}\n{block:#}\n")
    });
    insta::with_settings!({ prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("json_ld", blocks.join("\n"));
    });
}

#[test]
fn an_unchanged_site_has_no_problem() {
    assert_eq!(SITE.problems(), Vec::<String>::new());
}

#[test]
fn a_listed_page_must_have_structured_data() {
    assert!(!SITE.page("oculta.html").contains("ld+json"), "not required of a page that is not listed");
    let problems = SITE.problems_after("index.html", "application/ld+json", "application/json");
    let message = "structured data: the page has none, but other pages do (page /)";
    assert!(problems.iter().any(|problem| problem.contains(message)), "{problems:#?}");
}

#[test]
fn a_block_must_be_json() {
    let problems = SITE.problems_after("en/preguntas.html", "\"mainEntity\":[", "\"mainEntity\":");
    assert!(problems[0].contains("structured data: the block is not JSON: "), "{problems:#?}");
}

#[test]
fn addresses_must_be_absolute_and_exist() {
    let own = "\"url\":\"https://muestra.example/inventario/O-301\"";
    assert_eq!(
        problem_after(UNIT, own, "\"url\":\"/inventario/O-301\""),
        "url `/inventario/O-301` is not an absolute address of this site (page /inventario/O-301)"
    );
    assert_eq!(
        problem_after(UNIT, own, "\"url\":\"https://muestra.example/inventario/X\""),
        "url `https://muestra.example/inventario/X` does not exist on this site (page /inventario/O-301)"
    );
    let problems = SITE.problems_after("index.html", "https://f.example", "f.example");
    assert!(problems[0].contains("sameAs `f.example` is not absolute"), "{problems:#?}");
}

#[test]
fn an_offer_must_agree_with_the_inventory() {
    let page = "(page /inventario/O-301)";
    let offered = "\"price\":\"4930000.58\",\"priceCurrency\":\"MXN\",\"priceSpecification\"";
    assert_eq!(
        problem_after(UNIT, offered, &offered.replace("4930000.58", "4250000.50")),
        format!("`price` of the Offer is \"4250000.50\", but \"4930000.58\" in the inventory {page}")
    );
    assert_eq!(
        problem_after(UNIT, offered, &offered.replace("MXN", "USD")),
        format!("`priceCurrency` of the Offer is \"USD\", but \"MXN\" in the inventory {page}")
    );
    assert_eq!(
        problem_after(UNIT, "\"price\":\"4250000.50\"", "\"price\":\"4250000.51\""),
        format!(
            "`price` of the PriceSpecification is \"4250000.51\", but \"4250000.50\" in the inventory {page}"
        )
    );
    assert_eq!(
        problem_after(UNIT, "schema.org/Reserved", "schema.org/InStock"),
        format!(
            "`availability` of the Offer is \"https://schema.org/InStock\", \
             but \"https://schema.org/Reserved\" in the inventory {page}"
        )
    );
    let two = "\"@type\":\"Offer\",\"x\":{\"@type\":\"Offer\"}";
    assert_eq!(
        problem_after(UNIT, "\"@type\":\"Offer\"", two),
        format!("the page of one unit has 2 offers {page}")
    );
}

#[test]
fn every_reference_must_resolve() {
    assert_eq!(
        problem_after(
            UNIT,
            "{\"@id\":\"https://muestra.example/#building\"}",
            "{\"@id\":\"https://muestra.example/#tower\"}"
        ),
        "no page describes the `@id` `https://muestra.example/#tower` (page /inventario/O-301)"
    );
}
