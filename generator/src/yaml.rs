//! YAML text to typed values. The only file that knows the YAML library.
//!
//! Errors name the line and column in the author's own file: a caller that parses a part of a file
//! says how many lines stand before it. Reading needs no position of each value: [`locate`] finds
//! the place of one value afterwards, when there is something to say about it.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use crate::problem::{Place, Problem, did_you_mean};

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

/// What the library said, in words and with a place for authors.
struct Fault {
    place: Place,
    message: String,
    hint: Option<String>,
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
    fn of(sentence: &str, place: Place) -> Fault {
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

/// The library counts from 1, and says 0 where it does not know.
fn place_at(line: usize, column: usize) -> Place {
    Place {
        line: line.max(1),
        column: column.max(1),
    }
}

/// One step on the way to a value: a key of a map or an index of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A key of a map.
    Key(String),
    /// An index of a list, from 0.
    Index(usize),
}

/// The place of a value: of its key when the last step is a key, of the value itself otherwise.
/// A path that leads nowhere gives the place of the last step that exists.
pub fn locate(text: &str, path: &[Step]) -> Place {
    let result = Walk { path }.deserialize(serde_yaml::Deserializer::from_str(text));
    match result.err().and_then(|error| error.location()) {
        Some(at) => Place {
            line: at.line().max(1),
            column: at.column().max(1),
        },
        None => Place::START,
    }
}

/// Walks down a path and stops there with an error: the library then says where that was, which is
/// the only way to learn a place from it.
struct Walk<'a> {
    path: &'a [Step],
}

const ARRIVED: &str = "arrived";

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((Step::Key(wanted), rest)) = self.path.split_first() else {
            return Err(A::Error::custom(ARRIVED));
        };
        while let Some(found) = map.next_key_seed(Key {
            wanted,
            is_last: rest.is_empty(),
        })? {
            if found {
                map.next_value_seed(Walk { path: rest })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Err(A::Error::custom(ARRIVED))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((Step::Index(wanted), rest)) = self.path.split_first() else {
            return Err(A::Error::custom(ARRIVED));
        };
        for _ in 0..*wanted {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(Walk { path: rest })?;
        Err(A::Error::custom(ARRIVED))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        Err(E::custom(ARRIVED))
    }

    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<(), E> {
        Err(E::custom(ARRIVED))
    }

    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<(), E> {
        Err(E::custom(ARRIVED))
    }

    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<(), E> {
        Err(E::custom(ARRIVED))
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<(), E> {
        Err(E::custom(ARRIVED))
    }

    fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<(), E> {
        Err(E::custom(ARRIVED))
    }
}

/// Reads a key: says whether it is the wanted one, or stops there when it is the end of the path.
struct Key<'a> {
    wanted: &'a str,
    is_last: bool,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key<'_> {
    type Value = bool;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<bool, E> {
        match (key == self.wanted, self.is_last) {
            (true, true) => Err(E::custom(ARRIVED)),
            (found, _) => Ok(found),
        }
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

    #[test]
    fn a_value_is_found_again() {
        let text = "title: x\ndata:\n  items:\n    - body: one\n    - body: two\n      more: {a: 1}\n";
        let key = |name: &str| Step::Key(name.to_owned());
        assert_eq!(
            locate(text, &[key("data"), key("items")]),
            Place { line: 3, column: 3 }
        );
        let second = [key("data"), key("items"), Step::Index(1)];
        assert_eq!(locate(text, &second), Place { line: 5, column: 7 });
        let more = [key("data"), key("items"), Step::Index(1), key("more")];
        assert_eq!(locate(text, &more), Place { line: 6, column: 7 });
    }
}
