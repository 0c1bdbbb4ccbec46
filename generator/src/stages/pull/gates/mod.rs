//! The gates: is what the platform sent plausible? Each gate answers with a typed reason. Their bounds are the
//! `gates:` section of site.yaml; how many units there are is declared under `facts:`.
//!
//! `bounds` looks at one list, `changes` compares it with the list before it.

mod bounds;
mod changes;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use platform::unit::Unit;

use model::config::gates::{Bounds, Declared, Gates};

use super::reason::Reason;

/// Codes that stand for more than one unit. A page's address is made of the code, so case makes no difference.
pub(super) fn duplicates(units: &[Unit]) -> Vec<Reason> {
    let mut seen = HashSet::new();
    let mut reasons = Vec::new();
    for unit in units {
        if !seen.insert(unit.code.as_str().to_ascii_lowercase()) {
            reasons.push(Reason::DuplicateCode(unit.code.clone()));
        }
    }
    reasons
}

/// Everything about `units` that is not plausible, compared with the last snapshot where there is one.
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
