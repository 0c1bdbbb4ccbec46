//! The gates: whether an inventory is plausible. Each gate returns typed reasons. Their limits are the `gates:` section
//! of site.yaml; the number of units is declared under `facts:`.
//!
//! `bounds` checks one list, `changes` compares it with the last one.

mod bounds;
mod changes;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use platform::unit::Unit;

use model::config::gates::{Bounds, Declared, Gates};

use super::reason::{Reason, reason};

/// A reason for each code that an earlier unit has. Case makes no difference, because page addresses contain the code.
pub(super) fn duplicates(units: &[Unit]) -> Vec<Reason> {
    let mut seen = HashSet::new();
    let mut reasons = Vec::new();
    for unit in units {
        if !seen.insert(unit.code.as_str().to_ascii_lowercase()) {
            reasons.push(reason(
                "duplicate_code",
                format!(
                    "several units have the code `{}`: give each unit its own code on the platform",
                    unit.code
                ),
            ));
        }
    }
    reasons
}

/// Everything that is implausible about `units`, alone and compared with the last snapshot, if there is one.
pub(super) fn implausible(
    units: &[Unit],
    before: Option<&[Unit]>,
    gates: &Gates,
    declared: Declared,
) -> Vec<Reason> {
    let mut reasons = bounds::exceeded(units, gates, declared);
    reasons.extend(
        before
            .into_iter()
            .flat_map(|before| changes::implausible(units, before, gates)),
    );
    reasons
}
