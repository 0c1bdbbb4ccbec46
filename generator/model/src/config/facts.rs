//! The development's numbers (specification, section 9).

use std::fmt;
use std::str::FromStr;

use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::formats::yaml;

/// The numbers that pages show about the building and its surroundings.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Number of offices.
    pub offices: u32,
    /// Number of commercial units.
    pub commercial_units: u32,
    /// Number of parking spaces.
    pub parking_spaces: u32,
    /// Number of elevators.
    pub elevators: u32,
    /// Clear height of the units in metres.
    pub clear_height_m: Range<f64>,
    /// Areas on offer in square metres.
    pub area_m2: Range<f64>,
    /// The lowest price on offer in whole pesos, before IVA.
    pub price_from_pesos: u64,
    /// Distances by road in kilometres.
    pub distance_km: Distances,
    /// Share of tourism in the regional gross domestic product, in percent.
    pub tourism_gdp_percent: u8,
    /// Value added tax (IVA), in percent.
    pub vat_percent: u8,
    /// The months that the progress page covers (S11).
    pub progress: Months,
}

/// A smallest and a largest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Range<T> {
    /// Smallest.
    pub min: T,
    /// Largest.
    pub max: T,
}

/// Distances to the two cities between which the development lies.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Distances {
    /// To Cancún.
    pub cancun: u32,
    /// To Tulum.
    pub tulum: u32,
}

/// A range of months, both ends included.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Months {
    /// First month.
    pub from: Month,
    /// Last month.
    pub to: Month,
}

impl Months {
    /// Every month of the range, oldest first.
    pub fn months(self) -> impl Iterator<Item = Month> {
        let days = self.from.0.series(1.month());
        days.map(Month).take_while(move |month| *month <= self.to)
    }
}

/// A month of a year, written `2022-10`, as its first day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(Date);

impl Month {
    /// The first day of the month.
    pub fn first_day(self) -> Date {
        self.0
    }
}

impl fmt::Display for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0.strftime("%Y-%m"))
    }
}

impl FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Month, String> {
        let first_day = Date::strptime("%Y-%m-%d", format!("{text}-01")).ok();
        let month = first_day.map(Month).filter(|month| month.to_string() == text);
        month.ok_or_else(|| format!("`{text}` is not a month: write it like `2022-10`"))
    }
}

impl<'de> Deserialize<'de> for Month {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Month, D::Error> {
        yaml::from_text(deserializer)
    }
}

impl Serialize for Month {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_months_continues_in_the_next_year() {
        let months = Months {
            from: "2022-11".parse().unwrap(),
            to: "2023-02".parse().unwrap(),
        };
        let all: Vec<String> = months.months().map(|month| month.to_string()).collect();
        assert_eq!(all, ["2022-11", "2022-12", "2023-01", "2023-02"]);
    }

    #[test]
    fn other_formats_are_refused() {
        for text in ["2022-13", "2022-0", "22-10", "2022", "2022-1a", ""] {
            assert!(text.parse::<Month>().is_err(), "{text}");
        }
    }
}
