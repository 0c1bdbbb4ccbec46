//! A unit of the development, with the fields that the site shows. Islands, data files and snapshots share the JSON of these types.

use crate::area::{Area, price_per_square_metre};
use crate::closing::Closing;
use crate::money::{Currency, Money};
use crate::unit_field::{BUILDING, FieldValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use tinystr::TinyAsciiStr;
use ts_rs::TS;

/// One unit, for sale, for rent or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Unique; its address is part of the URL of the unit's page.
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
        if self.terrace.is_zero() {
            [rate(self.area), None]
        } else {
            [rate(self.interior), rate(self.area)]
        }
    }

    /// Whether it is for sale, at a price or on request. A unit with a rent and without a price is for rent only.
    pub const fn is_for_sale(&self) -> bool {
        self.price.is_some() || self.rent.is_none()
    }

    /// How it can have left the market, which follows from how it is offered.
    pub const fn closing(&self) -> Closing {
        match (self.is_for_sale(), self.rent) {
            (true, None) => Closing::Sold,
            (false, _) => Closing::Let,
            (true, Some(_)) => Closing::Either,
        }
    }

    /// The key of its building; empty in a development with one.
    pub fn building(&self) -> &str {
        match self.fields.get(BUILDING) {
            Some(FieldValue::Text(key)) => key,
            _ => "",
        }
    }
}

/// The code of a unit: its spelling, as people write it and read it, and the address that follows from it. Two codes with one
/// address are equal.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct UnitCode {
    address: String,
    /// None where it is the address.
    spelling: Option<Box<str>>,
}

/// The name of a folder's page on web servers.
const FOLDERS_PAGE: &str = "index";

const BAD_CODE: &str =
    "is not a unit code (1 to 32 characters on one line, at least one a letter or digit)";
const HAS_COMMA: &str =
    "has a comma, which separates the codes of a list: write the code without it";
const LONG_ADDRESS: &str = "is too long in the letters of addresses, where its page has at most 32: give the unit a shorter code";
const RESERVED: &str = "cannot be a unit code, because the name is reserved for files or URLs: give the unit another code";
const BAD_USE: &str =
    "is not the key of a use: write 1 to 32 lower-case letters, digits or hyphens, first a letter";

impl UnitCode {
    /// The most characters of a spelling, and of an address.
    pub const MAX: usize = 32;

    /// Checks `text`. White space around it and invisible characters are left out, and white space within it is one space.
    pub fn new(text: &str) -> Result<Self, &'static str> {
        let visible: String = text
            .chars()
            .filter(|letter| !is_invisible(*letter))
            .collect();
        let spelling = visible.split_whitespace().collect::<Vec<_>>().join(" ");
        let has_control = spelling.contains(is_control);
        if has_control || spelling.chars().count() > Self::MAX {
            return Err(BAD_CODE);
        }
        if spelling.contains(',') {
            return Err(HAS_COMMA);
        }
        if Self::is_address(&spelling) {
            return Self::with_address(spelling, None);
        }
        let address = address_from(&spelling);
        if address.len() > Self::MAX {
            return Err(LONG_ADDRESS);
        }
        if !Self::is_address(&address) {
            return Err(BAD_CODE);
        }
        Self::with_address(address, Some(spelling.into()))
    }

    fn with_address(address: String, spelling: Option<Box<str>>) -> Result<Self, &'static str> {
        let is_page = address.eq_ignore_ascii_case(FOLDERS_PAGE);
        if is_page || system::portable_name_problem(&address).is_some() {
            return Err(RESERVED);
        }
        Ok(Self { address, spelling })
    }

    /// Whether `text` has the characters and the length of an address: 1 to 32 ASCII letters, digits, `-` or `_`, starting with a
    /// letter or digit. Reserved names have them, too.
    pub fn is_address(text: &str) -> bool {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_start = text.starts_with(|first: char| first.is_ascii_alphanumeric());
        is_start && text.len() <= Self::MAX && text.bytes().all(is_allowed)
    }

    /// The key of the unit in URLs, files, forms and drawings: the spelling where it is a safe path segment and file name
    /// ([`Self::is_address`], and not `index` or the name of a device), or else what is made of it, such as `N1-04-A` of `N1-04/A`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The code whose spelling is the address.
    pub fn without_spelling(&self) -> UnitCode {
        UnitCode {
            address: self.address.clone(),
            spelling: None,
        }
    }

    /// The code as people write it: `N1-04/A`.
    pub fn spelling(&self) -> &str {
        self.spelling.as_deref().unwrap_or(&self.address)
    }
}

