//! Why an inventory, or a part of it, is not used. Each message names the key of `site.yaml`, the value, and what to do.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::Path;

use platform::answer::{AnswerError, Fault};
use platform::client::{CallError, ErrorKind};
use platform::unit_field::BUILDING;

pub use model::build_error::InventoryReason as Reason;

const EXAMPLES: usize = 3;

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
    let kind = match &error.kind {
        ErrorKind::Answer(AnswerError::Fields(errors)) => {
            if !errors
                .iter()
                .all(|error| matches!(error.fault, Fault::Unmapped(_)))
            {
                // What is unmapped says itself where it is mapped.
                let hint = "compare the field names under `platform:` in site.yaml with the platform's answer";
                return reason("broken_schema", format!("{error}: {hint}"));
            }
            let are_all = |field: &str| errors.iter().all(|error| error.field == field);
            let known = [("status", "unknown_status"), (BUILDING, "unknown_building")];
            known
                .iter()
                .find(|(field, _)| are_all(field))
                .map_or("broken_schema", |(_, kind)| kind)
        }
        ErrorKind::Answer(AnswerError::Shape(_)) | ErrorKind::Pages(_) => "broken_schema",
        _ => "failed",
    };
    reason(kind, error)
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
