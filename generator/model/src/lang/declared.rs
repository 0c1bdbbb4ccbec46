//! The list `languages` of `site.yaml`. An entry is a code, or a group with a less usual locale: `{ code: en, locale: en-CA }`.

use icu_locale_core::LanguageIdentifier;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess};

use super::known::{self, KNOWN};
use super::{Lang, Locale};
use crate::config::FILE;
use formats::problem::{Code, Place, Problem, most_similar};
use formats::yaml::{self, Forms};

/// The languages of a site, the default first. There is at least one, and each is there once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Entry>")]
pub struct Languages {
    /// Those from [`Languages::count`] on are the first one.
    langs: [Lang; KNOWN.len()],
    count: usize,
}

impl Languages {
    /// The languages with these codes, in this order. No code, one twice and one of an unknown language are errors.
    pub fn from_codes<'a>(codes: impl IntoIterator<Item = &'a str>) -> Result<Languages, String> {
        let entries = codes.into_iter().map(|code| Entry::new(code, None));
        Languages::try_from(entries.collect::<Result<Vec<_>, _>>()?)
    }

    pub(super) const fn new(first: Lang) -> Languages {
        Languages {
            langs: [first; KNOWN.len()],
            count: 1,
        }
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
        self.langs.into_iter().take(self.count)
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
        self.iter()
            .skip(1)
            .filter(|lang| keep(*lang))
            .fold(Languages::new(self.first()), Languages::with)
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

impl JsonSchema for Languages {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Languages".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": generator.subschema_for::<Entry>(), "minItems": 1})
    }
}

impl TryFrom<Vec<Entry>> for Languages {
    type Error = String;

    fn try_from(entries: Vec<Entry>) -> Result<Languages, String> {
        let [Entry(first), others @ ..] = &entries[..] else {
            return Err("the list is empty: write `[es, en]`, the names of the folders below `content/`, the default language first".to_owned());
        };
        let mut languages = Languages::new(*first);
        for Entry(lang) in others {
            if languages.find(lang.code()).is_some() {
                return Err(format!("`{lang}` is listed twice: remove one of them"));
            }
            languages = languages.with(Lang {
                position: languages.count,
                ..*lang
            });
        }
        Ok(languages)
    }
}

/// A language as it is declared, as if it were the first one.
struct Entry(Lang);

/// Languages with a script from right to left, by their codes: Arabic, Persian, Hebrew, Pashto, Sindhi, Uyghur, Urdu, Yiddish.
const RIGHT_TO_LEFT: [&str; 8] = ["ar", "fa", "he", "ps", "sd", "ug", "ur", "yi"];

/// The form of a code, in schemas.
pub(super) const CODE_PATTERN: &str = "^[a-z]{2}$";

/// An entry that is a group.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Group {
    code: String,
    locale: Option<String>,
}

impl Entry {
    /// The language with a code, which is also a folder's name and in addresses; with its usual locale where none is written.
    fn new(code: &str, locale: Option<&str>) -> Result<Entry, String> {
        if code.len() != 2 || !code.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(format!(
                "`{code}` is not the code of a language: write two lower-case letters, like `es`; a region belongs to `locale`"
            ));
        }
        if RIGHT_TO_LEFT.contains(&code) {
            return Err(format!(
                "`{code}` is written from right to left, which pages and documents cannot be yet: remove it"
            ));
        }
        let known = known::find(code).ok_or_else(|| {
            let codes = KNOWN
                .each_ref()
                .map(|known| format!("`{}`", known.code))
                .join(", ");
            format!("the plural rule of the language `{code}` is unknown: use one of {codes}")
        })?;
        let text = locale.unwrap_or(known.locale);
        let parsed: Option<LanguageIdentifier> = text.parse().ok();
        let is_whole = parsed.is_some_and(|parsed| {
            parsed.region.is_some()
                && parsed.to_string() == text
                && parsed.language.as_str() == code
        });
        let wrong = || {
            format!(
                "`{text}` is not a locale of `{code}`: write language and region, like `{code}-MX`"
            )
        };
        if !is_whole {
            return Err(wrong());
        }
        let locale = Locale::try_from_str(text).map_err(|_| wrong())?;
        Ok(Entry(Lang {
            position: 0,
            known,
            locale,
        }))
    }
}

impl JsonSchema for Entry {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Language".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [{"type": "string", "pattern": CODE_PATTERN}, Group::json_schema(generator)]})
    }
}

impl<'de> Forms<'de> for Entry {
    const EXPECTED: &'static str = "the code of a language";

    fn of_text<E: Error>(code: &str) -> Result<Entry, E> {
        Entry::new(code, None).map_err(E::custom)
    }