/// The letters and digits of a spelling in ASCII, and `_`, with `-` for everything between them.
fn address_from(spelling: &str) -> String {
    let ascii = deunicode::deunicode(spelling);
    let parts: Vec<&str> = ascii
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|part| !part.is_empty())
        .collect();
    parts.join("-").trim_matches(['-', '_']).to_owned()
}

/// Whether a character has no width: copied texts have them unnoticed.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
    )
}

/// Whether it is a control character, or changes the direction of the text around it.
pub(crate) fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

impl PartialEq for UnitCode {
    fn eq(&self, other: &Self) -> bool {
        self.address == other.address
    }
}

impl Eq for UnitCode {}

impl PartialOrd for UnitCode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UnitCode {
    fn cmp(&self, other: &Self) -> Ordering {
        self.address.cmp(&other.address)
    }
}

impl Hash for UnitCode {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.address.hash(state);
    }
}

/// The spelling.
impl fmt::Display for UnitCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spelling())
    }
}

impl std::borrow::Borrow<str> for UnitCode {
    fn borrow(&self) -> &str {
        &self.address
    }
}

impl TryFrom<String> for UnitCode {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text)
    }
}

impl From<UnitCode> for String {
    fn from(code: UnitCode) -> String {
        code.spelling().to_owned()
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
    type Error = String;
    fn try_from(key: String) -> Result<Self, String> {
        Self::new(&key).map_err(|wrong| format!("`{key}` {wrong}"))
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
    fn a_code_has_its_spelling_and_a_safe_address() {
        for (text, spelling, address) in [
            ("O-301", "O-301", "O-301"),
            ("L_12", "L_12", "L_12"),
            ("007", "007", "007"),
            (" PH4 ", "PH4", "PH4"),
            ("index-1", "index-1", "index-1"),
            ("CON-1", "CON-1", "CON-1"),
            ("COM10", "COM10", "COM10"),
            ("N1-04/A", "N1-04/A", "N1-04-A"),
            ("\u{a0}PH\u{a0} 1\u{200b}", "PH 1", "PH-1"),
            ("Ñ-3", "Ñ-3", "N-3"),
            ("№5", "№5", "No5"),
            ("3º B", "3º B", "3o-B"),
            ("N1‑04–A", "N1‑04–A", "N1-04-A"),
            ("Б-12", "Б-12", "B-12"),
            ("-a", "-a", "a"),
            ("a.html", "a.html", "a-html"),
            ("../a", "../a", "a"),
            ("\"</script>", "\"</script>", "script"),
            ("_ 1", "_ 1", "1"),
            ("单元一", "单元一", "Dan-Yuan-Yi"),
        ] {
            let code = UnitCode::new(text).unwrap();
            assert_eq!((code.spelling(), code.address()), (spelling, address));
            let written = serde_json::to_value(&code).unwrap();
            assert_eq!(written, spelling);
            let read: UnitCode = serde_json::from_value(written).unwrap();
            assert_eq!((read.spelling(), read.address()), (spelling, address));
            assert_eq!(read, UnitCode::new(address).unwrap());
        }
        let long = "a".repeat(33);
        let signs = "/–".repeat(16);
        for bad in [
            "",
            " ",
            ".",
            "..",
            "/",
            "–",
            "a\u{0}",
            "a\u{202e}b",
            &signs,
            &long,
        ] {
            assert_eq!(UnitCode::new(bad), Err(BAD_CODE), "{bad}");
        }
        assert_eq!(UnitCode::new("O-1, O-2"), Err(HAS_COMMA));
        assert_eq!(UnitCode::new(&"单".repeat(32)), Err(LONG_ADDRESS));
        for reserved in [
            "index", "INDEX", "CON", "con", "Nul", "aux", "prn", "COM1", "lpt9", " nul ", "índex",
            "/con/",
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
