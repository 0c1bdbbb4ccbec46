//! Errors of the YAML library and messages of serde in the words of authors, who do not know `u32` or `struct Range`.

use super::nodes::TOO_DEEP;
use super::place_at;
use crate::problem::{Code, Place, did_you_mean, most_similar};

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
const MEANINGS: [(&str, &str, &str); 19] = [
    // By aliases: what is written too deeply is refused before.
    ("recursion limit exceeded", TOO_DEEP.0, TOO_DEEP.1),
    (
        "repetition limit exceeded",
        "aliases (`*name`) repeat too many values",
        "write the values out, or use fewer aliases",
    ),
    (
        "containing more than one document",
        "a line `---` begins a second document",
        "remove that line, and what belongs to another file",
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
        SECOND_COLON,
        "there is a second colon in this line",
        "put the text after the first colon in quotation marks",
    ),
    (
        "found character that cannot start any token",
        "a value cannot start with this character",
        "indent with spaces, and put texts that begin with a sign in quotation marks",
    ),
    (
        "did not find expected key",
        "this line is not indented like the lines above it",
        "start all keys of a group in the same column",
    ),
    (
        "did not find expected '-' indicator",
        "this line is not indented like the items above it",
        "start all dashes of a list in the same column",
    ),
    (
        "block sequence entries are not allowed",
        "a list cannot begin in this line",
        "write each item of a list in a line of its own, with a dash, below the list's key",
    ),
    (
        "did not find expected ',' or ']'",
        "a list in brackets lacks a comma or its end",
        "write it like `[a, b]`, and texts with signs in quotation marks",
    ),
    (
        "did not find expected ',' or '}'",
        "a group in braces lacks a comma or its end",
        "write it like `{a: 1, b: 2}`, and texts with signs in quotation marks",
    ),
    (
        "did not find expected node content",
        "a value is missing here",
        "write it, and one comma between two values",
    ),
    (
        "unknown anchor",
        "`*` repeats a value that has no name",
        "put texts that begin with `*` in quotation marks",
    ),
    (
        "expected alphabetic or numeric character",
        "a value cannot start with `*` or `&`",
        "put texts that begin with a sign in quotation marks",
    ),
    (
        "found unknown escape character",
        "the backslash in this text begins nothing that YAML knows",
        "write it twice, or put the text in single quotation marks",
    ),
    (
        "found a tab character",
        "this line is indented with a tab",
        "indent with spaces",
    ),
    (
        "found unexpected ':'",
        "there is a colon within brackets or braces",
        "put the text in quotation marks",
    ),
    (
        "found undefined tag",
        "a value cannot start with `!`",
        "put texts that begin with a sign in quotation marks",
    ),
];

/// How the library says that a value cannot have a key.
const SECOND_COLON: &str = "mapping values are not allowed in this context";

/// What it means of the first colon of a line: the line continues the value above it.
const TOO_DEEP_IN_LINE: (&str, &str) = (
    "this line is indented deeper than the keys above it",
    "start all keys of a group in the same column",
);

/// Whether no colon is before the one at a place in its line.
fn is_first_colon(text: &str, place: Place) -> bool {
    let line = text.split('\n').nth(place.line - 1).unwrap_or_default();
    !line
        .chars()
        .take(place.column - 1)
        .any(|letter| letter == ':')
}

/// What is wrong with a text that is not YAML in any other way.
const NOT_YAML: (&str, &str) = (
    "this cannot be read",
    "write `key: value`, indent with spaces, and put texts with signs in quotation marks",
);

impl ParseError {
    pub(super) fn new(sentence: &str, text: &str, place: Place) -> ParseError {
        let (message, last_place) = without_places(sentence, text);
        // The author must change the place where the quotation or the key begins; the library names it last.
        let is_open = ["end of stream", "a simple key"]
            .iter()
            .any(|end| message.contains(end));
        let place = match last_place {
            Some(last_place) if is_open => last_place,
            _ => place,
        };
        let sentence = Sentence::split(&message);
        let path = sentence.whole_path();
        let unknown = sentence.key("unknown field");
        let meant = unknown
            .and_then(|key| most_similar(key, &sentence.allowed()))
            .map(str::to_owned);
        let mut meanings = MEANINGS
            .iter()
            .map(|(words, meaning, hint)| (*words, *meaning, *hint));
        let meaning =
            meanings
                .find(|(words, ..)| message.contains(words))
                .map(|(words, meaning, hint)| {
                    if words == SECOND_COLON && is_first_colon(text, place) {
                        TOO_DEEP_IN_LINE
                    } else {
                        (meaning, hint)
                    }
                });
        let meaning = meaning.map(|(meaning, hint)| (meaning.to_owned(), hint.to_owned()));
        // YAML that can be read has a value that its type does not accept.
        let is_yaml = serde_yaml::from_str::<serde_yaml::Value>(text).is_ok();
        let otherwise = (!is_yaml && is_of_parser(&message))
            .then(|| (NOT_YAML.0.to_owned(), NOT_YAML.1.to_owned()));
        let words = meaning.or_else(|| sentence.for_authors()).or(otherwise);
        let (words, hint) = words.unzip();
        let code = match unknown {
            Some(_) => Code::UnknownKey,
            None if is_yaml => Code::InvalidValue,
            None => Code::InvalidSyntax,
        };
        ParseError {
            code,
            place,
            path,
            meant,
            // A type that reads a text quotes it, and may get none.
            message: words.unwrap_or_else(|| message.replace("``", "an empty text")),
            hint,
        }
    }
}

