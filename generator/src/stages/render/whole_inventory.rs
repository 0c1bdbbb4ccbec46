//! The `inventory` and the `progress` of templates, which record whether a page read them. A unit page that shows only its
//! own unit and its neighbours stays valid when another unit or a month changes; a page that read one of these does not.

use std::cell::Cell;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

/// Keys that do not depend on the units.
const INDEPENDENT_OF_UNITS: [&str; 2] = ["date", "date_label"];

thread_local! {
    static IS_READ: Cell<bool> = const { Cell::new(false) };
}

/// Records that the page rendered by this thread reads the whole inventory.
pub(super) fn mark_read() {
    IS_READ.set(true);
}

/// Runs `work` and returns its result, and whether it read the whole inventory. A surrounding call of `record` counts
/// what the inner one read.
pub(super) fn record<T>(work: impl FnOnce() -> T) -> (T, bool) {
    let before = IS_READ.replace(false);
    let result = work();
    let is_read = IS_READ.get();
    IS_READ.set(before || is_read);
    (result, is_read)
}

/// The inventory or the months as a template value that calls [`mark_read`] when a template reads it.
#[derive(Debug)]
pub(super) struct WholeInventory(pub(super) Value);

impl Object for WholeInventory {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        if !INDEPENDENT_OF_UNITS.contains(&key) {
            mark_read();
        }
        let value = self.0.get_attr(key).ok()?;
        (!value.is_undefined()).then_some(value)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        mark_read();
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
    fn reading_is_recorded_except_for_the_date() {
        let inner = Value::from_pairs([("date", Value::from("2026-11-20")), ("counts", Value::from(3))]);
        let inventory = Value::from_object(WholeInventory(inner));
        let is_read = |key: &str| record(|| inventory.get_attr(key).unwrap()).1;
        assert!(!is_read("date"));
        assert!(is_read("counts"));
        assert!(record(|| inventory.try_iter().unwrap().count()).1);
        let (inside, outside) = record(|| record(mark_read).1);
        assert!(inside && outside);
    }
}
