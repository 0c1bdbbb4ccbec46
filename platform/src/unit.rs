//! A unit of the development, with the fields that the site shows. Islands, data files and snapshots share the JSON of these types.

use crate::area::{Area, price_per_square_metre};
use crate::money::{Currency, Money};
use crate::unit_field::{BUILDING, FieldValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use tinystr::TinyAsciiStr;
use ts_rs::TS;

/// One unit, for sale, for rent or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Unique key; part of the URL of the unit's page.
    #[ts(as = "String")]
    pub code: UnitCode,
    /// Number or name on the door.
    pub unit: String,
    /// Level of the building.
    #[ts(as = "i16")]
    pub level: Level,
    /// Its use.
    #[serde(rename = "use")]
    #[ts(as = "String")]
    pub unit_use: UnitUse,
    /// Bathrooms inside the unit, if the platform says how many.
    pub bathrooms: Option<u8>,
    /// Interior area, in square metres.
    #[ts(as = "f64")]
    pub interior: Area,
    /// Terrace area; zero without a terrace.
    #[ts(as = "f64")]
    pub terrace: Area,
    /// Total area.
    #[ts(as = "f64")]
    pub area: Area,
    /// Price before VAT, in minor units of the currency (centavos, cents); none where it is on request, and of a unit for rent only.
    #[ts(as = "Option<i64>")]
    pub price: Option<Money>,
    /// Rent before VAT as the platform sends it, in minor units of the currency of rents: for a period, of the unit or of a square
    /// metre; none of a unit that is not for rent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<i64>", optional)]
    pub rent: Option<Money>,
    /// Name of its floor plan; empty if the platform does not say it.
    pub typology: String,
    /// Its sales status.
    pub status: Status,
    /// The fields that the development declares, by their keys; without those that the unit lacks.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, FieldValue>>", optional)]
    pub fields: BTreeMap<String, FieldValue>,
}

impl Unit {
    /// The price of a square metre before VAT: of the area, or with a terrace, of the interior and then of the area; none without
    /// a price.
    pub fn rates(&self, currency: Currency) -> [Option<Money>; 2] {
        let rate = |area| price_per_square_metre(self.price?, area, currency);
        match self.terrace.is_zero() {
            true => [rate(self.area), None],
            false => [rate(self.interior), rate(self.area)],
        }
    }

    /// Whether it is for sale, at a price or on request. A unit with a rent and without a price is for rent only.
    pub const fn is_for_sale(&self) -> bool {
        self.price.is_some() || self.rent.is_none()
    }

    /// The key of its building; empty in a development with one.
    pub fn building(&self) -> &str {
        match self.fields.get(BUILDING) {
            Some(FieldValue::Text(key)) => key,
            _ => "",
        }
    }
}

/// The key of a unit: 1 to 32 ASCII letters, digits, `-` or `_`, starting with a letter or digit, and not
/// `index` or the name of a device, so that it is a safe path segment and file name.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String")]
pub struct UnitCode(String);

/// The name of a folder's page on web servers.
const FOLDERS_PAGE: &str = "index";

const BAD_CODE: &str =
    "is not a unit code (1 to 32 letters, digits, '-' or '_', first a letter or digit)";
const RESERVED: &str = "cannot be a unit code, because the name is reserved for files or URLs: give the unit another code";
const BAD_USE: &str =
    "a use is not a key of 1 to 32 lower-case letters, digits or '-', first a letter";

impl UnitCode {
    /// Most characters of a code.
    pub const MAX: usize = 32;

    /// Checks `text`, without surrounding white space.
    pub fn new(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        if !Self::is_well_formed(text) {
            return Err(BAD_CODE);
        }
        let is_page = text.eq_ignore_ascii_case(FOLDERS_PAGE);
        if is_page || system::portable_name_problem(text).is_some() {
            return Err(RESERVED);
        }
        Ok(Self(text.to_owned()))
    }

    /// Whether `text` has the characters and the length of a code. Reserved names have them, too.
    pub fn is_well_formed(text: &str) -> bool {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_start = text.starts_with(|first: char| first.is_ascii_alphanumeric());
        is_start && text.len() <= Self::MAX && text.bytes().all(is_allowed)
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnitCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::borrow::Borrow<str> for UnitCode {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for UnitCode {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text)
    }
}

/// Sales status of a unit (specification, S19). Labels come from the strings (`status.<key>`).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
pub enum Status {
    /// For sale.
    #[serde(rename = "disponible")]
    Available,
    /// Reserved for a buyer; shown as 'Apartado'.
    #[serde(rename = "reservado")]
    Reserved,
    /// Sold.
    #[serde(rename = "vendido")]
    Sold,
}

impl Status {
    /// All statuses, in the order of the legend.
    pub const ALL: [Self; 3] = [Self::Available, Self::Reserved, Self::Sold];

