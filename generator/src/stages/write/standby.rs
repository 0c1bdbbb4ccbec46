//! The standby output: the site before the last one, in a folder of its own. The next site is assembled in it by
//! changing the files that differ, instead of linking thousands of unchanged files again.
//!
//! Its record lists the paths in which it differs from the last site. The record is removed before the first change
//! and written after the last, so that a build that was killed leaves no standby output that is used. The record also
//! lists the state of every folder of both sites: where somebody else added or removed a file, the standby output is
//! not used either.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::site_manifest::modified;
use super::tree;
use crate::cache::file;

const FOLDER: &str = "standby";
/// The record's file. Another name whenever [`Record`] changes its fields.
const RECORD: &str = "standby.bin";

/// A folder's inode and when its entries last changed; nothing when there is no folder.
type FolderStamp = Option<(u64, i64)>;

#[derive(Debug, Deserialize, Serialize)]
struct Record {
    /// The output folder that it belongs to.
    out: PathBuf,
    /// The paths in which the standby output differs from the site.
    differences: BTreeSet<String>,
    /// Every folder, with its state in the site and in the standby output.
    folders: Vec<(String, FolderStamp, FolderStamp)>,
}

/// The folder of the standby output.
pub(super) fn folder(state: &Path) -> PathBuf {
    state.join(FOLDER)
}

/// The paths in which the standby output differs from the site at `out`; nothing when there is none that can be used.
pub(super) fn differences(state: &Path, out: &Path) -> Option<BTreeSet<String>> {
    let record: Record = file::read_value(&state.join(RECORD))?;
    let standby = folder(state);
    let is_untouched = |(name, site, old): &(String, FolderStamp, FolderStamp)| {
        stamp(&out.join(name)) == *site && stamp(&standby.join(name)) == *old
    };
    let is_valid = record.out == std::path::absolute(out).ok()? && record.folders.iter().all(is_untouched);
    is_valid.then_some(record.differences)
}

/// Removes the record, so that the standby output is not used until [`write_record`].
pub(super) fn remove_record(state: &Path) -> io::Result<()> {
    tree::remove(&state.join(RECORD))
}

/// Records that the standby output differs from the site in the paths `differences`. `folders` are all folders of
/// both.
pub(super) fn write_record(
    state: &Path,
    out: &Path,
    differences: BTreeSet<String>,
    folders: &BTreeSet<String>,
) -> io::Result<()> {
    let standby = folder(state);
    let folders = folders
        .iter()
        .map(|name| (name.clone(), stamp(&out.join(name)), stamp(&standby.join(name))));
    let record = Record {
        out: std::path::absolute(out)?,
        differences,
        folders: folders.collect(),
    };
    file::replace_with_value(&state.join(RECORD), &record)
}

fn stamp(folder: &Path) -> FolderStamp {
    let metadata = fs::metadata(folder).ok()?;
    Some((metadata.ino(), modified(&metadata)))
}
