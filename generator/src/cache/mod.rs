//! Results of earlier builds, found again by a fingerprint of what they were made from.
//!
//! A cache that is missing, damaged or not writable makes a build slower and changes nothing else.

pub(crate) mod file;
pub mod stored_file;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use model::build_error::BuildError;
use model::fingerprint::{Fingerprint, hex};

/// The folder of all caches, from the project's root.
pub(crate) const FOLDER: &str = ".site/cache";

/// Computes a fingerprint from parts. Each part is preceded by its length, so that no byte can move from one part to the next.
#[derive(Clone, Default)]
pub struct Inputs(Sha256);

impl Inputs {
    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// The fingerprint of all parts.
    #[must_use]
    pub fn finish(self) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        fingerprint.copy_from_slice(&self.0.finalize()[..16]);
        fingerprint
    }
}

/// When this executable was built, in nanoseconds since 1970: another one may render differently.
pub(crate) fn executable_time() -> u128 {
    let made = std::env::current_exe().and_then(|path| path.metadata()?.modified());
    made.ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map_or(0, |since| since.as_nanos())
}

/// How many bytes of a fingerprint an explanation shows.
const SHOWN: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    /// The name of its folder. Another name whenever the type of the results changes.
    pub(crate) name: &'static str,
    /// How many results that a build did not use are kept for builds of other data or branches.
    pub(crate) unused_kept: usize,
}

/// What a result is made from: named fingerprints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key(Vec<(&'static str, Fingerprint)>);

impl Key {
    /// The key with one more input.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, input: impl AsRef<[u8]>) -> Key {
        let mut inputs = Inputs::default();
        inputs.add(input);
        self.0.push((name, inputs.finish()));
        self
    }

    /// The key with one more input in its serialized form.
    #[must_use]
    pub(crate) fn with_value(self, name: &'static str, input: &impl Serialize) -> Key {
        // A value that cannot be serialized is an empty part, which no JSON is.
        self.with(name, serde_json::to_vec(input).unwrap_or_default())
    }

    /// All of it as hexadecimal digits: the same text, the same result.
    pub(crate) fn digest(&self) -> String {
        let mut inputs = Inputs::default();
        for (name, fingerprint) in &self.0 {
            inputs.add(name);
            inputs.add(fingerprint);
        }
        hex(&inputs.finish())
    }

    /// Its inputs, each with the beginning of its fingerprint.
    fn explanation(&self) -> String {
        let inputs: Vec<String> = self
            .0
            .iter()
            .map(|(name, fingerprint)| format!("{name} {}", hex(&fingerprint[..SHOWN])))
            .collect();
        inputs.join(", ")
    }
}

/// The store of one project, and what one build asked it for: bundles, HTML of islands, pictures, icons, documents, each of which
/// costs more than a millisecond. Builds that run at the same time may share it.
#[derive(Debug)]
pub struct ResultStore {
    folder: PathBuf,
    lookups: Mutex<BTreeMap<String, String>>,
    used: Mutex<HashMap<Kind, Used>>,
}

/// The results of one kind that a build asked for.
#[derive(Debug, Default)]
struct Used {
    /// Their file names.
    digests: HashSet<String>,
    /// Whether one of them is new.
    has_new: bool,
}

impl ResultStore {
    /// The store of the project at `root`. The first result creates its folder.
    #[must_use]
    pub fn open(root: &Path) -> ResultStore {
        ResultStore {
            folder: root.join(FOLDER),
            lookups: Mutex::default(),
            used: Mutex::default(),
        }
    }

    /// The folder of all kinds.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The result of that key, if an earlier build put it. `name` is the path of the file that it becomes, or that it is made from.
    pub(crate) fn get<T: DeserializeOwned>(&self, kind: Kind, name: &str, key: &Key) -> Option<T> {
        let digest = key.digest();
        let found = file::read_value(&self.folder.join(kind.name).join(&digest));
        let how = if found.is_some() { "reused" } else { "made" };
        self.lookups
            .lock()
            .insert(name.to_owned(), format!("{how} ({})", key.explanation()));
        let mut all_used = self.used.lock();
        let used = all_used.entry(kind).or_default();
        used.digests.insert(digest);
        used.has_new |= found.is_none();
        found
    }

    /// Stores a result. A failure costs the next build time and is not an error.
    pub(crate) fn put(&self, kind: Kind, key: &Key, value: &impl Serialize) {
        let _ = file::replace_with_value(&self.folder.join(kind.name).join(key.digest()), value);
    }

    /// The results of all jobs, each with its name and key in `wanted`, in their order. `make` returns those that the store does not
    /// have, each or what is wrong with its job. Each that could be made is stored: after a correction only the wrong ones are made.
    pub(crate) fn results<J, T: DeserializeOwned + Send + Serialize>(
        &self,
        kind: Kind,
        wanted: &[(&str, Key)],
        jobs: &[J],
        make: impl FnOnce(&[&J]) -> Result<Vec<Result<T, BuildError>>, BuildError>,
    ) -> Result<Vec<T>, BuildError> {
        let known = wanted
            .par_iter()
            .map(|(name, key)| self.get(kind, name, key));
        let mut results: Vec<Option<Result<T, BuildError>>> =
            known.map(|result| result.map(Ok)).collect();
        let missing: Vec<usize> = (0..wanted.len())
            .filter(|index| results[*index].is_none())
            .collect();
        if !missing.is_empty() {
            let open: Vec<&J> = missing.iter().map(|index| &jobs[*index]).collect();
            for (&index, result) in missing.iter().zip(make(&open)?) {
                if let Ok(result) = &result {
                    self.put(kind, &wanted[index].1, result);
                }
                results[index] = Some(result);
            }
        }
        BuildError::collect(results.into_iter().flatten())
    }

