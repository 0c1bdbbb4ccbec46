//! Decimal numbers without rounding, written with or without quotation marks.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, Visitor};

/// Deserializes a type from the text of a number or string. An error has the position of the value.
///
/// # Errors
/// The type's own error for a text that it does not accept.
pub(crate) fn from_number<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<String, Error: fmt::Display>,
{
    struct Number<T>(PhantomData<T>);

    impl<T: TryFrom<String, Error: fmt::Display>> Visitor<'_> for Number<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a number")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            T::try_from(text.to_owned()).map_err(E::custom)
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        // The shortest text that reads as this double is what the author wrote, for up to 15 digits.
        fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }
    }

    deserializer.deserialize_any(Number(PhantomData))
}

/// An unsigned decimal number as an integer, multiplied by 10 to the power of `decimals`. `None` for other text and
/// for numbers with more decimals.
pub(crate) fn scaled(text: &str, decimals: usize) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || fraction.len() > decimals {
        return None;
    }
    format!("{whole}{fraction:0<decimals$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_become_integers() {
        assert_eq!(scaled("18.4321", 4), Some(184_321));
        assert_eq!(scaled("30", 2), Some(3000));
        assert_eq!(scaled("0.5", 2), Some(50));
        for wrong in ["", ".5", "1,5", "1.234", "-1", "1e3", "99999999999999999999"] {
            assert_eq!(scaled(wrong, 2), None, "{wrong}");
        }
    }
}
