//! The legal profile: each rule on a page that lacks what the rule requires, with both profiles.

use std::sync::LazyLock;

use generator::pipeline::RenderedSite;

use crate::support::files::{edit, write};
use crate::support::rendered::{assert_none, golden, only, problems, problems_after, text};

/// The rules by their name with the law.
pub(super) const TOTAL: &str = "total-price (LFPC, article 7 Bis)";
pub(super) const MXN_FIRST: &str = "mxn-first (LFPC, article 34; NOM-247-SE-2021)";
pub(super) const OFFER: &str = "offer-validity (LFPC, article 48, section I)";
pub(super) const CREDIT: &str = "credit-total-notice (LFPC, articles 7 Bis and 66; NOM-247-SE-2021)";
pub(super) const ILLUSTRATIVE: &str = "illustrative-image (LFPC, article 32; NOM-247-SE-2021)";
pub(super) const COMPLAINTS: &str = "complaints (LFPC, article 76 Bis, section III; NOM-247-SE-2021)";
pub(super) const SELLER: &str = "seller (LFPC, article 76 Bis, section III)";

pub(crate) static COMMERCIAL: LazyLock<RenderedSite> = LazyLock::new(|| golden("lawful", |_| {}));

/// Not a real registration number.
const NUMBER: &str = "NUMERO-DE-PRUEBA";

pub(crate) static HOUSING: LazyLock<RenderedSite> = LazyLock::new(|| {
    let housing = format!("profile: housing\n  profeco_contract: {NUMBER}");
    golden("lawful", |root| edit(root, "site.yaml", "profile: commercial", &housing))
});

const UNIT: &str = "inventario/O-301.html";
const LIST: &str = "inventario.html";
const PAGE: &str = "(page /inventario/O-301)";

/// The one problem of a page after a change; both profiles must report the same.
fn problem_after(file: &str, from: &str, to: &str) -> String {
    let problems = problems_after(&COMMERCIAL, file, from, to);
    assert_eq!(problems, problems_after(&HOUSING, file, from, to), "both profiles report the same");
    only(problems)
}

#[track_caller]
pub(crate) fn assert_reports(problem: &str, rule: &str, what: &str) {
    let rule = format!("legal rule {rule}: ");
    assert!(problem.contains(&rule) && problem.contains(what), "{rule}{what}\n{problem}");
}

#[test]
fn a_site_without_a_profile_has_no_rules() {
    let site = golden("lawful", |root| edit(root, "site.yaml", "  profile: commercial\n", ""));
    assert_eq!(problems_after(&site, UNIT, "Vende: Muestra S.A.", ""), [""; 0]);
}

/// A page, the text that a case replaces, its replacement, and what is reported.
type Case<'a> = (&'a str, &'a str, &'a str, &'a str);

/// Checks a rule with the changes that break it, and with those that do not.
fn assert_rule(rule: &str, broken: &[Case], fulfilled: &[(&str, &str, &str)]) {
    for (file, from, to, what) in broken {
        assert_reports(&problem_after(file, from, to), rule, what);
    }
    for (file, from, to) in fulfilled {
        assert_eq!(problems_after(&COMMERCIAL, file, from, to), [""; 0]);
    }
}

