//! What can be wrong with one field of an answer, told so that the reader finds the unit and the field.

use crate::decimal::DecimalError;
use crate::text::TextError;
use crate::unit::BadUnitCode;
use serde_json::Value;
use std::fmt;

/// One field of one unit or amenity that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{item}, field {field} ('{wire}' on the platform): {fault}")]
pub struct FieldError {
    /// The unit or amenity: its code, or its place in the list when it has none.
    pub item: String,
    /// Our name of the field.
    pub field: &'static str,
    /// The platform's name of the field, as mapped in site.yaml.
    pub wire: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The platform does not send the field.
    #[error("is missing")]
    Missing,
    /// It sends another kind of value.
    #[error("is {0}")]
    WrongType(&'static str),
    /// A number that cannot be read.
    #[error("{0} {1}")]
    Number(Quoted, DecimalError),
    /// A count that is none.
    #[error("{0} is not a whole number from 0 to 255")]
    Count(Quoted),
    /// A text that cannot be shown.
    #[error("{0} {1}")]
    Text(Quoted, TextError),
    /// A code that cannot be part of an address.
    #[error("{0} {1}")]
    Code(Quoted, BadUnitCode),
    /// A word that site.yaml does not map to a status.
    #[error("{0} is no status that site.yaml knows (platform.statuses)")]
    UnknownStatus(Quoted),
    /// A word that site.yaml does not map to a level.
    #[error("{0} is no level that site.yaml knows (platform.levels)")]
    UnknownLevel(Quoted),
    /// A word that site.yaml does not map to a use.
    #[error("{0} is no use that site.yaml knows (platform.uses)")]
    UnknownUse(Quoted),
}

/// A value of the platform for a message: short, quoted, with control characters escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted(String);

impl Quoted {
    /// The longest part of a value that a message repeats, in characters.
    const LONGEST: usize = 40;

    pub(crate) fn new(text: &str) -> Self {
        let mut short: String = text.chars().take(Self::LONGEST).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        Self(short)
    }
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// The kind of a JSON value, for messages.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
