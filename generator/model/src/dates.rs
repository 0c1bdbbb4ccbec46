//! Dates as visitors read them, made from the strings `date.*` and `months.*`. Templates, islands and documents get
//! these texts and format no dates themselves.
//!
//! # Errors
//! The functions fail when one of these strings is missing in the language.

use jiff::civil::Date;

use crate::config::Month;
use crate::strings::{Strings, StringsError};

/// A day: `20 de noviembre de 2026`, `November 20, 2026`.
pub fn long(strings: &Strings, date: Date) -> Result<String, StringsError> {
    fill(strings, "date.long", date)
}

/// A month: `octubre de 2022`, `October 2022`.
pub fn month(strings: &Strings, month: Month) -> Result<String, StringsError> {
    fill(strings, "date.month_year", month.first_day())
}

fn fill(strings: &Strings, key: &str, date: Date) -> Result<String, StringsError> {
    let month = strings.filled(&format!("months.{}", date.month()), &[])?;
    let (day, year) = (date.day().to_string(), date.year().to_string());
    let values = [("day", day.as_str()), ("month", &month), ("year", &year)];
    Ok(strings.filled(key, &values)?.to_string())
}
