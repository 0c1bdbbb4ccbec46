//! An entry of the list of languages.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};

use super::declared::NoLanguages;
use super::known::{self, Known};
use super::locale::Locale;

/// A language as it is declared, with the usual locale where none is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) known: &'static Known,
    pub(super) locale: Locale,
}

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
    /// The language with a code.
    ///
    /// # Errors
    /// A code that is not one, or of a language that is not known; a locale of another language.
    pub(super) fn new(code: &str, locale: Option<&str>) -> Result<Entry, NoLanguages> {
        if code.len() != 2 || !code.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(NoLanguages::Code(code.to_owned()));
        }
        let known = known::find(code).ok_or_else(|| NoLanguages::Unknown(code.to_owned()))?;
        let text = locale.unwrap_or(known.locale);
        let locale = Locale::parse(text).filter(|_| text.starts_with(code));
        let locale =
            locale.ok_or_else(|| NoLanguages::Locale { code: code.to_owned(), locale: text.to_owned() })?;
        Ok(Entry { known, locale })
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

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        struct CodeOrGroup;

        impl<'de> Visitor<'de> for CodeOrGroup {
            type Value = Entry;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the code of a language")
            }

            fn visit_str<E: de::Error>(self, code: &str) -> Result<Entry, E> {
                Entry::new(code, None).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Entry, A::Error> {
                let group = Group::deserialize(MapAccessDeserializer::new(map))?;
                Entry::new(&group.code, group.locale.as_deref()).map_err(de::Error::custom)
            }
        }

        deserializer.deserialize_any(CodeOrGroup)
    }
}
