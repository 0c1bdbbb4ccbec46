//! The section `platform` of site.yaml. The bearer token is not part of it; it comes from the environment (`PLATFORM_TOKEN`).

use crate::calls::{Calls, Pages};
use crate::field_map::{AmenityFields, UnitFields, folded};
use crate::money::Currency;
use crate::unit::{Level, Status, UnitUse};
use crate::unit_field::DeclaredField;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The section `platform` of site.yaml. Every key has a default; the project's code and name default to empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PlatformConfig {
    /// URL of the platform's host, without the base path (`https://platform.example`). Empty: not configured.
    pub url: String,
    /// Prefix of every call's path (specification, section 7).
    pub base_path: String,
    /// The project's code (`real_estate_development_code`, `realEstateCode`).
    pub project_code: String,
    /// The project's name, sent with leads as `zones`.
    pub project_name: String,
    /// Where an answer has the list of units: `a.b` is field `b` of object `a`, and `.` the answer itself.
    pub list: String,
    /// Where the answer of a detail has the unit.
    pub detail: String,
    /// Where an answer has the amenities. `null`: the platform has none, and those of `content/amenities.json` are shown.
    pub amenities: Option<String>,
    /// Where an answer says that the call failed; without it, in a number `Status` other than 200.
    pub error: Option<String>,
    /// How the calls are made, where they are not those of the specification.
    pub calls: Calls,
    /// Headers of these calls; `$PLATFORM_NAME` is the value of an environment variable.
    pub headers: BTreeMap<String, String>,
    /// How the list of units is divided into pages.
    pub pages: Option<Pages>,
    /// A program and its arguments that prints the units as JSON or CSV, in place of the calls.
    pub command: Vec<String>,
    /// A file of the project with the units as JSON or CSV, in place of the calls.
    pub file: Option<String>,
    /// The decimal separator of numbers that are sent as text.
    pub decimal: DecimalSign,
    /// Names of a unit's fields in the platform's answer; `a.b` is field `b` of object `a`.
    pub fields: UnitFields,
    /// Names of an amenity's fields.
    pub amenity_fields: AmenityFields,
    /// The platform's values of a status; compared without case.
    pub statuses: BTreeMap<String, Status>,
    /// The platform's values of a level; numbers need no entry.
    pub levels: BTreeMap<String, Level>,
    /// The platform's values of a unit's building, beside the keys and labels of the buildings.
    pub buildings: BTreeMap<String, String>,
    /// The platform's values of a unit's use; without entries, the values are the keys of the uses.
    pub uses: BTreeMap<String, UnitUse>,
    /// For which units a pull asks for the detail (call 4).
    pub details: Details,
    /// Limits of the client's calls.
    pub limits: Limits,
    /// Words in place of a price that say that it is on request; compared without case. An empty or absent price says so, too.
    pub price_on_request: Vec<String>,
    /// The fields that the development declares, from `unit_fields` of site.yaml.
    #[serde(skip)]
    pub declared: Vec<DeclaredField>,
    /// The fields that units of a use do not have, from `uses` of site.yaml: they are not read.
    #[serde(skip)]
    pub without: BTreeMap<UnitUse, Vec<String>>,
    /// The currency of prices, from `currency` of site.yaml.
    #[serde(skip)]
    pub currency: Currency,
    /// The currency of rents, from `rents` of site.yaml; without it rents are not read.
    #[serde(skip)]
    pub rent_currency: Option<Currency>,
}

/// What platforms and spreadsheets write for a price on request.
const ON_REQUEST: [&str; 6] = [
    "a consultar",
    "consultar",
    "precio a consultar",
    "on request",
    "price on request",
    "poa",
];

/// The decimal separator of numbers that are sent as text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DecimalSign {
    /// `1,234.50`.
    #[default]
    Point,
    /// `1.234,50`.
    Comma,
}

/// For which units a pull asks for the detail (call 4). A detail is asked for again when the unit's entry in the list changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Details {
    /// For none.
    Never,
    /// For those whose entry in the list lacks a field, which the detail fills in.
    #[default]
    Missing,
    /// For all; the fields of the detail take precedence over those of the list.
    Always,
}

