//! Errors of the JSON library, for authors.

use crate::problem::Place;
use crate::yaml::words_for_authors;

/// The position of an error, and what is wrong and what to do.
pub fn located(error: &serde_json::Error) -> (Place, String) {
    let (line, column) = (error.line().max(1), error.column().max(1));
    let sentence = error.to_string();
    let message = match sentence.split(" at line ").next().unwrap_or_default() {
        "recursion limit exceeded" => "values are nested too deeply",
        message => match words_for_authors(message) {
            Some((message, hint)) => return (Place { line, column }, format!("{message}: {hint}")),
            None => return (Place { line, column }, with_remedy(message)),
        },
    };
    (Place { line, column }, message.to_owned())
}

/// What is wrong with the syntax of JSON, and what to do.
pub fn with_remedy(message: &str) -> String {
    match message.contains("depth") {
        true => "values are nested too deeply".to_owned(),
        false => format!(
            "{message}: write `\"key\": \"text\"` with one comma between two values and none after the last, a line break \
             as `\\n`, a straight quotation mark as `\\\"`"
        ),
    }
}
