//! A folder of results, each named by a key: the fingerprint of what it was made from. Builds that run at the same
//! time may share a store.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::file;

/// See the module.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
}

impl Store {
    /// The store of the given name in `cache`, the folder of all caches. The first result creates it.
    pub(crate) fn new(cache: &Path, name: &str) -> Store {
        Store {
            folder: cache.join(name),
        }
    }

    /// The value of that key, if an earlier build put it and it is undamaged.
    pub(crate) fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        file::read_value(&self.folder.join(key))
    }

    /// Stores a value under a key. A failure costs the next build time and is no error.
    pub(crate) fn put(&self, key: &str, value: &impl Serialize) {
        let _ = file::replace_with_value(&self.folder.join(key), value);
    }

    /// Removes all results but those in `used` and the `unused` newest others, which serve builds of other data or
    /// branches. A file that cannot be removed costs only its space.
    pub(crate) fn remove_oldest(&self, used: &HashSet<&str>, unused: usize) {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return;
        };
        let mut others: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.file_name().to_str().is_none_or(|name| !used.contains(name)))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        others.sort_unstable_by(|one, other| other.cmp(one));
        for (_, path) in others.into_iter().skip(unused) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;

    #[test]
    fn used_and_newest_results_remain() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path(), "pdf");
        for age in 0..5 {
            store.put(&age.to_string(), &age);
            let file = File::options()
                .write(true)
                .open(folder.path().join(format!("pdf/{age}")));
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - age);
            file.unwrap().set_modified(time).unwrap();
        }
        store.remove_oldest(&HashSet::from(["4"]), 2);
        let remains = |age: u64| store.get(&age.to_string()) == Some(age);
        assert_eq!([0, 1, 2, 3, 4].map(remains), [true, true, false, false, true]);
    }

    #[test]
    fn a_store_that_cannot_be_written_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("pdf"), "a file, not a folder").unwrap();
        let store = Store::new(folder.path(), "pdf");
        store.put("key", &1);
        assert_eq!(store.get::<u8>("key"), None);
        store.remove_oldest(&HashSet::new(), 0);
    }
}
