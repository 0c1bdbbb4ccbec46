//! Conversion of JSON and serializable types to template values, and how templates write them.

use minijinja::{AutoEscape, Error, Output, State, Value, escape_formatter};
use serde::Serialize;

use crate::escape::write_escaped_html;

/// A JSON value as template value. Objects keep the order of their keys.
pub fn from_json(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::from(()),
        serde_json::Value::Bool(yes) => Value::from(*yes),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(whole) => Value::from(whole),
            None => Value::from(number.as_f64()),
        },
        serde_json::Value::String(text) => Value::from(text.as_str()),
        serde_json::Value::Array(list) => list.iter().map(from_json).collect(),
        serde_json::Value::Object(map) => Value::from_pairs(
            map.iter()
                .map(|(key, value)| (key.as_str(), from_json(value))),
        ),
    }
}

/// A serializable value as template value; `none` when it cannot be serialized to JSON.
pub fn from_serialize(value: &impl Serialize) -> Value {
    serde_json::to_value(value).map_or_else(|_| Value::from(()), |json| from_json(&json))
}

/// Writes a value, in HTML templates escaped unless it is HTML already. minijinja's own formatter also escapes every slash.
pub fn write_value(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    match value.as_str() {
        Some(text) if !value.is_safe() && matches!(state.auto_escape(), AutoEscape::Html) => {
            write_escaped_html(out, text).map_err(Error::from)
        }
        _ => escape_formatter(out, state, value),
    }
}
