//! What happened to the units from one good pull to the next: the memory behind the news feed and behind the redirects
//! of units that are no longer offered. Pure: the same history, units and day give the same new history.

mod change_log;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use platform::money::Money;
use platform::unit::{Status, Unit, UnitCode, UnitUse};
use serde::{Deserialize, Serialize};

use change_log::ChangeLog;

/// How many changes are remembered; the oldest go first.
const CHANGES_KEPT: usize = 500;

/// How many vanished units are remembered. Each needs six redirects, and some hosts read no more than 2,000.
const GONE_KEPT: usize = 300;

/// The changes of the past, oldest first, and the units that are no longer offered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    /// What happened, oldest first.
    pub changes: Vec<Change>,
    /// Units that had a page and are no longer listed, longest gone first.
    pub gone: Vec<UnitCode>,
}

/// One thing that happened to one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The day of the pull that showed it.
    pub date: Date,
    /// The unit's key.
    pub code: UnitCode,
    /// The unit's name, which a vanished unit has nowhere else.
    pub unit: String,
    /// What it is sold as, for the same reason.
    #[serde(rename = "use")]
    pub unit_use: UnitUse,
    /// Which change of this kind to this unit on this day it was, from 1: with kind, unit and day, a lasting name.
    pub number: u32,
    /// What happened.
    pub what: What,
}

/// What can happen to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum What {
    /// It is offered for the first time.
    Listed {
        /// Its price before IVA.
        price: Money,
        /// Its status.
        status: Status,
    },
    /// It is offered again after it had vanished.
    Returned {
        /// Its price before IVA.
        price: Money,
        /// Its status.
        status: Status,
    },
    /// It was set aside, sold, or is free again.
    Status {
        /// Before.
        from: Status,
        /// Now.
        to: Status,
    },
    /// It costs more or less; before IVA.
    Price {
        /// Before.
        from: Money,
        /// Now.
        to: Money,
    },
    /// It is no longer listed.
    Gone {},
}

impl What {
    /// A stable word: part of the names of feed entries.
    pub const fn key(self) -> &'static str {
        match self {
            What::Listed { .. } => "listed",
            What::Returned { .. } => "returned",
            What::Status { .. } => "status",
            What::Price { .. } => "price",
            What::Gone {} => "gone",
        }
    }

    /// Whether an earlier change of the unit answers the same question: is it listed, what is its status, what does
    /// it cost. A unit that is listed, comes back or goes begins anew in all three.
    fn is_after(self, earlier: What) -> bool {
        match earlier {
            What::Status { .. } => matches!(self, What::Status { .. }),
            What::Price { .. } => matches!(self, What::Price { .. }),
            What::Listed { .. } | What::Returned { .. } | What::Gone {} => true,
        }
    }

    /// Whether the earlier change says as much.
    fn says_again(self, earlier: What) -> bool {
        match (earlier, self) {
            // That it was gone before is known only once.
            (
                What::Returned { price, status },
                What::Listed {
                    price: now,
                    status: state,
                },
            ) => (price, status) == (now, state),
            _ => earlier == self,
        }
    }
}

impl History {
    /// The history after a good pull of `date` that listed `now`. Without a list of `before`, as on the first pull,
    /// nothing is news; but a unit that comes back is no longer gone.
    #[must_use]
    pub fn after(&self, before: Option<&[Unit]>, now: &[Unit], date: Date) -> History {
        let mut next = self.clone();
        let mut log = ChangeLog::of(std::mem::take(&mut next.changes));
        let gone: HashSet<&str> = self.gone.iter().map(UnitCode::as_str).collect();
        let known: Option<HashMap<&str, &Unit>> =
            before.map(|units| units.iter().map(|unit| (unit.code.as_str(), unit)).collect());
        for unit in now {
            let (price, status) = (unit.price, unit.status);
            if gone.contains(unit.code.as_str()) {
                log.add(date, unit, What::Returned { price, status });
            } else if let Some(known) = &known {
                match known.get(unit.code.as_str()) {
                    None => log.add(date, unit, What::Listed { price, status }),
                    Some(old) => log.compare(date, old, unit),
                }
            }
        }
        let listed: HashSet<&str> = now.iter().map(|unit| unit.code.as_str()).collect();
        next.gone.retain(|code| !listed.contains(code.as_str()));
        let vanished = before
            .unwrap_or_default()
            .iter()
            .filter(|unit| !listed.contains(unit.code.as_str()));
        for unit in vanished {
            log.add(date, unit, What::Gone {});
            if !gone.contains(unit.code.as_str()) {
                next.gone.push(unit.code.clone());
            }
        }
        next.changes = log.changes;
        keep_newest(&mut next.changes, CHANGES_KEPT);
        keep_newest(&mut next.gone, GONE_KEPT);
        next
    }
}

fn keep_newest<T>(list: &mut Vec<T>, most: usize) {
    list.drain(..list.len().saturating_sub(most));
}