    /// By the name of each result that was asked for so far: whether it was reused or made, and the inputs that decide it.
    pub fn lookups(&self) -> BTreeMap<String, String> {
        self.lookups.lock().clone()
    }
}

impl Drop for ResultStore {
    /// Removes the oldest results of each kind that has new ones.
    fn drop(&mut self) {
        for (kind, used) in self.used.lock().iter().filter(|(_, used)| used.has_new) {
            remove_oldest(
                &self.folder.join(kind.name),
                &used.digests,
                kind.unused_kept,
            );
        }
    }
}

/// Removes all results in a folder but those in `used` and the newest others. A file that cannot be removed costs only its space.
fn remove_oldest(folder: &Path, used: &HashSet<String>, unused_kept: usize) {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut others: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .filter(|entry| {
            entry
                .file_name()
                .to_str()
                .is_none_or(|name| !used.contains(name))
        })
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    others.sort_unstable_by(|one, other| other.cmp(one));
    for (_, path) in others.into_iter().skip(unused_kept) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;
    use formats::problem::{Code, Problem};

    const PDF: Kind = Kind {
        name: "pdf",
        unused_kept: 2,
    };

    fn key(value: u64) -> Key {
        Key::default().with("data", value.to_le_bytes())
    }

    #[test]
    fn only_missing_results_are_made_and_each_lookup_says_why() {
        let folder = tempfile::tempdir().unwrap();
        ResultStore::open(folder.path()).put(PDF, &key(2), &20);
        let store = ResultStore::open(folder.path());
        let wanted = [("a.pdf", key(1)), ("b.pdf", key(2))];
        let make = |missing: &[&&str]| {
            assert_eq!(missing, [&"a"]);
            Ok(vec![Ok(10)])
        };
        assert_eq!(
            store.results(PDF, &wanted, &["a", "b"], make).unwrap(),
            [10, 20]
        );
        assert_eq!(store.get(PDF, "a.pdf", &key(1)), Some(10));
        let lookups = ResultStore::open(folder.path());
        lookups.get::<u8>(PDF, "c.pdf", &key(3));
        let explained = &lookups.lookups()["c.pdf"];
        assert!(explained.starts_with("made (data "), "{explained}");
    }

    #[test]
    fn what_could_be_made_is_stored_beside_a_wrong_job() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = [("a.pdf", key(1)), ("b.pdf", key(2)), ("c.pdf", key(3))];
        let jobs = ["a", "b", "c"];
        let wrong = || Problem::in_file(Code::InvalidPicture, "b.jpg", "is damaged");
        let first = ResultStore::open(folder.path()).results(PDF, &wanted, &jobs, |_| {
            Ok(vec![Ok(10), Err(wrong().into()), Ok(30)])
        });
        assert_eq!(first.unwrap_err().problems().unwrap(), [wrong()]);
        let corrected = ResultStore::open(folder.path()).results(PDF, &wanted, &jobs, |missing| {
            assert_eq!(missing, [&"b"]);
            Ok(vec![Ok(20)])
        });
        assert_eq!(corrected.unwrap(), [10, 20, 30]);
    }

    #[test]
    fn every_input_its_name_and_its_end_decide_a_key() {
        let digest = |parts: &[(&'static str, &str)]| {
            let key = parts
                .iter()
                .fold(Key::default(), |key, (name, part)| key.with(name, part));
            key.digest()
        };
        assert_eq!(digest(&[("a", "b")]), digest(&[("a", "b")]));
        assert_ne!(digest(&[("a", "b")]), digest(&[("a", "c")]));
        assert_ne!(digest(&[("a", "b")]), digest(&[("b", "b")]));
        assert_ne!(digest(&[("a", "bc")]), digest(&[("a", "b"), ("a", "c")]));
        let parts = |parts: [&str; 2]| {
            let mut inputs = Inputs::default();
            parts.iter().for_each(|part| inputs.add(part));
            inputs.finish()
        };
        assert_ne!(parts(["ab", "c"]), parts(["a", "bc"]));
    }

    #[test]
    fn used_and_newest_results_remain() {
        let folder = tempfile::tempdir().unwrap();
        let store = ResultStore::open(folder.path());
        for age in 0..5 {
            store.put(PDF, &key(age), &age);
            let path = store.folder().join("pdf").join(key(age).digest());
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - age);
            File::options()
                .write(true)
                .open(path)
                .unwrap()
                .set_modified(time)
                .unwrap();
        }
        let used = ResultStore::open(folder.path());
        assert_eq!(used.get(PDF, "4.pdf", &key(4)), Some(4_u64));
        used.get::<u64>(PDF, "new.pdf", &key(9));
        drop(used);
        let remains = |age: u64| store.get(PDF, "x.pdf", &key(age)) == Some(age);
        assert_eq!(
            [0, 1, 2, 3, 4].map(remains),
            [true, true, false, false, true]
        );
    }

    #[test]
    fn a_store_that_cannot_be_written_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join(FOLDER)).unwrap();
        fs::write(
            folder.path().join(FOLDER).join("pdf"),
            "a file, not a folder",
        )
        .unwrap();
        let store = ResultStore::open(folder.path());
        store.put(PDF, &key(1), &1);
        assert_eq!(store.get::<u8>(PDF, "a.pdf", &key(1)), None);
    }
}
