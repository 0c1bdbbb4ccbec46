//! The changes that a pull finds, and the history with them.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use platform::unit::{Unit, UnitCode};

use model::history::{Change, ChangeKind, History};

/// Maximum number of changes in a history; the oldest are removed first.
const MAX_CHANGES: usize = 500;

/// Maximum number of delisted units in a history. Each needs six redirects, and some hosts accept at most 2,000.
const MAX_GONE: usize = 300;

/// A history after a pull on `date` of the units `now`. Without earlier ones, as on the first pull, only returned units are changes.
pub(super) fn after(
    history: &History,
    before: Option<&[Unit]>,
    now: &[Unit],
    date: Date,
) -> History {
    let gone: HashSet<&UnitCode> = history.gone.iter().collect();
    let before = before
        .unwrap_or(now)
        .iter()
        .filter(|unit| !gone.contains(&unit.code));
    let mut next = history.clone();
    for (unit, kind) in changes(before, now) {
        let kind = match kind {
            ChangeKind::Listed { price, status } if gone.contains(&unit.code) => {
                next.gone.retain(|code| *code != unit.code);
                ChangeKind::Returned { price, status }
            }
            kind => kind,
        };
        add(&mut next.changes, date, unit, kind);
        if kind == (ChangeKind::Gone {}) {
            next.gone.push(unit.code.clone());
        }
    }
    remove_oldest(&mut next.changes, MAX_CHANGES);
    remove_oldest(&mut next.gone, MAX_GONE);
    next
}

/// The changes from the units `before` to the units `now`, each with its unit: in the order of `now`, then the delisted units.
pub fn changes<'a>(
    before: impl Iterator<Item = &'a Unit> + Clone,
    now: &'a [Unit],
) -> Vec<(&'a Unit, ChangeKind)> {
    let mut earlier: HashMap<&UnitCode, &Unit> =
        before.clone().map(|unit| (&unit.code, unit)).collect();
    let mut changes = Vec::new();
    for unit in now {
        let (price, status) = (unit.price, unit.status);
        let Some(old) = earlier.remove(&unit.code) else {
            changes.push((unit, ChangeKind::Listed { price, status }));
            continue;
        };
        let kinds = [
            (old.status != status).then_some(ChangeKind::Status {
                from: old.status,
                to: status,
            }),
            // A unit that is now for rent only has no price on request.
            (old.price != price && unit.is_for_sale()).then_some(ChangeKind::Price {
                from: old.price,
                to: price,
            }),
            (old.rent != unit.rent).then_some(ChangeKind::Rent {
                from: old.rent,
                to: unit.rent,
            }),
        ];
        changes.extend(kinds.into_iter().flatten().map(|kind| (unit, kind)));
    }
    let delisted = before.filter(|unit| earlier.contains_key(&unit.code));
    changes.extend(delisted.map(|unit| (unit, ChangeKind::Gone {})));
    changes
}

fn remove_oldest<T>(list: &mut Vec<T>, maximum: usize) {
    list.drain(..list.len().saturating_sub(maximum));
}

/// Adds a change unless the latest one that it would replace has the same content. Without this, a build that stored the
/// history but not the inventory would lead to the same changes twice.
fn add(changes: &mut Vec<Change>, date: Date, unit: &Unit, kind: ChangeKind) {
    let earlier = || changes.iter().filter(|change| change.code == unit.code);
    let last = earlier().rfind(|change| replaces(kind, change.kind));
    if last.is_some_and(|last| repeats(kind, last.kind)) {
        return;
    }
    let same = earlier().filter(|change| change.date == date && change.kind.key() == kind.key());
    let number = same.map(|change| change.number).max().unwrap_or(0) + 1;
    let (code, unit, unit_use) = (unit.code.clone(), unit.unit.clone(), unit.unit_use);
    changes.push(Change {
        date,
        code,
        unit,
        unit_use,
        number,
        kind,
    });
}

/// Whether a change replaces an earlier one of the same unit: a status a status, a price a price, and any change all others.
fn replaces(kind: ChangeKind, earlier: ChangeKind) -> bool {
    match earlier {
        ChangeKind::Status { .. } | ChangeKind::Price { .. } | ChangeKind::Rent { .. } => {
            kind.key() == earlier.key()
        }
        ChangeKind::Listed { .. } | ChangeKind::Returned { .. } | ChangeKind::Gone {} => true,
    }
}

/// Whether a change has the same content as an earlier one.
fn repeats(kind: ChangeKind, earlier: ChangeKind) -> bool {
    match earlier {
        // After `Returned` the unit is no longer in `gone`, so a repeated comparison gives `Listed`.
        ChangeKind::Returned { price, status }
            if kind == (ChangeKind::Listed { price, status }) =>
        {
            true
        }
        _ => earlier == kind,
    }
}
