//! The PDF documents of a site: their templates and their paths.

use crate::lang::Lang;

/// The folder of all documents in the built site (S4).
const FOLDER: &str = "pdf";

/// A document, which exists in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document<'a> {
    /// The brochure, with building, plans, prices and contact.
    Brochure,
    /// The list of all units with their prices.
    PriceList,
    /// The privacy notice.
    PrivacyNotice,
    /// The data sheet of the unit with this code.
    UnitSheet(&'a str),
}

impl<'a> Document<'a> {
    /// The names of documents in page templates: `pdf("brochure")`, `pdf("unit", code)`.
    pub const NAMES: [&'static str; 4] = ["brochure", "prices", "privacy", "unit"];

    /// The document with this name. `unit` requires the code of a unit, the others must have none.
    pub fn from_name(name: &str, code: Option<&'a str>) -> Option<Document<'a>> {
        match (name, code) {
            ("brochure", None) => Some(Document::Brochure),
            ("prices", None) => Some(Document::PriceList),
            ("privacy", None) => Some(Document::PrivacyNotice),
            ("unit", Some(code)) => Some(Document::UnitSheet(code)),
            _ => None,
        }
    }

    /// Its template below `templates/documents`. A site without this file does not have the document.
    pub const fn template(self) -> &'static str {
        match self {
            Document::Brochure => "brochure.typ",
            Document::PriceList => "prices.typ",
            Document::PrivacyNotice => "privacy.typ",
            Document::UnitSheet(_) => "unit.typ",
        }
    }

    /// Its path in the built site: `pdf/Ceibalta-brochure.pdf` (S4), `pdf/unidades/O-301.pdf`.
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
