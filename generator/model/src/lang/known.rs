//! What the program knows of languages. A site may use only these: pages are written from left to right, and the names of
//! plural forms are those of the lead function's texts too. No text with a plural gets a fraction.

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

use super::Lang;

/// A language that a site may have.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Known {
    /// The language code (ISO 639).
    pub(super) code: &'static str,
    /// The prefix of its paths where it is not the first language.
    pub(super) prefix: &'static str,
    /// The locale (BCP 47) when `site.yaml` names none.
    pub(super) locale: &'static str,
    /// What the language calls itself.
    pub(super) name: &'static str,
}

macro_rules! known {
    ($code:literal, $locale:literal, $name:literal) => {
        Known {
            code: $code,
            prefix: concat!("/", $code),
            locale: $locale,
            name: $name,
        }
    };
}

/// Names of the Unicode CLDR.
pub(super) static KNOWN: [Known; 20] = [
    known!("es", "es-MX", "Español"),
    known!("en", "en-US", "English"),
    known!("ca", "ca-ES", "Català"),
    known!("cs", "cs-CZ", "Čeština"),
    known!("da", "da-DK", "Dansk"),
    known!("de", "de-DE", "Deutsch"),
    known!("fi", "fi-FI", "Suomi"),
    known!("fr", "fr-FR", "Français"),
    known!("it", "it-IT", "Italiano"),
    known!("ja", "ja-JP", "日本語"),
    known!("ko", "ko-KR", "한국어"),
    known!("nb", "nb-NO", "Norsk bokmål"),
    known!("nl", "nl-NL", "Nederlands"),
    known!("pl", "pl-PL", "Polski"),
    known!("pt", "pt-BR", "Português"),
    known!("ru", "ru-RU", "Русский"),
    known!("sv", "sv-SE", "Svenska"),
    known!("tr", "tr-TR", "Türkçe"),
    known!("uk", "uk-UA", "Українська"),
    known!("zh", "zh-CN", "中文"),
];

pub(super) fn find(code: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.code == code)
}

/// The plural form, as the suffix of a key like `units_one`, for a whole number in a language, from the Unicode CLDR.
pub fn plural_form(code: &str, count: i64) -> &'static str {
    form(rules(code).as_ref(), count)
}

impl Lang {
    /// The plural forms that a text needs, those of numbers of up to three digits; and those of round millions, which it may lack.
    pub fn plural_forms(self) -> (Vec<&'static str>, Vec<&'static str>) {
        let rules = rules(self.code());
        let form = |count| form(rules.as_ref(), count);
        let is_of_small = |name: &&str| (0..200).any(|count| form(count) == *name);
        let (required, mut others): (Vec<_>, Vec<_>) = ["one", "few", "many", "other"]
            .into_iter()
            .partition(is_of_small);
        others.retain(|name| form(1_000_000) == *name);
        (required, others)
    }
}

fn rules(code: &str) -> Option<PluralRules> {
    let locale: Locale = code.parse().ok()?;
    PluralRules::try_new_cardinal((&locale).into()).ok()
}

fn form(rules: Option<&PluralRules>, count: i64) -> &'static str {
    match rules.map_or(PluralCategory::Other, |rules| rules.category_for(count)) {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Languages;

    #[test]
    fn each_rule_has_the_forms_of_its_language() {
        // Counts 0, 1, 2, 5, 11, 21, 22, 1,000,000, as CLDR and the browsers give them.
        for (code, expected) in [
            ("es", "other one other other other other other many"),
            ("en", "other one other other other other other other"),
            ("fr", "one one other other other other other many"),
            ("cs", "other one few other other other other other"),
            ("pl", "many one few many many many few many"),
            ("ru", "many one few many many one few many"),
            ("ja", "other other other other other other other other"),
        ] {
            let forms = [0, 1, 2, 5, 11, 21, 22, 1_000_000].map(|count| plural_form(code, count));
            assert_eq!(forms.join(" "), expected, "{code}");
        }
    }

    #[test]
    fn texts_need_the_forms_of_small_numbers() {
        let forms = |code| {
            Languages::from_codes([code])
                .unwrap()
                .first()
                .plural_forms()
        };
        assert_eq!(forms("es"), (vec!["one", "other"], vec!["many"]));
        assert_eq!(forms("en"), (vec!["one", "other"], vec![]));
        assert_eq!(forms("ru"), (vec!["one", "few", "many"], vec![]));
        assert_eq!(forms("ja"), (vec!["other"], vec![]));
    }
}
