//! Parses one value of an answer: what is sent as a text or number becomes a code, a name, an amount, a choice.

use super::{Fault, kind, one_line};
use crate::area::Area;
use crate::config::DecimalSign;
use crate::decimal::{self, ExtraDecimals, NOT_A_NUMBER};
use crate::field_map::folded;
use crate::money::{Currency, Money};
use crate::unit::UnitCode;
use crate::unit_field::{DeclaredField, FieldKind, FieldValue};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Display;

const MAX_NAME: usize = 120;

/// Whether nothing was sent: null, or a text of spaces only.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// The text of a string or number (a door number may be sent as 301), whole numbers without decimals. JSON numbers with at most
/// 15 digits are exactly the text that was sent, even when the parser stored them as doubles.
pub(super) fn scalar_text(value: &Value) -> Result<Cow<'_, str>, Fault> {
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

/// Parses the text of a value.
pub(super) fn parsed<T, E: Display>(
    value: &Value,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, Fault> {
    let text = scalar_text(value)?;
    parse(&text).map_err(|error| Fault::invalid(&text, error))
}

/// Parses the code of a unit.
pub(super) fn code(value: &Value) -> Result<UnitCode, Fault> {
    parsed(value, UnitCode::new)
}

/// Parses a name of one line.
pub(super) fn name(value: &Value) -> Result<String, Fault> {
    parsed(value, |text| one_line(text, MAX_NAME))
}

/// Parses a number, which `sign` divides if it is sent as a text.
pub(super) fn number<T>(
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

/// Parses a whole number up to 255.
pub(super) fn count(value: &Value, sign: DecimalSign) -> Result<u8, Fault> {
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

/// Parses the value of a field that `site.yaml` declares.
pub(super) fn declared(
    value: &Value,
    field: &DeclaredField,
    sign: DecimalSign,
) -> Result<FieldValue, Fault> {
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

/// Parses an amount that is not negative.
pub(super) fn money(value: &Value, sign: DecimalSign, currency: Currency) -> Result<Money, Fault> {
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
