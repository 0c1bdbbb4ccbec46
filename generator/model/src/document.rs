//! Which documents there are, what makes them and where they stand in the built site.

use crate::lang::Lang;

/// The folder of all documents in the built site (S4).
const FOLDER: &str = "pdf";

/// A document of the site; it exists in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document<'a> {
    /// The brochure: building, plans, prices, contact.
    Brochure,
    /// Every unit with its price.
    PriceList,
    /// The privacy notice.
    PrivacyNotice,
    /// One unit on one sheet, by its code.
    UnitSheet(&'a str),
}

impl<'a> Document<'a> {
    /// The words by which page templates name a document: `pdf("brochure")`, `pdf("unit", code)`.
    pub const WORDS: [&'static str; 4] = ["brochure", "prices", "privacy", "unit"];

    /// The document of a word; that of a unit needs the unit's code, the others have none.
    #[must_use]
    pub fn named(word: &str, code: Option<&'a str>) -> Option<Document<'a>> {
        match (word, code) {
            ("brochure", None) => Some(Document::Brochure),
            ("prices", None) => Some(Document::PriceList),
            ("privacy", None) => Some(Document::PrivacyNotice),
            ("unit", Some(code)) => Some(Document::UnitSheet(code)),
            _ => None,
        }
    }

    /// The file below `templates/documents` that it is made from. A site without that file has no such document.
    #[must_use]
    pub const fn template(self) -> &'static str {
        match self {
            Document::Brochure => "brochure.typ",
            Document::PriceList => "prices.typ",
            Document::PrivacyNotice => "privacy.typ",
            Document::UnitSheet(_) => "unit.typ",
        }
    }

    /// Where it stands in the built site: `pdf/Ceibalta-brochure.pdf` (S4), `pdf/unidades/O-301.pdf`.
    #[must_use]
    pub fn path(self, lang: Lang, product: &str) -> String {
        let name = match (self, lang) {
            (Document::Brochure, Lang::Es) => "brochure",
            (Document::Brochure, Lang::En) => "brochure-en",
            (Document::PriceList, Lang::Es) => "lista-de-precios",
            (Document::PriceList, Lang::En) => "price-list",
            (Document::PrivacyNotice, Lang::Es) => "aviso-de-privacidad",
            (Document::PrivacyNotice, Lang::En) => "privacy-notice",
            (Document::UnitSheet(code), Lang::Es) => return format!("{FOLDER}/unidades/{code}.pdf"),
            (Document::UnitSheet(code), Lang::En) => return format!("{FOLDER}/units/{code}.pdf"),
        };
        format!("{FOLDER}/{product}-{name}.pdf")
    }
}
