//! Files in the format of the platform's answers, with a `date`: those of the project, which `site pull --save` replaces, and `--inventory`.

use std::cell::LazyCell;
use std::fs;
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::answer::{self, AnswerError};
use platform::config::PlatformConfig;
use platform::unit::Unit;
use serde_json::Value;

use super::reason::{Reason, bad_file, reason};
use super::{Project, PullResult, Source, gates, repeated};
use crate::cache::file::replace_durably;
use crate::stages::load::{self, without_byte_order_mark};
use formats::json;
use formats::problem::Place;
use formats::yaml::edited;
use model::build_error::BuildError;
use model::config::FILE;
use model::dates::TimeZone;

/// The project's own inventory.
pub(super) const UNITS: &str = "content/inventory.json";

/// The project's own amenities.
pub(super) const AMENITIES: &str = "content/amenities.json";

/// The units in the file at `path`, each with its own code, and its `date`, or else the day of its last change; `None` without a file.
pub(super) fn units(
    project: &Project<'_>,
    path: &Path,
) -> Result<Option<(Date, Vec<Unit>)>, Reason> {
    let found = read(path, &project.config.platform, answer::units)?;
    let Some((units, answer)) = found else {
        return Ok(None);
    };
    let date = date(path, &answer, &project.config.time_zone)?;
    if let Some(unit) = units
        .iter()
        .find(|unit| project.config.use_of(unit.unit_use).is_none())
    {
        return Err(unknown_use(project, path, unit));
    }
    let text = LazyCell::new(|| fs::read_to_string(path).unwrap_or_default());
    let place = |units| {
        let [before, at] = repeated::lines(&text, &project.config.platform, units);
        format!("the units in the lines {before} and {at}")
    };
    match gates::duplicates(&units, place).first() {
        Some(duplicate) => Err(bad_file(path, duplicate)),
        None => Ok(Some((date, units))),
    }
}

/// Such a use has no name and no page; the file may be from before it was renamed.
fn unknown_use(project: &Project<'_>, path: &Path, unit: &Unit) -> Reason {
    let text = fs::read_to_string(path).unwrap_or_default();
    let at = text.find(&format!("\"{}\"", unit.code)).unwrap_or_default();
    let line = text[..at].matches('\n').count() + 1;
    let (code, unit_use) = (&unit.code, unit.unit_use);
    let keys: Vec<&str> = project
        .config
        .uses
        .iter()
        .map(|declared| declared.key.key())
        .collect();
    let declared = keys.join("`, `");
    reason(
        "unknown_use",
        format!(
            "{}:{line}: unit {code} has the use `{unit_use}`, and `uses` of site.yaml has `{declared}`: write one of them in the file, \
             or declare `{unit_use}`",
            path.display()
        ),
    )
}

/// The amenities in the file at `path`; `None` when there is no such file.
pub(super) fn amenities(path: &Path, map: &PlatformConfig) -> Result<Option<Vec<Amenity>>, Reason> {
    Ok(read(path, map, answer::amenities)?.map(|(amenities, _)| amenities))
}

/// Reads the answer in a file with the field names of site.yaml, or else with the default names.
fn read<T>(
    path: &Path,
    map: &PlatformConfig,
    read: impl Fn(&Value, &PlatformConfig) -> Result<T, AnswerError>,
) -> Result<Option<(T, Value)>, Reason> {
    let text = system::read_optional(path).map_err(|error| bad_file(path, error))?;
    let Some(text) = text else { return Ok(None) };
    let answer = serde_json::from_slice(without_byte_order_mark(&text)).map_err(|error| {
        let (Place { line, column }, message) = json::located(&error);
        reason(
            "bad_file",
            format!(
                "{}:{line}:{column}: cannot be used: {message}",
                path.display()
            ),
        )
    })?;
    let default = PlatformConfig {
        declared: map.declared.clone(),
        without: map.without.clone(),
        currency: map.currency,
        rent_currency: map.rent_currency,
        ..PlatformConfig::default()
    };
    // Whose names the file has shows which error is about it.
    let closer = |error, own| match (&error, &own) {
        (AnswerError::Shape(_), AnswerError::Fields(_)) => own,
        _ => error,
    };
    let found = read(&answer, map)
        .or_else(|error| read(&answer, &default).map_err(|own| closer(error, own)));
    Ok(Some((
        found.map_err(|error| bad_file(path, error))?,
        answer,
    )))
}

fn date(path: &Path, answer: &Value, time_zone: &TimeZone) -> Result<Date, Reason> {
    match answer.get("date") {
        Some(Value::String(text)) => text
            .parse()
            .map_err(|_| bad_file(path, "`date` must be a date such as 2026-11-20")),
        Some(_) => Err(bad_file(
            path,
            "`date` must be a text such as \"2026-11-20\"",
        )),
        None => {
            let changed = fs::metadata(path).and_then(|about| about.modified());
            let moment = Timestamp::try_from(changed.map_err(|error| bad_file(path, error))?)
                .map_err(|_| bad_file(path, "it has no usable `date`"))?;
            Ok(time_zone.day(moment))
        }
    }
}

/// Writes the units and amenities of a good pull below `root`, and removes their marks of an example. Returns the changed files.
pub fn save(root: &Path, pulled: &PullResult) -> Result<Vec<&'static str>, BuildError> {
    if pulled.is_example || !matches!(pulled.source, Source::Platform | Source::Snapshot) {
        let what = "there is no good pull to save: correct what prevents it";
        return Err(BuildError::Tool(format!("{UNITS} is unchanged: {what}")));
    }
    let inventory = &pulled.inventory;
    let day = inventory.date.to_string();
    let map = load::read_config(root).map_err(BuildError::from)?.platform;
    // Without amenities on the platform, keep those of the file.
    let stay = amenities(&root.join(AMENITIES), &map)
        .ok()
        .flatten()
        .as_ref()
        == Some(&inventory.amenities);
    let amenities = (!stay).then(|| answer::amenities_file(&inventory.amenities, &day));
    let unmarked = without_marks(root, if stay { &[UNITS] } else { &[UNITS, AMENITIES] })?;
    let mut saved = Vec::new();
    for (name, text) in [
        (
            UNITS,
            Some(answer::units_file(&inventory.units, &map, &day)),
        ),
        (AMENITIES, amenities),
        (FILE, unmarked),
    ] {
        let Some(text) = text else { continue };
        let path = root.join(name);
        replace_durably(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
        saved.push(name);
    }
    Ok(saved)
}

/// The text of `site.yaml` without the marks of these files; nothing when it has none.
fn without_marks(root: &Path, files: &[&str]) -> Result<Option<String>, BuildError> {
    let text = load::read_text(root, FILE)?;
    let mut values: Value = serde_yaml::from_str(&text).unwrap_or_default();
    let Some(examples) = values.get_mut("examples").and_then(Value::as_array_mut) else {
        return Ok(None);
    };
    let before = examples.len();
    examples.retain(|example| {
        !example
            .as_str()
            .is_some_and(|example| files.contains(&example))
    });
    if examples.len() == before {
        return Ok(None);
    }
    let cannot = |error| {
        BuildError::Tool(format!(
            "{FILE}: {error}, then run `site pull --save` again"
        ))
    };
    edited(&text, &values).map(Some).map_err(cannot)
}
