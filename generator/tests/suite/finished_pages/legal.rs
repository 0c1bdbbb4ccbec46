//! The legal profile: each rule on a page that lacks what the rule requires, with both profiles.

use std::fs;
use std::sync::LazyLock;

use crate::finished_pages::finished::Finished;

pub(crate) static COMMERCIAL: LazyLock<Finished> = LazyLock::new(|| Finished::of("lawful", |_| {}));

/// Not a real registration number.
const NUMBER: &str = "NUMERO-DE-PRUEBA";

pub(crate) static HOUSING: LazyLock<Finished> = LazyLock::new(|| {
    Finished::of("lawful", |root| {
        let file = root.join("site.yaml");
        let text = fs::read_to_string(&file).unwrap();
        let housing = format!("profile: housing\n  profeco_contract: {NUMBER}");
        fs::write(file, text.replace("profile: commercial", &housing)).unwrap();
    })
});

const UNIT: &str = "inventario/O-301.html";
const PAGE: &str = "(page /inventario/O-301)";

/// The one problem of a page after a change; both profiles must report the same.
fn problem_after(file: &str, from: &str, to: &str) -> String {
    let problems = COMMERCIAL.problems_after(file, from, to);
    assert_eq!(
        problems,
        HOUSING.problems_after(file, from, to),
        "both profiles report the same"
    );
    let [problem] = &problems[..] else {
        panic!("expected one problem: {problems:#?}");
    };
    problem.clone()
}

#[track_caller]
pub(crate) fn assert_reports(problem: &str, rule: &str, what: &str) {
    let rule = format!("legal rule {rule}: ");
    assert!(
        problem.contains(&rule) && problem.contains(what),
        "{rule}{what}\n{problem}"
    );
}

#[test]
fn a_lawful_site_has_no_problem() {
    assert_eq!(COMMERCIAL.problems(), Vec::<String>::new());
    assert_eq!(HOUSING.problems(), Vec::<String>::new());
}

#[test]
fn a_site_without_a_profile_has_no_rules() {
    let site = Finished::of("lawful", |root| {
        let file = root.join("site.yaml");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, text.replace("  profile: commercial\n", "")).unwrap();
    });
    assert_eq!(
        site.problems_after(UNIT, "Vende: Muestra S.A.", ""),
        Vec::<String>::new()
    );
}

#[test]
fn total_price() {
    let rule = "total-price (LFPC, article 7 Bis)";
    let total = "<dd>$4,930,000.58\u{a0}MXN";
    let what = format!("the total of O-301, `$4,930,000.58\u{a0}MXN`, is not shown {PAGE}");
    assert_reports(&problem_after(UNIT, total, ""), rule, &what);
    // Another amount in the same mark-up is not the total; a hidden total is not shown.
    assert_reports(
        &problem_after(UNIT, total, "<dd>$4,930,000.59\u{a0}MXN"),
        rule,
        &what,
    );
    let folded = format!(
        "<dd><details><summary>Total</summary>{}</details></dd>",
        &total["<dd>".len()..]
    );
    assert_reports(&problem_after(UNIT, total, &folded), rule, &what);
    assert_reports(
        &problem_after(UNIT, total, &total.replace("<dd>", "<dd hidden>")),
        rule,
        &what,
    );
    let for_readers = total.replace("<dd>", "<dd class=\"visually-hidden\">");
    assert_reports(&problem_after(UNIT, total, &for_readers), rule, &what);
    // Each block with a net price must say that the tax is added.
    assert_reports(
        &problem_after(
            "inventario.html",
            "$5,000,000\u{a0}MXN + IVA",
            "$5,000,000\u{a0}MXN</table><ul><li>$5,000,000\u{a0}MXN</ul><table><tr>",
        ),
        rule,
        "`$5,000,000\u{a0}MXN` is a price before tax, and its block does not say so (page /inventario)",
    );
}

#[test]
fn a_payment_that_equals_the_price_of_another_unit_is_no_price() {
    let problems = |share: u8| {
        let site = Finished::of("lawful", |root| {
            let plan = format!(
                "plans:\n  - name: {{ es: Obra, en: Construction }}\n    down_payment: {share}\n    balance: {}\n",
                100 - share
            );
            fs::write(root.join("content/payment-plans.yaml"), plan).unwrap();
            let file = root.join("content/inventory.json");
            let text = fs::read_to_string(&file).unwrap();
            fs::write(file, text.replace("4250000.5", "4250000")).unwrap();
        });
        site.problems_after("inventario/L-101.html", "$1,000,000 MXN", "$4,250,000 MXN")
    };
    assert_eq!(problems(85), Vec::<String>::new(), "85 % of 5,000,000");
    let [problem] = &problems(80)[..] else {
        panic!("expected one problem");
    };
    assert_reports(
        problem,
        "total-price (LFPC, article 7 Bis)",
        "`$4,250,000\u{a0}MXN` is a price before tax",
    );
}

#[test]
fn mxn_first() {
    let rule = "mxn-first (LFPC, article 34; NOM-247-SE-2021)";
    let dollars = "<dl><div><dt>USD<dd>US$215,000.00</div>";
    let what = format!("the amount `215,000.00` in another currency has no amount in pesos before it {PAGE}");
    assert_reports(&problem_after(UNIT, "<dl>", dollars), rule, &what);
    // Pesos in another block of the page do not count.
    assert_reports(
        &problem_after(UNIT, "<table>", "<table><tr><td>USD 215,000.00</td></tr>"),
        rule,
        &what,
    );
}

