//! Reads inventories and amenities from files in the format of the platform's answers, with a `date` beside the data:
//! the shipped ones, and that of `--inventory FILE`.

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::answer::{self, AnswerError};
use platform::config::PlatformConfig;
use platform::unit::Unit;
use serde_json::Value;
use std::fs;
use std::io;
use std::path::Path;

use super::reason::{Reason, bad_file, reason};
use crate::stages::load::without_byte_order_mark;
use formats::json;
use formats::problem::Place;
use model::time_zone::TimeZone;

/// The units of a file and their date.
#[derive(Debug)]
pub(super) struct InventoryFile {
    /// The units, in the order of the file.
    pub(super) units: Vec<Unit>,
    /// The file's `date`, or else the date of its last modification.
    pub(super) date: Date,
}

/// The units in the file at `path`; `None` when there is no such file.
pub(super) fn units(
    path: &Path,
    map: &PlatformConfig,
    time_zone: &TimeZone,
) -> Result<Option<InventoryFile>, Reason> {
    let Some(text) = read_optional(path)? else {
        return Ok(None);
    };
    let answer = parse(path, &text)?;
    let units = read(&answer, map, answer::units).map_err(|error| bad_file(path, error))?;
    let date = date(path, &answer, time_zone)?;
    Ok(Some(InventoryFile { units, date }))
}

/// The amenities in the file at `path`; `None` when there is no such file.
pub(super) fn amenities(path: &Path, map: &PlatformConfig) -> Result<Option<Vec<Amenity>>, Reason> {
    let read = |text: Vec<u8>| {
        let answer = parse(path, &text)?;
        read(&answer, map, answer::amenities).map_err(|error| bad_file(path, error))
    };
    read_optional(path)?.map(read).transpose()
}

/// Reads an answer with the field names of site.yaml, or else with the default names.
fn read<T>(
    answer: &Value,
    map: &PlatformConfig,
    read: impl Fn(&Value, &PlatformConfig) -> Result<T, AnswerError>,
) -> Result<T, AnswerError> {
    let default = PlatformConfig { declared: map.declared.clone(), ..PlatformConfig::default() };
    // Whose names the file has shows which error is about it.
    let closer = |error, own| match (&error, &own) {
        (AnswerError::Shape(_), AnswerError::Fields(_)) => own,
        _ => error,
    };
    read(answer, map).or_else(|error| read(answer, &default).map_err(|own| closer(error, own)))
}

fn read_optional(path: &Path) -> Result<Option<Vec<u8>>, Reason> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(bad_file(path, error)),
    }
}

fn parse(path: &Path, text: &[u8]) -> Result<Value, Reason> {
    serde_json::from_slice(without_byte_order_mark(text)).map_err(|error| {
        let (Place { line, column }, message) = json::located(&error);
        let sentence = format!("{}:{line}:{column}: cannot be used: {message}", path.display());
        reason("bad_file", sentence)
    })
}

fn date(path: &Path, answer: &Value, time_zone: &TimeZone) -> Result<Date, Reason> {
    match answer.get("date") {
        Some(Value::String(text)) => {
            text.parse().map_err(|_| bad_file(path, "`date` must be a date such as 2026-11-20"))
        }
        Some(_) => Err(bad_file(path, "`date` must be a text such as \"2026-11-20\"")),
        None => {
            let changed = fs::metadata(path)
                .and_then(|about| about.modified())
                .map_err(|error| bad_file(path, error))?;
            time_zone.day_of_file(changed).ok_or_else(|| bad_file(path, "it has no usable `date`"))
        }
    }
}
