//! Dates as visitors read them, made from the strings `date.*` and `months.*`. Templates, islands and documents get
//! these texts and format no dates themselves.

use jiff::civil::Date;

use crate::config::Month;
use crate::strings::{Strings, StringsError};

/// A day: `20 de noviembre de 2026`, `November 20, 2026`.
///
/// # Errors
/// A string that is missing in the language.
pub fn long(strings: &Strings, date: Date) -> Result<String, StringsError> {
    let month = month_name(strings, i64::from(date.month()))?;
    fill(strings, "date.long", &month, date.day(), date.year())
}

/// A month: `octubre de 2022`, `October 2022`.
///
/// # Errors
/// A string that is missing in the language.
pub fn month(strings: &Strings, month: Month) -> Result<String, StringsError> {
    let name = month_name(strings, i64::from(month.month))?;
    fill(
        strings,
        "date.month_year",
        &name,
        1,
        i16::try_from(month.year).unwrap_or_default(),
    )
}

fn month_name(strings: &Strings, number: i64) -> Result<String, StringsError> {
    Ok(strings
        .text(&format!("months.{number}"), None, &|_| None)?
        .to_string())
}

fn fill(strings: &Strings, key: &str, month: &str, day: i8, year: i16) -> Result<String, StringsError> {
    let value_of = |name: &str| match name {
        "day" => Some(day.to_string()),
        "month" => Some(month.to_owned()),
        "year" => Some(year.to_string()),
        _ => None,
    };
    Ok(strings.text(key, None, &value_of)?.to_string())
}
