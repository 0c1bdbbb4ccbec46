//! What several pages of a language share, made once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use minijinja::Error;

use crate::stages::render::whole_inventory;

/// Values by what they are made from. A value that is made from the whole inventory counts as reading it for every page
/// that gets it (see `whole_inventory`).
pub(in crate::stages::render) struct Memo<K, V> {
    made: RwLock<HashMap<K, (V, bool)>>,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        let made = RwLock::default();
        Memo { made }
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// The value of a key, made by `make` unless it is known. Threads that need it at the same time may each make it.
    ///
    /// # Errors
    /// Those of `make`, which runs again for the next page.
    pub(super) fn get(&self, key: K, make: impl FnOnce() -> Result<V, Error>) -> Result<V, Error> {
        let known = self.made.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((value, reads_inventory)) = known.get(&key).cloned() {
            if reads_inventory {
                whole_inventory::mark_read();
            }
            return Ok(value);
        }
        drop(known);
        let (value, reads_inventory) = whole_inventory::record(make);
        let value = value?;
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        made.insert(key, (value.clone(), reads_inventory));
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::ErrorKind;

    #[test]
    fn a_value_is_made_once_and_every_page_that_gets_it_reads_the_inventory() {
        let memo = Memo::default();
        let make = || {
            whole_inventory::mark_read();
            Ok(7)
        };
        let first = whole_inventory::record(|| memo.get("units", make).unwrap());
        let second = whole_inventory::record(|| memo.get("units", || panic!("it is known")).unwrap());
        assert_eq!((first, second), ((7, true), (7, true)));
        let other = whole_inventory::record(|| memo.get("date", || Ok(8)).unwrap());
        assert_eq!(other, (8, false));
    }

    #[test]
    fn an_error_is_not_kept() {
        let memo: Memo<&str, u8> = Memo::default();
        let failed = memo.get("part", || Err(Error::from(ErrorKind::InvalidOperation)));
        assert!(failed.is_err());
        assert_eq!(memo.get("part", || Ok(1)).unwrap(), 1);
    }
}
