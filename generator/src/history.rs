//! What happened to the units from one good pull to the next: the memory behind the news feed and behind the redirects
//! of units that are no longer offered. Pure: the same history, units and day give the same new history.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use platform::money::Money;
use platform::unit::{Status, Unit, UnitCode, UnitUse};
use serde::{Deserialize, Serialize};

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
        let mut told = Told::of(std::mem::take(&mut next.changes));
        let gone: HashSet<&str> = self.gone.iter().map(UnitCode::as_str).collect();
        let known: Option<HashMap<&str, &Unit>> =
            before.map(|units| units.iter().map(|unit| (unit.code.as_str(), unit)).collect());
        for unit in now {
            let (price, status) = (unit.price, unit.status);
            if gone.contains(unit.code.as_str()) {
                told.add(date, unit, What::Returned { price, status });
            } else if let Some(known) = &known {
                match known.get(unit.code.as_str()) {
                    None => told.add(date, unit, What::Listed { price, status }),
                    Some(old) => told.compare(date, old, unit),
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
            told.add(date, unit, What::Gone {});
            if !gone.contains(unit.code.as_str()) {
                next.gone.push(unit.code.clone());
            }
        }
        next.changes = told.changes;
        keep_newest(&mut next.changes, CHANGES_KEPT);
        keep_newest(&mut next.gone, GONE_KEPT);
        next
    }
}

/// What was told so far, with the places of each unit's changes: a pull can change ten thousand units.
struct Told {
    changes: Vec<Change>,
    of_unit: HashMap<UnitCode, Vec<usize>>,
}

impl Told {
    fn of(changes: Vec<Change>) -> Told {
        let mut of_unit: HashMap<UnitCode, Vec<usize>> = HashMap::new();
        for (place, change) in changes.iter().enumerate() {
            of_unit.entry(change.code.clone()).or_default().push(place);
        }
        Told { changes, of_unit }
    }

    fn compare(&mut self, date: Date, old: &Unit, new: &Unit) {
        if old.status != new.status {
            let (from, to) = (old.status, new.status);
            self.add(date, new, What::Status { from, to });
        }
        if old.price != new.price {
            let (from, to) = (old.price, new.price);
            self.add(date, new, What::Price { from, to });
        }
    }

    /// Adds a change, unless it is already the unit's last word on its question: a pull whose history was kept and
    /// whose inventory was not tells the same again.
    fn add(&mut self, date: Date, unit: &Unit, what: What) {
        let places = self.of_unit.entry(unit.code.clone()).or_default();
        let earlier = || places.iter().map(|place| &self.changes[*place]);
        let last = earlier().rfind(|change| what.is_after(change.what));
        if last.is_some_and(|last| what.says_again(last.what)) {
            return;
        }
        let same = earlier().filter(|change| change.date == date && change.what.key() == what.key());
        let number = same.map(|change| change.number).max().unwrap_or(0) + 1;
        places.push(self.changes.len());
        self.changes.push(Change {
            date,
            code: unit.code.clone(),
            unit: unit.unit.clone(),
            unit_use: unit.unit_use,
            number,
            what,
        });
    }
}

