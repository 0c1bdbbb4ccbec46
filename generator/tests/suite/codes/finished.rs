//! Findings of finished pages: a page of a lawful site, and the change that breaks it.

use formats::problem::Code;

use crate::finished_pages::legal::{COMMERCIAL, HOUSING};
use crate::support::rendered::found_after;

/// A change of a page that triggers a code.
pub(super) struct Case {
    pub(super) code: Code,
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const fn case(code: Code, file: &'static str, from: &'static str, to: &'static str) -> Case {
    Case { code, file, from, to }
}

/// Mark-up at the start of the home page's footer.
macro_rules! added {
    ($code:expr, $markup:literal) => {
        case($code, HOME, "<footer>", concat!("<footer>", $markup))
    };
}

const HOME: &str = "index.html";
const UNIT: &str = "inventario/O-301.html";

pub(super) const CASES: [Case; 25] = [
    added!(Code::HeadingStructure, "<h4>a</h4>"),
    added!(Code::MissingAlt, "<img src=\"data:,\" width=1 height=1>"),
    added!(Code::PictureWithoutSize, "<img src=\"data:,\" alt=\"\">"),
    added!(Code::DuplicateId, "<p id=\"a\"><p id=\"a\">"),
    added!(Code::MissingReference, "<label for=\"a\">a</label>"),
    case(Code::WrongLanguage, HOME, "<html lang=\"es-MX\">", "<html lang=\"en\">"),
    case(Code::MissingAlternate, HOME, "<link rel=\"canonical\"", "<link rel=\"old\""),
    case(Code::BlockedByPolicy, HOME, "<footer>", "<footer style=\"color: red\">"),
    added!(Code::MissingNoopener, "<a href=\"https://a.example\" target=\"_blank\">a</a>"),
    added!(Code::MissingAsset, "<script src=\"/a.js\"></script>"),
    added!(Code::ExternalAsset, "<script src=\"https://a.example/a.js\"></script>"),
    added!(Code::BrokenLink, "<a href=\"/nada\">a</a>"),
    added!(Code::BrokenAnchor, "<a href=\"#nada\">a</a>"),
    case(Code::DuplicateText, HOME, "<title>", "<title>Inventario | Muestra</title><title>"),
    added!(Code::UnfilledPlaceholder, "<p>{{unit}}</p>"),
    added!(Code::UnequalPages, "<p id=\"b\"></p>"),
    case(Code::SharePicture, HOME, "<title>", "<meta property=\"og:image\" content=\"/a.png\"><title>"),
    added!(Code::StructuredData, "<script type=\"application/ld+json\">{</script>"),
    case(Code::LegalTotalPrice, UNIT, "<dd>$4,930,000.58\u{a0}MXN", ""),
    case(Code::LegalMxnFirst, UNIT, "<dl>", "<dl><div><dt>USD<dd>US$215,000.00</div>"),
    case(Code::LegalOfferValidity, UNIT, "Precios vigentes al 20 de noviembre de 2026.", ""),
    case(Code::LegalCreditTotalNotice, UNIT, "A crédito, el total varía.", ""),
    case(Code::LegalIllustrativeImage, UNIT, "<figcaption>Imagen ilustrativa</figcaption>", ""),
    case(Code::LegalSeller, "inventario.html", "Muestra S.A.", "Muestra"),
    case(Code::LegalSimplifiedPrivacyNotice, UNIT, "Usamos sus datos para responderle.", ""),
];

/// The rules that the shared cases of the other profile show.
pub(super) const OF_HOUSING: [Case; 2] = [
    case(Code::LegalComplaints, UNIT, "quejas@muestra.example, ", ""),
    case(
        Code::LegalProfecoContract,
        UNIT,
        "Contrato registrado ante PROFECO: NUMERO-DE-PRUEBA.",
        "Contrato registrado ante PROFECO.",
    ),
];

#[test]
fn each_change_of_a_page_triggers_its_code() {
    for (site, cases) in [(&COMMERCIAL, &CASES[..]), (&HOUSING, &OF_HOUSING[..])] {
        for Case { code, file, from, to } in cases {
            let codes = |to: &str| -> Vec<Code> {
                found_after(site, file, from, to).iter().map(|problem| problem.code).collect()
            };
            assert!(codes(to).contains(code), "{code}");
            assert_eq!(codes(from), [], "{code} without the change");
        }
    }
}
