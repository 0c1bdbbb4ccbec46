//! The legal profile: each rule on a page and on a document that lacks the fact, under both profiles.

use std::fs;
use std::sync::LazyLock;

use crate::finished_pages::finished::Finished;

static COMMERCIAL: LazyLock<Finished> = LazyLock::new(|| Finished::of("lawful", |_| {}));

/// No registration of anybody's: a word to look for.
const NUMBER: &str = "NUMERO-DE-PRUEBA";

static HOUSING: LazyLock<Finished> = LazyLock::new(|| {
    Finished::of("lawful", |root| {
        let file = root.join("site.yaml");
        let text = fs::read_to_string(&file).unwrap();
        let housing = format!("profile: housing\n  profeco_contract: {NUMBER}");
        fs::write(file, text.replace("profile: commercial", &housing)).unwrap();
    })
});

const UNIT: &str = "inventario/O-301.html";
const PAGE: &str = "(page /inventario/O-301)";

/// The one problem of a page that lacks a fact, the same under both profiles.
fn problem_with(file: &str, from: &str, to: &str) -> String {
    let problems = COMMERCIAL.problems_with(file, from, to);
    assert_eq!(
        problems,
        HOUSING.problems_with(file, from, to),
        "both profiles say the same"
    );
    let [problem] = &problems[..] else {
        panic!("one problem was expected: {problems:#?}");
    };
    problem.clone()
}

#[track_caller]
pub(crate) fn assert_says(problem: &str, rule: &str, what: &str) {
    let wanted = format!("legal rule {rule}: {what}");
    assert!(problem.contains(&wanted), "{wanted}\n{problem}");
}

#[test]
fn a_lawful_site_has_no_problem() {
    assert_eq!(COMMERCIAL.problems(), Vec::<String>::new());
    assert_eq!(HOUSING.problems(), Vec::<String>::new());
}

#[test]
fn a_site_without_a_profile_is_held_to_none() {
    let site = Finished::of("lawful", |root| {
        let file = root.join("site.yaml");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, text.replace("  profile: commercial\n", "")).unwrap();
    });
    assert_eq!(
        site.problems_with(UNIT, "Vende: Muestra S.A.", ""),
        Vec::<String>::new()
    );
}

#[test]
fn total_price() {
    let rule = "total-price (LFPC, article 7 Bis)";
    let total = "<dd>$4,930,000.58\u{a0}MXN</dd>";
    let what = format!("the total of O-301, $4,930,000.58\u{a0}MXN, is not shown {PAGE}");
    assert_says(&problem_with(UNIT, total, ""), rule, &what);
    // The mark-up of a total around another amount is none, nor is a total that nobody sees.
    assert_says(
        &problem_with(UNIT, total, "<dd>$4,930,000.59\u{a0}MXN</dd>"),
        rule,
        &what,
    );
    let folded = format!(
        "<dd><details><summary>Total</summary>{}</details></dd>",
        &total[4..total.len() - 5]
    );
    assert_says(&problem_with(UNIT, total, &folded), rule, &what);
    assert_says(
        &problem_with(UNIT, total, &total.replace("<dd>", "<dd hidden>")),
        rule,
        &what,
    );
    let for_readers = total.replace("<dd>", "<dd class=\"visually-hidden\">");
    assert_says(&problem_with(UNIT, total, &for_readers), rule, &what);
    // A net price in a list says that the tax comes on top.
    assert_says(
        &problem_with(
            "inventario.html",
            "$5,000,000\u{a0}MXN + IVA</td>",
            "$5,000,000\u{a0}MXN</td></tr></table><ul><li>$5,000,000\u{a0}MXN</ul><table><tr>",
        ),
        rule,
        "$5,000,000\u{a0}MXN is a price before tax, and nothing beside it says so (page /inventario)",
    );
}

#[test]
fn mxn_first() {
    let rule = "mxn-first (LFPC, article 34; NOM-247-SE-2021)";
    let dollars = "<dl><div><dt>USD</dt><dd>US$215,000.00</dd></div>";
    let what = format!("the amount 215,000.00 in another currency has none in pesos before it {PAGE}");
    assert_says(&problem_with(UNIT, "<dl>", dollars), rule, &what);
    // Pesos elsewhere on the page do not come first in this place.
    assert_says(
        &problem_with(UNIT, "<table>", "<table><tr><td>USD 215,000.00</td></tr>"),
        rule,
        &what,
    );
}

#[test]
fn offer_validity() {
    let rule = "offer-validity (LFPC, article 48, section I)";
    let what = "it shows prices, and neither their date of validity nor the number of units on offer";
    let said = "Precios vigentes al 20 de noviembre de 2026.";
    assert_says(&problem_with(UNIT, said, ""), rule, what);
    assert_says(
        &problem_with(UNIT, said, "Precios vigentes al 19 de noviembre de 2026."),
        rule,
        what,
    );
    let offer = "Oferta limitada a 1 unidad disponible al 20 de noviembre de 2026.";
    assert_says(&problem_with("inventario.html", offer, ""), rule, what);
    assert_says(
        &problem_with("inventario.html", offer, &offer.replace("a 1", "a 2")),
        rule,
        what,
    );
    // Either of them is enough.
    assert_eq!(COMMERCIAL.problems_with(UNIT, said, offer), Vec::<String>::new());
}

