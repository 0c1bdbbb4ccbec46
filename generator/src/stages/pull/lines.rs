//! Reasons as lines for people: when every unit has the same fault, a few examples say it.

use super::reason::Reason;

/// How many reasons of one kind are told one by one.
const EXAMPLES: usize = 3;

/// The reasons by kind, in the order in which the kinds first come.
pub(super) fn lines(reasons: &[Reason]) -> Vec<String> {
    let mut kinds: Vec<&'static str> = Vec::new();
    for reason in reasons {
        if !kinds.contains(&reason.kind()) {
            kinds.push(reason.kind());
        }
    }
    kinds
        .into_iter()
        .flat_map(|kind| of_kind(kind, reasons))
        .collect()
}

fn of_kind(kind: &str, reasons: &[Reason]) -> Vec<String> {
    let of_kind = || reasons.iter().filter(|reason| reason.kind() == kind);
    let mut lines: Vec<String> = of_kind().take(EXAMPLES).map(ToString::to_string).collect();
    let more = of_kind().count().saturating_sub(EXAMPLES);
    if let Some(last) = lines.last_mut().filter(|_| more > 0) {
        last.push_str(&format!(", and {more} more like this"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::unit::UnitCode;

    #[test]
    fn many_of_a_kind_are_told_by_examples() {
        let duplicate = |number: u32| Reason::DuplicateCode(UnitCode::new(&format!("O-{number}")).unwrap());
        let reasons: Vec<Reason> = (0..69).map(duplicate).chain([Reason::Nothing]).collect();
        assert_eq!(
            lines(&reasons),
            [
                "the code O-0 stands for more than one unit",
                "the code O-1 stands for more than one unit",
                "the code O-2 stands for more than one unit, and 66 more like this",
                "there is neither a snapshot nor a shipped inventory: the list is empty",
            ]
        );
        assert!(lines(&[]).is_empty());
    }
}
