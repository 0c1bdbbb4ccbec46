//! YAML text to typed values. The only module that knows the YAML library.
//!
//! Errors name the line and column in the author's own file: a caller that parses a part of a file
//! says how many lines stand before it. Reading needs no position of each value: [`locate`] finds
//! the place of one value afterwards, when there is something to say about it.

mod fault;
mod locate;
mod number;

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Deserializer, Visitor};

pub use locate::{Step, locate};
pub use number::{from_number, scaled};

use crate::problem::{Place, Problem};
use fault::Fault;

/// Parses YAML text that starts `lines_before` lines below the top of `file`.
///
/// # Errors
/// The first thing that is not YAML or does not fit the type, at its place in `file`.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str, lines_before: usize) -> Result<T, Problem> {
    serde_yaml::from_str(text).map_err(|error| {
        let place = error
            .location()
            .map_or(Place::START, |at| place_at(at.line(), at.column()));
        let fault = Fault::of(&error.to_string(), place);
        Problem::at(file, fault.place.lines_down(lines_before), fault.message).maybe_hint(fault.hint)
    })
}

/// Reads a text and turns it into a type of its own. Unlike serde's `try_from`, an error is noticed at the
/// text itself, and so has its place.
///
/// # Errors
/// What the type says about a text that it refuses.
pub fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<String, Error: fmt::Display>,
{
    struct Text<T>(PhantomData<T>);

    impl<T: TryFrom<String, Error: fmt::Display>> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a text")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
            T::try_from(text.to_owned()).map_err(E::custom)
        }
    }

    deserializer.deserialize_str(Text(PhantomData))
}

/// The library counts from 1, and says 0 where it does not know.
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
    fn a_misspelt_key_is_named_with_its_place() {
        let problem = parse::<Sample>("content/es/x.md", "titel: a\n", 1).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "content/es/x.md:2:1: unknown key \"titel\"; did you mean \"title\"?"
        );
    }

    #[test]
    fn broken_yaml_is_named_with_its_place() {
        let problem = parse::<Sample>("x.yaml", "title: [1, 2\n", 0).unwrap_err();
        assert_eq!(problem.file, "x.yaml");
        assert!(problem.line >= Some(1));
        assert!(!problem.message.contains(" at line "), "{}", problem.message);
    }
}
