//! Why an inventory, or a part of it, is not used. Each message names the key of `site.yaml`, the value, and what to do.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::path::Path;

use formats::problem::most_similar;
use platform::answer::{AnswerError, Fault, FieldError};
use platform::client::{CallError, ErrorKind};
use platform::config::PlatformConfig;
use platform::field_map::FieldSource;
use platform::unit_field::BUILDING;

use super::table::Table;

pub use model::build_error::InventoryReason as Reason;

const EXAMPLES: usize = 3;

/// Most cells of a table that a message names.
const MOST_CELLS: usize = 5;

/// From how many missing values on a row of a table is taken for something else than a unit.
const MISSING_IN_NO_UNIT: usize = 3;

const HINT: &str = "if these values are real, accept them with --accept-inventory; if not, correct them on the platform";

pub(super) fn reason(kind: &'static str, message: impl Display) -> Reason {
    Reason {
        kind,
        message: message.to_string(),
        is_implausible: false,
    }
}

pub(super) fn bad_file(path: &Path, detail: impl Display) -> Reason {
    reason(
        "bad_file",
        format!("{}: cannot be used: {detail}", path.display()),
    )
}

pub(super) fn of_call(error: &CallError) -> Reason {
    match &error.kind {
        ErrorKind::Answer(AnswerError::Fields(errors)) => {
            let message = match hint(errors) {
                Some(hint) => format!("{error}: {hint}"),
                None => error.to_string(),
            };
            reason(kind(errors), message)
        }
        ErrorKind::Answer(AnswerError::Shape(_)) | ErrorKind::Pages(_) => {
            reason("broken_schema", error)
        }
        _ => reason("failed", error),
    }
}

/// The reason for errors of a table: a column that is missing is one error, and every other has the line of its row.
pub(super) fn of_table(key: &str, table: &Table, error: &AnswerError) -> Reason {
    let AnswerError::Fields(errors) = error else {
        return reason("broken_schema", format!("{key}: {error}"));
    };
    let is_column =
        |error: &&FieldError| error.fault == Fault::Missing && !table.names.contains(&error.wire);
    let mut columns: Vec<(&str, &str)> = errors
        .iter()
        .filter(is_column)
        .map(|error| (error.wire.as_str(), error.field.as_str()))
        .collect();
    let mut seen = HashSet::new();
    columns.retain(|column| seen.insert(*column));
    if !columns.is_empty() {
        return missing_columns(key, table, &columns);
    }
    if let Some(message) = rows_without_values(table, errors) {
        return reason("broken_schema", format!("{key}: {message}"));
    }
    let mut shown: Vec<String> = errors
        .iter()
        .map(|error| {
            let FieldError {
                at,
                item,
                wire,
                fault,
                ..
            } = error;
            let line = table.lines.get(*at).copied().unwrap_or_default();
            format!("line {line}, {item}, column `{wire}`: {fault}")
        })
        .collect();
    // One column may be several fields: interior and total area.
    shown.dedup();
    let more = shown.len().saturating_sub(MOST_CELLS);
    shown.truncate(MOST_CELLS);
    let mut message = format!("{key}: {}", shown.join("; "));
    if more > 0 {
        message.push_str(&format!("; and {more} more"));
    }
    let is_of_cells = |error: &FieldError| !matches!(error.fault, Fault::Unmapped(_));
    if errors.iter().any(is_of_cells) {
        message.push_str(": correct it in the table");
    }
    reason(kind(errors), message)
}

/// The rows of a table that lack so much that they are hardly units: totals, notes, the title of a group.
fn rows_without_values(table: &Table, errors: &[FieldError]) -> Option<String> {
    let mut missing: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for error in errors {
        if error.fault == Fault::Missing {
            missing.entry(error.at).or_default().push(&error.wire);
        }
    }
    missing.retain(|_, columns| columns.len() >= MISSING_IN_NO_UNIT);
    let (at, columns) = missing.first_key_value()?;
    let line = table.lines.get(*at).copied().unwrap_or_default();
    let others = match missing.len() - 1 {
        0 => String::new(),
        others => format!(", and {others} more rows are alike"),
    };
    Some(format!(
        "line {line} has no value in the columns `{}`{others}: write them, or remove a row that is not a unit, as of totals",
        columns.join("`, `")
    ))
}

