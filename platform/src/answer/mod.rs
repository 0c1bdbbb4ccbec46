//! Parses the JSON of an answer into units and amenities with the names of `site.yaml`. Unknown fields are ignored; missing and
//! invalid ones are reported with their unit and field, all at once.

mod fault;
mod item;
mod own;

pub use fault::{Fault, FieldError};
pub(crate) use item::{unit, unit_code};
pub use own::{amenities_file, units_file};

use crate::amenity::Amenity;
use crate::config::PlatformConfig;
use crate::unit::{Unit, UnitCode};
use serde_json::Value;

/// An answer that does not have the format of the call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// The expected data is not where it should be.
    #[error("the answer should have {expected} at {path}, but has {found} there")]
    Shape {
        /// Where the data should be (`Data.Property`).
        path: &'static str,
        /// What should be there.
        expected: &'static str,
        /// The JSON type of what is there.
        found: &'static str,
    },
    /// The body reports that the call failed.
    #[error("the platform reports status {0} in the body of its answer")]
    Reported(i64),
    /// Missing or invalid fields, at least one.
    #[error("{}", summary(.0))]
    Fields(Vec<FieldError>),
}

/// Most errors in one message.
const MAX_SHOWN: usize = 5;

fn summary(faults: &[FieldError]) -> String {
    let shown: Vec<String> = faults.iter().take(MAX_SHOWN).map(ToString::to_string).collect();
    match faults.len().saturating_sub(MAX_SHOWN) {
        0 => shown.join("; "),
        more => format!("{}; and {more} more", shown.join("; ")),
    }
}

/// Parses the units of a file with a `property/list` answer, in its order. What no unit must have may be empty in a file in
/// our own format.
pub fn units(answer: &Value, map: &PlatformConfig) -> Result<Vec<Unit>, AnswerError> {
    let own = own::own_format(answer, map);
    let map = own.as_ref().unwrap_or(map);
    let is_usable = |error: &FieldError| own.is_some() && error.fault == Fault::Missing;
    collect(entries(answer)?, |at, entry| match unit(&[entry], at, map, None) {
        (Some(unit), faults) if faults.iter().all(is_usable) => Ok(unit),
        (_, faults) => Err(faults),
    })
}

/// The entries of a `property/list` answer.
pub(crate) fn entries(answer: &Value) -> Result<&[Value], AnswerError> {
    items(answer, "Property", "Data.Property")
}

/// The unit of a `property/detail` answer, an object or a list of one, which must have this code.
pub(crate) fn detail<'a>(
    answer: &'a Value,
    code: &UnitCode,
    map: &PlatformConfig,
) -> Result<&'a Value, AnswerError> {
    let (path, expected) = ("Data.Property", "the unit that was asked for");
    let value = match data(answer, "Property")? {
        Some(Value::Array(items)) if items.len() == 1 => &items[0],
        Some(object @ Value::Object(_)) => object,
        other => return Err(shape(path, expected, other)),
    };
    match unit_code(value, map).as_ref() == Some(code) {
        true => Ok(value),
        false => Err(AnswerError::Shape { path, expected, found: "another unit" }),
    }
}

/// Parses the amenities of an `amenities/list` answer, in its order.
pub fn amenities(answer: &Value, map: &PlatformConfig) -> Result<Vec<Amenity>, AnswerError> {
    let own = own::own_format(answer, map);
    let map = own.as_ref().unwrap_or(map);
    let items = items(answer, "Amenities", "Data.Amenities")?;
    collect(items, |at, value| item::amenity(value, at, map))
}

/// The text at `Data.Status` of a `sendContactMail` answer.
pub fn mail_status(answer: &Value) -> Result<String, AnswerError> {
    match data(answer, "Status")? {
        Some(Value::String(text)) => Ok(text.to_string()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        Some(Value::Bool(value)) => Ok(value.to_string()),
        other => Err(shape("Data.Status", "a text", other)),
    }
}

/// Fails when the body has a numeric `Status` other than 200.
pub(crate) fn reported_status(answer: &Value) -> Result<(), AnswerError> {
    let reported = match answer.get("Status") {
        Some(Value::Number(number)) => number.as_i64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    };
    match reported {
        Some(status) if status != 200 => Err(AnswerError::Reported(status)),
        _ => Ok(()),
    }
}

fn shape(path: &'static str, expected: &'static str, found: Option<&Value>) -> AnswerError {
    AnswerError::Shape { path, expected, found: found.map_or("nothing", kind) }
}

/// The type of a value, for messages.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn data<'a>(answer: &'a Value, name: &str) -> Result<Option<&'a Value>, AnswerError> {
    reported_status(answer)?;
    match answer.get("Data") {
        Some(data @ Value::Object(_)) => Ok(data.get(name)),
        other => Err(shape("Data", "an object", other)),
    }
}

fn items<'a>(answer: &'a Value, name: &str, path: &'static str) -> Result<&'a [Value], AnswerError> {
    match data(answer, name)? {
        Some(Value::Array(items)) => Ok(items),
        other => Err(shape(path, "a list", other)),
    }
}

/// Most errors that are collected, because an answer in another format has one per field and item.
const MAX_COLLECTED: usize = 1000;

/// All items, or the errors of all items. `parse` gets the place of an item, from 0.
pub(crate) fn collect<T>(
    items: &[Value],
    parse: impl Fn(usize, &Value) -> Result<T, Vec<FieldError>>,
) -> Result<Vec<T>, AnswerError> {
    let mut parsed = Vec::with_capacity(items.len());
    let mut faults = Vec::new();
    for (at, item) in items.iter().enumerate() {
        match parse(at, item) {
            Ok(item) => parsed.push(item),
            Err(found) => faults.extend(found),
        }
        if faults.len() >= MAX_COLLECTED {
            break;
        }
    }
    match faults.is_empty() {
        true => Ok(parsed),
        false => Err(AnswerError::Fields(faults)),
    }
}

#[cfg(test)]
mod tests;
