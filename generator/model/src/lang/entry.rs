//! An entry of the list of languages.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};

use super::declared::NoLanguages;
use super::known;

/// A language as it is declared, with what is known of it in place of what is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) code: String,
    pub(super) locale: String,
    pub(super) name: String,
}

/// The form of a code, in schemas.
pub(super) const CODE_PATTERN: &str = "^[a-z]{2}$";

/// An entry that is a group.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Group {
    code: String,
    #[serde(default)]
    locale: Option<String>,
    #[serde(default)]
    name: Option<String>,
}

impl Entry {
    /// The language with a code.
    ///
    /// # Errors
    /// A code that is none, or of a language that is not known.
    pub(super) fn from_code(code: &str) -> Result<Entry, NoLanguages> {
        let group = Group {
            code: code.to_owned(),
            ..Group::default()
        };
        Entry::try_from(group)
    }
}

impl TryFrom<Group> for Entry {
    type Error = NoLanguages;

    fn try_from(Group { code, locale, name }: Group) -> Result<Entry, NoLanguages> {
        if code.len() != 2 || !code.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(NoLanguages::Code(code));
        }
        let Some(known) = known::find(&code) else {
            return Err(NoLanguages::Unknown(code));
        };
        let locale = locale.unwrap_or_else(|| known.locale.to_owned());
        let name = name.unwrap_or_else(|| known.name.to_owned());
        if !is_locale(&locale, &code) {
            return Err(NoLanguages::Locale { code, locale });
        }
        match name.trim().is_empty() {
            true => Err(NoLanguages::Name(code)),
            false => Ok(Entry { code, locale, name }),
        }
    }
}

/// Whether a text has the form of a locale (BCP 47) of a language.
fn is_locale(text: &str, code: &str) -> bool {
    let is_subtag =
        |part: &str| matches!(part.len(), 2..=8) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mut parts = text.split('-');
    parts.next() == Some(code) && parts.all(is_subtag)
}

impl JsonSchema for Entry {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Language".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [{"type": "string", "pattern": CODE_PATTERN}, Group::json_schema(generator)]})
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        struct CodeOrGroup;

        impl<'de> Visitor<'de> for CodeOrGroup {
            type Value = Entry;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the code of a language")
            }

            fn visit_str<E: de::Error>(self, code: &str) -> Result<Entry, E> {
                Entry::from_code(code).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Entry, A::Error> {
                let group = Group::deserialize(MapAccessDeserializer::new(map))?;
                Entry::try_from(group).map_err(de::Error::custom)
            }
        }

        deserializer.deserialize_any(CodeOrGroup)
    }
}
