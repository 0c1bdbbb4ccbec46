//! The spare: the site before the last one, kept beside it in a folder of its own. The next site is made of it by
//! changing what differs, not by naming thousands of unchanged files anew.
//!
//! Its record says in which paths it differs from the site. The record goes before the first change and comes back
//! after the last, so that a build that was killed leaves no spare that is believed. It also says how every folder of
//! both was left: where somebody else put or took a file, the spare is not believed either.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::kept::nanoseconds;

const FOLDER: &str = "spare";
const RECORD: &str = "spare.json";

/// A folder's place on the disk and when its entries changed last; nothing when there is none.
type FolderStamp = Option<(u64, i64)>;

#[derive(Debug, Deserialize, Serialize)]
struct Record {
    out: PathBuf,
    behind: BTreeSet<String>,
    folders: Vec<(String, FolderStamp, FolderStamp)>,
}

/// Where the spare of a site lies.
pub(super) fn folder(memory: &Path) -> PathBuf {
    memory.join(FOLDER)
}

/// The paths in which the spare differs from the site at `out`, if there is a spare to be believed.
pub(super) fn find(memory: &Path, out: &Path) -> Option<BTreeSet<String>> {
    let record: Record = serde_json::from_slice(&fs::read(memory.join(RECORD)).ok()?).ok()?;
    let spare = folder(memory);
    let is_known = |(name, site, old): &(String, FolderStamp, FolderStamp)| {
        stamp(&out.join(name)) == *site && stamp(&spare.join(name)) == *old
    };
    let is_ours = record.out == std::path::absolute(out).ok()? && record.folders.iter().all(is_known);
    is_ours.then_some(record.behind)
}

/// From now on the spare is not believed.
pub(super) fn forget(memory: &Path) -> io::Result<()> {
    match fs::remove_file(memory.join(RECORD)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Notes that the spare differs from the site in the paths `behind`. `folders` are all folders of both.
pub(super) fn note(
    memory: &Path,
    out: &Path,
    behind: BTreeSet<String>,
    folders: &BTreeSet<String>,
) -> io::Result<()> {
    let spare = folder(memory);
    let folders = folders
        .iter()
        .map(|name| (name.clone(), stamp(&out.join(name)), stamp(&spare.join(name))));
    let record = Record {
        out: std::path::absolute(out)?,
        behind,
        folders: folders.collect(),
    };
    let json = serde_json::to_vec(&record)?;
    let part = memory.join("spare.part");
    fs::write(&part, json)?;
    fs::rename(part, memory.join(RECORD))
}

fn stamp(folder: &Path) -> FolderStamp {
    let about = fs::metadata(folder).ok()?;
    Some((about.ino(), nanoseconds(&about)))
}
