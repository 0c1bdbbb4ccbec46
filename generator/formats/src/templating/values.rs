//! Conversion of JSON and serializable types to template values.

use minijinja::Value;
use serde::Serialize;

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
        serde_json::Value::Object(map) => {
            Value::from_pairs(map.iter().map(|(key, value)| (key.as_str(), from_json(value))))
        }
    }
}

/// A serializable value as template value; `none` when it cannot be serialized to JSON.
pub fn from_serialize(value: &impl Serialize) -> Value {
    serde_json::to_value(value).map_or_else(|_| Value::from(()), |json| from_json(&json))
}

/// A map of named values.
pub fn group<const N: usize>(pairs: [(&'static str, Value); N]) -> Value {
    Value::from_pairs(pairs)
}
