//! Amounts in dollars, for reference only: prices are in pesos and are paid in pesos.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lang::PerLang;
use formats::yaml;
use platform::decimal::write_grouped;
use platform::money::Money;

/// Decimals of a rate; banks publish four.
const DECIMALS: usize = 4;

/// 10 to the power of [`DECIMALS`].
const PARTS: u64 = 10_000;

/// A published exchange rate (`usd:` of `site.yaml`), with its publisher and date.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExchangeRate {
    /// Pesos per dollar.
    pub rate: Rate,
    /// The day of the rate.
    pub date: Date,
    /// The name of the publisher.
    pub source: PerLang<String>,
}

/// Ten-thousandths of a peso per dollar, above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Rate(u64);

impl Rate {
    /// Ten-thousandths of a peso per dollar.
    pub const fn parts(self) -> u64 {
        self.0
    }

    /// An amount in dollars at this rate, rounded half up to the cent. `None` for an amount below zero.
    pub fn dollars(self, amount: Money) -> Option<Dollars> {
        let centavos = u128::from(u64::try_from(amount.centavos()).ok()?);
        let rate = u128::from(self.0);
        let cents = (2 * centavos * u128::from(PARTS) + rate) / (2 * rate);
        u64::try_from(cents).ok().map(Dollars)
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Rate, String> {
        yaml::scaled(text.trim(), DECIMALS).filter(|parts| *parts > 0).map(Rate).ok_or_else(|| {
            format!("`{text}` is not an exchange rate: write pesos per dollar, like `18.4321`")
        })
    }
}

formats::read_as_text!(Rate, "^\\s*\\d+(\\.\\d+)?\\s*$");

/// `18.4321`, always with four decimals.
impl fmt::Display for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{:04}", self.0 / PARTS, self.0 % PARTS)
    }
}

impl From<Rate> for String {
    fn from(rate: Rate) -> String {
        rate.to_string()
    }
}

/// An amount in cents of US dollars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dollars(pub u64);

/// `US$230,575.46`, always with cents.
impl fmt::Display for Dollars {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("US$")?;
        write_grouped(self.0 / 100, formatter)?;
        write!(formatter, ".{:02}", self.0 % 100)
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

    #[test]
    fn the_cases_of_another_program() {
        let cases: Cases = serde_json::from_str(include_str!("../../cases/money.json")).unwrap();
        assert!(cases.dollars.len() > 3);
        for case in cases.dollars {
            let rate = Rate::from_str(&case.rate).unwrap();
            assert_eq!(rate.to_string(), case.rate);
            assert_eq!(rate.dollars(Money(case.centavos)).unwrap().to_string(), case.text);
        }
    }

    #[test]
    fn a_rate_is_a_number_above_zero() {
        for wrong in ["0", "0.0000", "18.43215", "-18", "18,4", "eighteen", ""] {
            assert!(Rate::from_str(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Rate(184_321).dollars(Money(-1)), None);
    }

    proptest! {
        #[test]
        fn the_nearest_cent_is_chosen(centavos in 0..1_000_000_000_000_000_i64, parts in 1u64..10_000_000) {
            let Dollars(cents) = Rate(parts).dollars(Money(centavos)).unwrap();
            let exact = i128::from(centavos) * 10_000;
            let computed = i128::from(cents) * i128::from(parts);
            prop_assert!(2 * (computed - exact).abs() <= i128::from(parts));
        }
    }
}
