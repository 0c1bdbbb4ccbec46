//! Errors of single fields of an answer, with the unit and the field.

use crate::decimal::DecimalError;
use crate::text::TextError;
use crate::unit::BadUnitCode;
use std::fmt;

/// An invalid field of a unit or amenity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{item}, field {field} ('{wire}' on the platform): {fault}")]
pub struct FieldError {
    /// The unit or amenity: its code, or its position in the list when it has none.
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
    /// The field is missing.
    #[error("is missing")]
    Missing,
    /// The value has the wrong JSON type.
    #[error("is {0}")]
    WrongType(&'static str),
    /// A number that cannot be parsed.
    #[error("{0} {1}")]
    Number(Quoted, DecimalError),
    /// Not a valid count.
    #[error("{0} is not a whole number from 0 to 255")]
    Count(Quoted),
    /// A text that is rejected.
    #[error("{0} {1}")]
    Text(Quoted, TextError),
    /// Not a valid unit code.
    #[error("{0} {1}")]
    Code(Quoted, BadUnitCode),
    /// A value that site.yaml does not map to a status.
    #[error("{0} is not a known status: map it in `platform.statuses` of site.yaml")]
    UnknownStatus(Quoted),
    /// A value that site.yaml does not map to a level.
    #[error("{0} is not a known level: map it in `platform.levels` of site.yaml")]
    UnknownLevel(Quoted),
    /// A value that site.yaml does not map to a use.
    #[error("{0} is not a known use: map it in `platform.uses` of site.yaml")]
    UnknownUse(Quoted),
}

/// A value of the platform for a message: shortened, quoted, with control characters escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted(String);

impl Quoted {
    /// Most characters of a value in a message.
    const MAX: usize = 40;

    pub(crate) fn new(text: &str) -> Self {
        let mut short: String = text.chars().take(Self::MAX).collect();
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
