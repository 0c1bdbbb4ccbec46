//! Changes of units between successful pulls, for the inventory feed and the redirects of units that are no longer listed.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use platform::money::Money;
use platform::unit::{Status, Unit, UnitCode, UnitUse};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Maximum number of changes in a history; the oldest are removed first.
const MAX_CHANGES: usize = 500;

/// Maximum number of delisted units in a history. Each needs six redirects, and some hosts accept at most 2,000.
const MAX_GONE: usize = 300;

/// Past changes of units, and the units that are no longer listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    /// The changes, oldest first.
    pub changes: Vec<Change>,
    /// Units that had a page and are no longer listed, in the order in which they were delisted.
    pub gone: Vec<UnitCode>,
}

/// One change of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The day of the pull that found the change.
    pub date: Date,
    /// The unit's code.
    pub code: UnitCode,
    /// The unit's number, which the inventory no longer has when the unit is delisted.
    pub unit: String,
    /// The unit's use, here for the same reason.
    #[serde(rename = "use")]
    pub unit_use: UnitUse,
    /// Counts changes of the same kind, unit and day, from 1. Together they identify the change permanently.
    pub number: u32,
    /// What changed.
    #[serde(rename = "what")]
    pub kind: ChangeKind,
}

/// What changed, with the values that matter for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[strum(serialize_all = "lowercase")]
pub enum ChangeKind {
    /// The unit is listed for the first time.
    Listed {
        /// Its price before IVA; none where it is on request.
        price: Option<Money>,
        /// Its status.
        status: Status,
    },
    /// The unit is listed again after it had been delisted.
    Returned {
        /// Its price before IVA; none where it is on request.
        price: Option<Money>,
        /// Its status.
        status: Status,
    },
    /// The status changed.
    Status {
        /// Before.
        from: Status,
        /// Now.
        to: Status,
    },
    /// The price before IVA changed.
    Price {
        /// Before; none where it was on request.
        from: Option<Money>,
        /// Now; none where it is on request.
        to: Option<Money>,
    },
    /// The rent before IVA changed, as the platform sends rents.
    Rent {
        /// Before; none where it was not for rent.
        from: Option<Money>,
        /// Now; none where it is not for rent.
        to: Option<Money>,
    },
    /// The unit is no longer listed.
    Gone {},
}

impl ChangeKind {
    /// The name of the kind in the ids of feed entries.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Whether this change replaces an earlier one of the same unit: a status a status, a price a price, and any change all others.
    fn replaces(self, earlier: ChangeKind) -> bool {
        match earlier {
            ChangeKind::Status { .. } | ChangeKind::Price { .. } | ChangeKind::Rent { .. } => {
                self.key() == earlier.key()
            }
            ChangeKind::Listed { .. } | ChangeKind::Returned { .. } | ChangeKind::Gone {} => true,
        }
    }

    /// Whether an earlier change has the same content.
    fn repeats(self, earlier: ChangeKind) -> bool {
        match earlier {
            // After `Returned` the unit is no longer in `gone`, so a repeated comparison gives `Listed`.
            ChangeKind::Returned { price, status }
                if self == (ChangeKind::Listed { price, status }) =>
            {
                true
            }
            _ => earlier == self,
        }
    }
}

impl History {
    /// The day since which a unit is listed, if a change says so.
    pub fn listed_on(&self, code: &UnitCode) -> Option<Date> {
        let is_listed = |kind| {
            matches!(
                kind,
                ChangeKind::Listed { .. } | ChangeKind::Returned { .. }
            )
        };
        let listed = self
            .changes
            .iter()
            .rfind(|change| change.code == *code && is_listed(change.kind));
        listed.map(|change| change.date)
    }

    /// The history after a pull on `date` of the units `now`. Without earlier ones, as on the first pull, only returned units are changes.
    pub fn after(&self, before: Option<&[Unit]>, now: &[Unit], date: Date) -> History {
        let gone: HashSet<&UnitCode> = self.gone.iter().collect();
        let before = before
            .unwrap_or(now)
            .iter()
            .filter(|unit| !gone.contains(&unit.code));
        let mut next = self.clone();
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
    let last = earlier().rfind(|change| kind.replaces(change.kind));
    if last.is_some_and(|last| kind.repeats(last.kind)) {
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
