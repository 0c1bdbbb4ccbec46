//! The position of a value in a YAML text. The library gives positions only in errors, so this deserializes up to the
//! value and returns an error there.

use std::fmt;

use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use ts_rs::TS;

use super::place_at;
use crate::problem::Place;

/// One step of a path to a value: a key of a map or an index of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(untagged)]
pub enum Step {
    /// A key of a map.
    Key(String),
    /// An index of a list, from 0.
    Index(usize),
}

/// The position of a value: of its key when the last step is a key, of the value itself otherwise. When the path does
/// not exist, the position of the last step that does.
pub fn locate(text: &str, path: &[Step]) -> Place {
    let result = Walk { path }.deserialize(serde_yaml::Deserializer::from_str(text));
    match result.err().and_then(|error| error.location()) {
        Some(at) => place_at(text, at.line(), at.column()),
        None => Place::START,
    }
}

/// Follows a path and returns an error at its end; the library adds the position to the error. A scalar is an end too:
/// every visitor refuses what it has no method for.
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
}

/// Reads a key: returns whether it is the next step of the path, or an error when it is the last step.
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

    #[test]
    fn a_path_gives_the_position_of_its_value() {
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
