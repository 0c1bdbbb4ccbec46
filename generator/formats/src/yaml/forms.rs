//! Values that authors may write in several forms: as a text, a number, a list or a group of keys.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

/// How a type is read from each form in which it may be written; another form is an error.
pub trait Forms<'de>: Sized {
    /// What to write, as messages say it after "write".
    const EXPECTED: &'static str;

    /// Reads a text.
    fn of_text<E: Error>(text: &str) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Str(text), &Self::EXPECTED))
    }

    /// Reads a whole number, 0 or more.
    fn of_number<E: Error>(number: u64) -> Result<Self, E> {
        Err(E::invalid_type(
            Unexpected::Unsigned(number),
            &Self::EXPECTED,
        ))
    }

    /// Reads a list.
    fn of_list<A: SeqAccess<'de>>(_list: A) -> Result<Self, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Seq, &Self::EXPECTED))
    }

    /// Reads a group of keys.
    fn of_group<A: MapAccess<'de>>(_group: A) -> Result<Self, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Map, &Self::EXPECTED))
    }
}

/// Deserializes a type by the form in which it is written. Unlike with serde's untagged enums, an error has the position of what is
/// wrong, and says what that is.
pub fn from_forms<'de, D: Deserializer<'de>, T: Forms<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    struct AnyForm<T>(PhantomData<T>);

    impl<'de, T: Forms<'de>> Visitor<'de> for AnyForm<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str(T::EXPECTED)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            T::of_text(text)
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            T::of_number(number)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
            T::of_list(list)
        }

        fn visit_map<A: MapAccess<'de>>(self, group: A) -> Result<T, A::Error> {
            T::of_group(group)
        }
    }

    deserializer.deserialize_any(AnyForm(PhantomData))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde::de::value::SeqAccessDeserializer;

    use super::*;
    use crate::yaml::parse;

    #[derive(Debug)]
    struct Floors(Vec<u8>);

    impl<'de> Forms<'de> for Floors {
        const EXPECTED: &'static str = "a floor or a list of floors";

        fn of_number<E: Error>(number: u64) -> Result<Floors, E> {
            let floor = u8::try_from(number)
                .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &"u8"))?;
            Ok(Floors(vec![floor]))
        }

        fn of_list<A: SeqAccess<'de>>(list: A) -> Result<Floors, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(list)).map(Floors)
        }
    }

    impl<'de> Deserialize<'de> for Floors {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Floors, D::Error> {
            from_forms(deserializer)
        }
    }

    #[derive(Debug, Deserialize)]
    struct Building {
        floors: Floors,
    }

    fn read(floors: &str) -> Result<Vec<u8>, String> {
        let building = parse::<Building>("x.yaml", &format!("floors:\n  {floors}\n"), 0);
        building
            .map(|building| building.floors.0)
            .map_err(|problem| problem.to_string())
    }

    #[test]
    fn each_form_is_read() {
        assert_eq!(read("3"), Ok(vec![3]));
        assert_eq!(read("[1, 2]"), Ok(vec![1, 2]));
    }

    #[test]
    fn an_error_has_the_place_of_what_is_wrong() {
        for (written, message) in [
            (
                "300",
                "2:3: `floors` is `300`: write a whole number from 0 to 255",
            ),
            (
                "[1, x]",
                "2:7: `floors[1]` is the text `x`: write a whole number from 0 to 255",
            ),
            (
                "x",
                "2:3: `floors` is the text `x`: write a floor or a list of floors",
            ),
            (
                "{a: 1}",
                "2:3: `floors` is a group of keys: write a floor or a list of floors",
            ),
            (
                "-1",
                "2:3: `floors` is `-1`: write a floor or a list of floors",
            ),
        ] {
            assert_eq!(read(written), Err(format!("x.yaml:{message}")));
        }
    }
}
