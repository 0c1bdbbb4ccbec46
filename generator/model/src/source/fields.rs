//! The fields of a front matter, for forms. They are found by asking the type that the loader reads: there is no second
//! list of them.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IntoDeserializer as _, MapAccess, Visitor,
};
use serde::{Serialize, forward_to_deserialize_any};

use super::front_matter::LONGEST_DESCRIPTION;

/// A field of a front matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its key.
    pub key: &'static str,
    /// What it may have as its value.
    #[serde(flatten)]
    pub kind: Kind,
    /// Whether the file must have it.
    pub required: bool,
    /// The largest number of characters.
    pub longest: Option<usize>,
}

/// What a field may have as its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "choices", rename_all = "snake_case")]
pub enum Kind {
    /// A text in a form that its type knows, such as a date.
    Text,
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Choice(Vec<String>),
    /// A list of texts.
    List,
    /// Any groups and lists of texts.
    Free,
}

/// The fields of a type with named fields, in its order.
pub fn fields<T: DeserializeOwned>() -> Vec<Field> {
    let Err(Found::Fields(keys)) = T::deserialize(Question::Fields) else {
        return Vec::new();
    };
    let mut required = Vec::new();
    while let Err(Found::Missing(key)) = T::deserialize(Question::Missing(&required)) {
        required.push(key);
    }
    let kind = |key| match T::deserialize(Question::Kind(key)) {
        Err(Found::Kind(kind)) => kind,
        _ => Kind::Text,
    };
    keys.iter()
        .map(|key| Field {
            key,
            kind: kind(key),
            required: required.contains(key),
            longest: (*key == "description").then_some(LONGEST_DESCRIPTION),
        })
        .collect()
}

/// A value that every text that a file must have can be read from, the month too.
const EXAMPLE: &str = "2025-01";

/// What a type is asked by deserializing it.
#[derive(Clone, Copy)]
enum Question<'a> {
    /// Its fields.
    Fields,
    /// The first field that is missing beside these.
    Missing(&'a [&'static str]),
    /// What this field may be.
    Kind(&'static str),
}

/// The answer, which ends the deserialization.
#[derive(Debug)]
enum Found {
    Fields(&'static [&'static str]),
    Missing(&'static str),
    Kind(Kind),
    Other,
}

impl fmt::Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self:?}")
    }
}

impl std::error::Error for Found {}

impl serde::de::Error for Found {
    fn custom<T: fmt::Display>(_: T) -> Found {
        Found::Other
    }

    fn missing_field(field: &'static str) -> Found {
        Found::Missing(field)
    }
}

impl<'de> Deserializer<'de> for Question<'_> {
    type Error = Found;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Found> {
        match self {
            Question::Fields => Err(Found::Fields(fields)),
            Question::Missing(given) => visitor.visit_map(Given {
                keys: given,
                value: Value::Example,
            }),
            Question::Kind(key) => visitor.visit_map(Given {
                keys: &[key],
                value: Value::Asked,
            }),
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Found> {
        Err(Found::custom("no fields"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// A map with these keys.
struct Given<'a> {
    keys: &'a [&'static str],
    value: Value,
}

impl<'de> MapAccess<'de> for Given<'_> {
    type Error = Found;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Found> {
        let Some((key, rest)) = self.keys.split_first() else {
            return Ok(None);
        };
        self.keys = rest;
        let key: StrDeserializer<'_, Found> = (*key).into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Found> {
        seed.deserialize(self.value)
    }
}

/// The value of a field.
#[derive(Clone, Copy)]
enum Value {
    /// A text.
    Example,
    /// None: how the field's type asks for it is the answer.
    Asked,
}

impl Value {
    fn answer<'de, V: Visitor<'de>>(self, kind: Kind, visitor: V) -> Result<V::Value, Found> {
        match self {
            Value::Example => visitor.visit_str(EXAMPLE),
            Value::Asked => Err(Found::Kind(kind)),
        }
    }
}

impl<'de> Deserializer<'de> for Value {
    type Error = Found;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Found> {
        self.answer(Kind::Free, visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Found> {
        self.answer(Kind::Switch, visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Found> {
        self.answer(Kind::Text, visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Found> {
        self.answer(Kind::Text, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Found> {
        self.answer(Kind::List, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Found> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Found> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Found> {
        let words = variants.iter().map(|word| (*word).to_owned());
        self.answer(Kind::Choice(words.collect()), visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct map
        struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EntryFront, FrontMatter};
    use super::*;

    /// Each field with the start of its kind; `!` after the key of one that a file must have.
    fn summary<T: DeserializeOwned>() -> Vec<String> {
        let fields = fields::<T>().into_iter();
        fields
            .map(|field| {
                let mark = if field.required { "!" } else { "" };
                format!("{}{mark}: {:?}", field.key, field.kind)
            })
            .collect()
    }

    #[test]
    fn the_fields_are_those_of_the_type() {
        let page = summary::<FrontMatter>();
        for line in [
            "title!: Text",
            "title_full: Switch",
            "description!: Text",
            "theme: Choice([\"light\", \"dark\"])",
            "middleware: List",
            "date: Text",
            "publish_at: Text",
            "data: Free",
        ] {
            assert!(page.iter().any(|found| found == line), "{line}: {page:?}");
        }
        assert_eq!(
            summary::<EntryFront>()[..4],
            ["month!: Text", "stage!: Text", "title!: Text", "draft: Switch"]
        );
    }

    #[test]
    fn a_type_without_fields_has_none() {
        assert_eq!(fields::<String>(), []);
    }
}
