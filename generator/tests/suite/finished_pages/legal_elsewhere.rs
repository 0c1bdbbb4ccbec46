//! The legal profile where pages are told again: their Markdown, the drawings of their share pictures, and a unit that
//! is no longer on offer.

use std::fs;
use std::sync::LazyLock;

use generator::check;
use generator::outputs::share::{self, Drawn};

use crate::finished_pages::finished::Finished;
use crate::finished_pages::legal::assert_says;
use crate::support::files::repository;

/// The last thing that the check says of our own site after a change of one twin.
fn of_twin(file: &str, from: &str, to: &str) -> String {
    let mut problems = Finished::own().problems_with(file, from, to);
    assert!(
        problems.iter().all(|problem| problem.contains(file)),
        "{problems:#?}"
    );
    problems.pop().unwrap()
}

#[test]
fn markdown_is_held_to_the_rules_of_its_page() {
    let twin = "inventario/O-301.md";
    let problem = of_twin(twin, "Precios vigentes al", "Precios al");
    assert!(
        problem.starts_with("templates/markdown/unit.md: "),
        "the template to open: {problem}"
    );
    assert_says(
        &problem,
        "offer-validity (LFPC, article 48, section I)",
        "it shows prices, and neither their date of validity nor the number of units on offer \
         (page /inventario/O-301.md)",
    );
    let own = Finished::own().page(twin);
    let total = own.split("**").nth(1).unwrap();
    assert_says(
        &of_twin(twin, total, "$1\u{a0}MXN"),
        "total-price (LFPC, article 7 Bis)",
        "the total of O-301, $9,593,200\u{a0}MXN, is not shown (page /inventario/O-301.md)",
    );
    assert_says(
        &of_twin(
            "en/inventario.md",
            "Ceibalta Desarrollos, S.A. de C.V.",
            "Ceibalta",
        ),
        "seller (LFPC, article 76 Bis, section III)",
        "it offers, and does not name the seller",
    );
    assert_says(
        &of_twin("locales-comerciales.md", "+ IVA", "MXN"),
        "total-price (LFPC, article 7 Bis)",
        "$",
    );
}

/// What the check says of the drawings of our own site after a change of one of them.
fn of_drawing(url: &str, from: &str, to: &str) -> Vec<String> {
    static DRAWN: LazyLock<Vec<Drawn>> = LazyLock::new(|| {
        let root = repository();
        share::drawings(&root, &Finished::own().0.site).unwrap()
    });
    let mut drawings = DRAWN.clone();
    let drawn = drawings.iter_mut().find(|drawn| drawn.url == url).unwrap();
    assert!(drawn.svg.contains(from), "{url} has no {from}");
    drawn.svg = drawn.svg.replace(from, to);
    let problems = check::check_drawings(&Finished::own().0.site, &drawings);
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn share_pictures_say_the_total_the_day_and_that_they_illustrate() {
    assert_eq!(of_drawing("/", "", ""), Vec::<String>::new());
    let says = |url: &str, from: &str, rule: &str, what: &str| {
        let problems = of_drawing(url, from, "x");
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert_says(&problems[0], rule, what);
        assert!(
            problems[0].contains(&format!("(share picture of {url})")),
            "{problems:#?}"
        );
    };
    let day = "it shows prices, and not of which day they are";
    let validity = "offer-validity (LFPC, article 48, section I)";
    says("/inventario/O-301", "20 de noviembre de 2026", validity, day);
    says("/en", "November 20, 2026", validity, day);
    let illustrative = "illustrative-image (LFPC, article 32; NOM-247-SE-2021)";
    let drawing = "it is a drawing, and does not say that it is illustrative";
    says("/en/inventario/O-301", "Illustrative", illustrative, drawing);
    says("/", "Imagen ilustrativa", illustrative, drawing);
    says(
        "/inventario/O-301",
        "$9,593,200\u{a0}MXN",
        "total-price (LFPC, article 7 Bis)",
        "the total of O-301, $9,593,200\u{a0}MXN, is not shown",
    );
}

#[test]
fn what_a_sold_unit_was_offered_for_is_no_offer() {
    let sold = Finished::of("lawful", |root| {
        let file = root.join("content/inventory.json");
        let text = fs::read_to_string(&file).unwrap();
        let sold = text.replace("\"disponible\"", "\"vendido\"");
        let sold = sold.replace("\"reservado\"", "\"vendido\"");
        assert_ne!(sold, text);
        fs::write(file, sold).unwrap();
    });
    let said = "Precios vigentes al 20 de noviembre de 2026.";
    let file = "inventario/O-301.html";
    assert_eq!(sold.problems_with(file, said, ""), Vec::<String>::new());
    // Another unit's price on its page is one.
    let other = "<p>$5,000,000\u{a0}MXN + IVA</p>";
    assert_eq!(
        sold.problems_with(file, &format!("<p>{said}</p>"), other).len(),
        1
    );
}
