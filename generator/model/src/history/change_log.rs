//! Changes as they are told: each once, with a name of its own.

use std::collections::HashMap;

use jiff::civil::Date;
use platform::unit::{Unit, UnitCode};

use super::{Change, What};

/// What was told so far, with the places of each unit's changes: a pull can change ten thousand units.
pub(super) struct ChangeLog {
    pub(super) changes: Vec<Change>,
    of_unit: HashMap<UnitCode, Vec<usize>>,
}

impl ChangeLog {
    pub(super) fn of(changes: Vec<Change>) -> ChangeLog {
        let mut of_unit: HashMap<UnitCode, Vec<usize>> = HashMap::new();
        for (place, change) in changes.iter().enumerate() {
            of_unit.entry(change.code.clone()).or_default().push(place);
        }
        ChangeLog { changes, of_unit }
    }

    /// Adds what became of a unit that is in both lists.
    pub(super) fn compare(&mut self, date: Date, old: &Unit, new: &Unit) {
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
    pub(super) fn add(&mut self, date: Date, unit: &Unit, what: What) {
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
