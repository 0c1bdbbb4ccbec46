//! Findings of finished pages: a page of a lawful site, and the change that breaks it.

use formats::problem::Code;
use generator::pipeline::RenderedSite;

use crate::finished_pages::legal::{COMMERCIAL, HOUSING};
use crate::support::rendered::found_after;

/// A change of a page that triggers a code: the page, a text in it, and the text instead.
pub(super) type Case = (Code, &'static str, &'static str, &'static str);

const HOME: &str = "index.html";
const UNIT: &str = "inventario/O-301.html";

/// Mark-up at the start of the home page's footer that triggers a code.
pub(super) const ADDED: [(Code, &str); 13] = [
    (Code::HeadingStructure, "<h4>a</h4>"),
    (Code::MissingAlt, "<img src=\"data:,\" width=1 height=1>"),
    (Code::PictureWithoutSize, "<img src=\"data:,\" alt=\"\">"),
    (Code::DuplicateId, "<p id=\"a\"><p id=\"a\">"),
    (Code::MissingReference, "<label for=\"a\">a</label>"),
    (Code::MissingNoopener, "<a href=\"https://a.example\" target=\"_blank\">a</a>"),
    (Code::MissingAsset, "<script src=\"/a.js\"></script>"),
    (Code::ExternalAsset, "<script src=\"https://a.example/a.js\"></script>"),
    (Code::BrokenLink, "<a href=\"/nada\">a</a>"),
    (Code::BrokenAnchor, "<a href=\"#nada\">a</a>"),
    (Code::UnfilledPlaceholder, "<p>{{unit}}</p>"),
    (Code::UnequalPages, "<p id=\"b\"></p>"),
    (Code::StructuredData, "<script type=\"application/ld+json\">{</script>"),
];

pub(super) const CHANGED: [Case; 12] = [
    (Code::WrongLanguage, HOME, "<html lang=\"es-MX\">", "<html lang=\"en\">"),
    (Code::MissingAlternate, HOME, "<link rel=\"canonical\"", "<link rel=\"old\""),
    (Code::BlockedByPolicy, HOME, "<footer>", "<footer style=\"color: red\">"),
    (Code::DuplicateText, HOME, "<title>", "<title>Inventario | Muestra</title><title>"),
    (Code::SharePicture, HOME, "<title>", "<meta property=\"og:image\" content=\"/a.png\"><title>"),
    (Code::LegalTotalPrice, UNIT, "<dd>$4,930,000.58\u{a0}MXN", ""),
    (Code::LegalMxnFirst, UNIT, "<dl>", "<dl><div><dt>USD<dd>US$215,000.00</div>"),
    (Code::LegalOfferValidity, UNIT, "Precios vigentes al 20 de noviembre de 2026.", ""),
    (Code::LegalCreditTotalNotice, UNIT, "A crédito, el total varía.", ""),
    (Code::LegalIllustrativeImage, UNIT, "<figcaption>Imagen ilustrativa</figcaption>", ""),
    (Code::LegalSeller, "inventario.html", "Muestra S.A.", "Muestra"),
    (Code::LegalSimplifiedPrivacyNotice, UNIT, "Usamos sus datos para responderle.", ""),
];

/// The rules that the shared cases of the other profile show.
pub(super) const OF_HOUSING: [Case; 2] = [
    (Code::LegalComplaints, UNIT, "quejas@muestra.example, ", ""),
    (
        Code::LegalProfecoContract,
        UNIT,
        "Contrato registrado ante PROFECO: NUMERO-DE-PRUEBA.",
        "Contrato registrado ante PROFECO.",
    ),
];

#[test]
fn each_change_of_a_page_triggers_its_code() {
    let check = |site: &RenderedSite, (code, file, from, to): (Code, &str, &str, &str)| {
        let codes = |to: &str| -> Vec<Code> {
            found_after(site, file, from, to).iter().map(|problem| problem.code).collect()
        };
        assert!(codes(to).contains(&code), "{code}");
        assert_eq!(codes(from), [], "{code} without the change");
    };
    for (code, markup) in ADDED {
        check(&COMMERCIAL, (code, HOME, "<footer>", &format!("<footer>{markup}")));
    }
    CHANGED.into_iter().for_each(|case| check(&COMMERCIAL, case));
    OF_HOUSING.into_iter().for_each(|case| check(&HOUSING, case));
}
