//! Errors of the JSON library, for authors.

use crate::problem::Place;

/// The position and the message of an error.
pub fn located(error: &serde_json::Error) -> (Place, String) {
    let (line, column) = (error.line().max(1), error.column().max(1));
    let sentence = error.to_string();
    let message = match sentence.split(" at line ").next().unwrap_or_default() {
        "recursion limit exceeded" => "values are nested too deeply",
        message => message,
    };
    (Place { line, column }, message.to_owned())
}
