//! Areas as an integer number of hundredths of a square metre, and the price of one square metre.

use crate::decimal::{self, ExtraDecimals};
use crate::money::{Currency, Money};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Hundredths of a square metre. JSON: square metres as a number with at most two decimals (`62.5`, `8`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Area(pub u32);

impl Area {
    /// Hundredths of a square metre.
    pub const fn hundredths(self) -> u32 {
        self.0
    }

    /// Parses `45`, `45.5`, `45 m2`, `45.5 m²`; rounds to two decimals.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let suffixes = [
            "m²", "m2", "mts2", "mts²", "sqm", "m^2", "m².", "m2.", "mts2.", "mts².", "mts.", "mts",
        ];
        let value = decimal::scaled(text, &[], &suffixes, 2, ExtraDecimals::Round)?;
        if value < 0 {
            return Err(decimal::NEGATIVE);
        }
        u32::try_from(value)
            .map(Self)
            .map_err(|_| decimal::TOO_LARGE)
    }

    /// Sum, or `None` when it does not fit.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The area in square feet, rounded half up to a whole number.
    pub fn square_feet(self) -> u64 {
        // One square metre is 10.76391 square feet, because a foot is 0.3048 m.
        (u64::from(self.0) * 1_076_391 + 5_000_000) / 10_000_000
    }

    /// The number of square metres with two decimals: `62.50`.
    pub fn plain(self) -> String {
        format!("{}.{:02}", self.0 / 100, self.0 % 100)
    }

    /// The number with as many decimals as it has: `62.5`, `45`.
    pub fn short(self) -> String {
        let plain = self.plain();
        plain.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// Whether the area is zero, like the terrace of a unit without one.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// Price of one square metre, rounded half up to whole units of the currency; `None` for a zero area or a negative price.
pub fn price_per_square_metre(price: Money, area: Area, currency: Currency) -> Option<Money> {
    // Areas are hundredths of a square metre.
    let hundredfold = i128::from(u64::try_from(price.minor_units()).ok()?) * 100;
    let units = i128::from(currency.minor_units()) * i128::from(area.hundredths());
    let whole = (2 * hundredfold + units).checked_div(2 * units)?;
    currency.whole(i64::try_from(whole).ok()?)
}

/// `62.50 m²`, for messages; visitors read it in the format of their language.
impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\u{a0}m²", self.plain())
    }
}

impl Serialize for Area {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(100) {
            return serializer.serialize_u32(self.0 / 100);
        }
        // A number with two decimals survives the conversion to the nearest double and back to text.
        serializer.serialize_f64(f64::from(self.0) / 100.0)
    }
}

impl<'de> Deserialize<'de> for Area {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let square_metres = f64::deserialize(deserializer)?.to_string();
        Area::parse(&square_metres).map_err(|error| D::Error::custom(format!("area {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parses_areas_with_their_unit() {
        let areas = ["45", "45 m2", "45.5 m²", "1,045.25M2", "62.505", "0"].map(Area::parse);
        assert_eq!(
            areas,
            [4500, 4500, 4550, 104_525, 6251, 0].map(|hundredths| Ok(Area(hundredths)))
        );
        let wrong =
            ["-1", "m2", "45,5 m2", "99999999999"].map(|text| Area::parse(text).unwrap_err());
        assert_eq!(
            wrong,
            [
                decimal::NEGATIVE,
                decimal::EMPTY,
                decimal::NOT_A_NUMBER,
                decimal::TOO_LARGE
            ]
        );
    }

    #[test]
    fn json_is_in_square_metres() {
        let areas = [Area(6250), Area(800), Area(7055)];
        assert_eq!(serde_json::to_string(&areas).unwrap(), "[62.5,8,70.55]");
        assert_eq!(
            serde_json::from_str::<[Area; 3]>("[62.5,8,70.55]").unwrap(),
            areas
        );
        for bad in ["-1", "1e300", "\"8\""] {
            assert!(serde_json::from_str::<Area>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn price_of_a_square_metre() {
        let price = |price, area| price_per_square_metre(Money(price), Area(area), Currency::MXN);
        for (minor_units, area, whole) in
            [(425_000_000, 7050, 60_284), (150, 100, 2), (149, 100, 1)]
        {
            assert_eq!(price(minor_units, area), Currency::MXN.whole(whole));
        }
        for (minor_units, area) in [(425_000_000, 0), (-1, 1), (i64::MAX, 1)] {
            assert_eq!(price(minor_units, area), None);
        }
        let yen = Currency::new("JPY", 0).unwrap();
        assert_eq!(
            price_per_square_metre(Money(3_200_050), Area(10_000), yen),
            Some(Money(32_001))
        );
    }

    proptest! {
        #[test]
        fn json_and_text_round_trip(hundredths: u32) {
            let area = Area(hundredths);
            let json = serde_json::to_string(&area).unwrap();
            prop_assert_eq!(serde_json::from_str::<Area>(&json).unwrap(), area);
            prop_assert_eq!(Area::parse(&area.to_string()), Ok(area));
        }
    }
}
