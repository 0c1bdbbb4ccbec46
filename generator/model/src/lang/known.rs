//! What the program knows of languages. A site may use only these: texts with numbers need their plural rule, and pages are
//! written from left to right. No text with a plural gets a fraction.

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
    rule: Rule,
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

/// A plural form, as the suffix of a key: `units_one`.
pub type PluralForm = &'static str;

const ONE: PluralForm = "one";
const FEW: PluralForm = "few";
const MANY: PluralForm = "many";
const OTHER: PluralForm = "other";

/// The plural rules of the languages that sites may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// One form.
    Other,
    /// `one` for 1.
    One,
    /// `one` for 1, `many` for round millions.
    OneMillions,
    /// `one` for 0 and 1, `many` for round millions.
    ZeroOneMillions,
    /// `one` for 1, `few` for 2 to 4.
    Czech,
    /// `one` for 1, `few` for 2 to 4, 22 to 24 and so on, `many` for the others.
    Polish,
    /// Like Polish, and `one` also for 21, 31 and so on.
    EastSlavic,
}

impl Rule {
    fn form(self, count: i64) -> PluralForm {
        let is_millions = count != 0 && count % 1_000_000 == 0;
        let is_few = (2..=4).contains(&(count % 10)) && !(12..=14).contains(&(count % 100));
        match self {
            Rule::Other => OTHER,
            Rule::One | Rule::OneMillions | Rule::Czech | Rule::Polish if count == 1 => ONE,
            Rule::ZeroOneMillions if count == 0 || count == 1 => ONE,
            Rule::EastSlavic if count % 10 == 1 && count % 100 != 11 => ONE,
            Rule::OneMillions | Rule::ZeroOneMillions if is_millions => MANY,
            Rule::Czech if (2..=4).contains(&count) => FEW,
            Rule::Polish | Rule::EastSlavic if is_few => FEW,
            Rule::Polish | Rule::EastSlavic => MANY,
            _ => OTHER,
        }
    }
}

/// The plural form for a whole number in the language with a code. A language that no site can declare has the form `other`.
pub fn plural_form(code: &str, count: i64) -> PluralForm {
    find(code).map_or(OTHER, |known| known.rule.form(count.saturating_abs()))
}

/// The forms of a language that numbers of up to three digits have; and those of round millions, which texts may lack.
pub(super) fn forms(code: &str) -> (Vec<PluralForm>, Vec<PluralForm>) {
    let all = [ONE, FEW, MANY, OTHER];
    let occurs = |form: PluralForm| (0..200).any(|count| plural_form(code, count) == form);
    let (required, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|form| occurs(form));
    let of_millions = |form: &PluralForm| plural_form(code, 1_000_000) == *form;
    (required, others.into_iter().filter(of_millions).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_the_forms_of_its_language() {
        // Counts 0, 1, 2, 5, 11, 21, 22, 1,000,000, as CLDR and the browsers give them.
        let cases = [
            ("es", "other one other other other other other many"),
            ("en", "other one other other other other other other"),
            ("fr", "one one other other other other other many"),
            ("cs", "other one few other other other other other"),
            ("pl", "many one few many many many few many"),
            ("ru", "many one few many many one few many"),
            ("ja", "other other other other other other other other"),
        ];
        for (code, expected) in cases {
            let counts = [0, 1, 2, 5, 11, 21, 22, 1_000_000];
            let forms = counts.map(|count| plural_form(code, count));
            assert_eq!(forms.join(" "), expected, "{code}");
        }
    }

    #[test]
    fn texts_need_the_forms_of_small_numbers() {
        assert_eq!(forms("es"), (vec!["one", "other"], vec!["many"]));
        assert_eq!(forms("en"), (vec!["one", "other"], vec![]));
        assert_eq!(forms("ru"), (vec!["one", "few", "many"], vec![]));
        assert_eq!(forms("ja"), (vec!["other"], vec![]));
    }
}