/// The reason for a table without a column of prices that has one with a name like it. Without any, all prices are on request.
pub(super) fn misspelt_price(key: &str, table: &Table, map: &PlatformConfig) -> Option<Reason> {
    let columns: Vec<(&str, &str)> = map
        .fields
        .price
        .parts()
        .iter()
        .filter_map(|part| match part {
            FieldSource::Name(name) => Some((name.as_str(), "price")),
            FieldSource::Constant { .. } => None,
        })
        .filter(|(name, _)| !table.names.iter().any(|known| known == name))
        .filter(|(name, _)| similar_column(table, name).is_some())
        .collect();
    if columns.is_empty() {
        return None;
    }
    Some(missing_columns(key, table, &columns))
}

/// The reason for columns that a table lacks, each with the field that it is for.
fn missing_columns(key: &str, table: &Table, columns: &[(&str, &str)]) -> Reason {
    let missing = columns
        .iter()
        .map(|(wire, field)| {
            let close = similar_column(table, wire)
                .map_or_else(String::new, |close| format!(" (did you mean `{close}`?)"));
            format!("`{wire}` for `platform.fields.{field}`{close}")
        })
        .collect::<Vec<_>>()
        .join(", ");
    let names = table.names.join("`, `");
    reason(
        "broken_schema",
        format!(
            "{key}: the table has no column {missing}: its columns are `{names}`: correct the name there or in site.yaml"
        ),
    )
}

fn similar_column<'a>(table: &'a Table, name: &str) -> Option<&'a str> {
    let known: Vec<&str> = table.names.iter().map(String::as_str).collect();
    most_similar(name, &known)
}

fn kind(errors: &[FieldError]) -> &'static str {
    let is_unmapped = |error: &FieldError| matches!(error.fault, Fault::Unmapped(_));
    let are_all = |field: &str| {
        errors
            .iter()
            .all(|error| error.field == field && is_unmapped(error))
    };
    let known = [("status", "unknown_status"), (BUILDING, "unknown_building")];
    known
        .iter()
        .find(|(field, _)| are_all(field))
        .map_or("broken_schema", |(_, kind)| kind)
}

/// What to do. What is unmapped says itself where it is mapped, and an invalid value does not come from a wrong name.
fn hint(errors: &[FieldError]) -> Option<&'static str> {
    let has = |is_so: fn(&Fault) -> bool| errors.iter().any(|error| is_so(&error.fault));
    if has(|fault| *fault == Fault::Missing) {
        return Some(
            "compare the field names under `platform:` in site.yaml with the platform's answer",
        );
    }
    has(|fault| matches!(fault, Fault::Invalid(_))).then_some("correct it on the platform")
}

/// The first few reasons of each kind, in the order in which the kinds first occur, and what to do.
pub(super) fn lines(reasons: &[Reason]) -> Vec<String> {
    let mut seen = HashSet::new();
    let kinds = reasons
        .iter()
        .map(|reason| reason.kind)
        .filter(|kind| seen.insert(*kind));
    let lines = kinds.flat_map(|kind| {
        let of_kind = reasons.iter().filter(|reason| reason.kind == kind);
        let more = of_kind.clone().count().saturating_sub(EXAMPLES);
        let mut lines: Vec<String> = of_kind.take(EXAMPLES).map(ToString::to_string).collect();
        if more > 0
            && let Some(last) = lines.last_mut()
        {
            last.push_str(&format!(" (and {more} more like this)"));
        }
        lines
    });
    let is_implausible = reasons.iter().any(|reason| reason.is_implausible);
    lines
        .chain(is_implausible.then(|| HINT.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_reasons_of_a_kind_are_shortened() {
        let duplicate = |number: u32| {
            reason(
                "duplicate_code",
                format!("O-{number}: give it its own code"),
            )
        };
        let reasons: Vec<Reason> = (0..69)
            .map(duplicate)
            .chain([reason("nothing", "no units")])
            .collect();
        assert_eq!(
            lines(&reasons),
            [
                "O-0: give it its own code",
                "O-1: give it its own code",
                "O-2: give it its own code (and 66 more like this)",
                "no units",
            ]
        );
        let count = Reason {
            is_implausible: true,
            ..reason("count", "70 units")
        };
        assert_eq!(
            lines(&[count]),
            ["70 units", HINT],
            "what to do with implausible values"
        );
        assert!(lines(&[]).is_empty());
    }
}