fn keep_newest<T>(list: &mut Vec<T>, most: usize) {
    list.drain(..list.len().saturating_sub(most));
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::area::Area;
    use platform::unit::Level;

    fn unit(code: &str, pesos: i64, status: Status) -> Unit {
        Unit {
            code: UnitCode::new(code).unwrap(),
            unit: code.to_owned(),
            level: Level(3),
            unit_use: UnitUse::Oficina,
            bathrooms: 1,
            interior: Area(6000),
            terrace: Area(0),
            area: Area(6000),
            price: Money(pesos * 100),
            typology: "A".to_owned(),
            status,
        }
    }

    fn day(number: i8) -> Date {
        jiff::civil::date(2026, 11, number)
    }

    fn told(history: &History) -> Vec<String> {
        let line = |change: &Change| format!("{} {} {:?}", change.date, change.code, change.what);
        history.changes.iter().map(line).collect()
    }

    use Status::{Disponible, Vendido};

    #[test]
    fn the_first_pull_is_no_news() {
        let history = History::default().after(None, &[unit("A", 5, Disponible)], day(1));
        assert_eq!(history, History::default());
    }

    #[test]
    fn each_change_is_told_once_with_its_day() {
        let one = [unit("A", 5, Disponible), unit("B", 5, Disponible)];
        let two = [unit("A", 6, Vendido), unit("C", 7, Disponible)];
        let history = History::default().after(Some(&one), &two, day(2));
        assert_eq!(
            told(&history),
            [
                "2026-11-02 A Status { from: Disponible, to: Vendido }",
                "2026-11-02 A Price { from: Money(500), to: Money(600) }",
                "2026-11-02 C Listed { price: Money(700), status: Disponible }",
                "2026-11-02 B Gone",
            ]
        );
        assert_eq!(history.after(Some(&two), &two, day(3)), history, "nothing new");
        assert_eq!(
            history.after(Some(&one), &two, day(3)),
            history,
            "the same again, as when the inventory was not kept"
        );
    }

    #[test]
    fn a_unit_that_comes_back_is_no_longer_gone() {
        let both = [unit("A", 5, Disponible), unit("B", 5, Disponible)];
        let history = History::default().after(Some(&both), &both[..1], day(2));
        assert_eq!(history.gone, [both[1].code.clone()]);
        let back = history.after(Some(&both[..1]), &both, day(3));
        assert!(back.gone.is_empty());
        assert_eq!(
            back.changes.last().map(|change| change.what.key()),
            Some("returned")
        );
        assert!(
            history.after(None, &both, day(3)).gone.is_empty(),
            "the inventory before is lost"
        );
        assert_eq!(
            back.after(Some(&both[..1]), &both, day(3)),
            back,
            "the same again, as when the inventory was not kept"
        );
        let again = back.after(Some(&both), &both[..1], day(4));
        assert_eq!(again.gone, [both[1].code.clone()]);
        assert_eq!(again.changes.last().map(|change| change.what.key()), Some("gone"));
    }

    #[test]
    fn a_unit_that_came_back_is_sold_again() {
        let (free, sold) = ([unit("A", 5, Disponible)], [unit("A", 6, Vendido)]);
        let history = History::default()
            .after(Some(&free), &sold, day(2))
            .after(Some(&sold), &[], day(3))
            .after(Some(&[]), &free, day(4))
            .after(Some(&free), &sold, day(5));
        assert_eq!(
            told(&history)[4..],
            [
                "2026-11-05 A Status { from: Disponible, to: Vendido }",
                "2026-11-05 A Price { from: Money(500), to: Money(600) }",
            ]
        );
    }

    #[test]
    fn changes_of_one_day_have_names_of_their_own() {
        let price = |pesos| [unit("A", pesos, Disponible)];
        let history = History::default()
            .after(Some(&price(5)), &price(6), day(2))
            .after(Some(&price(6)), &price(5), day(2))
            .after(Some(&price(5)), &price(6), day(2));
        let numbers: Vec<u32> = history.changes.iter().map(|change| change.number).collect();
        assert_eq!(numbers, [1, 2, 3]);
    }

    #[test]
    fn memory_is_bounded() {
        let many = |pesos| -> Vec<Unit> {
            (0..600)
                .map(|number| unit(&format!("U-{number}"), pesos, Disponible))
                .collect()
        };
        let history = History::default().after(Some(&many(5)), &many(6), day(2));
        assert_eq!(history.changes.len(), CHANGES_KEPT);
        assert_eq!(history.changes[0].code.as_str(), "U-100");
        let history = history.after(Some(&many(6)), &[], day(3));
        assert_eq!(
            (history.changes.len(), history.gone.len()),
            (CHANGES_KEPT, GONE_KEPT)
        );
    }

    #[test]
    fn it_is_read_as_it_was_written() {
        let one = [unit("A", 5, Disponible), unit("B", 5, Disponible)];
        let two = [unit("A", 6, Vendido), unit("C", 7, Disponible)];
        let history = History::default().after(Some(&one), &two, day(2));
        let text = serde_json::to_string(&history).unwrap();
        assert_eq!(serde_json::from_str::<History>(&text).unwrap(), history);
    }
}
