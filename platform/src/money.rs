//! Money as an integer number of centavos of a Mexican peso, with exact parsing, checked arithmetic and one text format.

use crate::decimal::{self, DecimalError, ExtraDecimals};
use serde::{Deserialize, Serialize};
use std::fmt;

/// An amount in centavos (MXN). JSON: the integer number of centavos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(pub i64);

impl Money {
    /// `pesos` without centavos; `None` when that does not fit.
    pub const fn from_pesos(pesos: i64) -> Option<Self> {
        match pesos.checked_mul(100) {
            Some(centavos) => Some(Self(centavos)),
            None => None,
        }
    }

    /// The amount in centavos.
    pub const fn centavos(self) -> i64 {
        self.0
    }

    /// Parses `3200000`, `3,200,000.00`, `$3,200,000 MXN`. Fractions of a centavo are an error.
    pub fn parse(text: &str) -> Result<Self, DecimalError> {
        let suffixes = ["MXN", "M.N.", "MN", "pesos"];
        decimal::hundredths(text, &["MX$", "MXN$", "MXN $", "MXN", "$"], &suffixes, ExtraDecimals::Reject)
            .map(Self)
    }

    /// Sum, or `None` when it does not fit.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// Difference, or `None` when it does not fit.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// Product with a count, or `None` when it does not fit.
    pub fn checked_mul(self, times: i64) -> Option<Self> {
        self.0.checked_mul(times).map(Self)
    }
}

/// `$3,200,000 MXN`, with a no-break space before the currency; centavos only when they are not zero.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            f.write_str("-")?;
        }
        let centavos = self.0.unsigned_abs();
        f.write_str("$")?;
        decimal::write_grouped(centavos / 100, f)?;
        if !centavos.is_multiple_of(100) {
            write!(f, ".{:02}", centavos % 100)?;
        }
        f.write_str("\u{a0}MXN")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parses_the_usual_formats() {
        for (text, centavos) in [
            ("3200000", 320_000_000),
            ("3,200,000.00", 320_000_000),
            ("$3,200,000 MXN", 320_000_000),
            (" $ 3,200,000.5\u{a0}mxn ", 320_000_050),
            ("MXN 45.10", 4510),
            ("0", 0),
            ("-1.01", -101),
            ("-$1", -100),
            ("3200000.0000", 320_000_000),
        ] {
            assert_eq!(Money::parse(text), Ok(Money(centavos)), "{text}");
        }
    }

    #[test]
    fn ambiguous_or_malformed_text_is_an_error() {
        use DecimalError::{Empty, NotANumber, TooLarge, TooPrecise};
        for (text, error) in [
            ("", Empty),
            ("$ MXN", Empty),
            ("a", NotANumber),
            ("NaN", NotANumber),
            ("3.200.000,00", NotANumber),
            ("3,2", NotANumber),
            ("3200,000", NotANumber),
            (",000", NotANumber),
            ("1,,000", NotANumber),
            ("1.", NotANumber),
            (".5", NotANumber),
            ("3e6", NotANumber),
            ("--1", NotANumber),
            ("٣", NotANumber),
            ("1.005", TooPrecise),
            ("99999999999999999999", TooLarge),
            ("9,999,999,999,999,999,999,999", TooLarge),
            ("92233720368547758.08", TooLarge),
        ] {
            assert_eq!(Money::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn arithmetic_is_checked() {
        assert_eq!(Money(1).checked_add(Money(2)), Some(Money(3)));
        assert_eq!(Money(i64::MAX).checked_add(Money(1)), None);
        assert_eq!(Money(i64::MIN).checked_sub(Money(1)), None);
        assert_eq!(Money(i64::MAX).checked_mul(2), None);
        assert_eq!(Money::from_pesos(i64::MAX), None);
        assert_eq!(Money(i64::MIN).to_string(), "-$92,233,720,368,547,758.08\u{a0}MXN");
    }

    proptest! {
        #[test]
        fn text_round_trips(centavos in -i64::MAX..=i64::MAX) {
            prop_assert_eq!(Money::parse(&Money(centavos).to_string()), Ok(Money(centavos)));
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,80}|[-$,.0-9 MXNm²]{0,40}") {
            let _ = Money::parse(&text);
        }

        #[test]
        fn plain_decimals_are_exact(pesos in 0i64..=1_000_000_000_000, centavos in 0i64..100) {
            let text = format!("{pesos}.{centavos:02}");
            prop_assert_eq!(Money::parse(&text), Ok(Money(pesos * 100 + centavos)));
        }
    }
}
