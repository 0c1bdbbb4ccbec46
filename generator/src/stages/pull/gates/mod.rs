//! The gates: whether an inventory is plausible. Each gate returns typed reasons. Their limits are the `gates:` section
//! of site.yaml; the number of units is declared under `facts:`.
//!
//! `bounds` checks one list, `changes` compares it with the last one. `area_sum` finds what is published with a warning.

mod area_sum;
mod bounds;
mod changes;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use platform::unit::{Level, Unit, UnitUse};

use model::config::Range;
use model::config::Use;
use model::config::gates::Gates;

pub(super) use area_sum::unequal;

use super::reason::{Reason, reason};

/// A reason for each code that an earlier unit has. Case makes no difference, because page addresses contain the code.
pub(super) fn duplicates(units: &[Unit]) -> Vec<Reason> {
    let mut seen = HashSet::new();
    let repeated = units
        .iter()
        .filter(|unit| !seen.insert(unit.code.as_str().to_ascii_lowercase()));
    let message = |unit: &Unit| {
        let code = &unit.code;
        format!("several units have the code `{code}`: give each unit its own code on the platform")
    };
    repeated
        .map(|unit| reason("duplicate_code", message(unit)))
        .collect()
}

/// A reason for each unit on a level that `is_known` does not know: such a level has no name and no plan.
pub(super) fn unknown_levels(units: &[Unit], is_known: impl Fn(Level) -> bool) -> Vec<Reason> {
    let message = |Unit { code, level, .. }: &Unit| {
        format!(
            "unit {code} is on level {level}, which is neither in `levels` nor `platform.levels` of site.yaml nor in \
             content/geometry.json: add the level there, or correct it on the platform"
        )
    };
    unknown(units, "unknown_level", |unit| is_known(unit.level), message)
}

/// A reason for each unit with a use that site.yaml does not declare: such a use has no name and no page.
pub(super) fn unknown_uses(units: &[Unit], uses: &[Use]) -> Vec<Reason> {
    let is_known = |unit: &Unit| uses.iter().any(|declared| declared.key == unit.unit_use);
    let message = |Unit { code, unit_use, .. }: &Unit| {
        format!(
            "unit {code} has the use {unit_use}, which `uses` of site.yaml does not declare: declare it there, or \
             correct it on the platform"
        )
    };
    unknown(units, "unknown_use", is_known, message)
}

fn unknown(
    units: &[Unit],
    code: &'static str,
    is_known: impl Fn(&Unit) -> bool,
    message: impl Fn(&Unit) -> String,
) -> Vec<Reason> {
    let unknown = units.iter().filter(|unit| !is_known(unit));
    unknown.map(|unit| reason(code, message(unit))).collect()
}

/// Everything that is implausible about `units`, alone and compared with the last snapshot, if there is one.
pub(super) fn implausible(
    units: &[Unit],
    before: Option<&[Unit]>,
    gates: &Gates,
    declared: &[(UnitUse, u32)],
) -> Vec<Reason> {
    let mut reasons = bounds::exceeded(units, gates, declared);
    if let Some(before) = before {
        reasons.extend(changes::implausible(units, before, gates));
    }
    reasons
}
