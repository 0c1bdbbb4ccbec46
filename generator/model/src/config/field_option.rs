//! The options of a choice, of a field of units and of a question alike, and the names that both have in data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lang::PerLang;

/// An option of a choice. Of a field of units the platform sends its key or one of its labels, in any case.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldOption {
    /// Its name in data.
    pub key: String,
    /// Its name for visitors.
    pub label: PerLang<String>,
}

/// What the platform may send for an option with this key: the key, or one of its labels.
pub(super) fn words(key: &str, label: &PerLang<String>) -> Vec<(String, String)> {
    let words = label.values().map(String::as_str).chain([key]);
    words
        .map(|word| (word.to_owned(), key.to_owned()))
        .collect()
}

/// What is wrong with a key that is not a name of data, and what to do.
pub(super) const NOT_A_NAME: &str =
    "this is not a name of data: write lower-case letters, digits and `_`, first a letter";

/// Whether a text can be the name of a field in data.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.len() <= 32
        && text
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

/// What is wrong with `options`, which only a choice has, and what to do.
pub(super) fn problems(is_choice: bool, options: &[FieldOption]) -> Vec<&'static str> {
    let mut found = Vec::new();
    if is_choice && options.is_empty() {
        found.push("a choice needs `options`: write a list of `{ key: ..., label: ... }`");
    }
    if !is_choice && !options.is_empty() {
        found.push("only a choice has `options`: remove them, or write `kind: choice`");
    }
    let mut keys: Vec<&str> = options.iter().map(|option| option.key.as_str()).collect();
    keys.sort_unstable();
    if keys.windows(2).any(|pair| pair[0] == pair[1]) {
        found.push("an option is declared twice: remove one of both");
    }
    found
}
