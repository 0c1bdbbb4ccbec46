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
        if !kinds.contains(&reason.kind()) {
            kinds.push(reason.kind());
        }
    }
    let hint = reasons
        .iter()
        .any(Reason::is_plausibility)
        .then(|| HINT.to_owned());
    kinds
        .into_iter()
        .flat_map(|kind| of_kind(kind, reasons))
        .chain(hint)
        .collect()
}

fn of_kind(kind: &str, reasons: &[Reason]) -> Vec<String> {
    let of_kind = || reasons.iter().filter(|reason| reason.kind() == kind);
    let mut lines: Vec<String> = of_kind().take(EXAMPLES).map(ToString::to_string).collect();
    let more = of_kind().count().saturating_sub(EXAMPLES);
    if let Some(last) = lines.last_mut().filter(|_| more > 0) {
        last.push_str(&format!(" (and {more} more like this)"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::unit::UnitCode;

    #[test]
    fn many_reasons_of_a_kind_are_shortened() {
        let duplicate = |number: u32| Reason::DuplicateCode(UnitCode::new(&format!("O-{number}")).unwrap());
        let reasons: Vec<Reason> = (0..69).map(duplicate).chain([Reason::NoInventory]).collect();
        assert_eq!(
            lines(&reasons),
            [
                "several units have the code `O-0`: give each unit its own code on the platform",
                "several units have the code `O-1`: give each unit its own code on the platform",
                "several units have the code `O-2`: give each unit its own code on the platform (and 66 more like this)",
                "there is neither a snapshot nor content/inventory.json, so the list of units is empty: run `site pull`",
            ]
        );
        assert!(lines(&[]).is_empty());
    }

    #[test]
    fn implausible_values_come_with_what_to_do() {
        let reason = Reason::MedianJump {
            percent: 20,
            allowed_percent: 15,
        };
        assert_eq!(
            lines(&[reason]),
            [
                "the median price change is 20 %, but `gates.median_price_change_percent` is 15",
                HINT
            ]
        );
    }
}
