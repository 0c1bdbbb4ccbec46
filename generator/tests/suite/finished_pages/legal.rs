//! The legal profile: each rule on a page that lacks what the rule requires, with both profiles.

use std::sync::LazyLock;

use generator::pipeline::RenderedSite;

use crate::support::files::edit;
use crate::support::rendered::{assert_none, golden, only, problems, problems_after, text};

/// The rules by their name with the law.
pub(super) const TOTAL: &str = "total-price (LFPC, article 7 Bis)";
pub(super) const MXN_FIRST: &str = "mxn-first (LFPC, article 34; NOM-247-SE-2021)";
pub(super) const OFFER: &str = "offer-validity (LFPC, article 48, section I)";
pub(super) const CREDIT: &str =
    "credit-total-notice (LFPC, articles 7 Bis and 66; NOM-247-SE-2021)";
pub(super) const ILLUSTRATIVE: &str = "illustrative-image (LFPC, article 32; NOM-247-SE-2021)";
pub(super) const COMPLAINTS: &str =
    "complaints (LFPC, article 76 Bis, section III; NOM-247-SE-2021)";
const PRIVACY: &str = "simplified-privacy-notice (LFPDPPP (DOF 20-03-2025), articles 14 to 16)";
pub(super) const SELLER: &str = "seller (LFPC, article 76 Bis, section III)";

pub(crate) static COMMERCIAL: LazyLock<RenderedSite> = LazyLock::new(|| golden("lawful", |_| {}));

/// Not a real registration number.
const NUMBER: &str = "NUMERO-DE-PRUEBA";

pub(crate) static HOUSING: LazyLock<RenderedSite> = LazyLock::new(|| {
    let housing = format!("profile: housing\n  profeco_contract: {NUMBER}");
    golden("lawful", |root| {
        edit(root, "site.yaml", "profile: commercial", &housing)
    })
});

const UNIT: &str = "inventario/O-301.html";
const LIST: &str = "inventario.html";

/// The start of the payment plan's table.
const PLAN: &str = "<table data-price=\"payments\">";

#[track_caller]
pub(crate) fn assert_reports(problem: &str, rule: &str, what: &str) {
    let rule = format!("legal rule {rule}: ");
    assert!(
        problem.contains(&rule) && problem.contains(what),
        "{rule}{what}\n{problem}"
    );
}

#[test]
fn each_rule_is_checked_on_pages() {
    assert_none(problems(&COMMERCIAL));
    assert_none(problems(&HOUSING));
    let total = "<dd data-price=\"total\">$4,930,000.58\u{a0}MXN";
    let unmarked = total.replace(" data-price=\"total\"", "");
    let no_total = "the total of O-301, `$4,930,000.58\u{a0}MXN`, is not shown";
    let folded =
        format!("<dd><details><summary>Total</summary><dl>{total}</dd></dl></details></dd>");
    let net = "$5,000,000\u{a0}MXN";
    let with_tax = format!("{net} + IVA");
    let listed = |item: &str| format!("{with_tax}</table><ul>{item}</ul><table><tr>");
    let bare = listed(&format!("<li>{net}"));
    let bare_element = listed(&format!("<li data-price=\"net\">{net}"));
    let bare_short = listed("<li data-price=\"net\">$5 MDP");
    let wrong_kind = listed(&format!("<li data-price=\"total\">{net}"));
    let is_bare_short = "`$5 MDP` is a price before tax, and its block does not say so";
    let is_bare = &*format!("`{net}` is a price before tax, and its block does not say so");
    let dollars = "<dl><div><dt>USD<dd>US$215,000.00</div>";
    let no_pesos = "the amount `215,000.00` in another currency has no amount in pesos before it";
    let validity = "Precios vigentes al 20 de noviembre de 2026.";
    let offer = "Oferta limitada a 1 unidad disponible al 20 de noviembre de 2026.";
    let no_offer = &*format!("`{validity}` is missing: `price.validity` or `legal.units_in_offer`");
    let credit = "A crédito, el total varía.";
    let no_credit = &*format!("`{credit}` is missing: the notice `payment.credit`");
    let caption = "<figcaption>Imagen ilustrativa</figcaption>";
    let (inside, outside) = (format!("{caption}</figure>"), format!("</figure>{caption}"));
    let no_caption = "the picture `/lobby-800.webp` has no caption that calls it illustrative";
    let no_channel = "`+52 984 555 0102, quejas@muestra.example, de 9 a 18 h` is missing: phone, e-mail address and hours";
    let notice = "Usamos sus datos para responderle.";
    let no_notice = "the form does not show the simplified privacy notice";
    let page = text(&COMMERCIAL, UNIT);
    let beside = page
        .replace(notice, "")
        .replace("</form>", &format!("</form>{notice}"));
    let without_credit = page.replace(credit, "");
    let plan_in_words = without_credit.replace(PLAN, "<table>");
    let plan_in_attribute = without_credit.replace("Enganche", "Primer pago");
    let no_plan = plan_in_words.replace("Enganche", "Primer pago");
    let link = "<a href=\"/aviso-de-privacidad\">";
    let no_link = "the form does not link to the full privacy notice `/aviso-de-privacidad`";
    let no_place = "the page has a form and does not show who is responsible for the data and where: `Calle 1` is missing";
    for (rule, file, from, to, what) in [
        (TOTAL, UNIT, total, "", no_total),
        // Another amount in the same mark-up is not the total; a hidden total is not shown.
        (TOTAL, UNIT, total, &total.replace(".58", ".59"), no_total),
        // Only an element that says so shows the total.
        (TOTAL, UNIT, total, &unmarked, no_total),
        (
            TOTAL,
            UNIT,
            total,
            &total.replace("\"total\"", "\"net\""),
            no_total,
        ),
        (TOTAL, UNIT, total, &folded, no_total),
        (
            TOTAL,
            UNIT,
            total,
            &total.replace("<dd", "<dd hidden"),
            no_total,
        ),
        (
            TOTAL,
            UNIT,
            total,
            &total.replace("<dd", "<dd class=\"visually-hidden\""),
            no_total,
        ),
        // Each block with a net price must say that the tax is added.
        (TOTAL, LIST, &with_tax, &bare, is_bare),
        (TOTAL, LIST, &with_tax, &bare_element, is_bare),
        (TOTAL, LIST, &with_tax, &bare_short, is_bare_short),
        (TOTAL, LIST, &with_tax, &wrong_kind, is_bare),
        (MXN_FIRST, UNIT, "<dl>", dollars, no_pesos),
        // Pesos in another block of the page do not count.
        (
            MXN_FIRST,
            UNIT,
            PLAN,
            &format!("{PLAN}<tr><td>USD 215,000.00</td></tr>"),
            no_pesos,
        ),
        (OFFER, UNIT, validity, "", no_offer),
        (
            OFFER,
            UNIT,
            validity,
            &validity.replace("20", "19"),
            no_offer,
        ),
        (OFFER, LIST, offer, "", no_offer),
        (OFFER, LIST, offer, &offer.replace("a 1", "a 2"), no_offer),
        (CREDIT, UNIT, credit, "", no_credit),
        (CREDIT, UNIT, &page, &plan_in_words, no_credit),
        (CREDIT, UNIT, &page, &plan_in_attribute, no_credit),
        (ILLUSTRATIVE, UNIT, caption, "", no_caption),
        (
            ILLUSTRATIVE,
            UNIT,
            caption,
            "<figcaption>El lobby</figcaption>",
            no_caption,
        ),
        (ILLUSTRATIVE, UNIT, &inside, &outside, no_caption),
        (COMPLAINTS, UNIT, "+52 984 555 0102, ", "", no_channel),
        (COMPLAINTS, UNIT, "quejas@muestra.example, ", "", no_channel),
        (COMPLAINTS, UNIT, "de 9 a 18 h", "", no_channel),
        (PRIVACY, UNIT, notice, "", no_notice),
        // A notice beside the form is not in the form.
        (PRIVACY, UNIT, &page, &beside, no_notice),
        (
            PRIVACY,
            UNIT,
            link,
            "<a href=\"/en/aviso-de-privacidad\">",
            no_link,
        ),
        (PRIVACY, UNIT, "Calle 1, Playa", "", no_place),
    ] {
        let problems = problems_after(&COMMERCIAL, file, from, to);
        // The page of the other profile has more text.
        if from != page {
            assert_eq!(
                problems,
                problems_after(&HOUSING, file, from, to),
                "{rule}: {to}: both profiles"
            );
        }
        let [problem] = &problems[..] else {
            panic!("{rule}: {to}: not one problem: {problems:#?}")
        };
        assert_reports(problem, rule, what);
        assert!(
            problem.contains(&format!(" (page /{})", file.trim_end_matches(".html"))),
            "{problem}"
        );
    }
    // One of the two is enough, and without a payment plan the notice about credit is not required.
    for (from, to) in [(validity, offer), (&*page, &*no_plan)] {
        assert_eq!(problems_after(&COMMERCIAL, UNIT, from, to), [""; 0]);
    }
}

