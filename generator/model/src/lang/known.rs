//! What the program knows of languages. A site may use only these: texts with numbers need their plural rule, and pages are
//! written from left to right.

use super::plural::Rule;

/// A language that a site may have.
#[derive(Debug)]
pub(super) struct Known {
    /// The language code (ISO 639).
    pub(super) code: &'static str,
    /// The prefix of its paths where it is not the first language.
    pub(super) prefix: &'static str,
    /// The locale (BCP 47) when `site.yaml` names none.
    pub(super) locale: &'static str,
    /// What the language calls itself.
    pub(super) name: &'static str,
    /// Its rule for plural forms.
    pub(super) rule: Rule,
}

macro_rules! known {
    ($code:literal, $locale:literal, $name:literal, $rule:expr) => {
        Known { code: $code, prefix: concat!("/", $code), locale: $locale, name: $name, rule: $rule }
    };
}

/// Names and plural rules of the Unicode CLDR, release 47.
pub(super) static KNOWN: [Known; 20] = [
    known!("es", "es-MX", "Español", Rule::OneMillions),
    known!("en", "en-US", "English", Rule::One),
    known!("ca", "ca-ES", "Català", Rule::OneMillions),
    known!("cs", "cs-CZ", "Čeština", Rule::Czech),
    known!("da", "da-DK", "Dansk", Rule::One),
    known!("de", "de-DE", "Deutsch", Rule::One),
    known!("fi", "fi-FI", "Suomi", Rule::One),
    known!("fr", "fr-FR", "Français", Rule::ZeroOneMillions),
    known!("it", "it-IT", "Italiano", Rule::OneMillions),
    known!("ja", "ja-JP", "日本語", Rule::Other),
    known!("ko", "ko-KR", "한국어", Rule::Other),
    known!("nb", "nb-NO", "Norsk bokmål", Rule::One),
    known!("nl", "nl-NL", "Nederlands", Rule::One),
    known!("pl", "pl-PL", "Polski", Rule::Polish),
    known!("pt", "pt-BR", "Português", Rule::ZeroOneMillions),
    known!("ru", "ru-RU", "Русский", Rule::EastSlavic),
    known!("sv", "sv-SE", "Svenska", Rule::One),
    known!("tr", "tr-TR", "Türkçe", Rule::One),
    known!("uk", "uk-UA", "Українська", Rule::EastSlavic),
    known!("zh", "zh-CN", "中文", Rule::Other),
];

/// What is known of the language with a code.
pub(super) fn find(code: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.code == code)
}