    /// The value in the platform's contract, which is also the key of the strings.
    pub fn key(self) -> &'static str {
        ["disponible", "reservado", "vendido"][self as usize]
    }
}

/// Use of a unit: a key that `uses` of `site.yaml` declares, like `oficina`. It is copied, because every unit has one.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^[a-z][a-z0-9-]{0,31}$"))]
pub struct UnitUse(TinyAsciiStr<32>);

impl UnitUse {
    /// The use with a key of 1 to 32 lower-case ASCII letters, digits or `-`, first a letter.
    pub fn new(key: &str) -> Result<Self, &'static str> {
        let is_allowed =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_key = key.starts_with(|first: char| first.is_ascii_lowercase())
            && key.bytes().all(is_allowed);
        if !is_key {
            return Err(BAD_USE);
        }
        TinyAsciiStr::try_from_str(key)
            .map(Self)
            .map_err(|_| BAD_USE)
    }

    /// The key, as in `site.yaml`.
    pub fn key(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for UnitUse {
    type Error = &'static str;
    fn try_from(key: String) -> Result<Self, &'static str> {
        Self::new(&key)
    }
}

impl From<UnitUse> for String {
    fn from(unit_use: UnitUse) -> String {
        unit_use.key().to_owned()
    }
}

impl fmt::Display for UnitUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A level of the building; 1 is the ground floor (Planta Baja), and a basement has a number below zero. Labels come from
/// `levels` of `site.yaml`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Level(pub i16);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_has_the_shared_json_format() {
        let json = r#"{"code":"O-301","unit":"301","level":3,"use":"oficina","bathrooms":1,"interior":62.5,"terrace":8,"area":70.5,"price":425000000,"typology":"B","status":"disponible"}"#;
        let unit: Unit = serde_json::from_str(json).unwrap();
        let whole = |pesos| Currency::MXN.whole(pesos);
        assert_eq!(
            unit.rates(Currency::MXN),
            [whole(68_000), whole(60_284)],
            "without and with the terrace"
        );
        let without = Unit {
            terrace: Area(0),
            ..unit.clone()
        };
        assert_eq!(without.rates(Currency::MXN), [whole(60_284), None]);
        let on_request: Unit = serde_json::from_str(&json.replace("425000000", "null")).unwrap();
        assert_eq!(on_request.price, None);
        assert_eq!(on_request.rates(Currency::MXN), [None, None]);
        assert_eq!(serde_json::to_string(&unit).unwrap(), json);
    }

    #[test]
    fn codes_are_safe_path_segments() {
        for good in [
            "O-301", "L_12", "7", " PH4 ", "index-1", "CON-1", "COM10", "COM0", "nulo",
        ] {
            assert_eq!(UnitCode::new(good).unwrap().as_str(), good.trim());
        }
        let long = "a".repeat(33);
        for bad in [
            "",
            ".",
            "..",
            "a/b",
            "a b",
            "-a",
            "ñ",
            "a\u{0}",
            "a.html",
            "\"</script>",
            &long,
        ] {
            assert_eq!(UnitCode::new(bad), Err(BAD_CODE), "{bad}");
        }
        for reserved in [
            "index", "INDEX", "CON", "con", "Nul", "aux", "prn", "COM1", "lpt9", " nul ",
        ] {
            assert_eq!(UnitCode::new(reserved), Err(RESERVED), "{reserved}");
        }
    }

    #[test]
    fn keys_are_the_json_values() {
        for status in Status::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.key());
        }
        for key in ["departamento", &"a".repeat(32)] {
            let unit_use: UnitUse = serde_json::from_value(key.into()).unwrap();
            assert_eq!(unit_use, UnitUse::new(key).unwrap());
            assert_eq!(serde_json::to_value(unit_use).unwrap(), key);
        }
        for bad in ["", "Oficina", "1a", "a b", "ñ", &"a".repeat(33)] {
            assert_eq!(UnitUse::new(bad), Err(BAD_USE), "{bad}");
        }
    }
}
