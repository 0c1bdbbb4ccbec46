//! Findings of finished pages: a page of a lawful site, and the change that breaks it.

use formats::code::Code;

use crate::finished_pages::legal::{COMMERCIAL, HOUSING};

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

const HOME: &str = "index.html";
const UNIT: &str = "inventario/O-301.html";

pub(super) const CASES: [Case; 25] = [
    case(Code::HeadingStructure, HOME, "<footer>", "<footer><h4>a</h4>"),
    case(
        Code::MissingAlt,
        HOME,
        "<footer>",
        "<footer><img src=\"data:,\" width=1 height=1>",
    ),
    case(
        Code::PictureWithoutSize,
        HOME,
        "<footer>",
        "<footer><img src=\"data:,\" alt=\"\">",
    ),
    case(
        Code::DuplicateId,
        HOME,
        "<footer>",
        "<footer><p id=\"a\"><p id=\"a\">",
    ),
    case(
        Code::MissingReference,
        HOME,
        "<footer>",
        "<footer><label for=\"a\">a</label>",
    ),
    case(
        Code::WrongLanguage,
        HOME,
        "<html lang=\"es-MX\">",
        "<html lang=\"en\">",
    ),
    case(
        Code::MissingAlternate,
        HOME,
        "<link rel=\"canonical\"",
        "<link rel=\"old\"",
    ),
    case(
        Code::BlockedByPolicy,
        HOME,
        "<footer>",
        "<footer style=\"color: red\">",
    ),
    case(
        Code::MissingNoopener,
        HOME,
        "<footer>",
        "<footer><a href=\"https://a.example\" target=\"_blank\">a</a>",
    ),
    case(
        Code::MissingAsset,
        HOME,
        "<footer>",
        "<footer><script src=\"/a.js\"></script>",
    ),
    case(
        Code::ExternalAsset,
        HOME,
        "<footer>",
        "<footer><script src=\"https://a.example/a.js\"></script>",
    ),
    case(
        Code::BrokenLink,
        HOME,
        "<footer>",
        "<footer><a href=\"/nada\">a</a>",
    ),
    case(
        Code::BrokenAnchor,
        HOME,
        "<footer>",
        "<footer><a href=\"#nada\">a</a>",
    ),
    case(
        Code::DuplicateText,
        HOME,
        "<title>",
        "<title>Inventario | Muestra</title><title>",
    ),
    case(
        Code::UnfilledPlaceholder,
        HOME,
        "<footer>",
        "<footer><p>{{unit}}</p>",
    ),
    case(Code::UnequalPages, HOME, "<footer>", "<footer><p id=\"b\"></p>"),
    case(
        Code::SharePicture,
        HOME,
        "<title>",
        "<meta property=\"og:image\" content=\"/a.png\"><title>",
    ),
    case(
        Code::StructuredData,
        HOME,
        "<footer>",
        "<footer><script type=\"application/ld+json\">{</script>",
    ),
    case(Code::LegalTotalPrice, UNIT, "<dd>$4,930,000.58\u{a0}MXN", ""),
    case(
        Code::LegalMxnFirst,
        UNIT,
        "<dl>",
        "<dl><div><dt>USD<dd>US$215,000.00</div>",
    ),
    case(
        Code::LegalOfferValidity,
        UNIT,
        "Precios vigentes al 20 de noviembre de 2026.",
        "",
    ),
    case(
        Code::LegalCreditTotalNotice,
        UNIT,
        "A crédito, el total varía.",
        "",
    ),
    case(
        Code::LegalIllustrativeImage,
        UNIT,
        "<figcaption>Imagen ilustrativa</figcaption>",
        "",
    ),
    case(Code::LegalSeller, "inventario.html", "Muestra S.A.", "Muestra"),
    case(
        Code::LegalSimplifiedPrivacyNotice,
        UNIT,
        "Usamos sus datos para responderle.",
        "",
    ),
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
            let codes = |problems: Vec<formats::problem::Problem>| -> Vec<Code> {
                problems.iter().map(|problem| problem.code).collect()
            };
            assert!(codes(site.found_after(file, from, to)).contains(code), "{code}");
            assert_eq!(
                codes(site.found_after(file, from, from)),
                [],
                "{code} without the change"
            );
        }
    }
}
