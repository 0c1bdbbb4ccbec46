//! Parses one unit or one amenity. All its fields are checked before errors are reported.

use super::{Fault, FieldError, kind, one_line, quoted};
use crate::amenity::Amenity;
use crate::area::Area;
use crate::config::{DecimalSign, PlatformConfig};
use crate::decimal::{self, ExtraDecimals, NOT_A_NUMBER};
use crate::field_map::{FieldSource, folded};
use crate::money::{Currency, Money};
use crate::unit::{Unit, UnitCode};
use crate::unit_field::{BUILDING, DeclaredField, FieldKind, FieldValue};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

const MAX_NAME: usize = 120;
const MAX_DESCRIPTION: usize = 1000;

/// What it means that no source has a price.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPrice {
    /// The price is on request.
    OnRequest,
    /// The field is missing: another answer may have it.
    Missing,
}

/// A unit whose fields each come from the first source that has it, and the fields that none has or that are invalid. What
/// none has comes from the unit `before`, except status and price; bathrooms and typology may be unknown. `None` when
/// another field is.
pub(crate) fn unit(
    sources: &[&Value],
    at: usize,
    map: &PlatformConfig,
    no_price: NoPrice,
    before: Option<&Unit>,
) -> (Option<Unit>, Vec<FieldError>) {
    let (names, sign) = (&map.fields, map.decimal);
    let area = |value: &Value| number(value, sign, Area::parse);
    let area_or_none = |value: &Value| {
        if is_empty(value) {
            Ok(Area(0))
        } else {
            area(value)
        }
    };
    let mut item = Item {
        sources,
        noun: "unit",
        code: &names.code,
        at,
        faults: Vec::new(),
    };
    let code = item.field("code", &names.code, code);
    let unit = item.field("unit", &names.unit, name);
    let level = item.mapped("level", &names.level, "levels", |text| map.level(text));
    let unit_use = item.mapped("use", &names.unit_use, "uses", |text| map.unit_use(text));
    let lacks = |field| map.lacks(unit_use, field);
    let bathrooms = match lacks("bathrooms") {
        true => None,
        false => item.field("bathrooms", &names.bathrooms, |value| count(value, sign)),
    };
    let interior = item.sum("interior", names.interior.parts(), area, Area::checked_add);
    let terrace = match lacks("terrace") {
        true => Some(Area(0)),
        false => item.sum(
            "terrace",
            names.terrace.parts(),
            area_or_none,
            Area::checked_add,
        ),
    };
    let total = item.sum("area", names.area.parts(), area, Area::checked_add);
    let typology = match lacks("typology") {
        true => Some(String::new()),
        false => item.field("typology", &names.typology, name),
    };
    let status = item.mapped("status", &names.status, "statuses", |text| map.status(text));
    let rent = item.rent(map);
    let is_for_rent = matches!(rent, Some(Some(_)));
    // A rent answers what is asked for the unit: it need not have a price.
    let no_price = match is_for_rent {
        true => NoPrice::OnRequest,
        false => no_price,
    };
    let price = item.price(map, no_price);
    if let Some(source) = &names.currency
        && price != Some(None)
    {
        item.currency(source, map.currency.code());
    }
    let mut fields = BTreeMap::new();
    for field in &map.declared {
        let value = match field.key == BUILDING {
            true => Some(item.mapped(BUILDING, &field.name, "buildings", |text| {
                field.option(text)
            })),
            false => item.optional(&field.key, &field.name, |value| {
                declared(value, field, sign)
            }),
        };
        // A unit need not have it: only without a whole detail it may have been there before.
        let may_be_old = sources.len() == 1 || !item.faults.is_empty();
        let mut value = value.flatten();
        if value.is_none() && may_be_old {
            value = before.and_then(|before| before.fields.get(&field.key).cloned());
        }
        fields.extend(value.map(|value| (field.key.clone(), value)));
    }
    let has_place = map
        .declared
        .iter()
        .all(|field| field.key != BUILDING || fields.contains_key(BUILDING));
    let complete = || {
        has_place.then_some(())?;
        Some(Unit {
            code: code?,
            unit: unit.or_else(|| before.map(|unit| unit.unit.clone()))?,
            level: level.or(before.map(|unit| unit.level))?,
            unit_use: unit_use.or(before.map(|unit| unit.unit_use))?,
            bathrooms: bathrooms.or(before.and_then(|unit| unit.bathrooms)),
            interior: interior.or(before.map(|unit| unit.interior))?,
            terrace: terrace.or(before.map(|unit| unit.terrace))?,
            area: total.or(before.map(|unit| unit.area))?,
            price: price?,
            rent: rent?,
            typology: typology
                .or_else(|| before.map(|unit| unit.typology.clone()))
                .unwrap_or_default(),
            status: status?,
            fields,
        })
    };
    (complete(), item.faults)
}

