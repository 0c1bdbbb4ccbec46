//! The legal profile on documents, Markdown alternates and share pictures, and on the page of a sold unit.

use std::sync::{Arc, LazyLock};

use generator::check;
use generator::outputs::share::{self, DrawnCard};
use generator::stages::documents::{self, Job};
use serde_json::{Value, json};

use super::legal::{COMPLAINTS, CREDIT, ILLUSTRATIVE, MXN_FIRST, OFFER, SELLER, TOTAL, assert_reports};
use crate::support::files::change;
use crate::support::rendered::{assert_none, golden, lines, only, problems_after, text};
use crate::support::torre;

/// What is reported about the tower's seller.
const NO_SELLER: &str = "`Arboleda Inmobiliaria, S.A. de C.V.` is missing: the seller's legal name";

#[test]
fn documents_are_checked_against_the_rules() {
    let site = &torre::site().site;
    let jobs = documents::jobs(site, &Arc::default()).unwrap();
    let problems = |jobs: &[Job]| lines(check::check_documents(site, jobs));
    assert_none(problems(&jobs));
    // Changes the data of a document.
    let reports = |path: &str, change: &dyn Fn(&mut Value), rule: &str, what: &str| {
        let mut job = jobs.iter().find(|job| job.path == path).unwrap().clone();
        change(&mut job.data);
        let problem = only(problems(&[job]));
        assert!(problem.starts_with("templates/documents/"), "{problem}");
        assert_reports(&problem, rule, what);
    };
    let (list, sheet) = ("pdf/Torre-Arboleda-lista-de-precios.pdf", "pdf/unidades/O-301.pdf");
    let total = format!("the total of L-101, `$10,115,200\u{a0}MXN`, is not shown (document {list})");
    reports(list, &|data| data["lists"][0]["units"][0]["total"] = json!("$1\u{a0}MXN"), TOTAL, &total);
    let no_validity = "is missing: `price.validity` or `legal.units_in_offer`";
    let without_validity = |data: &mut Value| {
        data["offer"] = json!("");
        data["validity"] = json!("");
    };
    reports(list, &without_validity, OFFER, no_validity);
    reports(sheet, &|data| data["validity"] = json!(""), OFFER, no_validity);
    reports(sheet, &|data| data["credit"] = json!(""), CREDIT, "is missing: the notice `payment.credit`");
    let dollars = "the amount `1,000` in another currency";
    reports(list, &|data| data["date_line"] = json!("US$1,000"), MXN_FIRST, dollars);
    // The order of the lines: the seller, the channel for complaints, ..., the notice about drawings.
    let without_line = |data: &mut Value, at: usize| drop(data["legal"].as_array_mut().unwrap().remove(at));
    reports(list, &|data| without_line(data, 0), SELLER, NO_SELLER);
    let no_channel = "is missing: phone, e-mail address and hours";
    reports("pdf/Torre-Arboleda-brochure-en.pdf", &|data| without_line(data, 1), COMPLAINTS, no_channel);
    let without_last = |data: &mut Value| drop(data["legal"].as_array_mut().unwrap().pop());
    let no_notice = "is missing: the notice `legal.images`";
    reports("pdf/units/O-301.pdf", &without_last, ILLUSTRATIVE, no_notice);
    // A brochure with a lowest price and no units must name the seller.
    let without_units = |data: &mut Value| {
        data["lists"] = json!([]);
        for level in data["levels"].as_array_mut().unwrap() {
            level["units"] = json!([]);
        }
        without_line(data, 0);
    };
    reports("pdf/Torre-Arboleda-brochure.pdf", &without_units, SELLER, NO_SELLER);
}

/// The last problem of the tower's site after a change of one Markdown alternate.
fn problem_of_alternate(file: &str, from: &str, to: &str) -> String {
    let mut problems = problems_after(torre::site(), file, from, to);
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
        OFFER,
        "`Precios vigentes al 20 de noviembre de 2026, sujetos a la disponibilidad de cada unidad.` is missing: `price.validity` or `legal.units_in_offer`, with \
         the date of the inventory and the number of available units (page /inventario/O-301.md)",
    );
    let own = text(torre::site(), file);
    let total = own.split("**").nth(1).unwrap();
    let no_total = "the total of O-301, `$9,593,200\u{a0}MXN`, is not shown (page /inventario/O-301.md)";
    for (file, from, to, rule, what) in [
        (file, total, "$1\u{a0}MXN", TOTAL, no_total),
        ("en/inventario.md", "Arboleda Inmobiliaria, S.A. de C.V.", "Arboleda", SELLER, NO_SELLER),
        ("locales-comerciales.md", "+ IVA", "MXN", TOTAL, "` is a price before tax"),
    ] {
        assert_reports(&problem_of_alternate(file, from, to), rule, what);
    }
}

/// The problems of the tower's site's share pictures after a change of one drawing.
fn problems_of_drawing(url: &str, from: &str, to: &str) -> Vec<String> {
    static DRAWN: LazyLock<Vec<DrawnCard>> =
        LazyLock::new(|| share::drawings(torre::root(), &torre::site().site).unwrap());
    let mut drawings = DRAWN.clone();
    let drawn = drawings.iter_mut().find(|drawn| drawn.url == url).unwrap();
    assert!(drawn.svg.contains(from), "{url} has no {from}");
    drawn.svg = drawn.svg.replace(from, to);
    lines(check::check_drawings(&torre::site().site, &drawings))
}

#[test]
fn share_pictures_are_checked_against_the_rules() {
    assert_none(problems_of_drawing("/", "", ""));
    let drawing = "is missing: the notice `legal.illustrative`";
    let no_total = "the total of O-301, `$9,593,200\u{a0}MXN`, is not shown";
    for (url, from, rule, what) in [
        (
            "/inventario/O-301",
            "20 de noviembre de 2026",
            OFFER,
            "`20 de noviembre de 2026` is missing: the date",
        ),
        ("/en", "November 20, 2026", OFFER, "`November 20, 2026` is missing: the date"),
        ("/en/inventario/O-301", "Illustrative", ILLUSTRATIVE, drawing),
        ("/", "Imagen ilustrativa", ILLUSTRATIVE, drawing),
        ("/inventario/O-301", "$9,593,200\u{a0}MXN", TOTAL, no_total),
    ] {
        let problem = only(problems_of_drawing(url, from, "x"));
        assert_reports(&problem, rule, what);
        assert!(problem.contains(&format!("(share picture of {url})")), "{problem}");
    }
}

#[test]
fn the_price_of_a_sold_unit_is_no_offer() {
    let sold = golden("lawful", |root| {
        change(root, "content/inventory.json", |text| {
            let sold = text.replace("\"disponible\"", "\"vendido\"").replace("\"reservado\"", "\"vendido\"");
            assert_ne!(sold, text);
            sold
        });
    });
    let validity = "Precios vigentes al 20 de noviembre de 2026.";
    let file = "inventario/O-301.html";
    assert_none(problems_after(&sold, file, validity, ""));
    // The price of another unit on the same page is an offer.
    let other = "<p>$5,000,000\u{a0}MXN + IVA";
    assert_eq!(problems_after(&sold, file, &format!("<p>{validity}"), other).len(), 1);
}