#[test]
fn offer_validity() {
    let rule = "offer-validity (LFPC, article 48, section I)";
    let what = "`Precios vigentes al 20 de noviembre de 2026.` is missing: `price.validity` or `legal.units_in_offer`";
    let validity = "Precios vigentes al 20 de noviembre de 2026.";
    assert_reports(&problem_after(UNIT, validity, ""), rule, what);
    assert_reports(
        &problem_after(UNIT, validity, "Precios vigentes al 19 de noviembre de 2026."),
        rule,
        what,
    );
    let offer = "Oferta limitada a 1 unidad disponible al 20 de noviembre de 2026.";
    assert_reports(&problem_after("inventario.html", offer, ""), rule, what);
    assert_reports(
        &problem_after("inventario.html", offer, &offer.replace("a 1", "a 2")),
        rule,
        what,
    );
    // One of the two is enough.
    assert_eq!(
        COMMERCIAL.problems_after(UNIT, validity, offer),
        Vec::<String>::new()
    );
}

#[test]
fn credit_total_notice() {
    let rule = "credit-total-notice (LFPC, articles 7 Bis and 66; NOM-247-SE-2021)";
    let problem = problem_after(UNIT, "A crédito, el total varía.", "");
    assert_reports(
        &problem,
        rule,
        "`A crédito, el total varía.` is missing: the notice `payment.credit`",
    );
    // Without a payment plan the notice is not required.
    let no_plan = COMMERCIAL.problems_after(UNIT, "Enganche", "A crédito, el total");
    assert_eq!(no_plan, Vec::<String>::new());
}

#[test]
fn illustrative_image() {
    let rule = "illustrative-image (LFPC, article 32; NOM-247-SE-2021)";
    let what = format!("the picture `/lobby-800.webp` has no caption that calls it illustrative {PAGE}");
    let caption = "<figcaption>Imagen ilustrativa</figcaption>";
    assert_reports(&problem_after(UNIT, caption, ""), rule, &what);
    assert_reports(
        &problem_after(UNIT, caption, "<figcaption>El lobby</figcaption>"),
        rule,
        &what,
    );
    let elsewhere = format!("</figure>{caption}");
    assert_reports(
        &problem_after(UNIT, &format!("{caption}</figure>"), &elsewhere),
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
        photograph("lobby").problems_after(UNIT, caption, ""),
        Vec::<String>::new()
    );
    assert_eq!(photograph("lob").problems_after(UNIT, caption, "").len(), 1);
}

#[test]
fn seller() {
    let rule = "seller (LFPC, article 76 Bis, section III)";
    let problems = COMMERCIAL.problems_after("inventario.html", "Muestra S.A.", "Muestra");
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_reports(
        &problems[0],
        rule,
        "`Muestra S.A.` is missing: the seller's legal name, `legal.responsible` (page /inventario)",
    );
    // A page without prices does not need the name.
    let without = COMMERCIAL.problems_after("index.html", "Muestra S.A.", "Muestra");
    assert_eq!(without, Vec::<String>::new());
}

#[test]
fn complaints() {
    let rule = "complaints (LFPC, article 76 Bis, section III; NOM-247-SE-2021)";
    let what = "`+52 984 555 0102, quejas@muestra.example, de 9 a 18 h` is missing: \
                phone, e-mail address and hours";
    for text in ["+52 984 555 0102, ", "quejas@muestra.example, ", "de 9 a 18 h"] {
        assert_reports(&problem_after(UNIT, text, ""), rule, what);
    }
}

#[test]
fn profeco_contract() {
    let shown = format!("Contrato registrado ante PROFECO: {NUMBER}.");
    let problems = HOUSING.problems_after(UNIT, &shown, "Contrato registrado ante PROFECO.");
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_reports(
        &problems[0],
        "profeco-contract (LFPC, articles 73 and 87; NOM-247-SE-2021)",
        &format!(
            "`{NUMBER}` is missing: the number of the registered contract, `legal.profeco_contract` {PAGE}"
        ),
    );
    assert!(
        !COMMERCIAL.page(UNIT).contains("PROFECO"),
        "not required for offices"
    );
}

#[test]
fn simplified_privacy_notice() {
    let rule = "simplified-privacy-notice (LFPDPPP (DOF 20-03-2025), articles 14 to 16)";
    let notice = "Usamos sus datos para responderle.";
    assert_reports(
        &problem_after(UNIT, notice, ""),
        rule,
        &format!("the form does not show the simplified privacy notice {PAGE}"),
    );
    let moved = COMMERCIAL
        .page(UNIT)
        .replace(notice, "")
        .replace("</form>", &format!("</form>{notice}"));
    let problems = COMMERCIAL.problems_after(UNIT, &COMMERCIAL.page(UNIT), &moved);
    assert_eq!(
        problems.len(),
        1,
        "a notice beside the form is not in the form: {problems:#?}"
    );
    assert_reports(
        &problem_after(
            UNIT,
            "<a href=\"/aviso-de-privacidad\">",
            "<a href=\"/en/aviso-de-privacidad\">",
        ),
        rule,
        &format!("the form does not link to the full privacy notice `/aviso-de-privacidad` {PAGE}"),
    );
    assert_reports(
        &problem_after(UNIT, "Calle 1, Playa", ""),
        rule,
        &format!(
            "the page has a form and does not show who is responsible for the data and where: `Calle 1` is missing {PAGE}"
        ),
    );
}
