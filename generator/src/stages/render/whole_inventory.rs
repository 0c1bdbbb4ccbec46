//! The `inventory` of templates, which notes who asks for it. A unit's page that shows its own unit and its
//! neighbours only stays as it is when another unit changes; one that asks for the whole inventory does not.

use std::cell::Cell;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

/// What does not change when a unit does.
const OF_THE_DAY: [&str; 2] = ["date", "date_label"];

thread_local! {
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// Notes that the page being rendered in this thread asks for the whole inventory.
pub(super) fn ask() {
    ASKED.set(true);
}

/// Does some work; with its result, whether it asked for the whole inventory. Whoever waits for the outcome of
/// such a work has asked as well.
pub(super) fn noting<T>(work: impl FnOnce() -> T) -> (T, bool) {
    let before = ASKED.replace(false);
    let result = work();
    let asked = ASKED.get();
    ASKED.set(before || asked);
    (result, asked)
}

/// The inventory's value with a note on its door.
#[derive(Debug)]
pub(super) struct WholeInventory(pub(super) Value);

impl Object for WholeInventory {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        if !OF_THE_DAY.contains(&key) {
            ask();
        }
        let value = self.0.get_attr(key).ok()?;
        (!value.is_undefined()).then_some(value)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        ask();
        match self.0.try_iter() {
            Ok(keys) => Enumerator::Values(keys.collect()),
            Err(_) => Enumerator::NonEnumerable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_units_change_is_noted() {
        let inner = Value::from_pairs([("date", Value::from("2026-11-20")), ("counts", Value::from(3))]);
        let inventory = Value::from_object(WholeInventory(inner));
        let asked = |key: &str| noting(|| inventory.get_attr(key).unwrap()).1;
        assert!(!asked("date"));
        assert!(asked("counts"));
        assert!(noting(|| inventory.try_iter().unwrap().count()).1);
        let (inside, outside) = noting(|| noting(ask).1);
        assert!(inside && outside);
    }
}
