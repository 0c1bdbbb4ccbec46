//! Errors of single fields of an answer, with the unit and the field.

use std::borrow::Cow;
use std::fmt::Display;

/// An invalid field of a unit or amenity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{item}, field {field} ('{wire}' on the platform): {fault}")]
pub struct FieldError {
    /// The unit or amenity: its code, or its position in the list when it has none.
    pub item: String,
    /// Our name of the field.
    pub field: Cow<'static, str>,
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
    /// The value `text` is refused because of `why`.
    pub(super) fn invalid(text: &str, why: impl Display) -> Self {
        Self::Invalid(format!("{} {why}", quoted(text)))
    }

    /// The value `text` is not a known `noun`; the key `map` of `platform` maps those.
    pub(super) fn unmapped(text: &str, noun: &str, map: &str) -> Self {
        let text = quoted(text);
        Self::Unmapped(format!("{text} is not a known {noun}: map it in `platform.{map}` of site.yaml"))
    }
}

/// Most characters of a value in a message.
const MAX_QUOTED: usize = 40;

/// A value of the platform, shortened, in quotation marks, with control characters escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
