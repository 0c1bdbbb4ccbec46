//! Finished HTML of islands, kept between builds: (bundle, island, props) to HTML.
//!
//! One file for all, read once and written once; it keeps only what the last build used.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// More than this is not kept on disk, in bytes: reading it would cost more than rendering.
const DISK_LIMIT: usize = 64 << 20;

/// Names an island with its props.
pub(super) type Key = [u8; 16];

/// The key of an island with its props.
pub(super) fn key(name: &str, props: &str) -> Key {
    let mut digest = Sha256::new();
    digest.update((name.len() as u64).to_le_bytes());
    digest.update(name);
    digest.update(props);
    let mut key = Key::default();
    key.copy_from_slice(&digest.finalize()[..16]);
    key
}

/// See the module.
pub(super) struct Cache {
    file: PathBuf,
    bundle: String,
    kept: HashMap<Key, Arc<str>>,
    used: Mutex<HashMap<Key, Arc<str>>>,
    changed: AtomicBool,
}

impl Cache {
    /// Reads what the last build of the same bundle left; a damaged file is an empty cache.
    pub(super) fn open(folder: &Path, bundle: &str) -> Cache {
        let file = folder.join("islands.bin");
        let kept = std::fs::read(&file)
            .ok()
            .and_then(|bytes| decode(&bytes, bundle))
            .unwrap_or_default();
        Cache {
            file,
            bundle: bundle.to_owned(),
            kept,
            used: Mutex::default(),
            changed: AtomicBool::new(false),
        }
    }

    pub(super) fn get(&self, key: &Key) -> Option<Arc<str>> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(html) = used.get(key) {
            return Some(Arc::clone(html));
        }
        let html = self.kept.get(key)?;
        used.insert(*key, Arc::clone(html));
        Some(Arc::clone(html))
    }

    pub(super) fn put(&self, key: Key, html: &Arc<str>) {
        self.changed.store(true, Ordering::Relaxed);
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.insert(key, Arc::clone(html));
    }

    /// Writes what this build used, when something of it is new: a build that rendered few pages used little, and the
    /// next one may need the rest. The file is replaced whole.
    pub(super) fn save(&self) -> std::io::Result<()> {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.changed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let Some(bytes) = encode(&used, &self.bundle) else {
            return Ok(());
        };
        let folder = self.file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
        fresh.write_all(&bytes)?;
        fresh.persist(&self.file)?;
        Ok(())
    }
}

/// The bundle's hash and a line end, then for each entry: key, length, HTML.
fn encode(entries: &HashMap<Key, Arc<str>>, bundle: &str) -> Option<Vec<u8>> {
    let size: usize = entries.values().map(|html| html.len() + 20).sum();
    if size > DISK_LIMIT {
        return None;
    }
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort();
    let mut bytes = Vec::with_capacity(size + bundle.len() + 1);
    bytes.extend_from_slice(bundle.as_bytes());
    bytes.push(b'\n');
    for (key, html) in sorted {
        bytes.extend_from_slice(key);
        bytes.extend_from_slice(&u32::try_from(html.len()).ok()?.to_le_bytes());
        bytes.extend_from_slice(html.as_bytes());
    }
    Some(bytes)
}

fn decode(bytes: &[u8], bundle: &str) -> Option<HashMap<Key, Arc<str>>> {
    let mut rest = bytes.strip_prefix(bundle.as_bytes())?.strip_prefix(b"\n")?;
    let mut entries = HashMap::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_first_chunk::<16>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let (html, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        entries.insert(*key, std::str::from_utf8(html).ok()?.into());
        rest = after;
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_the_last_build_used() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (key("a", "1"), key("a", "2"));
        let first = Cache::open(folder.path(), "bundle");
        first.put(one, &"<b>ñ</b>".into());
        first.put(two, &"".into());
        first.save().unwrap();

        let second = Cache::open(folder.path(), "bundle");
        assert_eq!(second.get(&one).as_deref(), Some("<b>ñ</b>"));
        second.put(key("a", "3"), &"new".into());
        second.save().unwrap();

        let third = Cache::open(folder.path(), "bundle");
        assert!(third.get(&one).is_some());
        assert!(third.get(&two).is_none(), "not used by the second build");
    }

    #[test]
    fn another_bundle_or_a_damaged_file_is_an_empty_cache() {
        let folder = tempfile::tempdir().unwrap();
        let first = Cache::open(folder.path(), "bundle");
        first.put(key("a", "1"), &"html".into());
        first.save().unwrap();
        assert!(Cache::open(folder.path(), "other").get(&key("a", "1")).is_none());

        let file = folder.path().join("islands.bin");
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
        assert!(Cache::open(folder.path(), "bundle").get(&key("a", "1")).is_none());
    }

    #[test]
    fn name_and_props_cannot_be_mistaken_for_each_other() {
        assert_ne!(key("ab", "c"), key("a", "bc"));
    }
}