#[test]
fn each_rule_is_checked_on_pages() {
    assert_none(problems(&COMMERCIAL));
    assert_none(problems(&HOUSING));
    let total = "<dd>$4,930,000.58\u{a0}MXN";
    let what = &*format!("the total of O-301, `$4,930,000.58\u{a0}MXN`, is not shown {PAGE}");
    let folded = format!("<dd><details><summary>Total</summary>{}</details></dd>", &total["<dd>".len()..]);
    let hidden = total.replace("<dd>", "<dd hidden>");
    let for_readers = total.replace("<dd>", "<dd class=\"visually-hidden\">");
    let net = "$5,000,000\u{a0}MXN";
    let bare = format!("{net}</table><ul><li>{net}</ul><table><tr>");
    let is_bare = format!("`{net}` is a price before tax, and its block does not say so (page /inventario)");
    assert_rule(
        TOTAL,
        &[
            (UNIT, total, "", what),
            // Another amount in the same mark-up is not the total; a hidden total is not shown.
            (UNIT, total, "<dd>$4,930,000.59\u{a0}MXN", what),
            (UNIT, total, &folded, what),
            (UNIT, total, &hidden, what),
            (UNIT, total, &for_readers, what),
            // Each block with a net price must say that the tax is added.
            (LIST, &format!("{net} + IVA"), &bare, &is_bare),
        ],
        &[],
    );

    let dollars = "<dl><div><dt>USD<dd>US$215,000.00</div>";
    let what =
        &*format!("the amount `215,000.00` in another currency has no amount in pesos before it {PAGE}");
    assert_rule(
        MXN_FIRST,
        &[
            (UNIT, "<dl>", dollars, what),
            // Pesos in another block of the page do not count.
            (UNIT, "<table>", "<table><tr><td>USD 215,000.00</td></tr>", what),
        ],
        &[],
    );

    let validity = "Precios vigentes al 20 de noviembre de 2026.";
    let offer = "Oferta limitada a 1 unidad disponible al 20 de noviembre de 2026.";
    let what = "`Precios vigentes al 20 de noviembre de 2026.` is missing: `price.validity` or `legal.units_in_offer`";
    assert_rule(
        OFFER,
        &[
            (UNIT, validity, "", what),
            (UNIT, validity, &validity.replace("20", "19"), what),
            (LIST, offer, "", what),
            (LIST, offer, &offer.replace("a 1", "a 2"), what),
        ],
        // One of the two is enough.
        &[(UNIT, validity, offer)],
    );

    let credit = "A crédito, el total varía.";
    let what = "`A crédito, el total varía.` is missing: the notice `payment.credit`";
    assert_rule(
        CREDIT,
        &[(UNIT, credit, "", what)],
        // Without a payment plan the notice is not required.
        &[(UNIT, "Enganche", "A crédito, el total")],
    );

    let caption = "<figcaption>Imagen ilustrativa</figcaption>";
    let (inside, outside) = (format!("{caption}</figure>"), format!("</figure>{caption}"));
    let what = &*format!("the picture `/lobby-800.webp` has no caption that calls it illustrative {PAGE}");
    assert_rule(
        ILLUSTRATIVE,
        &[
            (UNIT, caption, "", what),
            (UNIT, caption, "<figcaption>El lobby</figcaption>", what),
            (UNIT, &inside, &outside, what),
        ],
        &[],
    );

    let what =
        "`+52 984 555 0102, quejas@muestra.example, de 9 a 18 h` is missing: phone, e-mail address and hours";
    assert_rule(
        COMPLAINTS,
        &["+52 984 555 0102, ", "quejas@muestra.example, ", "de 9 a 18 h"].map(|text| (UNIT, text, "", what)),
        &[],
    );

    let notice = "Usamos sus datos para responderle.";
    let link = "<a href=\"/aviso-de-privacidad\">";
    let without_notice = format!("the form does not show the simplified privacy notice {PAGE}");
    let page = text(&COMMERCIAL, UNIT);
    let beside = page.replace(notice, "").replace("</form>", &format!("</form>{notice}"));
    let without_link =
        format!("the form does not link to the full privacy notice `/aviso-de-privacidad` {PAGE}");
    let without_place = format!(
        "the page has a form and does not show who is responsible for the data and where: `Calle 1` is missing {PAGE}"
    );
    assert_rule(
        "simplified-privacy-notice (LFPDPPP (DOF 20-03-2025), articles 14 to 16)",
        &[
            (UNIT, notice, "", &without_notice),
            (UNIT, link, "<a href=\"/en/aviso-de-privacidad\">", &without_link),
            (UNIT, "Calle 1, Playa", "", &without_place),
        ],
        &[],
    );

    // A notice beside the form is not in the form.
    let problem = only(problems_after(&COMMERCIAL, UNIT, &page, &beside));
    assert!(problem.contains(&without_notice), "{problem}");
}

#[test]
fn pages_with_prices_name_the_seller_and_those_of_homes_the_contract() {
    let without = |file: &str| problems_after(&COMMERCIAL, file, "Muestra S.A.", "Muestra");
    let what = "`Muestra S.A.` is missing: the seller's legal name, `legal.responsible` (page /inventario)";
    assert_reports(&only(without(LIST)), SELLER, what);
    assert_eq!(without("index.html"), [""; 0]);

    let shown = format!("Contrato registrado ante PROFECO: {NUMBER}.");
    assert_reports(
        &only(problems_after(&HOUSING, UNIT, &shown, "Contrato registrado ante PROFECO.")),
        "profeco-contract (LFPC, articles 73 and 87; NOM-247-SE-2021)",
        &format!(
            "`{NUMBER}` is missing: the number of the registered contract, `legal.profeco_contract` {PAGE}"
        ),
    );
    assert!(!text(&COMMERCIAL, UNIT).contains("PROFECO"), "not required for offices");
}

#[test]
fn a_photograph_needs_no_caption() {
    let photograph = |name: &str| {
        let seller = "  responsible: Muestra S.A.";
        let named = format!("{seller}\n  photographs: [{name}]");
        let site = golden("lawful", |root| edit(root, "site.yaml", seller, &named));
        problems_after(&site, UNIT, "<figcaption>Imagen ilustrativa</figcaption>", "")
    };
    assert_eq!(photograph("lobby"), [""; 0]);
    assert_eq!(photograph("lob").len(), 1);
}

#[test]
fn a_payment_that_equals_the_price_of_another_unit_is_no_price() {
    let problems = |share: u8| {
        let shares = format!("    down_payment: {share}\n    balance: {}\n", 100 - share);
        let site = golden("lawful", |root| {
            let plans = format!("plans:\n  - name: {{ es: Obra, en: Construction }}\n{shares}");
            write(root, "content/payment-plans.yaml", plans);
            edit(root, "content/inventory.json", "4250000.5", "4250000");
        });
        problems_after(&site, "inventario/L-101.html", "$1,000,000 MXN", "$4,250,000 MXN")
    };
    assert_eq!(problems(85), [""; 0], "85 % of 5,000,000");
    assert_reports(&only(problems(80)), TOTAL, "`$4,250,000\u{a0}MXN` is a price before tax");
}