/// Whether a message has words of the parser of YAML, which authors do not know.
fn is_of_parser(message: &str) -> bool {
    let starts = [
        "did not find",
        "found ",
        "could not",
        "while ",
        "control characters",
    ];
    message.contains(", while ") || starts.iter().any(|start| message.starts_with(start))
}

/// Removes every ` at line 3 column 7` from a sentence about a text and returns the last position.
fn without_places(sentence: &str, text: &str) -> (String, Option<Place>) {
    let mut parts = sentence.split(" at line ");
    let mut message = parts.next().unwrap_or_default().to_owned();
    let mut last = None;
    for part in parts {
        let (line, rest) = leading_number(part);
        let (column, rest) = rest
            .strip_prefix(" column ")
            .map_or((1, rest), leading_number);
        message.push_str(rest);
        last = Some(place_at(text, line, column));
    }
    (message, last)
}

fn leading_number(text: &str) -> (usize, &str) {
    let end = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    (text[..end].parse().unwrap_or(1), &text[end..])
}

/// The types in messages of serde, and what to write.
const TYPES: [(&[&str], &str); 12] = [
    (&["u8"], "write a whole number from 0 to 255"),
    (&["u16"], "write a whole number from 0 to 65535"),
    (&["u32", "u64", "usize"], "write a whole number, 0 or more"),
    (&["i8"], "write a whole number from -128 to 127"),
    (&["i16"], "write a whole number from -32768 to 32767"),
    (&["i32", "i64"], "write a whole number"),
    (&["f32", "f64"], "write a number"),
    (&["a boolean"], "write `true` or `false`"),
    (&["a string"], "write a text"),
    (
        &["a YAML tag starting with '!'", "field identifier"],
        "write one word",
    ),
    (&["a map"], "write a group of keys"),
    (&["a sequence"], "write a list"),
];

/// What is wrong and what to do, for a message of serde without a path that names types of the program.
pub(crate) fn words_for_authors(message: &str) -> Option<(String, String)> {
    Sentence {
        path: "",
        detail: message,
    }
    .for_authors()
}

/// A sentence of serde about a value, with the path of the value before it.
struct Sentence<'a> {
    /// The keys to the value, or to the group that lacks one: `contact.phone`. Empty for the whole text.
    path: &'a str,
    detail: &'a str,
}

impl<'a> Sentence<'a> {
    fn split(message: &'a str) -> Sentence<'a> {
        let is_path = |path: &str| !path.contains([' ', '`', '"']);
        match message.split_once(": ") {
            Some((path, detail)) if is_path(path) => Sentence { path, detail },
            _ => Sentence {
                path: "",
                detail: message,
            },
        }
    }

    /// The path of the value; of the key, when one is unknown or missing.
    fn whole_path(&self) -> String {
        let key = ["unknown field", "missing field"]
            .iter()
            .find_map(|start| self.key(start));
        let parts = [self.path, key.unwrap_or_default()]
            .into_iter()
            .filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(".")
    }

    /// The words that are allowed instead of that of [`Sentence::key`].
    fn allowed(&self) -> Vec<&'a str> {
        self.detail.split('`').skip(3).step_by(2).collect()
    }