pub(crate) fn unit_code(value: &Value, map: &PlatformConfig) -> Option<UnitCode> {
    find_source(&[value], &map.fields.code).and_then(|value| code(value).ok())
}

pub(super) fn amenity(
    value: &Value,
    at: usize,
    map: &PlatformConfig,
) -> Result<Amenity, Vec<FieldError>> {
    let names = &map.amenity_fields;
    let description = |value: &Value| parsed(value, |text| one_line(text, MAX_DESCRIPTION));
    let mut item = Item {
        sources: &[value],
        noun: "amenity",
        code: &names.code,
        at,
        faults: Vec::new(),
    };
    let code = item.field("code", &names.code, name);
    let name = item.field("name", &names.name, name);
    let text = item.optional("description", &names.description, description);
    let image = item.optional("image", &names.image, description);
    let complete = || {
        Some(Amenity {
            code: code?,
            name: name?,
            description: text?.unwrap_or_default(),
            image: image?,
        })
    };
    complete().ok_or(item.faults)
}

/// One object of an answer, or several about the same unit, with the errors found so far.
struct Item<'a> {
    sources: &'a [&'a Value],
    noun: &'static str,
    code: &'a FieldSource,
    /// Its place in the answer, from 0.
    at: usize,
    faults: Vec<FieldError>,
}

impl Item<'_> {
    fn label(&self) -> String {
        let noun = self.noun;
        match find_source(self.sources, self.code).map(scalar_text) {
            Some(Ok(code)) if !code.trim().is_empty() => {
                let escaped: String = code
                    .trim()
                    .chars()
                    .take(40)
                    .flat_map(char::escape_debug)
                    .collect();
                format!("{noun} {escaped}")
            }
            _ => format!("{noun} number {} of the answer", self.at + 1),
        }
    }

    /// Parses a required field. An empty value that `read` refuses counts as missing.
    fn field<T>(
        &mut self,
        field: &str,
        wire: &FieldSource,
        read: impl Fn(&Value) -> Result<T, Fault>,
    ) -> Option<T> {
        self.sum(field, std::slice::from_ref(wire), read, |_, _| None)
    }

    /// Parses a required amount: the sum of all that `wires` name.
    fn sum<T>(
        &mut self,
        field: &str,
        wires: &[FieldSource],
        read: impl Fn(&Value) -> Result<T, Fault>,
        add: fn(T, T) -> Option<T>,
    ) -> Option<T> {
        let sources = self.sources;
        let sum = wires.iter().try_fold(None, |sum: Option<T>, wire| {
            let found = find_source(sources, wire).ok_or(Fault::Missing);
            let part = found.and_then(|value| {
                read(value).map_err(|fault| {
                    if is_empty(value) {
                        Fault::Missing
                    } else {
                        fault
                    }
                })
            });
            let too_large = || Fault::Invalid(format!("makes a sum that {}", decimal::TOO_LARGE));
            let added = part.and_then(|part| match sum {
                None => Ok(part),
                Some(before) => add(before, part).ok_or_else(too_large),
            });
            added.map(Some).map_err(|fault| (wire, fault))
        });
        match sum {
            Ok(Some(sum)) => return Some(sum),
            Ok(None) => self.report(field, &FieldSource::Name(String::new()), Fault::Missing),
            Err((wire, fault)) => self.report(field, wire, fault),
        }
        None
    }

    /// Parses the price. `Some(None)` where it is on request: all of its parts are absent, without
    /// letters and digits (`-`, `$ –`), or words that say so.
    fn price(&mut self, map: &PlatformConfig, no_price: NoPrice) -> Option<Option<Money>> {
        let (sources, wires) = (self.sources, map.fields.price.parts());
        let mut found = wires.iter().map(|wire| find_source(sources, wire));
        let is_nothing = |value: Option<&Value>| {
            value.is_none_or(|value| {
                let text = value.as_str();
                is_empty(value) || text.is_some_and(|text| !text.contains(char::is_alphanumeric))
            })
        };
        let is_lacking = match no_price {
            NoPrice::OnRequest => found.clone().all(is_nothing),
            NoPrice::Missing => false,
        };
        let says_so = |value: Option<&Value>| value.is_some_and(|value| map.is_on_request(value));
        if is_lacking || found.all(says_so) {
            return Some(None);
        }
        let amount = self.sum(
            "price",
            wires,
            |value| money(value, map.decimal, map.currency),
            Money::checked_add,
        );
        amount.map(Some)
    }

    /// Parses the rent. `Some(None)` where the unit is not for rent: no part of it is there, or words say that one may ask.
    fn rent(&mut self, map: &PlatformConfig) -> Option<Option<Money>> {
        let Some(currency) = map.rent_currency else {
            return Some(None);
        };
        let (sources, wires) = (self.sources, map.fields.rent.parts());
        let mut found = wires.iter().map(|wire| find_source(sources, wire));
        let is_nothing = |value: Option<&Value>| {
            value.is_none_or(|value| is_empty(value) || map.is_on_request(value))
        };
        if found.all(is_nothing) {
            return Some(None);
        }
        let amount = self.sum(
            "rent",
            wires,
            |value| money(value, map.decimal, currency),
            Money::checked_add,
        );
        amount.map(Some)
    }

    fn currency(&mut self, wire: &FieldSource, own: &str) {
        let found = find_source(self.sources, wire).map_or(Ok(Cow::default()), scalar_text);
        let fault = match found {
            Ok(sent) if sent.trim().eq_ignore_ascii_case(own) => return,
            Ok(sent) => {
                let what = "the currency of the development: only prices in it are shown";
                Fault::Unmapped(format!("{} is not {own}, {what}", quoted(&sent)))
            }
            Err(fault) => fault,
        };
        self.report("currency", wire, fault);
    }

    /// Parses a field whose value the key `section` of `platform` maps.
    fn mapped<T>(
        &mut self,
        field: &str,
        wire: &FieldSource,
        section: &str,
        find: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        self.field(field, wire, |value| {
            let text = scalar_text(value)?;
            find(&text).ok_or_else(|| Fault::unmapped(&text, field, section))
        })
    }

    /// Parses a field that may be missing, null or empty. `None` only when it is invalid.
    fn optional<T>(
        &mut self,
        field: &str,
        wire: &FieldSource,
        read: impl FnOnce(&Value) -> Result<T, Fault>,
    ) -> Option<Option<T>> {
        match find_source(self.sources, wire).filter(|value| !is_empty(value)) {
            None => Some(None),
            Some(value) => read(value)
                .map(Some)
                .map_err(|fault| self.report(field, wire, fault))
                .ok(),
        }
    }

    fn report(&mut self, field: &str, wire: &FieldSource, fault: Fault) {
        let (item, field, wire) = (self.label(), field.to_owned(), wire.to_string());
        self.faults.push(FieldError {
            at: self.at,
            item,
            field,
            wire,
            fault,
        });
    }
}

