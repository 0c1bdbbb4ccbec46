//! Where a target stores what is not public.

use crate::record::FileRecord;

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
#[must_use]
pub fn release(number: u64) -> String {
    format!("{PRIVATE}releases/{number}.json")
}

/// Where a release's file without a hash in its name is stored for rollback, by the hash of its content.
#[must_use]
pub fn body(sha256: &str) -> String {
    format!("{PRIVATE}bodies/{sha256}")
}

/// Where the target keeps the content of a file for rollback.
pub(crate) fn stored_at(path: &str, file: &FileRecord) -> String {
    if file.is_immutable() { path.to_owned() } else { body(&file.sha256) }
}

/// Whether visitors can get the file at this path.
#[must_use]
pub fn is_public(path: &str) -> bool {
    !path.starts_with(PRIVATE)
}
