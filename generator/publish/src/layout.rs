//! Where a target has what, and which paths it can have.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::{Deserialize, Deserializer, Error};

/// The folder at the target for everything that is not public. Hosts must answer 404 for it.
pub const PRIVATE: &str = ".site/";

/// The record of the current release.
pub const RECORD: &str = ".site/current.json";

/// The lease of the publisher that is at work.
pub const LEASE: &str = ".site/lease.json";

/// The inventory snapshot and history of the project that was published last.
pub const STATE: &str = ".site/state.json";

/// The lead function's data of the site. Of all private files, only this one is for another program.
pub const LEADS: &str = ".site/leads.json";

/// Where the files of a release are listed.
pub fn release(number: u64) -> String {
    format!("{PRIVATE}releases/{number}.json")
}

/// Where a release's file without a hash in its name is stored for rollback, by the hash of its content.
pub fn body(sha256: &str) -> String {
    format!("{PRIVATE}bodies/{sha256}")
}

/// Whether visitors can get the file at this path.
pub fn is_public(path: &str) -> bool {
    !path.starts_with(PRIVATE)
}

/// Reads paths that a target stores. Whoever can write there must not lead a publisher to a file elsewhere.
pub(crate) fn read_paths<'de, D: Deserializer<'de>>(
    stored: D,
) -> Result<BTreeSet<String>, D::Error> {
    let paths = BTreeSet::deserialize(stored)?;
    check_all(&paths)?;
    Ok(paths)
}

/// Reads what a target stores by path, as [`read_paths`] does.
pub(crate) fn read_by_path<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    stored: D,
) -> Result<BTreeMap<String, T>, D::Error> {
    let by_path = BTreeMap::deserialize(stored)?;
    check_all(by_path.keys())?;
    Ok(by_path)
}

fn check_all<'a, E: Error>(paths: impl IntoIterator<Item = &'a String>) -> Result<(), E> {
    for path in paths {
        if !path.split('/').all(system::is_file_name) {
            return Err(E::custom(format!(
                "`{path}` is not a path below the target"
            )));
        }
    }
    Ok(())
}

/// The largest number of a release that a target may store: more than one a second for a hundred years.
const LARGEST_RELEASE: u64 = u32::MAX as u64;

/// Reads the number of a release.
pub(crate) fn read_release<'de, D: Deserializer<'de>>(stored: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(stored)?;
    if number > LARGEST_RELEASE {
        return Err(Error::custom(format!(
            "{number} is not the number of a release"
        )));
    }
    Ok(number)
}