/// A constant, or the value at a path of the first object that has one that is not empty, or else of the first that has any.
fn find_source<'a>(objects: &[&'a Value], source: &'a FieldSource) -> Option<&'a Value> {
    let path = match source {
        FieldSource::Constant { value } => return Some(value),
        FieldSource::Name(path) => path,
    };
    let mut found = objects.iter().filter_map(|object| find(object, path));
    found
        .clone()
        .find(|value| !is_empty(value))
        .or_else(|| found.next())
}

/// The value at `path`, where `.` is the value itself. A field whose name contains the dots takes precedence over nested objects.
pub(crate) fn find<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    let step = |value: &'a Value, name: &str| match value {
        Value::Array(items) => items.get(name.parse::<usize>().ok()?),
        value => value.get(name),
    };
    match path {
        "." => Some(value),
        path => value
            .get(path)
            .or_else(|| path.split('.').try_fold(value, step)),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// The text of a string or number (a door number may be sent as 301), whole numbers without decimals. JSON numbers with at most
/// 15 digits are exactly the text that was sent, even when the parser stored them as doubles.
fn scalar_text(value: &Value) -> Result<Cow<'_, str>, Fault> {
    match value {
        Value::String(text) => Ok(Cow::from(&**text)),
        Value::Number(number) => {
            let text = number.to_string();
            Ok(Cow::from(
                text.strip_suffix(".0").unwrap_or(&text).to_owned(),
            ))
        }
        other => Err(Fault::Invalid(format!("is {}", kind(other)))),
    }
}

