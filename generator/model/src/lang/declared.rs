//! The list `languages` of `site.yaml`. An entry is a code, or a group with the code and a locale that is not the usual one of
//! the language: `{ code: en, locale: en-CA }`.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

use super::Lang;
use super::entry::Entry;
use super::known::KNOWN;

/// The languages of a site, the default first. There is at least one, and each is there once.
#[derive(Clone, Copy)]
pub struct Languages {
    /// Those from [`Languages::count`] on mean nothing.
    langs: [Lang; KNOWN.len()],
    count: usize,
}

/// Why a list declares no languages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLanguages {
    /// The list has no entry.
    #[error(
        "the list is empty: write `[es, en]`, the names of the folders below `content/`, the default language first"
    )]
    Empty,
    /// It cannot be the name of a folder and a part of addresses.
    #[error(
        "`{0}` is not the code of a language: write two lower-case letters, like `es`; a region belongs to `locale`"
    )]
    Code(String),
    /// The program does not have the language's plural rule.
    #[error("the plural rule of the language `{0}` is unknown: use one of {known}", known = known_codes())]
    Unknown(String),
    /// A locale of another language, or with other characters.
    #[error("`{locale}` is not a locale of `{code}`: write language and region, like `{code}-MX`")]
    Locale {
        /// The code of the entry.
        code: String,
        /// What it gives as locale.
        locale: String,
    },
    /// Two entries have the same code.
    #[error("`{0}` is listed twice: remove one of them")]
    Twice(String),
}

fn known_codes() -> String {
    KNOWN.each_ref().map(|known| format!("`{}`", known.code)).join(", ")
}

impl Languages {
    /// The languages with these codes, in this order.
    ///
    /// # Errors
    /// See [`NoLanguages`].
    pub fn from_codes<'a>(codes: impl IntoIterator<Item = &'a str>) -> Result<Languages, NoLanguages> {
        let entries: Result<Vec<Entry>, NoLanguages> =
            codes.into_iter().map(|code| Entry::new(code, None)).collect();
        Languages::from_entries(&entries?)
    }

    fn from_entries(entries: &[Entry]) -> Result<Languages, NoLanguages> {
        let first = *entries.first().ok_or(NoLanguages::Empty)?;
        let mut languages = Languages::new(Lang::new(0, first.known, first.locale));
        for entry in &entries[1..] {
            let lang = Lang::new(languages.count, entry.known, entry.locale);
            if languages.find(lang.code()).is_some() {
                return Err(NoLanguages::Twice(lang.code().to_owned()));
            }
            languages = languages.with(lang);
        }
        Ok(languages)
    }

    pub(super) const fn new(first: Lang) -> Languages {
        Languages { langs: [first; KNOWN.len()], count: 1 }
    }

    /// These languages and another one, which is not among them.
    pub(super) const fn with(mut self, lang: Lang) -> Languages {
        self.langs[self.count] = lang;
        self.count += 1;
        self
    }

    /// The default language.
    pub fn first(self) -> Lang {
        self.langs[0]
    }

    /// Each language, in the order in which pages, alternates and menus list them.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Lang> + ExactSizeIterator + Clone {
        self.into_iter()
    }

    /// Each language, in the same order.
    pub fn as_slice(&self) -> &[Lang] {
        &self.langs[..self.count]
    }

    /// Every language but one, in their order.
    pub fn others(self, lang: Lang) -> impl Iterator<Item = Lang> + Clone {
        self.iter().filter(move |other| *other != lang)
    }

    /// The language with a code.
    pub fn find(self, code: &str) -> Option<Lang> {
        self.iter().find(|lang| lang.code() == code)
    }

    /// These languages without those that `keep` does not accept. The first one stays, and each keeps its addresses.
    #[must_use]
    pub fn filtered(self, keep: impl Fn(Lang) -> bool) -> Languages {
        let kept = self.iter().skip(1).filter(|lang| keep(*lang));
        kept.fold(Languages::new(self.first()), Languages::with)
    }

    /// Whether a language is among them.
    pub fn contains(self, lang: Lang) -> bool {
        self.iter().any(|own| own == lang)
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.count
    }

    /// Their codes, in their order.
    pub fn codes(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(Lang::code)
    }

    /// Their codes for a message: `` `es`, `en` ``.
    pub fn listed(self) -> String {
        let codes: Vec<String> = self.codes().map(|code| format!("`{code}`")).collect();
        codes.join(", ")
    }
}

impl IntoIterator for Languages {
    type Item = Lang;
    type IntoIter = std::iter::Take<std::array::IntoIter<Lang, { KNOWN.len() }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.langs.into_iter().take(self.count)
    }
}

impl PartialEq for Languages {
    fn eq(&self, other: &Languages) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Languages {}

impl fmt::Debug for Languages {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(*self).finish()
    }
}

impl Serialize for Languages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for Languages {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Languages".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": generator.subschema_for::<Entry>(), "minItems": 1})
    }
}

impl<'de> Deserialize<'de> for Languages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Languages, D::Error> {
        let entries: Vec<Entry> = Vec::deserialize(deserializer)?;
        Languages::from_entries(&entries).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::{BOTH, EN, ES};

    fn read(text: &str) -> Result<Languages, String> {
        serde_yaml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_code_is_enough() {
        let languages = read("[es, en]").unwrap();
        assert_eq!(languages, BOTH);
        let all: Vec<_> = languages.iter().map(|lang| (lang.locale().to_owned(), lang.name())).collect();
        assert_eq!(all, [("es-MX".to_owned(), "Español"), ("en-US".to_owned(), "English")]);
        assert_eq!(languages.others(ES).collect::<Vec<_>>(), [EN]);
    }

    #[test]
    fn the_first_language_has_no_prefix() {
        let languages = read("[en, es, {code: pt, locale: pt-PT}]").unwrap();
        let prefixes: Vec<_> = languages.iter().map(Lang::prefix).collect();
        assert_eq!(prefixes, ["", "/es", "/pt"]);
        assert_eq!(languages.find("pt").unwrap().locale(), "pt-PT");
        assert_ne!(languages.first(), EN, "English is the default here");
    }

    #[test]
    fn languages_that_are_left_out_change_no_other_one() {
        let languages = read("[en, es, pt]").unwrap();
        let filtered = languages.filtered(|lang| lang.code() == "pt");
        let expected = [languages.first(), languages.find("pt").unwrap()];
        assert_eq!(filtered.iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_is_no_list_of_languages_is_refused() {
        let wrong = [
            ("[]", "the list is empty"),
            ("[es, es]", "`es` is listed twice"),
            ("[ES]", "`ES` is not the code of a language"),
            ("[pt-br]", "`pt-br` is not the code of a language"),
            ("[es, xx]", "the plural rule of the language `xx` is unknown"),
            ("[{code: fr, locale: es-MX}]", "`es-MX` is not a locale of `fr`"),
            ("[{code: fr, locale: fr-Canada}]", "`fr-Canada` is not a locale of `fr`"),
            ("[{code: fr, flag: x}]", "unknown field `flag`"),
        ];
        for (text, part) in wrong {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
