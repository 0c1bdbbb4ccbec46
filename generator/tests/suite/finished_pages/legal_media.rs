//! The legal profile on documents, Markdown alternates and share pictures, and on the page of a sold unit.

use std::sync::{Arc, LazyLock};

use generator::check;
use generator::outputs::share::{self, DrawnCard};
use generator::stages::documents::{self, Job};
use serde_json::json;

use super::legal::{
    COMPLAINTS, CREDIT, ILLUSTRATIVE, MXN_FIRST, OFFER, SELLER, TOTAL, assert_reports,
};
use crate::support::files::change;
use crate::support::rendered::{
    assert_none, change_text, golden, lines, only, problems_after, text,
};
use crate::support::torre;

const NO_SELLER: &str = "`Arboleda Inmobiliaria, S.A. de C.V.` is missing: the seller's legal name";

#[test]
fn documents_are_checked_against_the_rules() {
    let site = &torre::site().site;
    let jobs = documents::jobs(&torre::site().described, &Arc::default()).unwrap();
    let problems = |jobs: &[Job]| lines(check::check_documents(site, jobs));
    assert_none(problems(&jobs));
    let (list, sheet) = (
        "pdf/Torre-Arboleda-lista-de-precios.pdf",
        "pdf/unidades/O-301.pdf",
    );
    let total =
        format!("the total of L-101, `$10,115,200\u{a0}MXN`, is not shown (document {list})");
    let no_validity = "is missing: `price.validity` or `legal.units_in_offer`";
    let no_channel = "is missing: phone, e-mail address and hours";
    for (path, places, text, rule, what) in [
        (
            list,
            "/lists/0/units/0/total",
            "$1\u{a0}MXN",
            TOTAL,
            &*total,
        ),
        (list, "/offer /validity", "", OFFER, no_validity),
        (sheet, "/validity", "", OFFER, no_validity),
        (
            sheet,
            "/credit",
            "",
            CREDIT,
            "is missing: the notice `payment.credit`",
        ),
        (
            list,
            "/date_line",
            "US$1,000",
            MXN_FIRST,
            "the amount `1,000` in another currency",
        ),
        (list, "/legal/0", "", SELLER, NO_SELLER),
        (
            "pdf/Torre-Arboleda-brochure-en.pdf",
            "/legal/1",
            "",
            COMPLAINTS,
            no_channel,
        ),
        (
            "pdf/units/O-301.pdf",
            "/legal/6",
            "",
            ILLUSTRATIVE,
            "is missing: the notice `legal.images`",
        ),
        // A brochure with a lowest price and no units must name the seller.
        (
            "pdf/Torre-Arboleda-brochure.pdf",
            "/lists /levels /legal/0",
            "",
            SELLER,
            NO_SELLER,
        ),
    ] {
        let mut job = jobs.iter().find(|job| job.path == path).unwrap().clone();
        for place in places.split(' ') {
            *job.data.pointer_mut(place).expect(place) = json!(text);
        }
        let problems = problems(&[job]);
        let [problem] = &problems[..] else {
            panic!("{path}: {places}: not one problem: {problems:#?}")
        };
        assert!(problem.starts_with("templates/documents/"), "{problem}");
        assert_reports(problem, rule, what);
    }
}

/// Each Markdown alternate is changed in another way, and all are checked at once.
#[test]
fn markdown_alternates_are_checked_against_the_rules_of_pages() {
    let unit = "inventario/O-301.md";
    let own = text(torre::site(), unit);
    let total = own.split("**").nth(1).unwrap();
    let changes = [
        (
            "inventario/O-302.md",
            "Precios vigentes al",
            "Precios al",
            OFFER,
            "`Precios vigentes al 20 de noviembre de 2026, sujetos a la disponibilidad de cada unidad.` is missing: `price.validity` or `legal.units_in_offer`, with \
             the date of the inventory and the number of available units (page /inventario/O-302.md)",
        ),
        (
            unit,
            total,
            "$1\u{a0}MXN",
            TOTAL,
            "the total of O-301, `$9,593,200\u{a0}MXN`, is not shown (page /inventario/O-301.md)",
        ),
        (
            "en/inventario.md",
            "Arboleda Inmobiliaria, S.A. de C.V.",
            "Arboleda",
            SELLER,
            NO_SELLER,
        ),
        (
            "locales-comerciales.md",
            "+ IVA",
            "MXN",
            TOTAL,
            "` is a price before tax",
        ),
    ];
    let mut files = torre::site().files.clone();
    for (path, from, to, ..) in changes {
        change_text(&mut files, path, from, to);
    }
    let problems = lines(check::check(&torre::site().described, &files));
    let last_of = |path: &str| {
        let mut of_file = problems.iter().filter(|problem| problem.contains(path));
        of_file.next_back().expect(path)
    };
    for (path, .., rule, what) in changes {
        assert_reports(last_of(path), rule, what);
    }
    let is_expected = |problem: &&String| changes.iter().any(|(path, ..)| problem.contains(path));
    assert_none(problems.iter().filter(|problem| !is_expected(problem)));
    let of_unit = last_of(unit);
    assert!(
        of_unit.starts_with("templates/markdown/unit.md: "),
        "the template to open: {of_unit}"
    );
}

/// The problems of the tower's site's share pictures after a change of one drawing.
fn problems_of_drawing(url: &str, from: &str, to: &str) -> Vec<String> {
    static DRAWN: LazyLock<Vec<DrawnCard>> =
        LazyLock::new(|| share::drawings(torre::root(), &torre::site().described).unwrap());
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
    let (day, date) = ("20 de noviembre de 2026", "November 20, 2026");
    for (url, from, rule, what) in [
        (
            "/inventario/O-301",
            day,
            OFFER,
            &*format!("`{day}` is missing: the date"),
        ),
        (
            "/en",
            date,
            OFFER,
            &format!("`{date}` is missing: the date"),
        ),
        (
            "/en/inventario/O-301",
            "Illustrative",
            ILLUSTRATIVE,
            drawing,
        ),
        ("/", "Imagen ilustrativa", ILLUSTRATIVE, drawing),
        ("/inventario/O-301", "$9,593,200\u{a0}MXN", TOTAL, no_total),
    ] {
        let problem = only(problems_of_drawing(url, from, "x"));
        assert_reports(&problem, rule, what);
        assert!(
            problem.contains(&format!("(share picture of {url})")),
            "{problem}"
        );
    }
}

#[test]
fn the_price_of_a_sold_unit_is_no_offer() {
    let sold = golden("lawful", |root| {
        change(root, "content/inventory.json", |text| {
            let sold = text
                .replace("\"disponible\"", "\"vendido\"")
                .replace("\"reservado\"", "\"vendido\"");
            assert_ne!(sold, text);
            sold
        });
    });
    let validity = "Precios vigentes al 20 de noviembre de 2026.";
    let file = "inventario/O-301.html";
    assert_none(problems_after(&sold, file, validity, ""));
    // The price of another unit on the same page is an offer.
    let other = "<p>$5,000,000\u{a0}MXN + IVA";
    assert_eq!(
        problems_after(&sold, file, &format!("<p>{validity}"), other).len(),
        1
    );
}