/// The wire format that the design assumes, and no platform.
impl Default for PlatformConfig {
    fn default() -> Self {
        let levels = [
            ("pb", 1),
            ("planta baja", 1),
            ("nivel 2", 2),
            ("nivel 3", 3),
            ("penthouse", 4),
        ];
        Self {
            url: String::new(),
            base_path: "/v2/api".to_owned(),
            project_code: String::new(),
            project_name: String::new(),
            list: "Data.Property".to_owned(),
            detail: "Data.Property".to_owned(),
            amenities: Some("Data.Amenities".to_owned()),
            error: None,
            calls: Calls::default(),
            headers: BTreeMap::new(),
            pages: None,
            command: Vec::new(),
            file: None,
            decimal: DecimalSign::default(),
            fields: UnitFields::default(),
            amenity_fields: AmenityFields::default(),
            statuses: Status::ALL
                .map(|status| (status.key().to_owned(), status))
                .into(),
            levels: levels
                .map(|(value, number)| (value.to_owned(), Level(number)))
                .into(),
            buildings: BTreeMap::new(),
            uses: BTreeMap::new(),
            details: Details::default(),
            limits: Limits::default(),
            price_on_request: ON_REQUEST.map(str::to_owned).to_vec(),
            declared: Vec::new(),
            without: BTreeMap::new(),
            currency: Currency::MXN,
            rent_currency: None,
        }
    }
}

impl PlatformConfig {
    /// Whether the units come from elsewhere than the project's own inventory.
    pub fn has_source(&self) -> bool {
        !self.url.trim().is_empty() || self.is_local()
    }

    /// Whether the units come from a command or a file.
    pub fn is_local(&self) -> bool {
        !self.command.is_empty() || self.file.is_some()
    }

    /// The status for a value of the platform.
    pub fn status(&self, value: &str) -> Option<Status> {
        find(&self.statuses, value)
    }

    /// The level for a value of the platform; a configured value takes precedence over a number.
    pub fn level(&self, value: &str) -> Option<Level> {
        find(&self.levels, value).or_else(|| value.trim().parse().ok().map(Level))
    }

    /// Whether a value in place of a price says that it is on request.
    pub(crate) fn is_on_request(&self, value: &Value) -> bool {
        let Value::String(text) = value else {
            return false;
        };
        let sent = folded(text);
        let mut known = self.price_on_request.iter();
        known.any(|words| folded(words) == sent)
    }

    /// The use for a value of the platform; without configured values, the value itself in lower case.
    pub fn unit_use(&self, value: &str) -> Option<UnitUse> {
        if self.uses.is_empty() {
            return UnitUse::new(&folded(value)).ok();
        }
        find(&self.uses, value)
    }

    /// Whether units of a use do not have a field.
    pub(crate) fn lacks(&self, unit_use: Option<UnitUse>, field: &str) -> bool {
        let lacked = unit_use.and_then(|unit_use| self.without.get(&unit_use));
        lacked.is_some_and(|lacked| lacked.iter().any(|own| own == field))
    }
}

/// Finds a value; compares without case and treats any white space as equal.
fn find<T: Copy>(values: &BTreeMap<String, T>, value: &str) -> Option<T> {
    let sent = folded(value);
    let is_same = || {
        values
            .iter()
            .find(|(known, _)| folded(known) == sent)
            .map(|(_, meaning)| meaning)
    };
    values.get(value).or_else(is_same).copied()
}

/// Limits of the client's calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Milliseconds to connect.
    pub connect_ms: u64,
    /// Milliseconds of one attempt, from connecting to the last byte.
    pub attempt_ms: u64,
    /// Milliseconds of a whole call including its retries.
    pub deadline_ms: u64,
    /// Most attempts of a call that can be retried, including the first.
    pub attempts: u32,
    /// Longest first pause between attempts in milliseconds; it doubles with each further one (full jitter).
    pub backoff_ms: u64,
    /// Most bytes of an answer.
    pub answer_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect_ms: 5_000,
            attempt_ms: 10_000,
            deadline_ms: 30_000,
            attempts: 4,
            backoff_ms: 250,
            answer_bytes: 8 * 1024 * 1024,
        }
    }
}