#[test]
fn credit_total_notice() {
    let rule = "credit-total-notice (LFPC, articles 7 Bis and 66; NOM-247-SE-2021)";
    let problem = problem_with(UNIT, "A crédito, el total varía.", "");
    assert_says(
        &problem,
        rule,
        "it shows a payment plan, and not that the total of a purchase on credit varies",
    );
    // Without a plan there is nothing to notify.
    let no_plan = COMMERCIAL.problems_with(UNIT, "Enganche", "A crédito, el total");
    assert_eq!(no_plan, Vec::<String>::new());
}

#[test]
fn illustrative_image() {
    let rule = "illustrative-image (LFPC, article 32; NOM-247-SE-2021)";
    let what = format!("the picture /lobby-800.webp does not say that it is illustrative {PAGE}");
    let caption = "<figcaption>Imagen ilustrativa</figcaption>";
    assert_says(&problem_with(UNIT, caption, ""), rule, &what);
    assert_says(
        &problem_with(UNIT, caption, "<figcaption>El lobby</figcaption>"),
        rule,
        &what,
    );
    let elsewhere = format!("</figure>{caption}");
    assert_says(
        &problem_with(UNIT, &format!("{caption}</figure>"), &elsewhere),
        rule,
        &what,
    );
    let photograph = |name: &str| {
        Finished::of("lawful", |root| {
            let file = root.join("site.yaml");
            let text = fs::read_to_string(&file).unwrap();
            let named = format!("  responsible: Muestra S.A.\n  photographs: [{name}]");
            fs::write(file, text.replace("  responsible: Muestra S.A.", &named)).unwrap();
        })
    };
    assert_eq!(
        photograph("lobby").problems_with(UNIT, caption, ""),
        Vec::<String>::new()
    );
    assert_eq!(photograph("lob").problems_with(UNIT, caption, "").len(), 1);
}

#[test]
fn seller() {
    let rule = "seller (LFPC, article 76 Bis, section III)";
    let problems = COMMERCIAL.problems_with("inventario.html", "Muestra S.A.", "Muestra");
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_says(
        &problems[0],
        rule,
        "it offers, and does not name the seller, Muestra S.A. (page /inventario)",
    );
    // A page without prices need not.
    let without = COMMERCIAL.problems_with("index.html", "Muestra S.A.", "Muestra");
    assert_eq!(without, Vec::<String>::new());
}

#[test]
fn complaints() {
    let rule = "complaints (LFPC, article 76 Bis, section III; NOM-247-SE-2021)";
    let what = "it offers, and does not say where to complain: \
                +52 984 555 0102, quejas@muestra.example, de 9 a 18 h, in one place";
    for fact in ["+52 984 555 0102, ", "quejas@muestra.example, ", "de 9 a 18 h"] {
        assert_says(&problem_with(UNIT, fact, ""), rule, what);
    }
}

#[test]
fn profeco_contract() {
    let shown = format!("Contrato registrado ante PROFECO: {NUMBER}.");
    let problems = HOUSING.problems_with(UNIT, &shown, "Contrato registrado ante PROFECO.");
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_says(
        &problems[0],
        "profeco-contract (LFPC, articles 73 and 87; NOM-247-SE-2021)",
        &format!("it offers, and does not show PROFECO's registration {NUMBER} {PAGE}"),
    );
    assert!(!COMMERCIAL.page(UNIT).contains("PROFECO"), "offices need none");
}

#[test]
fn simplified_privacy_notice() {
    let rule = "simplified-privacy-notice (LFPDPPP (DOF 20-03-2025), articles 14 to 16)";
    let notice = "Usamos sus datos para responderle.";
    assert_says(
        &problem_with(UNIT, notice, ""),
        rule,
        &format!("a form does not have the simplified privacy notice {PAGE}"),
    );
    let moved = COMMERCIAL
        .page(UNIT)
        .replace(notice, "")
        .replace("</form>", &format!("</form>{notice}"));
    let problems = COMMERCIAL.problems_with(UNIT, &COMMERCIAL.page(UNIT), &moved);
    assert_eq!(problems.len(), 1, "beside the form is not in it: {problems:#?}");
    assert_says(
        &problem_with(
            UNIT,
            "<a href=\"/aviso-de-privacidad\">",
            "<a href=\"/en/aviso-de-privacidad\">",
        ),
        rule,
        &format!("a form does not link the full privacy notice, /aviso-de-privacidad {PAGE}"),
    );
    assert_says(
        &problem_with(UNIT, "Calle 1, Playa", ""),
        rule,
        &format!("it has a form, and does not show who answers for the data, or where: Calle 1 {PAGE}"),
    );
}
