//! A unit of the development: what the site shows of it, and nothing else. The JSON of these types is the shape
//! that islands, data files and snapshots share; the platform's own shape is the business of `field_map`.

use crate::area::Area;
use crate::money::Money;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One office or commercial unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Unique key; part of the address of the unit's page.
    pub code: UnitCode,
    /// Number or name on the door, as text.
    pub unit: String,
    /// Level of the building.
    pub level: Level,
    /// What it is sold as.
    #[serde(rename = "use")]
    pub unit_use: UnitUse,
    /// Bathrooms inside the unit.
    pub bathrooms: u8,
    /// Interior area.
    pub interior: Area,
    /// Terrace area; zero without a terrace.
    pub terrace: Area,
    /// Total area.
    pub area: Area,
    /// Price before VAT.
    pub price: Money,
    /// Name of the floor plan it follows.
    pub typology: String,
    /// Whether it can be bought.
    pub status: Status,
}

/// The key of a unit: 1 to 32 ASCII letters, digits, `-` or `_`, starting with a letter or digit, so that it is
/// a safe path segment and file name everywhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UnitCode(String);

/// A text that cannot be a unit's code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("is not a unit code (1 to 32 letters, digits, '-' or '_', first a letter or digit)")]
pub struct BadUnitCode;

impl UnitCode {
    /// Checks `text` and takes it as it is, without surrounding white space.
    pub fn new(text: &str) -> Result<Self, BadUnitCode> {
        let text = text.trim();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let starts_well = text
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_alphanumeric());
        if starts_well && text.len() <= 32 && text.bytes().all(allowed) {
            return Ok(Self(text.to_owned()));
        }
        Err(BadUnitCode)
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

impl AsRef<str> for UnitCode {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl std::borrow::Borrow<str> for UnitCode {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl FromStr for UnitCode {
    type Err = BadUnitCode;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::new(text)
    }
}

impl TryFrom<String> for UnitCode {
    type Error = BadUnitCode;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text)
    }
}

impl From<UnitCode> for String {
    fn from(code: UnitCode) -> Self {
        code.0
    }
}

/// Whether a unit can be bought (S19). Labels come from the strings (`status.<key>`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Status {
    /// For sale.
    #[serde(rename = "disponible")]
    Available,
    /// Held for a buyer; shown as 'Apartado'.
    #[serde(rename = "reservado")]
    Reserved,
    /// Sold; no longer for sale.
    #[serde(rename = "vendido")]
    Sold,
}

impl Status {
    /// All of them, in the order of the legend.
    pub const ALL: [Self; 3] = [Self::Available, Self::Reserved, Self::Sold];

    /// The word of the platform's contract, which is also our key.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Available => "disponible",
            Self::Reserved => "reservado",
            Self::Sold => "vendido",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// What a unit is sold as. Labels come from the strings (`use.<key>`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum UnitUse {
    /// Office.
    #[serde(rename = "oficina")]
    Office,
    /// Commercial unit.
    #[serde(rename = "local")]
    CommercialUnit,
}

impl UnitUse {
    /// Both of them, offices first as everywhere on the site.
    pub const ALL: [Self; 2] = [Self::Office, Self::CommercialUnit];

    /// Our key, which is also the platform's word by default.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Office => "oficina",
            Self::CommercialUnit => "local",
        }
    }
}

impl fmt::Display for UnitUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A level of the building, counted from 1 (Planta Baja). Labels come from the strings (`level.<number>`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Level(pub u16);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_the_shared_json() {
        let json = r#"{"code":"O-301","unit":"301","level":3,"use":"oficina","bathrooms":1,"interior":62.5,"terrace":8,"area":70.5,"price":425000000,"typology":"B","status":"disponible"}"#;
        let unit: Unit = serde_json::from_str(json).unwrap();
        assert_eq!(unit.price, Money(425_000_000));
        assert_eq!(unit.terrace, Area(800));
        assert_eq!(serde_json::to_string(&unit).unwrap(), json);
    }

    #[test]
    fn codes_are_safe_path_segments() {
        for good in ["O-301", "L_12", "7", " PH4 "] {
            assert_eq!(UnitCode::new(good).unwrap().as_str(), good.trim());
        }
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
            &"a".repeat(33),
        ] {
            assert_eq!(UnitCode::new(bad), Err(BadUnitCode), "{bad}");
        }
    }

    #[test]
    fn keys_are_the_json_words() {
        for status in Status::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.key());
        }
        for unit_use in UnitUse::ALL {
            assert_eq!(serde_json::to_value(unit_use).unwrap(), unit_use.key());
        }
    }
}