fn parsed<T, E: Display>(
    value: &Value,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, Fault> {
    let text = scalar_text(value)?;
    parse(&text).map_err(|error| Fault::invalid(&text, error))
}

fn code(value: &Value) -> Result<UnitCode, Fault> {
    parsed(value, UnitCode::new)
}

fn name(value: &Value) -> Result<String, Fault> {
    parsed(value, |text| one_line(text, MAX_NAME))
}

/// Parses a number, which `sign` divides if it is sent as a text.
fn number<T>(
    value: &Value,
    sign: DecimalSign,
    parse: impl Fn(&str) -> Result<T, &'static str>,
) -> Result<T, Fault> {
    let Value::String(text) = value else {
        return parsed(value, parse);
    };
    let swapped = parse(&with_signs_swapped(text));
    match (sign, parse(text), swapped) {
        (DecimalSign::Point, Ok(number), _) | (DecimalSign::Comma, _, Ok(number)) => Ok(number),
        (DecimalSign::Comma, _, Err(NOT_A_NUMBER)) => {
            Err(Fault::invalid(text, "is not a number like 1.234,50"))
        }
        (DecimalSign::Point, Err(why), Ok(_)) => Err(Fault::invalid(
            text,
            format_args!(
                "{why}: if a comma begins its decimals, write `decimal: comma` below `platform`"
            ),
        )),
        (_, Err(why), Err(_)) | (_, _, Err(why)) => Err(Fault::invalid(text, why)),
    }
}

/// The text with commas for points and points for commas between the digits of its number, not in a unit of measure: `97,2 m2.`.
fn with_signs_swapped(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut swapped = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let is_in_number = letters.peek().is_none_or(char::is_ascii_digit);
        swapped.push(match letter {
            ',' if is_in_number => '.',
            '.' if is_in_number => ',',
            other => other,
        });
    }
    swapped
}

fn count(value: &Value, sign: DecimalSign) -> Result<u8, Fault> {
    const FAULT: &str = "is not a whole number from 0 to 255";
    number(value, sign, |text| {
        u8::try_from(whole(text, &[], FAULT)?).map_err(|_| FAULT)
    })
}

/// Parses a whole number with one of these suffixes or none.
fn whole(text: &str, suffixes: &[&str], fault: &'static str) -> Result<u16, &'static str> {
    let number = decimal::scaled(text, &[], suffixes, 0, ExtraDecimals::Reject);
    number
        .ok()
        .and_then(|number| u16::try_from(number).ok())
        .ok_or(fault)
}

fn declared(value: &Value, field: &DeclaredField, sign: DecimalSign) -> Result<FieldValue, Fault> {
    let measures: Vec<&str> = field.measures.iter().map(String::as_str).collect();
    match field.kind {
        FieldKind::Count => {
            const FAULT: &str = "is not a whole number from 0 to 65,535";
            let count = number(value, sign, |text| whole(text, &measures, FAULT))?;
            Ok(FieldValue::Number(Area(u32::from(count) * 100)))
        }
        FieldKind::Number => {
            let hundredths = number(value, sign, |text| {
                let number = decimal::scaled(text, &[], &measures, 2, ExtraDecimals::Round)?;
                match u32::try_from(number) {
                    Ok(number) => Ok(number),
                    Err(_) if number < 0 => Err(decimal::NEGATIVE),
                    Err(_) => Err(decimal::TOO_LARGE),
                }
            })?;
            Ok(FieldValue::Number(Area(hundredths)))
        }
        FieldKind::Area => Ok(FieldValue::Number(number(value, sign, Area::parse)?)),
        FieldKind::Text => Ok(FieldValue::Text(name(value)?)),
        FieldKind::YesNo => yes_or_no(value).map(FieldValue::YesNo),
        FieldKind::Choice => {
            let text = scalar_text(value)?;
            let unknown = format_args!(
                "is none of its options: add it to `options` of `{}`",
                field.key
            );
            field
                .option(&text)
                .ok_or_else(|| Fault::invalid(&text, unknown))
        }
    }
}

fn yes_or_no(value: &Value) -> Result<bool, Fault> {
    match value {
        Value::Bool(value) => Ok(*value),
        value => parsed(value, |text| match &*folded(text) {
            "true" | "yes" | "sí" | "si" | "1" => Ok(true),
            "false" | "no" | "0" => Ok(false),
            _ => Err("is neither yes nor no: send `yes` or `no`, `sí`, `true`, `1` or `0`"),
        }),
    }
}

fn money(value: &Value, sign: DecimalSign, currency: Currency) -> Result<Money, Fault> {
    // A double with more digits may differ from the number that was sent.
    const EXACT_DIGITS: usize = 15;
    let is_float = matches!(value, Value::Number(number) if number.is_f64());
    number(value, sign, |text| {
        if is_float && text.bytes().filter(u8::is_ascii_digit).count() > EXACT_DIGITS {
            return Err(decimal::TOO_PRECISE);
        }
        match currency.parse(text)? {
            money if money.minor_units() < 0 => Err(decimal::NEGATIVE),
            money => money.minor_units().try_into(),
        }
    })
}
