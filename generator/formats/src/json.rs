//! Errors of the JSON library, for authors.

use crate::problem::Place;
use crate::yaml::{TOO_DEEP, words_for_authors};

/// The position of an error, and what is wrong and what to do.
pub fn located(error: &serde_json::Error) -> (Place, String) {
    let place = Place {
        line: error.line().max(1),
        column: error.column().max(1),
    };
    let sentence = error.to_string();
    let message = sentence.split(" at line ").next().unwrap_or_default();
    let words = words_for_authors(message).map(|(what, hint)| format!("{what}: {hint}"));
    (place, words.unwrap_or_else(|| with_remedy(message)))
}

/// What is wrong with the syntax of JSON, and what to do.
pub fn with_remedy(message: &str) -> String {
    match message {
        "maximum nesting depth exceeded" | "recursion limit exceeded" => {
            format!("{}: {}", TOO_DEEP.0, TOO_DEEP.1)
        }
        _ => format!(
            "{message}: write `\"key\": \"text\"` with one comma between two values and none after the last, a line break \
             as `\\n`, a straight quotation mark as `\\\"`"
        ),
    }
}