    fn of_group<A: MapAccess<'de>>(group: A) -> Result<Entry, A::Error> {
        let group = Group::deserialize(MapAccessDeserializer::new(group))?;
        Entry::new(&group.code, group.locale.as_deref()).map_err(A::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        yaml::from_forms(deserializer)
    }
}

/// The one key; all others are left to [`crate::config::Config`].
#[derive(Deserialize)]
struct Declaration {
    languages: Option<Languages>,
}

/// The languages that the text of `site.yaml` declares, the default first; or why it declares none.
pub fn languages(text: &str) -> Result<Languages, Vec<Problem>> {
    let declared: Declaration = yaml::parse(FILE, text, 0).map_err(|problem| vec![problem])?;
    declared.languages.ok_or_else(|| {
        let mapping: serde_yaml::Mapping = serde_yaml::from_str(text).unwrap_or_default();
        let keys: Vec<&str> = mapping.keys().filter_map(serde_yaml::Value::as_str).collect();
        if let Some(meant) = most_similar("languages", &keys) {
            let message = format!("unknown key `{meant}`");
            let problem = Problem::at(Code::UnknownKey, FILE, yaml::locate(text, meant), message);
            return vec![problem.hint("did you mean `languages`?")];
        }
        let problem = Problem::at(Code::InvalidValue, FILE, Place::START, "`languages` is missing");
        let hint = "write `languages: [es, en]`, the names of the folders below content/, the default language first";
        vec![problem.hint(hint)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::lang::sample::EN;

    fn read(text: &str) -> Result<Languages, String> {
        serde_yaml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn the_first_language_has_no_prefix_and_stays_when_others_are_left_out() {
        let languages = read("[en, es, {code: pt, locale: pt-PT}]").unwrap();
        let prefixes: Vec<_> = languages.iter().map(Lang::prefix).collect();
        assert_eq!(prefixes, ["", "/es", "/pt"]);
        let (first, portuguese) = (languages.first(), languages.find("pt").unwrap());
        assert_eq!(portuguese.locale(), "pt-PT");
        assert_ne!(first, EN, "English is the default here");
        let filtered = languages.filtered(|lang| lang.code() == "pt");
        assert_eq!(filtered.iter().collect::<Vec<_>>(), [first, portuguese]);
    }

    #[test]
    fn what_is_no_list_of_languages_is_refused() {
        let wrong = [
            ("[]", "the list is empty"),
            ("[es, es]", "`es` is listed twice"),
            ("[ES]", "`ES` is not the code of a language"),
            ("[pt-br]", "`pt-br` is not the code of a language"),
            ("[es, ar]", "`ar` is written from right to left"),
            (
                "[es, xx]",
                "the plural rule of the language `xx` is unknown",
            ),
            (
                "[{code: fr, locale: es-MX}]",
                "`es-MX` is not a locale of `fr`",
            ),
            (
                "[{code: fr, locale: fr-Canada}]",
                "`fr-Canada` is not a locale of `fr`",
            ),
            ("[{code: fr, flag: x}]", "unknown field `flag`"),
        ];
        for (text, part) in wrong {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    const IN_FRENCH: &str = include_str!("../config/valid.yaml");

    fn problems(text: &str) -> Vec<String> {
        let problems = Config::parse(text).unwrap_err();
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_value_by_language_needs_each_language() {
        let text = IN_FRENCH.replace("languages: [es, en]", "languages: [es, en, fr]");
        let found = problems(&text);
        let whatsapp = found[0].strip_prefix("site.yaml:10:").unwrap_or_default();
        assert!(
            whatsapp.ends_with("`contact.whatsapp.fr` is missing: add it"),
            "{found:#?}"
        );
        assert!(
            found
                .iter()
                .any(|problem| problem.contains("`levels.1.fr` is missing")),
            "{found:#?}"
        );
        assert_eq!(
            found
                .iter()
                .collect::<std::collections::BTreeSet<_>>()
                .len(),
            found.len(),
            "{found:#?}"
        );
    }

    #[test]
    fn the_list_and_the_values_by_language_agree() {
        for (list, start, problem) in [
            (
                "languages: [es]\n",
                "",
                "`en` is not one of the site's languages",
            ),
            (
                "",
                "site.yaml:1:1: ",
                "`languages` is missing: write `languages:",
            ),
            (
                "languages: [es, xx]\n",
                "",
                "the plural rule of the language `xx` is unknown: use one of",
            ),
        ] {
            let found = problems(&IN_FRENCH.replace("languages: [es, en]\n", list));
            assert!(
                found[0].starts_with(start) && found[0].contains(problem),
                "{list}: {found:#?}"
            );
        }
    }
}
