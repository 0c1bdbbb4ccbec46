//! The list `languages` of `site.yaml`. An entry is a code, or a group with the code and what differs from what the program
//! knows of the language: `{ code: en, locale: en-CA, name: English }`.

use std::sync::{Mutex, PoisonError};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

use super::entry::Entry;
use super::known::KNOWN;
use super::{Lang, Language};

/// The languages of a site, the default first. There is at least one. Each distinct list is kept for the life of the process,
/// so that languages are passed around as small values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Languages(pub(super) &'static [Lang]);

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
    #[error("`{locale}` is not a locale of `{code}`: write one like `{code}-MX`")]
    Locale {
        /// The code of the entry.
        code: String,
        /// What it gives as locale.
        locale: String,
    },
    /// The label of the switch would be empty.
    #[error("the name of `{0}` is empty: write what the language calls itself")]
    Name(String),
    /// Two entries have the same code.
    #[error("`{0}` is listed twice: remove one of them")]
    Twice(String),
}

fn known_codes() -> String {
    KNOWN.map(|known| format!("`{}`", known.code)).join(", ")
}

impl Languages {
    /// The languages with these codes, in this order.
    ///
    /// # Errors
    /// See [`NoLanguages`].
    pub fn from_codes<'a>(codes: impl IntoIterator<Item = &'a str>) -> Result<Languages, NoLanguages> {
        let entries: Result<Vec<Entry>, NoLanguages> = codes.into_iter().map(Entry::from_code).collect();
        Languages::of_entries(&entries?)
    }

    fn of_entries(entries: &[Entry]) -> Result<Languages, NoLanguages> {
        if entries.is_empty() {
            return Err(NoLanguages::Empty);
        }
        for (index, entry) in entries.iter().enumerate() {
            if entries[..index].iter().any(|earlier| earlier.code == entry.code) {
                return Err(NoLanguages::Twice(entry.code.clone()));
            }
        }
        Ok(kept(entries))
    }

    /// The default language.
    pub fn first(self) -> Lang {
        self.0[0]
    }

    /// Each language, in the order in which pages, alternates and menus list them.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Lang> + ExactSizeIterator + Clone {
        self.0.iter().copied()
    }

    /// Every language but one, in their order.
    pub fn others(self, lang: Lang) -> impl Iterator<Item = Lang> + Clone {
        self.iter().filter(move |other| *other != lang)
    }

    /// The language with a code.
    pub fn find(self, code: &str) -> Option<Lang> {
        self.iter().find(|lang| lang.code() == code)
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.0.len()
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
    type IntoIter = std::iter::Copied<std::slice::Iter<'static, Lang>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// The list of these valid entries, made at its first use.
fn kept(entries: &[Entry]) -> Languages {
    static KEPT: Mutex<Vec<(Vec<Entry>, Languages)>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, languages)) = kept.iter().find(|(known, _)| known == entries) {
        return *languages;
    }
    let langs = entries.iter().enumerate().map(|(position, entry)| {
        let prefix = match position {
            0 => String::new(),
            _ => format!("/{}", entry.code),
        };
        let language = Language {
            position,
            code: entry.code.clone().leak(),
            prefix: prefix.leak(),
            locale: entry.locale.clone().leak(),
            name: entry.name.clone().leak(),
        };
        Lang(Box::leak(Box::new(language)))
    });
    let languages = Languages(langs.collect::<Vec<_>>().leak());
    kept.push((entries.to_vec(), languages));
    languages
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
        Languages::of_entries(&entries).map_err(de::Error::custom)
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
        let all: Vec<_> = languages
            .iter()
            .map(|lang| (lang.locale(), lang.name()))
            .collect();
        assert_eq!(all, [("es-MX", "Español"), ("en-US", "English")]);
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
    fn an_entry_may_have_its_own_locale_and_name() {
        let languages = read("[{code: fr, locale: fr-CA, name: Français (Québec)}]").unwrap();
        let lang = languages.first();
        assert_eq!(
            (lang.code(), lang.locale(), lang.name()),
            ("fr", "fr-CA", "Français (Québec)")
        );
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
            ("[{code: fr, name: ''}]", "the name of `fr` is empty"),
            ("[{code: fr, flag: x}]", "unknown field `flag`"),
        ];
        for (text, part) in wrong {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
