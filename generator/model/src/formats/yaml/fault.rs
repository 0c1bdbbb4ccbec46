//! What the YAML library says about a mistake, in the words of authors.

use super::place_at;
use crate::problem::{Place, did_you_mean};

/// What the library said, in words and with a place for authors.
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

/// Words of the library that authors need not know, what they mean, and what to do.
const MEANINGS: [(&str, &str, &str); 4] = [
    (
        "found unexpected end of stream, while scanning a quoted scalar",
        "this quotation mark is never closed",
        "close it at the end of the text",
    ),
    (
        "mapping values are not allowed in this context",
        "a second colon in this line",
        "put the text after the first colon in quotation marks",
    ),
    (
        "found character that cannot start any token",
        "a character that cannot stand here",
        "indent with spaces, and put texts that begin with a sign in quotation marks",
    ),
    (
        "while parsing a block mapping, did not find expected key",
        "this line does not fit the ones above it",
        "keys of one group begin in the same column",
    ),
];

impl Fault {
    pub(super) fn of(sentence: &str, place: Place) -> Fault {
        let (message, places) = without_places(sentence);
        // What is never closed is best mended where it was opened, which the library says last.
        let place = match places.last() {
            Some(opened) if message.contains("end of stream") => *opened,
            _ => place,
        };
        if let Some((words, hint)) = misspelt_key(&message) {
            return Fault {
                place,
                message: words,
                hint,
            };
        }
        let known = MEANINGS.iter().find(|(words, ..)| message.contains(words));
        match known {
            Some((_, meaning, hint)) => Fault {
                place,
                message: (*meaning).to_owned(),
                hint: Some((*hint).to_owned()),
            },
            None => Fault {
                place,
                message,
                hint: None,
            },
        }
    }
}

/// Takes every ` at line 3 column 7` out of a sentence.
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
        format!("{before}unknown key \"{word}\""),
        did_you_mean(word, allowed),
    ))
}
