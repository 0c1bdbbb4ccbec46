//! Money as an integer number of minor units, and the currency that gives it its text: exact parsing, checked arithmetic.

use crate::decimal::{self, ExtraDecimals};
use serde::{Deserialize, Serialize};
use std::fmt;

/// An amount in the minor units of its currency: centavos, cents. JSON: their integer number. A price of a platform and what is
/// read from JSON are at most [`Money::MOST`].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(try_from = "i64")]
pub struct Money(pub i64);

impl TryFrom<i64> for Money {
    type Error = &'static str;

    fn try_from(minor_units: i64) -> Result<Self, Self::Error> {
        if minor_units.unsigned_abs() <= Self::MOST.unsigned_abs() {
            Ok(Self(minor_units))
        } else {
            Err(decimal::TOO_LARGE)
        }
    }
}

impl Money {
    /// The largest amount, in minor units: with its tax it is still exact in JavaScript, whose numbers are up to 2^53.
    pub const MOST: i64 = 1_000_000_000_000_000;

    /// The amount in minor units.
    pub const fn minor_units(self) -> i64 {
        self.0
    }

    /// Sum, or `None` when it is larger than [`Money::MOST`].
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0)?.try_into().ok()
    }

    /// The nearest multiple of `unit` minor units, half up; `None` when it is too large.
    pub fn rounded_to(self, unit: i64) -> Option<Self> {
        let units = self.0 / unit + i64::from(self.0 % unit * 2 >= unit);
        units.checked_mul(unit).map(Money)
    }
}

/// A currency, by its code of ISO 4217.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency {
    code: [u8; 3],
    decimals: u8,
}

impl Currency {
    /// Mexican pesos.
    pub const MXN: Currency = Currency {
        code: *b"MXN",
        decimals: 2,
    };

    /// The most decimals that a currency has; Chilean units of account have four.
    const MOST_DECIMALS: u8 = 4;

    /// The currency with three upper-case ASCII letters, whose unit has 10 to the power of `decimals` minor units; `None` otherwise.
    pub fn new(code: &str, decimals: u8) -> Option<Currency> {
        let code = <[u8; 3]>::try_from(code.as_bytes()).ok()?;
        let is_valid = code.iter().all(u8::is_ascii_uppercase) && decimals <= Self::MOST_DECIMALS;
        is_valid.then_some(Currency { code, decimals })
    }

    /// The code: `MXN`.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.code).unwrap_or_default()
    }

    /// How many decimals an amount has.
    pub const fn decimals(self) -> usize {
        self.decimals as usize
    }

    /// Minor units in one unit.
    pub const fn minor_units(self) -> i64 {
        10_i64.pow(self.decimals as u32)
    }

    /// An amount of whole units; `None` when it does not fit.
    pub fn whole(self, units: i64) -> Option<Money> {
        units.checked_mul(self.minor_units()).map(Money)
    }

    /// Parses `3200000`, `3,200,000.00`, `$3,200,000 MXN`: with the own code or sign, or `$`, and without further decimals.
    pub fn parse(self, text: &str) -> Result<Money, &'static str> {
        let code = self.code();
        let (signed, spaced) = (format!("{code}$"), format!("{code} $"));
        let mut prefixes = vec![&*signed, &spaced, code, "$"];
        let mut suffixes = vec![code];
        if self == Self::MXN {
            prefixes.push("MX$");
            suffixes.extend(["M.N.", "MN", "pesos", "MX$"]);
        }
        let sign = match code {
            "BRL" => "R$",
            "EUR" => "€",
            "GBP" => "£",
            "USD" => "US$",
            _ => code,
        };
        prefixes.push(sign);
        suffixes.extend([sign, "$"]);
        decimal::scaled(
            text,
            &prefixes,
            &suffixes,
            self.decimals(),
            ExtraDecimals::Reject,
        )
        .map(Money)
    }

    /// An amount for programs: `4250000.50`, with all decimals, a point before them, and no sign of the currency.
    pub fn plain(self, amount: Money) -> String {
        let (whole, rest) = self.split(amount);
        let sign = if amount.0 < 0 { "-" } else { "" };
        match self.decimals() {
            0 => format!("{sign}{whole}"),
            decimals => format!("{sign}{whole}.{rest:0decimals$}"),
        }
    }

    /// The whole units and the minor units of an amount without its sign.
    pub fn split(self, amount: Money) -> (u64, u64) {
        let minor_units = self.minor_units().unsigned_abs();
        let size = amount.0.unsigned_abs();
        (size / minor_units, size % minor_units)
    }
}

