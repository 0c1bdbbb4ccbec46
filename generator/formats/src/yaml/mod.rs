//! YAML text to typed values, and changes of the text. Errors have the line and column in the author's file; values carry no
//! positions: [`locate`] finds that of one value when a message needs it.

mod edit;
mod forms;
mod locate;
mod misread;
mod nodes;
mod parse_all;
mod parse_error;

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{DeserializeOwned, Deserializer, Visitor};

pub use edit::{CannotEdit, edited, path_at, repeated};
pub use forms::{Forms, from_forms};
pub use locate::{LocatedText, Places, Step, locate, path};
pub use misread::misread;
pub use parse_all::{Parsed, parse_all};

use crate::problem::{Code, Place, Problem};
pub(crate) use nodes::TOO_DEEP;
use parse_error::ParseError;
pub(crate) use parse_error::words_for_authors;

/// Parses YAML text that starts `lines_before` lines below the top of `file`.
///
/// # Errors
/// The first thing that is nested too deeply, is not YAML, does not match the type or has a key twice, with its position in `file`.
pub fn parse<T: DeserializeOwned>(
    file: &str,
    text: &str,
    lines_before: usize,
) -> Result<T, Problem> {
    if let Some(place) = nodes::too_deep(text) {
        let (place, (message, hint)) = (place.lines_down(lines_before), nodes::TOO_DEEP);
        return Err(Problem::at(Code::InvalidSyntax, file, place, message).hint(hint));
    }
    if text.contains('\\')
        && let Some((place, message)) = nodes::control_character(text)
    {
        let place = place.lines_down(lines_before);
        return Err(Problem::at(Code::InvalidEncoding, file, place, message).hint("remove it"));
    }
    let root = nodes::parse(text);
    let read = serde_yaml::from_str(&misread::without_words_for_empty(text, root.as_ref()));
    let value = read.map_err(|error| {
        let place = error
            .location()
            .map_or(Place::START, |at| place_at(text, at.line(), at.column()));
        if let Some(place) = misread::wrong_indentation(text) {
            let message = "this line is indented with a sign that only looks like a space";
            return Problem::at(
                Code::InvalidSyntax,
                file,
                place.lines_down(lines_before),
                message,
            )
            .hint("indent with spaces");
        }
        let ParseError {
            code,
            place,
            message,
            hint,
            ..
        } = ParseError::new(&error.to_string(), text, place);
        Problem::at(code, file, place.lines_down(lines_before), message).maybe_hint(hint)
    })?;
    let misread = root.and_then(|root| {
        misread::repeated_key(text, &root).or_else(|| misread::cut_by_comment(text, &root))
    });
    match misread {
        Some((place, message, hint)) => {
            let place = place.lines_down(lines_before);
            Err(Problem::at(Code::InvalidValue, file, place, message).hint(hint))
        }
        None => Ok(value),
    }
}

/// Deserializes a type from the text of a scalar as written, of a number too: no decimal is lost in a float. Unlike with
/// serde's `try_from`, an error has the position of the text. In schemas it is a text with a pattern, or a number.
///
/// With `written`, the type is also serialized as the text that it displays.
#[macro_export]
macro_rules! read_as_text {
    ($type:ty, $pattern:literal, written) => {
        $crate::read_as_text!($type, $pattern);

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
    ($type:ty, $pattern:literal) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::yaml::from_text(deserializer)
            }
        }

        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"type": ["string", "number"], "pattern": $pattern})
            }
        }
    };
}

/// Defines a text of a certain form for [`read_as_text`]: type, pattern, whether a text has the form, and what messages say otherwise.
#[macro_export]
macro_rules! checked_text {
    ($(#[$attribute:meta])* $name:ident, $pattern:literal, $is_valid:expr, $otherwise:literal) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<$name, String> {
                let is_valid: fn(&str) -> bool = $is_valid;
                if is_valid(text) {
                    Ok($name(text.to_owned()))
                } else {
                    Err(format!(concat!("`{}` ", $otherwise), text))
                }
            }
        }

        $crate::read_as_text!($name, $pattern);
    };
}

/// What [`read_as_text`] calls.
pub fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    struct Text<T>(PhantomData<T>);

    impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a text or a number")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
            T::from_str(text).map_err(E::custom)
        }
    }

    deserializer.deserialize_str(Text(PhantomData))
}

/// The position in a text of a line and a column of the library, which counts from 1; 0 means unknown. It ends lines at
/// every line break of YAML 1.1, editors and our positions only at `\n`.
fn place_at(text: &str, line: usize, column: usize) -> Place {
    const BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
    let mut rest = text;
    for _ in 1..line {
        let Some((before, after)) = rest.split_once(BREAKS) else {
            break;
        };
        let is_pair = rest[before.len()..].starts_with("\r\n");
        rest = &after[usize::from(is_pair)..];
    }
    let start = Place::of_offset(text, text.len() - rest.len());
    Place {
        column: start.column + column.saturating_sub(1),
        ..start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        #[expect(dead_code, reason = "only parsed")]
        title: String,
    }

    #[test]
    fn an_escape_writes_no_control_character() {
        let text = "title: |\n  é\\x\ndata: [\"é\\t\\u00e9\", \"a\\u000bb\"]\n";
        let problem = parse::<serde_json::Value>("x.md", text, 1).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "x.md:4:21: has the control character U+000B: remove it"
        );
    }

    proptest! {
        #[test]
        fn no_message_has_words_of_the_parser(text in "(a|: |\n|  |- |\\[|\\]|\\{|\\}|,|\"|'|\\*|&|!|%|@|\t|\\||>|#|\\\\){0,12}") {
            if let Err(problem) = parse::<serde_json::Value>("x.yaml", &text, 0) {
                let printed = problem.to_string();
                for words in ["while ", "did not find", "token", "scalar", "block mapping", "flow "] {
                    prop_assert!(!printed.contains(words), "{:?}: {}", text, printed);
                }
            }
        }
    }

    #[test]
    fn lines_that_are_indented_otherwise_and_brackets_that_are_not_closed_are_explained() {
        for (text, message) in [
            (
                "a: 1\nb:\n  c: 1\n   d: 2\n",
                "x.yaml:4:5: this line is indented deeper",
            ),
            ("a: b: 2\n", "second colon"),
            (
                "a:\n  b: 1\n c: 2\n",
                "x.yaml:3:2: this line is not indented like the lines above it",
            ),
            (
                "a: [b, c\nd: 1\n",
                "a list in brackets lacks a comma or its end",
            ),
            (
                "a: {b: 1\nd: 1\n",
                "a group in braces lacks a comma or its end",
            ),
            ("a: *b\n", "`*` repeats a value that has no name"),
            ("a: \"C:\\web\"\n", "x.yaml:1:"),
            ("a: - b\n", "a list cannot begin in this line"),
        ] {
            let found = parse::<serde_json::Value>("x.yaml", text, 0)
                .unwrap_err()
                .to_string();
            assert!(found.contains(message), "{text:?}: {found}");
        }
    }

    #[test]
    fn only_line_feeds_end_a_line() {
        let text = "\r\r\u{85}title: a: b\r\ntitle: \"a\n";
        let problem = parse::<Sample>("x.yaml", text, 0).unwrap_err();
        assert_eq!((problem.line, problem.column), (Some(1), Some(12)));
        assert_eq!(place_at(text, 5, 8), Place { line: 2, column: 8 });
        assert_eq!(place_at("", 9, 0), Place::START);
    }
}
