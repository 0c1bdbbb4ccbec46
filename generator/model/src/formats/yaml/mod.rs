//! YAML text to typed values. The only module that uses the YAML library.
//!
//! Errors have the line and column in the author's file: a caller that parses a part of a file passes the number of
//! lines before it. Values carry no positions; [`locate`] finds the position of one value when a message needs it.

mod locate;
mod number;
mod parse_error;

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{DeserializeOwned, Deserializer, Visitor};

pub use locate::{Step, locate};
pub(crate) use number::scaled;
pub(crate) use parse_error::unknown_key;

use crate::problem::{Place, Problem};
use parse_error::ParseError;

/// Parses YAML text that starts `lines_before` lines below the top of `file`.
///
/// # Errors
/// The first thing that is not YAML or does not match the type, with its position in `file`.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str, lines_before: usize) -> Result<T, Problem> {
    serde_yaml::from_str(text).map_err(|error| {
        let place = error
            .location()
            .map_or(Place::START, |at| place_at(at.line(), at.column()));
        let error = ParseError::new(&error.to_string(), place);
        Problem::at(file, error.place.lines_down(lines_before), error.message).maybe_hint(error.hint)
    })
}

/// Deserializes a type from the text of a scalar as written, of a number too: no decimal is lost in a float. Unlike with
/// serde's `try_from`, an error has the position of the text.
///
/// # Errors
/// The type's own error for a text that it does not accept.
pub(crate) fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
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

/// The library counts from 1; 0 means unknown.
fn place_at(line: usize, column: usize) -> Place {
    Place {
        line: line.max(1),
        column: column.max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        #[expect(dead_code, reason = "only parsed")]
        title: String,
    }

    #[test]
    fn a_misspelt_key_is_reported_with_its_position() {
        let problem = parse::<Sample>("content/es/x.md", "titel: a\n", 1).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "content/es/x.md:2:1: unknown key `titel`: did you mean `title`?"
        );
    }

    #[test]
    fn invalid_yaml_is_reported_with_its_position() {
        let problem = parse::<Sample>("x.yaml", "title: \"a\n", 3).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "x.yaml:4:8: this quotation mark is never closed: close it at the end of the text"
        );
        let problem = parse::<Sample>("x.yaml", "\ntitle: a: b\n", 0).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "x.yaml:2:9: there is a second colon in this line: put the text after the first colon in quotation marks"
        );
    }
}
