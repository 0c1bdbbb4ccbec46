//! Net price, IVA and total, and amounts in a second currency for orientation. The tax is computed only here.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use platform::decimal::{self, ExtraDecimals};
use platform::money::{Currency, Money};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dates;
use crate::lang::PerLang;
use crate::locale_formats::{NumberFormat, currency_with_code};

/// A price in its three parts; `net + vat = total`, to the minor unit of the currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Price {
    /// The price before tax, which comes from the platform and which the site shows with '+ IVA'.
    pub net: Money,
    /// The tax (IVA), rounded half up to the minor unit of the currency.
    pub vat: Money,
    /// The amount that the buyer pays (LFPC, article 7 bis).
    pub total: Money,
}

/// 100 % of 100 %.
const WHOLE: i128 = 100 * 100;

/// Value added tax (IVA) on a price, or on a share of it: land has none (LIVA, article 9, I).
#[derive(Clone, Copy, Debug)]
pub struct Vat {
    /// The rate in percent.
    pub percent: u8,
    /// The share of the price that has the tax, in percent.
    pub share_percent: u8,
}

impl Vat {
    /// A rate on the whole price.
    pub const fn whole(percent: u8) -> Vat {
        Vat {
            percent,
            share_percent: 100,
        }
    }
}

impl Price {
    /// The price for a net amount and its tax.
    pub fn with_vat(
        net: Money,
        Vat {
            percent,
            share_percent,
        }: Vat,
    ) -> Price {
        let rate = i128::from(percent) * i128::from(share_percent);
        let vat = (i128::from(net.minor_units()) * rate + WHOLE / 2) / WHOLE;
        Price::from_parts(net.minor_units(), vat as i64)
    }

    /// The price of these parts, in minor units.
    pub(crate) fn from_parts(net: i64, vat: i64) -> Price {
        Price {
            net: Money(net),
            vat: Money(vat),
            total: Money(net + vat),
        }
    }
}

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
#[derive(Clone, Debug, PartialEq, Eq)]
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
        if self.one == own {
            Some(self.other)
        } else {
            (self.other == own).then_some(self.one)
        }
    }

    /// An amount in `own` in the other currency, rounded half up to its minor unit. `None` for an amount below zero.
    pub fn convert(&self, amount: Money, own: Currency) -> Option<Money> {
        let amount = u128::from(u64::try_from(amount.minor_units()).ok()?);
        let units = |currency: Currency| u128::from(currency.minor_units().unsigned_abs());
        let one = units(self.one) * u128::from(PARTS);
        let other = units(self.other) * u128::from(self.parts);
        let (numerator, denominator) = if self.one == own {
            (other, one)
        } else {
            (one, other)
        };
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
        let rate = || {
            let words: Vec<&str> = text.split_whitespace().collect();
            let ["1", one, "=", number, other] = words[..] else {
                return None;
            };
            let (one, other) = (currency_with_code(one)?, currency_with_code(other)?);
            let scaled = decimal::scaled(number, &[], &[], DECIMALS, ExtraDecimals::Reject).ok()?;
            let parts = u64::try_from(scaled).ok().filter(|scaled| *scaled > 0)?;
            let is_valid = one != other && !number.contains(',');
            is_valid.then(|| Rate {
                one,
                parts,
                number: number.to_owned(),
                other,
            })
        };
        let remedy = "write it with both currencies, like `1 USD = 18.4321 MXN`";
        rate().ok_or_else(|| format!("`{text}` is not an exchange rate: {remedy}"))
    }
}

formats::read_as_text!(
    Rate,
    "^\\s*1\\s+[A-Z]{3}\\s+=\\s+\\d+(\\.\\d{1,6})?\\s+[A-Z]{3}\\s*$",
    written
);

/// As it is written in `site.yaml`.
impl fmt::Display for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "1 {} = {} {}", self.one, self.number, self.other)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_cases_of_another_program() {
        let cases: Value = serde_json::from_str(include_str!("../../cases/money.json")).unwrap();
        let [prices, dollars] = ["prices", "dollars"].map(|kind| cases[kind].as_array().unwrap());
        assert!(prices.len() > 3 && dollars.len() > 3);
        for case in prices {
            let number = |name: &str| case[name].as_i64().unwrap();
            let vat = Vat::whole(number("percent").try_into().unwrap());
            let price = Price::with_vat(Money(number("net")), vat);
            assert_eq!(
                (price.vat, price.total),
                (Money(number("vat")), Money(number("total"))),
                "{case}"
            );
        }
        for case in dollars {
            let text = |name: &str| case[name].as_str().unwrap();
            let rate = rate(&format!("1 USD = {} MXN", text("rate")));
            let dollars = rate
                .convert(Money(case["centavos"].as_i64().unwrap()), Currency::MXN)
                .unwrap();
            let usd = rate.reference_of(Currency::MXN).unwrap();
            assert_eq!(
                usd.plain(dollars),
                text("text").replace("US$", "").replace(',', ""),
                "{case}"
            );
        }
    }

    #[test]
    fn the_tax_may_be_on_a_share() {
        let on_share = Price::with_vat(
            Money(320_000_000),
            Vat {
                percent: 16,
                share_percent: 60,
            },
        );
        assert_eq!(
            (on_share.vat, on_share.total),
            (Money(30_720_000), Money(350_720_000))
        );
    }

    proptest! {
        #[test]
        fn net_and_tax_are_the_total(centavos in 0..=Money::MOST, percent: u8) {
            let price = Price::with_vat(Money(centavos), Vat::whole(percent));
            prop_assert_eq!(price.net, Money(centavos));
            prop_assert_eq!(price.net.0 + price.vat.0, price.total.0);
            // The nearest whole number of centavos has an error of at most half a centavo.
            let exact = i128::from(centavos) * i128::from(percent);
            prop_assert!((i128::from(price.vat.minor_units()) * 100 - exact).abs() <= 50);
        }
    }

    fn rate(text: &str) -> Rate {
        text.parse().unwrap()
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
        assert_eq!(
            yen.convert(Money(301), Currency::new("JPY", 0).unwrap()),
            Some(Money(200))
        );
        let text = rate("1 USD = 4123.50 COP").text(&NumberFormat::new("de-DE"));
        assert_eq!(text, "1\u{a0}USD = 4.123,50\u{a0}COP");
    }

    #[test]
    fn a_rate_names_two_currencies_and_a_number_above_zero() {
        let wrong = "18.4321;1 USD = 0 MXN;1 USD = 18,4 MXN;1 USD = -18 MXN;1 USD = 18 USD;2 USD = 36 MXN;;\
            1 USD = 18.1234567 MXN;1 usd = 18 mxn;1 ABC = 18 MXN;1 USD = 99999999999999999999 MXN";
        for wrong in wrong.split(';') {
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
