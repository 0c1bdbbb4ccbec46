//! A list of changes without duplicates.

use std::collections::HashMap;

use jiff::civil::Date;
use platform::unit::{Unit, UnitCode};

use super::{Change, ChangeKind};

/// The changes so far, with an index by unit: a pull can change ten thousand units.
pub(super) struct ChangeLog {
    pub(super) changes: Vec<Change>,
    /// Indexes in `changes` by unit, oldest first.
    by_unit: HashMap<UnitCode, Vec<usize>>,
}

impl ChangeLog {
    pub(super) fn from_changes(changes: Vec<Change>) -> ChangeLog {
        let mut by_unit: HashMap<UnitCode, Vec<usize>> = HashMap::new();
        for (index, change) in changes.iter().enumerate() {
            by_unit.entry(change.code.clone()).or_default().push(index);
        }
        ChangeLog { changes, by_unit }
    }

    /// Adds the changes between two versions of a unit.
    pub(super) fn compare(&mut self, date: Date, old: &Unit, new: &Unit) {
        for kind in ChangeKind::between(old, new) {
            self.add(date, new, kind);
        }
    }

    /// Adds a change unless the latest one that it would replace has the same content. Without this, a build that stored
    /// the history but not the inventory would lead to the same changes twice.
    pub(super) fn add(&mut self, date: Date, unit: &Unit, kind: ChangeKind) {
        let indexes = self.by_unit.entry(unit.code.clone()).or_default();
        let earlier = || indexes.iter().map(|index| &self.changes[*index]);
        let last = earlier().rfind(|change| kind.replaces(change.kind));
        if last.is_some_and(|last| kind.repeats(last.kind)) {
            return;
        }
        let same = earlier().filter(|change| change.date == date && change.kind.key() == kind.key());
        let number = same.map(|change| change.number).max().unwrap_or(0) + 1;
        indexes.push(self.changes.len());
        self.changes.push(Change {
            date,
            code: unit.code.clone(),
            unit: unit.unit.clone(),
            unit_use: unit.unit_use,
            number,
            kind,
        });
    }
}
