//! The PDF documents of a site: their templates and their paths.

use crate::lang::Lang;

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

    /// Its path in the built site: `pdf/<product>-brochure.pdf` (S4), `pdf/unidades/O-301.pdf`.
    pub fn path(self, lang: Lang, product: &str) -> String {
        let (in_spanish, in_english) = match self {
            Document::Brochure => ("brochure", "brochure-en"),
            Document::PriceList => ("lista-de-precios", "price-list"),
            Document::PrivacyNotice => ("aviso-de-privacidad", "privacy-notice"),
            Document::UnitSheet(_) => ("unidades", "units"),
        };
        let name = match lang.code() {
            "es" => in_spanish.to_owned(),
            "en" => in_english.to_owned(),
            code => format!("{}-{code}", in_english.trim_end_matches("-en")),
        };
        match self {
            Document::UnitSheet(code) => format!("pdf/{name}/{code}.pdf"),
            _ => format!("pdf/{product}-{name}.pdf"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Languages;

    #[test]
    fn each_language_has_its_own_files() {
        let languages = Languages::from_codes(["es", "en", "fr"]).unwrap();
        for (document, paths) in [
            (
                Document::Brochure,
                [
                    "pdf/X-brochure.pdf",
                    "pdf/X-brochure-en.pdf",
                    "pdf/X-brochure-fr.pdf",
                ],
            ),
            (
                Document::UnitSheet("O-1"),
                [
                    "pdf/unidades/O-1.pdf",
                    "pdf/units/O-1.pdf",
                    "pdf/units-fr/O-1.pdf",
                ],
            ),
        ] {
            assert!(
                languages
                    .iter()
                    .map(|lang| document.path(lang, "X"))
                    .eq(paths),
                "{paths:?}"
            );
        }
    }
}
