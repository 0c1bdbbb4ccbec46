//! Maps names and values of the platform's answers to ours. The specification does not name the fields of an answer, so
//! they are configurable in `site.yaml`. Module `answer` parses answers with them.

use crate::config::PlatformConfig;
use crate::unit::{Level, Status, UnitUse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

impl PlatformConfig {
    /// The status for a value of the platform.
    pub fn status(&self, value: &str) -> Option<Status> {
        find(&self.statuses, value)
    }

    /// The level for a value of the platform; a configured value takes precedence over a number.
    pub fn level(&self, value: &str) -> Option<Level> {
        find(&self.levels, value).or_else(|| value.trim().parse().ok().map(Level))
    }

    /// The use for a value of the platform; without configured values, the value itself in lower case.
    pub fn unit_use(&self, value: &str) -> Option<UnitUse> {
        match self.uses.is_empty() {
            true => UnitUse::new(&folded(value)).ok(),
            false => find(&self.uses, value),
        }
    }
}

/// Finds a value; compares without case and treats any white space as equal.
fn find<T: Copy>(values: &BTreeMap<String, T>, value: &str) -> Option<T> {
    if let Some(meaning) = values.get(value) {
        return Some(*meaning);
    }
    let value = folded(value);
    let mut known = values.iter();
    known.find(|(known, _)| folded(known) == value).map(|(_, meaning)| *meaning)
}

/// In lower case, with one space between words.
pub(crate) fn folded(value: &str) -> String {
    value.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// The platform's name of each field of a unit; `pricing.list` is field `list` of object `pricing`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UnitFields {
    /// Unique code.
    pub code: String,
    /// Number on the door.
    pub unit: String,
    /// Level: a number or a value of `levels`.
    pub level: String,
    /// A value of `uses`.
    #[serde(rename = "use")]
    pub unit_use: String,
    /// Whole number of bathrooms.
    pub bathrooms: String,
    /// Interior area in square metres.
    pub interior: String,
    /// Terrace area in square metres; null or empty: no terrace.
    pub terrace: String,
    /// Total area in square metres.
    pub area: String,
    /// Price in units of the currency, before VAT.
    pub price: String,
    /// Name of the floor plan.
    pub typology: String,
    /// A value of `statuses`.
    pub status: String,
}

impl Default for UnitFields {
    fn default() -> Self {
        Self {
            code: "propertyCode".to_owned(),
            unit: "unit".to_owned(),
            level: "level".to_owned(),
            unit_use: "useType".to_owned(),
            bathrooms: "bathrooms".to_owned(),
            interior: "interiorArea".to_owned(),
            terrace: "terraceArea".to_owned(),
            area: "totalArea".to_owned(),
            price: "price".to_owned(),
            typology: "typology".to_owned(),
            status: "status".to_owned(),
        }
    }
}

/// The platform's name of each field of an amenity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AmenityFields {
    /// Stable key.
    pub code: String,
    /// Name.
    pub name: String,
    /// Description; null or missing: none.
    pub description: String,
    /// URL of a picture; null or missing: none.
    pub image: String,
}

impl Default for AmenityFields {
    fn default() -> Self {
        Self {
            code: "code".to_owned(),
            name: "name".to_owned(),
            description: "description".to_owned(),
            image: "image".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_without_case() {
        let mut config = PlatformConfig::default();
        config.levels.insert("0".to_owned(), Level(1));
        assert_eq!(config.status(" DISPONIBLE "), Some(Status::Available));
        assert_eq!(config.status("libre"), None);
        for (value, level) in
            [("Planta  Baja", Some(1)), ("12", Some(12)), ("-1", Some(-1)), ("70000", None), ("0", Some(1))]
        {
            assert_eq!(config.level(value), level.map(Level), "{value}");
        }
        assert_eq!(config.unit_use("Local"), UnitUse::new("local").ok());
    }
}
