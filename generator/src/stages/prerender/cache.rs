//! Cache of the islands' HTML between builds, by bundle, island and props.
//!
//! It is one value for each bundle, read at the start and written at the end of a build; entries that a build did not use
//! are dropped.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cache::fingerprint::{Inputs, executable_time};
use crate::cache::store::Store;
use model::fingerprint::Fingerprint;

/// Largest stored size in bytes. Reading more would take longer than rendering.
const DISK_LIMIT: usize = 64 << 20;
/// How many earlier bundles' HTML is kept.
const UNUSED_KEPT: usize = 50;

/// The key of an island with its props.
pub(super) fn key(name: &str, props: &str) -> Fingerprint {
    let mut inputs = Inputs::default();
    // Another program may write the same HTML in another form.
    inputs.add(executable_time().to_le_bytes());
    inputs.add(name);
    inputs.add(props);
    inputs.finish()
}

/// The cache of one bundle.
pub(super) struct Cache {
    store: Store,
    bundle: String,
    stored: HashMap<Fingerprint, Arc<str>>,
    used: Mutex<HashMap<Fingerprint, Arc<str>>>,
    changed: AtomicBool,
}

impl Cache {
    /// Reads what the last build of the same bundle stored in `caches`, the folder of all caches.
    pub(super) fn open(caches: &Path, bundle: &str) -> Cache {
        let store = Store::new(caches, "islands");
        Cache {
            stored: store.get(bundle).unwrap_or_default(),
            store,
            bundle: bundle.to_owned(),
            used: Mutex::default(),
            changed: AtomicBool::new(false),
        }
    }

    pub(super) fn get(&self, key: &Fingerprint) -> Option<Arc<str>> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(html) = used.get(key) {
            return Some(Arc::clone(html));
        }
        let html = self.stored.get(key)?;
        used.insert(*key, Arc::clone(html));
        Some(Arc::clone(html))
    }

    pub(super) fn put(&self, key: Fingerprint, html: &Arc<str>) {
        self.changed.store(true, Ordering::Relaxed);
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.insert(key, Arc::clone(html));
    }

    /// Stores the entries that this build used, when one of them is new. Otherwise the value stays: a build that rendered
    /// few pages used few entries, and the next build may need the others.
    pub(super) fn save(&self) {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let size: usize = used.values().map(|html| html.len()).sum();
        if self.bundle.is_empty() || !self.changed.load(Ordering::Relaxed) || size > DISK_LIMIT {
            return;
        }
        self.store.put(&self.bundle, &*used);
        self.store
            .remove_oldest(&[self.bundle.as_str()].into(), UNUSED_KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_the_entries_that_the_last_build_used() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (key("a", "1"), key("a", "2"));
        let first = Cache::open(folder.path(), "bundle");
        first.put(one, &"<b>ñ</b>".into());
        first.put(two, &"".into());
        first.save();

        let second = Cache::open(folder.path(), "bundle");
        assert_eq!(second.get(&one).as_deref(), Some("<b>ñ</b>"));
        second.put(key("a", "3"), &"new".into());
        second.save();

        let third = Cache::open(folder.path(), "bundle");
        assert!(third.get(&one).is_some());
        assert!(third.get(&two).is_none(), "not used by the second build");
    }

    #[test]
    fn another_bundle_has_its_own_html() {
        let folder = tempfile::tempdir().unwrap();
        let first = Cache::open(folder.path(), "bundle");
        first.put(key("a", "1"), &"html".into());
        first.save();
        assert!(Cache::open(folder.path(), "other").get(&key("a", "1")).is_none());

        assert_ne!(key("ab", "c"), key("a", "bc"), "name and props are separate");
    }
}
