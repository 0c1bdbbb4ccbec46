//! The legal profile on Markdown alternates and share pictures, and on the page of a sold unit.

use std::fs;
use std::sync::LazyLock;

use generator::check;
use generator::outputs::share::{self, DrawnCard};

use crate::finished_pages::finished::Finished;
use crate::finished_pages::legal::assert_reports;
use crate::support::torre;

/// The last problem of the tower's site after a change of one Markdown alternate.
fn problem_of_alternate(file: &str, from: &str, to: &str) -> String {
    let mut problems = Finished::torre().problems_after(file, from, to);
    assert!(problems.iter().all(|problem| problem.contains(file)), "{problems:#?}");
    problems.pop().unwrap()
}

#[test]
fn markdown_alternates_are_checked_against_the_rules_of_pages() {
    let file = "inventario/O-301.md";
    let problem = problem_of_alternate(file, "Precios vigentes al", "Precios al");
    assert!(problem.starts_with("templates/markdown/unit.md: "), "the template to open: {problem}");
    assert_reports(
        &problem,
        "offer-validity (LFPC, article 48, section I)",
        "`Precios vigentes al 20 de noviembre de 2026, sujetos a la disponibilidad de cada unidad.` is missing: `price.validity` or `legal.units_in_offer`, with \
         the date of the inventory and the number of available units (page /inventario/O-301.md)",
    );
    let own = Finished::torre().page(file);
    let total = own.split("**").nth(1).unwrap();
    assert_reports(
        &problem_of_alternate(file, total, "$1\u{a0}MXN"),
        "total-price (LFPC, article 7 Bis)",
        "the total of O-301, `$9,593,200\u{a0}MXN`, is not shown (page /inventario/O-301.md)",
    );
    assert_reports(
        &problem_of_alternate("en/inventario.md", "Arboleda Inmobiliaria, S.A. de C.V.", "Arboleda"),
        "seller (LFPC, article 76 Bis, section III)",
        "`Arboleda Inmobiliaria, S.A. de C.V.` is missing: the seller's legal name",
    );
    assert_reports(
        &problem_of_alternate("locales-comerciales.md", "+ IVA", "MXN"),
        "total-price (LFPC, article 7 Bis)",
        "` is a price before tax",
    );
}

/// The problems of the tower's site's share pictures after a change of one drawing.
fn problems_of_drawing(url: &str, from: &str, to: &str) -> Vec<String> {
    static DRAWN: LazyLock<Vec<DrawnCard>> =
        LazyLock::new(|| share::drawings(torre::root(), &Finished::torre().0.site).unwrap());
    let mut drawings = DRAWN.clone();
    let drawn = drawings.iter_mut().find(|drawn| drawn.url == url).unwrap();
    assert!(drawn.svg.contains(from), "{url} has no {from}");
    drawn.svg = drawn.svg.replace(from, to);
    let problems = check::check_drawings(&Finished::torre().0.site, &drawings);
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn share_pictures_are_checked_against_the_rules() {
    assert_eq!(problems_of_drawing("/", "", ""), Vec::<String>::new());
    let reports = |url: &str, from: &str, rule: &str, what: &str| {
        let problems = problems_of_drawing(url, from, "x");
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert_reports(&problems[0], rule, what);
        assert!(problems[0].contains(&format!("(share picture of {url})")), "{problems:#?}");
    };
    let validity = "offer-validity (LFPC, article 48, section I)";
    reports(
        "/inventario/O-301",
        "20 de noviembre de 2026",
        validity,
        "`20 de noviembre de 2026` is missing: the date",
    );
    reports("/en", "November 20, 2026", validity, "`November 20, 2026` is missing: the date");
    let illustrative = "illustrative-image (LFPC, article 32; NOM-247-SE-2021)";
    let drawing = "is missing: the notice `legal.illustrative`";
    reports("/en/inventario/O-301", "Illustrative", illustrative, drawing);
    reports("/", "Imagen ilustrativa", illustrative, drawing);
    reports(
        "/inventario/O-301",
        "$9,593,200\u{a0}MXN",
        "total-price (LFPC, article 7 Bis)",
        "the total of O-301, `$9,593,200\u{a0}MXN`, is not shown",
    );
}

#[test]
fn the_price_of_a_sold_unit_is_no_offer() {
    let sold = Finished::of("lawful", |root| {
        let file = root.join("content/inventory.json");
        let text = fs::read_to_string(&file).unwrap();
        let sold = text.replace("\"disponible\"", "\"vendido\"");
        let sold = sold.replace("\"reservado\"", "\"vendido\"");
        assert_ne!(sold, text);
        fs::write(file, sold).unwrap();
    });
    let validity = "Precios vigentes al 20 de noviembre de 2026.";
    let file = "inventario/O-301.html";
    assert_eq!(sold.problems_after(file, validity, ""), Vec::<String>::new());
    // The price of another unit on the same page is an offer.
    let other = "<p>$5,000,000\u{a0}MXN + IVA";
    assert_eq!(sold.problems_after(file, &format!("<p>{validity}"), other).len(), 1);
}
