//! Parses the JSON of an answer into units and amenities with the names of `site.yaml`. What is wrong is reported all at once.

mod amenities;
mod item;
mod own;
mod units;
mod values;

use std::fmt::Display;

use serde_json::Value;

pub(crate) use item::find;
pub use own::{amenities_file, units_file};
pub(crate) use units::{NoPrice, unit, unit_code};

use crate::amenity::Amenity;
use crate::config::PlatformConfig;
use crate::unit::{Unit, UnitCode, is_control};

/// An answer that does not have the format of the call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what it is")]
pub enum AnswerError {
    /// The expected data is not where it should be; what is there, and what to do.
    #[error("{0}")]
    Shape(String),
    #[error("the platform reports status {0} in the body of its answer")]
    Reported(i64),
    #[error("the platform reports an error in its answer: {0}")]
    Failed(String),
    /// Missing or invalid fields, at least one.
    #[error("{}", summary(.0))]
    Fields(Vec<FieldError>),
}

const MAX_SHOWN: usize = 5;

fn summary(faults: &[FieldError]) -> String {
    let shown: Vec<String> = faults
        .iter()
        .take(MAX_SHOWN)
        .map(ToString::to_string)
        .collect();
    match faults.len().saturating_sub(MAX_SHOWN) {
        0 => shown.join("; "),
        more => format!("{}; and {more} more", shown.join("; ")),
    }
}

/// Parses the units of a file with a `property/list` answer, in its order. In our own format, what is optional may be empty.
pub fn units(answer: &Value, map: &PlatformConfig) -> Result<Vec<Unit>, AnswerError> {
    let own = own::own_format(answer, map);
    let map = own.as_ref().unwrap_or(map);
    let is_usable = |error: &FieldError| own.is_some() && error.fault == Fault::Missing;
    collect(entries(answer, map)?, |at, entry| {
        match unit(&[entry], at, map, NoPrice::OnRequest, None) {
            (Some(unit), faults) if faults.iter().all(is_usable) => Ok(unit),
            (_, faults) => Err(faults),
        }
    })
}

pub(crate) fn entries<'a>(
    answer: &'a Value,
    map: &PlatformConfig,
) -> Result<&'a [Value], AnswerError> {
    items(answer, map, "list", &map.list, "a list of units")
}

/// The unit of the answer of a detail, an object or a list of one, which must have this code.
pub(crate) fn detail<'a>(
    answer: &'a Value,
    code: &UnitCode,
    map: &PlatformConfig,
) -> Result<&'a Value, AnswerError> {
    let found = match data(answer, map, &map.detail)? {
        Some(Value::Array(items)) if items.len() == 1 => Ok(&items[0]),
        Some(object @ Value::Object(_)) => Ok(object),
        other => Err(other.map_or("nothing", kind)),
    };
    let is_wanted = |value: &&Value| unit_code(value, map).as_ref() == Some(code);
    let unit = found.and_then(|value| Some(value).filter(is_wanted).ok_or("another unit"));
    unit.map_err(|found| {
        shape(
            "detail",
            &map.detail,
            "the unit that was asked for",
            found,
            None,
        )
    })
}

/// Parses the amenities of an answer, in its order.
pub fn amenities(answer: &Value, map: &PlatformConfig) -> Result<Vec<Amenity>, AnswerError> {
    let own = own::own_format(answer, map);
    let map = own.as_ref().unwrap_or(map);
    let path = map.amenities.as_deref().unwrap_or(".");
    let items = items(answer, map, "amenities", path, "a list of amenities")?;
    collect(items, |at, value| amenities::amenity(value, at, map))
}

/// Whether an answer has something where its amenities would be.
pub fn has_amenities(answer: &Value, map: &PlatformConfig) -> bool {
    map.amenities
        .as_ref()
        .is_some_and(|path| find(answer, path).is_some())
}

/// The text at `Data.Status` of a `sendContactMail` answer. The mail was sent also when there is none.
pub fn mail_status(answer: &Value) -> Result<String, AnswerError> {
    reported_status(answer)?;
    Ok(match find(answer, "Data.Status") {
        Some(Value::String(text)) => text.clone(),
        Some(value @ (Value::Number(_) | Value::Bool(_))) => value.to_string(),
        _ => "no status".to_owned(),
    })
}

/// Fails when the body has a numeric `Status` other than 200.
pub(crate) fn reported_status(answer: &Value) -> Result<(), AnswerError> {
    let reported = match answer.get("Status") {
        Some(Value::Number(number)) => number.as_i64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    };
    reported
        .filter(|status| *status != 200)
        .map_or(Ok(()), |status| Err(AnswerError::Reported(status)))
}

