//! What several pages of a language share, made once.

use std::collections::HashMap;
use std::hash::Hash;

use minijinja::Error;
use parking_lot::RwLock;

/// Values by what they are made from.
pub(in crate::stages::render) struct Memo<K, V> {
    made: RwLock<HashMap<K, V>>,
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
        let known = self.made.read();
        if let Some(value) = known.get(&key) {
            return Ok(value.clone());
        }
        drop(known);
        let value = make()?;
        let mut made = self.made.write();
        made.insert(key, value.clone());
        Ok(value)
    }
}
