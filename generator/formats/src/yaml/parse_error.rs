//! Errors of the YAML library, rewritten for authors.

use super::depth::TOO_DEEP;
use super::place_at;
use super::words::Sentence;
use crate::code::Code;
use crate::problem::{Place, did_you_mean, most_similar};

/// An error of the library as position, message and hint.
pub(super) struct ParseError {
    pub(super) code: Code,
    pub(super) place: Place,
    /// The path of the value; of the key, when one is unknown or missing.
    pub(super) path: String,
    /// The key that was meant, when one is misspelt.
    pub(super) meant: Option<String>,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

/// Messages of the library with a technical wording, what they mean, and what to do.
const MEANINGS: [(&str, &str, &str); 7] = [
    // By aliases: what is written too deeply is refused before.
    ("recursion limit exceeded", TOO_DEEP.0, TOO_DEEP.1),
    (
        "repetition limit exceeded",
        "aliases (`*name`) repeat too many values",
        "write the values out, or use fewer aliases",
    ),
    (
        "found unexpected end of stream, while scanning a quoted scalar",
        "this quotation mark is never closed",
        "close it at the end of the text",
    ),
    (
        "could not find expected ':', while scanning a simple key",
        "this line has no colon with a space after it",
        "write `key: value`, or indent what belongs to the line above it",
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
    pub(super) fn new(sentence: &str, text: &str, place: Place) -> ParseError {
        let (message, last_place) = without_places(sentence, text);
        // The author must change the place where the quotation or the key begins; the library names it last.
        let place = match last_place {
            Some(begins) if ["end of stream", "a simple key"].iter().any(|end| message.contains(end)) => {
                begins
            }
            _ => place,
        };
        let path = path(&Sentence::split(&message));
        let meaning = MEANINGS.iter().find(|(words, ..)| message.contains(words));
        if let Some(unknown) = UnknownKey::find(&message) {
            return ParseError {
                code: Code::UnknownKey,
                place,
                path,
                meant: most_similar(unknown.key, &unknown.allowed).map(str::to_owned),
                hint: did_you_mean(unknown.key, unknown.allowed),
                message: format!("{}unknown key `{}`", unknown.before, unknown.key),
            };
        }
        let (message, hint) = match meaning {
            Some((_, meaning, hint)) => ((*meaning).to_owned(), Some((*hint).to_owned())),
            None => match Sentence::split(&message).for_authors() {
                Some((message, hint)) => (message, Some(hint)),
                None => (message, None),
            },
        };
        ParseError { code: code(text), place, path, meant: None, message, hint }
    }
}

fn path(sentence: &Sentence) -> String {
    let keys = ["unknown field", "missing field"];
    let key = keys.iter().find_map(|start| sentence.key(start));
    let parts = [sentence.path, key.unwrap_or_default()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(".")
}

/// YAML that can be read has a value that its type does not accept.
fn code(text: &str) -> Code {
    match serde_yaml::from_str::<serde_yaml::Value>(text) {
        Ok(_) => Code::InvalidValue,
        Err(_) => Code::InvalidSyntax,
    }
}

/// Removes every ` at line 3 column 7` from a sentence about a text and returns the last position.
fn without_places(sentence: &str, text: &str) -> (String, Option<Place>) {
    let mut parts = sentence.split(" at line ");
    let mut message = parts.next().unwrap_or_default().to_owned();
    let mut last = None;
    for part in parts {
        let (line, rest) = leading_number(part);
        let (column, rest) = rest.strip_prefix(" column ").map_or((1, rest), leading_number);
        message.push_str(rest);
        last = Some(place_at(text, line, column));
    }
    (message, last)
}

fn leading_number(text: &str) -> (usize, &str) {
    let (digits, rest) =
        text.split_at(text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len()));
    (digits.parse().unwrap_or(1), rest)
}

/// The library's sentence about a key that a file may not have.
struct UnknownKey<'a> {
    /// The path of the group with the key, and a colon.
    before: &'a str,
    key: &'a str,
    allowed: Vec<&'a str>,
}

impl UnknownKey<'_> {
    fn find(message: &str) -> Option<UnknownKey<'_>> {
        let (before, after) = message.split_once("unknown field `")?;
        let (key, expected) = after.split_once('`')?;
        let allowed = expected.split('`').skip(1).step_by(2).collect();
        Some(UnknownKey { before, key, allowed })
    }
}
