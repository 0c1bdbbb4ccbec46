//! The JSON of an answer. An object is a list of its fields, and texts are those of the answer where they can be:
//! units have a dozen fields, and reading ten thousand of them takes a third of the time and memory of maps.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

/// How many fields an object is expected to have: those of a unit.
const USUAL_FIELDS: usize = 12;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Json<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Json<'a>>),
    /// The fields of an object, in their order.
    Object(Vec<(JsonKey<'a>, Json<'a>)>),
}

/// The name of a field.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct JsonKey<'a>(#[serde(borrow)] Cow<'a, str>);

impl JsonKey<'_> {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'a> Json<'a> {
    /// The field of an object with this name; the last one, when there are several.
    pub fn get(&self, name: &str) -> Option<&Json<'a>> {
        let Json::Object(fields) = self else { return None };
        let field = fields.iter().rfind(|(known, _)| known.0 == name)?;
        Some(&field.1)
    }

    /// Its type, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "true or false",
            Json::Number(_) => "a number",
            Json::Text(_) => "a text",
            Json::List(_) => "a list",
            Json::Object(_) => "an object",
        }
    }
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json<'de>, D::Error> {
        deserializer.deserialize_any(AnyJson)
    }
}

struct AnyJson;

impl<'de> Visitor<'de> for AnyJson {
    type Value = Json<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(value.to_owned().into()))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Json<'de>, A::Error> {
        let mut fields = Vec::with_capacity(USUAL_FIELDS);
        while let Some(field) = object.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_value_is_read_and_the_last_of_two_fields_with_one_name_counts() {
        let text = r#"{"a": 1, "a": [null, true, 1, -2, 0.5, "x", "\u00f1"], "\u0062": {}}"#;
        let json: Json = serde_json::from_str(text).unwrap();
        let [one, minus_two, half] =
            [1.into(), (-2).into(), Number::from_f64(0.5).unwrap()].map(Json::Number);
        let [x, n] = ["x", "ñ"].map(|text| Json::Text(text.into()));
        let list = vec![Json::Null, Json::Bool(true), one, minus_two, half, x, n];
        assert_eq!(json.get("a"), Some(&Json::List(list)));
        assert_eq!(json.get("b"), Some(&Json::Object(Vec::new())));
        assert_eq!(json.get("c"), None);
        assert_eq!(Json::Null.get("a"), None);
    }
}
