//! The development's numbers (specification, section 9): those that the code reads, and any others that texts show.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::ToSpan as _;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::lang::PerLang;

/// The numbers that pages show about the building and its surroundings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Facts {
    /// Areas on offer in square metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area_m2: Option<Range<f64>>,
    /// Value added tax (IVA), in percent.
    pub vat_percent: u8,
    /// The share of each price that has the tax, in percent; all of it when absent.
    #[schemars(default = "whole")]
    pub vat_share_percent: u8,
    /// The months that the progress page covers (S11); only a site with that page has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<Months>,
    /// Every other fact by its name: a number, a text, or a group of facts.
    #[serde(flatten)]
    pub others: BTreeMap<String, Value>,
}

/// 100 %.
fn whole() -> u8 {
    100
}

/// Read key by key, so that an error has the position of its value.
impl<'de> Deserialize<'de> for Facts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Facts, D::Error> {
        deserializer.deserialize_map(FactsVisitor)
    }
}

struct FactsVisitor;

impl<'de> Visitor<'de> for FactsVisitor {
    type Value = Facts;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map of facts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Facts, A::Error> {
        let (mut area_m2, mut vat_percent, mut vat_share_percent, mut progress) = (None, None, None, None);
        let mut others = BTreeMap::new();
        while let Some(key) = map.next_key::<String>()? {
            let is_repeated = match key.as_str() {
                "area_m2" => area_m2.replace(map.next_value()?).is_some(),
                "vat_percent" => vat_percent.replace(map.next_value()?).is_some(),
                "vat_share_percent" => vat_share_percent.replace(map.next_value()?).is_some(),
                "progress" => progress.replace(map.next_value()?).is_some(),
                _ => others.insert(key.clone(), map.next_value()?).is_some(),
            };
            if is_repeated {
                return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
            }
        }
        let missing = A::Error::missing_field;
        Ok(Facts {
            area_m2,
            vat_percent: vat_percent.ok_or_else(|| missing("vat_percent"))?,
            vat_share_percent: vat_share_percent.unwrap_or_else(whole),
            progress,
            others,
        })
    }
}

/// A place near the development.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NearbyPlace {
    /// Its name in placeholders: `{{places.airport.km}}`.
    pub key: String,
    /// Its name for visitors.
    pub name: PerLang<String>,
    /// The distance by road in kilometres.
    pub km: u32,
}

/// A smallest and a largest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Range<T> {
    /// Smallest.
    pub min: T,
    /// Largest.
    pub max: T,
}

/// The months of the works, both ends included.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Months {
    /// First month.
    pub from: Month,
    /// The last month that the progress page shows at least.
    pub to: Month,
}

impl Months {
    /// Every month that may have an entry, oldest first.
    pub fn months(self) -> impl Iterator<Item = Month> {
        let days = self.from.0.series(1.month());
        days.map(Month).take_while(move |month| *month <= self.to)
    }

    /// Whether a month may have an entry.
    pub fn contains(self, month: Month) -> bool {
        (self.from..=self.to).contains(&month)
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

    /// The month after it; none at the end of the calendar.
    pub fn next(self) -> Option<Month> {
        self.0.checked_add(1.month()).ok().map(Month)
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

formats::read_as_text!(Month, "^\\d{4}-(0[1-9]|1[0-2])$", written);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_months_continues_in_the_next_year() {
        let months = Months { from: "2022-11".parse().unwrap(), to: "2023-01".parse().unwrap() };
        let all: Vec<String> = months.months().map(|month| month.to_string()).collect();
        assert_eq!(all, ["2022-11", "2022-12", "2023-01"]);
    }

    #[test]
    fn other_formats_are_refused() {
        for text in ["2022-13", "2022-0", "22-10", "2022", "2022-1a", ""] {
            assert!(text.parse::<Month>().is_err(), "{text}");
        }
    }
}
