//! Errors of the YAML library, rewritten for authors.

use super::place_at;
use crate::problem::{Place, did_you_mean};

/// An error of the library as position, message and hint.
pub(super) struct ParseError {
    pub(super) place: Place,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

/// Messages of the library with a technical wording, what they mean, and what to do.
const MEANINGS: [(&str, &str, &str); 4] = [
    (
        "found unexpected end of stream, while scanning a quoted scalar",
        "this quotation mark is never closed",
        "close it at the end of the text",
    ),
    (
        "mapping values are not allowed in this context",
        "there is a second colon in this line",
        "put the text after the first colon in quotation marks",
    ),
    (
        "found character that cannot start any token",
        "a value cannot start with this character",
        "indent with spaces, and put texts that begin with a sign in quotation marks",
    ),
    (
        "while parsing a block mapping, did not find expected key",
        "this line is not indented like the lines above it",
        "start all keys of a group in the same column",
    ),
];

impl ParseError {
    pub(super) fn new(sentence: &str, place: Place) -> ParseError {
        let (message, places) = without_places(sentence);
        // The author must change the place where the quotation was opened; the library names it last.
        let place = match places.last() {
            Some(opened) if message.contains("end of stream") => *opened,
            _ => place,
        };
        if let Some((message, hint)) = misspelt_key(&message) {
            return ParseError { place, message, hint };
        }
        let known = MEANINGS.iter().find(|(words, ..)| message.contains(words));
        match known {
            Some((_, meaning, hint)) => ParseError {
                place,
                message: (*meaning).to_owned(),
                hint: Some((*hint).to_owned()),
            },
            None => ParseError {
                place,
                message,
                hint: None,
            },
        }
    }
}

/// Removes every ` at line 3 column 7` from a sentence and returns the positions.
fn without_places(sentence: &str) -> (String, Vec<Place>) {
    const LINE: &str = " at line ";
    const COLUMN: &str = " column ";
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let (mut message, mut places) = (String::new(), Vec::new());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once(LINE) {
        message.push_str(before);
        let line = number(after);
        rest = &after[line.len()..];
        let mut column = String::new();
        if let Some(after) = rest.strip_prefix(COLUMN) {
            column = number(after);
            rest = &after[column.len()..];
        }
        places.push(place_at(line.parse().unwrap_or(1), column.parse().unwrap_or(1)));
    }
    message.push_str(rest);
    (message, places)
}

fn misspelt_key(message: &str) -> Option<(String, Option<String>)> {
    let (before, after) = message.split_once("unknown field `")?;
    let (word, expected) = after.split_once('`')?;
    let allowed: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    Some((
        format!("{before}{}", unknown_key(word)),
        did_you_mean(word, allowed),
    ))
}

/// The message about a key that a file may not have.
pub(crate) fn unknown_key(key: &str) -> String {
    format!("unknown key `{key}`")
}