impl Default for Currency {
    fn default() -> Self {
        Self::MXN
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
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
            ("3\u{202f}200\u{202f}000.5", 320_000_050),
            ("3’200’000", 320_000_000),
            ("3,200,000.00 $", 320_000_000),
            (" $ -   ", 0),
            ("–", 0),
            ("-   $", 0),
        ] {
            assert_eq!(Currency::MXN.parse(text), Ok(Money(centavos)), "{text}");
        }
    }

    #[test]
    fn ambiguous_or_malformed_text_is_an_error() {
        use decimal::{EMPTY, NOT_A_NUMBER, TOO_LARGE, TOO_PRECISE};
        for (error, texts) in [
            (EMPTY, &["", "$ MXN"][..]),
            (
                NOT_A_NUMBER,
                &[
                    "a",
                    "NaN",
                    "3.200.000,00",
                    "3,2",
                    "3200,000",
                    ",000",
                    "1,,000",
                    "1,000 000",
                ],
            ),
            (NOT_A_NUMBER, &["1.", ".5", "3e6", "--1", "٣"]),
            (TOO_PRECISE, &["1.005", "911.000"]),
            (
                TOO_LARGE,
                &[
                    "99999999999999999999",
                    "9,999,999,999,999,999,999,999",
                    "92233720368547758.08",
                ],
            ),
        ] {
            for text in texts {
                assert_eq!(Currency::MXN.parse(text), Err(error), "{text}");
            }
        }
    }

    #[test]
    fn a_currency_has_its_own_code_and_decimals() {
        let [yen, euro, dinar] = [("JPY", 0), ("EUR", 2), ("KWD", 3)]
            .map(|(code, decimals)| Currency::new(code, decimals).unwrap());
        for (currency, texts, amount) in [
            (
                yen,
                &["JPY 3,200,000", "3200000.00"][..],
                Ok(Money(3_200_000)),
            ),
            (yen, &["1.5"], Err(decimal::TOO_PRECISE)),
            (
                yen,
                &["1 USD", "US$1", "MX$1", "1 pesos", "€1"],
                Err(decimal::NOT_A_NUMBER),
            ),
            (euro, &["€ 1,200.50", "1,200.50 €"], Ok(Money(120_050))),
            (dinar, &["$1.005"], Ok(Money(1005))),
            (dinar, &["1.0005 KWD"], Err(decimal::TOO_PRECISE)),
        ] {
            for text in texts {
                assert_eq!(currency.parse(text), amount, "{text}");
            }
        }
        for code in ["mxn", "MX", "MXNN", "M1N", "ÑÑ", ""] {
            assert_eq!(Currency::new(code, 2), None, "{code}");
        }
        assert_eq!(Currency::new("XTS", 5), None);
    }

    #[test]
    fn no_price_is_too_large() {
        assert!(serde_json::from_str::<Money>("1000000000000001").is_err());
        assert_eq!(
            serde_json::from_str::<Money>("1000000000000000").unwrap(),
            Money(Money::MOST)
        );
        assert_eq!(Money(1).checked_add(Money(2)), Some(Money(3)));
        assert_eq!(Money(Money::MOST).checked_add(Money(1)), None);
        assert_eq!(Currency::MXN.whole(i64::MAX), None);
        assert_eq!(
            Currency::MXN.plain(Money(i64::MIN)),
            "-92233720368547758.08"
        );
    }

    proptest! {
        #[test]
        fn plain_amounts_round_trip(minor_units in -i64::MAX..=i64::MAX, decimals in 0u8..5) {
            let currency = Currency::new("XTS", decimals).unwrap();
            let text = currency.plain(Money(minor_units));
            prop_assert_eq!(text.split_once('.').map_or(0, |(_, decimals)| decimals.len()), currency.decimals());
            prop_assert_eq!(currency.parse(&text), Ok(Money(minor_units)));
        }
    }
}
