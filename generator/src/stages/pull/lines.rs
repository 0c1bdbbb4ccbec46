//! Reasons as lines of text. Of many reasons of one kind, only the first few are listed.

use super::reason::Reason;

/// How many reasons of one kind are listed.
const EXAMPLES: usize = 3;

/// What to do about implausible changes.
const HINT: &str =
    "if these values are real, accept them with --accept-inventory; if not, correct them on the platform";

/// The reasons by kind, in the order in which the kinds first occur, and what to do.
pub(super) fn lines(reasons: &[Reason]) -> Vec<String> {
    let mut kinds: Vec<&'static str> = Vec::new();
    for reason in reasons {
        if !kinds.contains(&reason.kind) {
            kinds.push(reason.kind);
        }
    }
    let is_implausible = reasons.iter().any(|reason| reason.is_implausible);
    let hint = is_implausible.then(|| HINT.to_owned());
    let lines = kinds.into_iter().flat_map(|kind| with_kind(kind, reasons));
    lines.chain(hint).collect()
}

fn with_kind(kind: &str, reasons: &[Reason]) -> Vec<String> {
    let with_kind = || reasons.iter().filter(|reason| reason.kind == kind);
    let mut lines: Vec<String> = with_kind().take(EXAMPLES).map(ToString::to_string).collect();
    let more = with_kind().count().saturating_sub(EXAMPLES);
    if let Some(last) = lines.last_mut().filter(|_| more > 0) {
        last.push_str(&format!(" (and {more} more like this)"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::pull::reason::{implausible, reason};

    #[test]
    fn many_reasons_of_a_kind_are_shortened() {
        let duplicate = |number: u32| reason("duplicate_code", format!("O-{number}: give it its own code"));
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
        assert!(lines(&[]).is_empty());
    }

    #[test]
    fn implausible_values_come_with_what_to_do() {
        assert_eq!(lines(&[implausible("count", "70 units")]), ["70 units", HINT]);
    }
}