/// `elsewhere` is where the data could be.
fn shape(
    key: &str,
    path: &str,
    expected: &str,
    found: &str,
    elsewhere: Option<String>,
) -> AnswerError {
    let elsewhere =
        elsewhere.map_or_else(String::new, |path| format!("; there is a list at `{path}`"));
    AnswerError::Shape(format!(
        "the answer has {found} at `{path}` instead of {expected}: write where it is as `platform.{key}` in \
         site.yaml{elsewhere}"
    ))
}

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

/// The value at `path` of an answer that does not report an error.
fn data<'a>(
    answer: &'a Value,
    map: &PlatformConfig,
    path: &str,
) -> Result<Option<&'a Value>, AnswerError> {
    match &map.error {
        None => reported_status(answer)?,
        Some(error) => {
            let is_none = |value: &&Value| match value {
                Value::Null | Value::Bool(false) => true,
                Value::String(text) => text.is_empty(),
                Value::Array(items) => items.is_empty(),
                _ => false,
            };
            if let Some(error) = find(answer, error).filter(|value| !is_none(value)) {
                let text = error
                    .as_str()
                    .map_or_else(|| error.to_string(), str::to_owned);
                return Err(AnswerError::Failed(quoted(&text)));
            }
        }
    }
    Ok(find(answer, path))
}

fn items<'a>(
    answer: &'a Value,
    map: &PlatformConfig,
    key: &str,
    path: &str,
    expected: &str,
) -> Result<&'a [Value], AnswerError> {
    match data(answer, map, path)? {
        Some(Value::Array(items)) => Ok(items),
        other => Err(shape(
            key,
            path,
            expected,
            other.map_or("nothing", kind),
            list_of_objects(answer, 3),
        )),
    }
}

/// Where the first list of objects in a value is, at most `depth` objects down.
fn list_of_objects(value: &Value, depth: usize) -> Option<String> {
    match value {
        Value::Array(items) => items
            .first()
            .is_some_and(Value::is_object)
            .then(|| ".".to_owned()),
        Value::Object(fields) if depth > 0 => fields.iter().find_map(|(name, value)| {
            let below = list_of_objects(value, depth - 1)?;
            let name: String = name
                .chars()
                .filter(|letter| !letter.is_control())
                .take(40)
                .collect();
            Some(if below == "." {
                name
            } else {
                format!("{name}.{below}")
            })
        }),
        _ => None,
    }
}

/// Most errors that are collected, because an answer in another format has one per field and item.
const MAX_COLLECTED: usize = 1000;

/// All items, or the errors of all items. `parse` gets the place of an item, from 0.
pub(crate) fn collect<'a, T>(
    items: &'a [Value],
    parse: impl Fn(usize, &'a Value) -> Result<T, Vec<FieldError>>,
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
    if faults.is_empty() {
        Ok(parsed)
    } else {
        Err(AnswerError::Fields(faults))
    }
}

/// An invalid field of a unit or amenity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{item}, field {field} ('{wire}' on the platform): {fault}")]
pub struct FieldError {
    /// Its place in the list, from 0.
    pub at: usize,
    /// The unit or amenity: its code, or its position in the list when it has none.
    pub item: String,
    /// Our name of the field.
    pub field: String,
    /// The platform's name of the field, as mapped in site.yaml.
    pub wire: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The field is missing.
    #[error("is missing")]
    Missing,
    /// The value has the wrong JSON type, or is refused; the message quotes it.
    #[error("{0}")]
    Invalid(String),
    /// A value that site.yaml does not map; the message quotes it.
    #[error("{0}")]
    Unmapped(String),
}

impl Fault {
    fn invalid(text: &str, why: impl Display) -> Self {
        Self::Invalid(format!("{} {why}", quoted(text)))
    }

    /// The value `text` is not a known `noun`; the key `map` of `platform` maps those.
    fn unmapped(text: &str, noun: &str, map: &str) -> Self {
        let text = quoted(text);
        Self::Unmapped(format!(
            "{text} is not a known {noun}: map it in `platform.{map}` of site.yaml"
        ))
    }
}

const MAX_QUOTED: usize = 40;

/// A value of the platform, shortened, in quotation marks, with control characters escaped.
fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// `text` on one line of at most `max` characters, without control characters and those that change the direction of text.
fn one_line(text: &str, max: usize) -> Result<String, String> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.contains(is_control) {
        return Err("contains a control character".to_owned());
    }
    match line.chars().count() {
        0 => Err("is empty".to_owned()),
        length if length > max => Err(format!("is longer than {max} characters")),
        _ => Ok(line),
    }
}

#[cfg(test)]
mod tests;
