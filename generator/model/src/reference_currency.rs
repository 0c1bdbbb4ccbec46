//! Amounts in a second currency, for orientation only: prices are in the development's currency.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dates;
use crate::lang::PerLang;
use crate::locale_formats::{NumberFormat, currency_with_code};
use formats::yaml;
use platform::money::{Currency, Money};

/// Decimals of a rate.
const DECIMALS: usize = 6;

/// 10 to the power of [`DECIMALS`].
const PARTS: u64 = 1_000_000;

/// A second currency (`reference_currency` of `site.yaml`): a published exchange rate, with its publisher and date.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferenceCurrency {
    /// The rate, in either direction.
    pub rate: Rate,
    /// The day of the rate.
    #[serde(deserialize_with = "dates::read")]
    pub date: Date,
    /// The name of the publisher.
    pub source: PerLang<String>,
}

/// An exchange rate with both currencies, so that it can be read in one way only: `1 USD = 18.4321 MXN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Rate {
    one: Currency,
    /// Millionths of `other` for one unit of `one`, above zero.
    parts: u64,
    /// The number as it was published.
    number: String,
    other: Currency,
}

impl Rate {
    /// The currency that the rate gives for prices in `own`; `None` when the rate is not about that currency.
    pub fn reference_of(&self, own: Currency) -> Option<Currency> {
        match self.one == own {
            true => Some(self.other),
            false => (self.other == own).then_some(self.one),
        }
    }

    /// An amount in `own` in the other currency, rounded half up to its minor unit. `None` for an amount below zero.
    pub fn convert(&self, amount: Money, own: Currency) -> Option<Money> {
        let amount = u128::from(u64::try_from(amount.minor_units()).ok()?);
        let units = |currency: Currency| u128::from(currency.minor_units().unsigned_abs());
        let one = units(self.one) * u128::from(PARTS);
        let other = units(self.other) * u128::from(self.parts);
        let (numerator, denominator) = if self.one == own { (other, one) } else { (one, other) };
        let rounded = (2 * amount.checked_mul(numerator)? + denominator) / (2 * denominator);
        i64::try_from(rounded).ok().map(Money)
    }

    /// The rate as a locale writes it: `1 USD = 18,4321 MXN`.
    pub fn text(&self, numbers: &NumberFormat) -> String {
        let number = numbers.number(&self.number);
        format!("1\u{a0}{} = {number}\u{a0}{}", self.one, self.other)
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Rate, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let rate = match words[..] {
            ["1", one, "=", number, other] => Some((one, number, other)),
            _ => None,
        };
        let rate = rate.and_then(|(one, number, other)| {
            let (one, other) = (currency_with_code(one)?, currency_with_code(other)?);
            let parts = yaml::scaled(number, DECIMALS).filter(|parts| *parts > 0 && one != other)?;
            Some(Rate { one, parts, number: number.to_owned(), other })
        });
        rate.ok_or_else(|| {
            format!(
                "`{text}` is not an exchange rate: write it with both currencies, like `1 USD = 18.4321 MXN`"
            )
        })
    }
}

formats::read_as_text!(Rate, "^\\s*1\\s+[A-Z]{3}\\s+=\\s+\\d+(\\.\\d{1,6})?\\s+[A-Z]{3}\\s*$");

/// As it is written in `site.yaml`.
impl fmt::Display for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "1 {} = {} {}", self.one, self.number, self.other)
    }
}

impl From<Rate> for String {
    fn from(rate: Rate) -> String {
        rate.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Deserialize)]
    struct Case {
        centavos: i64,
        rate: String,
        text: String,
    }

    #[derive(Deserialize)]
    struct Cases {
        dollars: Vec<Case>,
    }

    fn rate(text: &str) -> Rate {
        text.parse().unwrap()
    }

    #[test]
    fn the_cases_of_another_program() {
        let cases: Cases = serde_json::from_str(include_str!("../../cases/money.json")).unwrap();
        assert!(cases.dollars.len() > 3);
        for case in cases.dollars {
            let rate = rate(&format!("1 USD = {} MXN", case.rate));
            let dollars = rate.convert(Money(case.centavos), Currency::MXN).unwrap();
            let usd = rate.reference_of(Currency::MXN).unwrap();
            assert_eq!(usd.plain(dollars), case.text.replace("US$", "").replace(',', ""));
        }
    }

    #[test]
    fn a_rate_reads_in_either_direction() {
        let usd = Currency::new("USD", 2).unwrap();
        for rate in [rate("1 USD = 20 MXN"), rate(" 1 MXN  = 0.05 USD ")] {
            assert_eq!(rate.reference_of(Currency::MXN), Some(usd));
            assert_eq!(rate.reference_of(usd), Some(Currency::MXN));
            assert_eq!(rate.convert(Money(2_000), Currency::MXN), Some(Money(100)));
            assert_eq!(rate.convert(Money(100), usd), Some(Money(2_000)));
            assert_eq!(rate.convert(Money(-1), usd), None);
            assert_eq!(rate.reference_of(Currency::new("EUR", 2).unwrap()), None);
        }
        let yen = rate("1 USD = 150.5 JPY");
        assert_eq!(yen.convert(Money(150), usd), Some(Money(226)));
        assert_eq!(yen.convert(Money(301), Currency::new("JPY", 0).unwrap()), Some(Money(200)));
        assert_eq!(
            rate("1 USD = 4123.50 COP").text(&NumberFormat::new("de-DE")),
            "1\u{a0}USD = 4.123,50\u{a0}COP"
        );
    }

    #[test]
    fn a_rate_names_two_currencies_and_a_number_above_zero() {
        for wrong in [
            "18.4321",
            "1 USD = 0 MXN",
            "1 USD = 18,4 MXN",
            "1 USD = -18 MXN",
            "1 USD = 18 USD",
            "2 USD = 36 MXN",
            "",
            "1 USD = 18.1234567 MXN",
            "1 usd = 18 mxn",
            "1 ABC = 18 MXN",
            "1 USD = 99999999999999999999 MXN",
        ] {
            assert!(Rate::from_str(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn the_nearest_minor_unit_is_chosen(amount in 0..1_000_000_000_000_000_i64, parts in 1u64..10_000_000) {
            let rate = rate(&format!("1 USD = {}.{:06} MXN", parts / PARTS, parts % PARTS));
            if let Some(cents) = rate.convert(Money(amount), Currency::MXN) {
                let exact = i128::from(amount) * i128::from(PARTS);
                let computed = i128::from(cents.0) * i128::from(parts);
                prop_assert!(2 * (computed - exact).abs() <= i128::from(parts));
            }
        }
    }
}
