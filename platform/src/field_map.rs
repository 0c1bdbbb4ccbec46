//! Maps names and values of the platform's answers to ours. The specification does not name the fields, so `site.yaml` does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// In lower case, with one space between words.
pub(crate) fn folded(value: &str) -> String {
    value
        .split_whitespace()
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Where a field of a unit comes from: its name on the platform (`pricing.list` is field `list` of object `pricing`), or a
/// value that all units have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "write a name, or `{ value: ... }` for a value that all units have"
)]
pub enum FieldSource {
    /// The name.
    Name(String),
    /// A value that all units have.
    Constant {
        /// As the platform would send it.
        value: Value,
    },
}

/// Where an amount comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "write a name, a list of names that are added, or `{ value: ... }`"
)]
pub enum AmountSource {
    /// One field, or a value that all units have.
    One(FieldSource),
    /// The sum of several.
    Sum(Vec<FieldSource>),
}

impl From<&str> for FieldSource {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<&str> for AmountSource {
    fn from(name: &str) -> Self {
        Self::One(name.into())
    }
}

impl AmountSource {
    /// The fields whose sum it is.
    pub fn parts(&self) -> &[FieldSource] {
        match self {
            Self::One(source) => std::slice::from_ref(source),
            Self::Sum(sources) => sources,
        }
    }
}

impl fmt::Display for FieldSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Constant { value } => write!(f, "{value}"),
        }
    }
}

/// Where each field of a unit comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct UnitFields {
    /// Unique code.
    pub code: FieldSource,
    /// Number on the door.
    pub unit: FieldSource,
    /// Level: a number or a value of `levels`.
    pub level: FieldSource,
    /// A value of `uses`.
    #[serde(rename = "use")]
    pub unit_use: FieldSource,
    /// In a development with several: a key or label of `buildings`, or a value of `platform.buildings`.
    pub building: FieldSource,
    /// Whole number of bathrooms.
    pub bathrooms: FieldSource,
    /// Interior area in square metres.
    pub interior: AmountSource,
    /// Terrace area in square metres; null or empty: no terrace.
    pub terrace: AmountSource,
    /// Total area in square metres.
    pub area: AmountSource,
    /// Price in units of the currency, before VAT; null, empty or one of the words of `price_on_request`: on request.
    pub price: AmountSource,
    /// Rent before VAT, as `rents` of site.yaml says what it is; null, empty or one of the words of `price_on_request`: not for rent.
    pub rent: AmountSource,
    /// Name of the floor plan.
    pub typology: FieldSource,
    /// A value of `statuses`.
    pub status: FieldSource,
    /// Code of the price's currency, which must be that of the development; not checked when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<FieldSource>,
    /// Of further fields, by our key; who declares the fields checks the keys.
    #[serde(flatten)]
    pub others: BTreeMap<String, FieldSource>,
}

impl Default for UnitFields {
    fn default() -> Self {
        Self {
            code: "propertyCode".into(),
            unit: "unit".into(),
            level: "level".into(),
            unit_use: "useType".into(),
            building: "building".into(),
            bathrooms: "bathrooms".into(),
            interior: "interiorArea".into(),
            terrace: "terraceArea".into(),
            area: "totalArea".into(),
            price: "price".into(),
            rent: "rent".into(),
            typology: "typology".into(),
            status: "status".into(),
            currency: None,
            others: BTreeMap::new(),
        }
    }
}

/// The platform's name of each field of an amenity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AmenityFields {
    /// Stable key.
    pub code: FieldSource,
    /// Name.
    pub name: FieldSource,
    /// Description; null or missing: none.
    pub description: FieldSource,
    /// URL of a picture; null or missing: none.
    pub image: FieldSource,
}

impl Default for AmenityFields {
    fn default() -> Self {
        Self {
            code: "code".into(),
            name: "name".into(),
            description: "description".into(),
            image: "image".into(),
        }
    }
}
