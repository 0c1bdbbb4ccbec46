//! Fields of units that a development declares (`unit_fields` of site.yaml), beside those that every unit has.

use crate::area::Area;
use crate::field_map::{FieldSource, folded};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The key of the field with the key of a unit's building, in a development with several.
pub const BUILDING: &str = "building";

/// What a declared field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// A whole number from 0 to 65,535.
    Count,
    /// A number that is not negative, with at most two decimals.
    Number,
    /// One of the options that the field declares.
    Choice,
    /// Whether the unit has something.
    YesNo,
    /// Square metres.
    Area,
    /// A line of text.
    Text,
}

/// The value of a declared field. JSON: a number, `true` or `false`, or a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum FieldValue {
    /// Of [`FieldKind::YesNo`].
    YesNo(bool),
    /// A count, a number or an area, in hundredths.
    Number(#[ts(as = "f64")] Area),
    /// A text, or the key of an option.
    Text(String),
}

/// How the platform sends a declared field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredField {
    /// Our name of the field.
    pub key: String,
    /// Where it comes from.
    pub name: FieldSource,
    /// What it holds.
    pub kind: FieldKind,
    /// Of a choice: the platform's words for an option, and its key.
    pub options: Vec<(String, String)>,
    /// Of a count and a number: what the platform may write behind it, like `kVA`.
    pub measures: Vec<String>,
}

impl DeclaredField {
    /// The key of the option that the platform's word means.
    pub(crate) fn option(&self, word: &str) -> Option<FieldValue> {
        let sent = folded(word);
        let option = self.options.iter().find(|(word, _)| folded(word) == sent);
        option.map(|(_, key)| FieldValue::Text(key.clone()))
    }
}