#[test]
fn pages_with_prices_name_the_seller_and_those_of_homes_the_contract() {
    let without = |file: &str| problems_after(&COMMERCIAL, file, "Muestra S.A.", "Muestra");
    let what = "`Muestra S.A.` is missing: the seller's legal name, `legal.responsible` (page /inventario)";
    assert_reports(&only(without(LIST)), SELLER, what);
    assert_eq!(without("index.html"), [""; 0]);

    let shown = format!("Contrato registrado ante PROFECO: {NUMBER}.");
    assert_reports(
        &only(problems_after(
            &HOUSING,
            UNIT,
            &shown,
            "Contrato registrado ante PROFECO.",
        )),
        "profeco-contract (LFPC, articles 73 and 87; NOM-247-SE-2021)",
        &format!(
            "`{NUMBER}` is missing: the number of the registered contract, `legal.profeco_contract` (page /inventario/O-301)"
        ),
    );
    assert!(
        !text(&COMMERCIAL, UNIT).contains("PROFECO"),
        "not required for offices"
    );
}

#[test]
fn a_photograph_needs_no_caption() {
    let photograph = |name: &str| {
        let seller = "  responsible: Muestra S.A.";
        let named = format!("{seller}\n  photographs: [{name}]");
        let site = golden("lawful", |root| edit(root, "site.yaml", seller, &named));
        problems_after(
            &site,
            UNIT,
            "<figcaption>Imagen ilustrativa</figcaption>",
            "",
        )
    };
    assert_eq!(photograph("lobby"), [""; 0]);
    assert_eq!(photograph("lob").len(), 1);
}

#[test]
fn a_payment_that_equals_the_price_of_another_unit_is_no_price() {
    let (file, price) = ("inventario/L-101.html", "$4,250,000\u{a0}MXN");
    let site = golden("lawful", |root| {
        edit(root, "content/inventory.json", "4250000.5", "4250000");
    });
    let page = text(&site, file);
    let same = page.replace("$1,000,000 MXN", price);
    assert_ne!(page, same);
    assert_eq!(problems_after(&site, file, &page, &same), [""; 0]);
    let unmarked = same.replace(PLAN, "<table>");
    assert_reports(
        &only(problems_after(&site, file, &page, &unmarked)),
        TOTAL,
        &format!("`{price}` is a price before tax"),
    );
}