    /// The key or word in backticks of a detail that begins so.
    fn key(&self, start: &str) -> Option<&'a str> {
        Some(
            self.detail
                .strip_prefix(start)?
                .strip_prefix(" `")?
                .split_once('`')?
                .0,
        )
    }

    /// What is wrong and what to do, for the kinds of message that name types of the program.
    fn for_authors(&self) -> Option<(String, String)> {
        let of = |key: &str| match self.path {
            "" => format!("`{key}`"),
            path => format!("`{path}.{key}`"),
        };
        if let Some(key) = self.key("missing field") {
            return Some((format!("{} is missing", of(key)), "add it".to_owned()));
        }
        if let Some(key) = self.key("unknown field") {
            let colon = if self.path.is_empty() { "" } else { ": " };
            let hint = did_you_mean(key, self.allowed())
                .unwrap_or_else(|| "correct it, or remove it".to_owned());
            return Some((format!("{}{colon}unknown key `{key}`", self.path), hint));
        }
        if let Some(key) = self.key("duplicate field") {
            return Some((
                format!("{} is defined twice", of(key)),
                "remove one of them".to_owned(),
            ));
        }
        let subject = match self.path {
            "" => "the value".to_owned(),
            path => format!("`{path}`"),
        };
        if let Some(variant) = self.key("unknown variant") {
            let hint = did_you_mean(variant, self.allowed())?;
            return Some((format!("{subject} cannot be `{variant}`"), hint));
        }
        if let Some((length, expected)) = self
            .detail
            .strip_prefix("invalid length ")
            .and_then(|rest| rest.split_once(", expected "))
        {
            return Some((
                format!("{subject} is a list of {length}"),
                words_for_expected(expected),
            ));
        }
        let invalid = ["invalid type: ", "invalid value: "];
        let rest = invalid
            .iter()
            .find_map(|start| self.detail.strip_prefix(start))?;
        let (found, expected) = rest.rsplit_once(", expected ")?;
        if let Some(key) = key_without_space(found)
            && is_group(expected)
        {
            return Some((
                format!("`{key}:` has no space after its colon"),
                "write one".to_owned(),
            ));
        }
        Some((
            format!("{subject} is {}", words_for_found(found)),
            words_for_expected(expected),
        ))
    }
}

/// The key of a text like `title:Torre`, which is meant to be a key and its value.
fn key_without_space(found: &str) -> Option<&str> {
    let (key, value) = found.strip_prefix("string \"")?.split_once(':')?;
    let is_key = !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    // Neither an address nor a path of Windows.
    (is_key && key.len() > 1 && !value.starts_with([' ', '/'])).then_some(key)
}

fn words_for_found(found: &str) -> String {
    let starts = ["integer ", "floating point ", "boolean "];
    match found {
        "unit value" | "null" | "string \"\"" => "empty".to_owned(),
        "map" => "a group of keys".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => match (
            found.strip_prefix("string "),
            starts.iter().find_map(|start| found.strip_prefix(start)),
        ) {
            (Some(text), _) => format!("the text `{}`", text.trim_matches('"')),
            // Numbers beyond 64 bits come with the name of a type.
            (None, Some(value)) => value.split(" as ").next().unwrap_or(value).to_owned(),
            (None, None) => found.to_owned(),
        },
    }
}

fn is_group(expected: &str) -> bool {
    expected == "a map" || expected.starts_with("struct ")
}

fn words_for_expected(expected: &str) -> String {
    match TYPES.iter().find(|(names, _)| names.contains(&expected)) {
        Some((_, hint)) => (*hint).to_owned(),
        None if is_group(expected) => "write a group of keys".to_owned(),
        None => format!(
            "write {}",
            expected.replacen("an array of length", "a list of", 1)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_value_as_its_author_wrote_it() {
        // The message of the parser, and ours.
        let cases = r#"
facts.offices: invalid type: string "many", expected u32
    `facts.offices` is the text `many`: write a whole number, 0 or more
facts.vat_percent: invalid value: integer `300`, expected u8
    `facts.vat_percent` is `300`: write a whole number from 0 to 255
facts.area_m2: invalid type: sequence, expected struct Range
    `facts.area_m2` is a list: write a group of keys
name: invalid type: unit value, expected a string
    `name` is empty: write a text
facts: invalid type: string "", expected a map
    `facts` is empty: write a group of keys
name: invalid type: integer `9` as u128, expected a map
    `name` is `9`: write a group of keys
missing field `contact`
    `contact` is missing: add it
contact: missing field `phone`
    `contact.phone` is missing: add it
phase: unknown variant `finishd`, expected one of `presale`, `construction`, `finished`
    `phase` cannot be `finishd`: did you mean `finished`?
duplicate field `name`
    `name` is defined twice: remove one of them
unknown field `nort`, expected one of `depth`, `north`
    unknown key `nort`: did you mean `north`?
phase: invalid type: sequence, expected a YAML tag starting with '!'
    `phase` is a list: write one word
invalid length 1, expected struct Geometry with 10 elements
    the value is a list of 1: write a group of keys
invalid length 1, expected an array of length 2
    the value is a list of 1: write a list of 2"#;
        for case in cases.trim().lines().collect::<Vec<_>>().chunks(2) {
            let (what, hint) = Sentence::split(case[0]).for_authors().expect(case[0]);
            assert_eq!(format!("{what}: {hint}"), case[1].trim_start());
        }
        let ours = "contact.phone: `x` is not a phone number: write `+52`";
        assert!(Sentence::split(ours).for_authors().is_none());
    }
}
