//! The files of the staging folder: changed ones are written, unchanged ones are linked to those of the last site.
//! Then both folders are exchanged, in one step where the operating system can. Elsewhere the old folder is first renamed to a
//! backup, and [`recover`] restores it after a build that was killed between the two steps.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use walkdir::WalkDir;

use model::build_error::BuildError;
use system::parent;

/// Up to this many changed files are flushed to the disk one by one; for more, one flush of the whole file system is
/// faster.
const MAX_SINGLE_FLUSHES: usize = 64;

/// Whether the file at `path` has these bytes. Most changes also change the length, which needs no reading.
pub(super) fn is_same(path: &Path, bytes: &[u8]) -> bool {
    let has_length =
        fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() == bytes.len() as u64);
    has_length && fs::read(path).is_ok_and(|old| old == bytes)
}

/// The files below `out` that are not known, by path below the folder.
pub(super) fn others(out: &Path, is_known: impl Fn(&str) -> bool) -> Result<Vec<String>, BuildError> {
    if !out.exists() {
        return Ok(Vec::new());
    }
    let mut others = Vec::new();
    for entry in WalkDir::new(out) {
        let entry = entry.map_err(|error| BuildError::at(out)(error.into()))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let below = entry.path().strip_prefix(out).unwrap_or(entry.path());
        let path = system::slashed(below);
        if !is_known(&path) {
            others.push(path);
        }
    }
    Ok(others)
}

/// Makes `target` a hard link to the old file; where that is impossible, a copy with the same modification time.
pub(super) fn link_or_copy(old: &Path, target: &Path) -> Result<(), BuildError> {
    if create_parent_and_retry(target, || fs::hard_link(old, target)).is_ok() {
        return Ok(());
    }
    let copy = || -> io::Result<()> {
        fs::copy(old, target)?;
        let modified = fs::metadata(old)?.modified()?;
        File::options().write(true).open(target)?.set_modified(modified)
    };
    copy().map_err(BuildError::at(target))
}

/// Creates a file.
pub(super) fn write(target: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    let mut file =
        create_parent_and_retry(target, || File::create_new(target)).map_err(BuildError::at(target))?;
    file.write_all(bytes).map_err(BuildError::at(target))
}

/// Does the work; if the target's folder is missing, creates it and does the work again.
fn create_parent_and_retry<T>(target: &Path, work: impl Fn() -> io::Result<T>) -> io::Result<T> {
    match (work(), target.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            work()
        }
        (result, _) => result,
    }
}

/// Flushes what was written to the disk. It must be there before the folders are exchanged: after a power failure a
/// site of empty files would be worse than the old one.
pub(super) fn flush(staging: &Path, written: &[&str]) -> Result<(), BuildError> {
    if written.len() > MAX_SINGLE_FLUSHES {
        return system::flush_below(staging).map_err(BuildError::at(staging));
    }
    written.par_iter().try_for_each(|path| {
        let target = staging.join(path);
        let flush = || File::options().write(true).open(&target)?.sync_data();
        flush().map_err(BuildError::at(&target))
    })
}

/// The folder beside `out` in which a new site is assembled.
pub(super) fn staging(out: &Path) -> PathBuf {
    sibling_path(out, "new")
}

/// The name of the old site for a moment where folders cannot be exchanged.
fn backup(out: &Path) -> PathBuf {
    sibling_path(out, "old")
}

fn sibling_path(out: &Path, suffix: &str) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(suffix);
    out.with_file_name(name)
}

/// Removes what a build that was killed left. The site itself is complete, unless the build was killed between the two
/// steps of a system without exchange: then the old site gets its name back.
pub(super) fn recover(out: &Path) -> Result<(), BuildError> {
    let (staging, backup) = (staging(out), backup(out));
    if !out.exists() && backup.exists() {
        fs::rename(&backup, out).map_err(BuildError::at(out))?;
    }
    remove(&staging)?;
    remove(&backup)
}

/// Makes the staging folder the site at `out`, and removes the old site.
pub(super) fn swap(staging: &Path, out: &Path) -> Result<(), BuildError> {
    if !out.exists() {
        fs::rename(staging, out).map_err(BuildError::at(out))?;
        flush_parent(out);
        return Ok(());
    }
    if system::exchange(staging, out).is_ok() {
        flush_parent(out);
        return remove(staging);
    }
    let backup = backup(out);
    fs::rename(out, &backup).map_err(BuildError::at(out))?;
    fs::rename(staging, out).map_err(BuildError::at(out))?;
    flush_parent(out);
    remove(&backup)
}

/// Flushes the folder of `out`, so that the new names are on the disk.
fn flush_parent(out: &Path) {
    // Some systems cannot flush a folder.
    let _ = system::flush_names(parent(out));
}

/// Removes a folder, if there is one.
pub(super) fn remove(folder: &Path) -> Result<(), BuildError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(BuildError::at(folder)(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(path: &Path, text: &str) {
        fs::create_dir_all(path).unwrap();
        fs::write(path.join("a"), text).unwrap();
    }

    #[test]
    fn the_old_site_is_restored_after_a_kill_between_the_two_steps() {
        let root = tempfile::tempdir().unwrap();
        let out = root.path().join("dist");
        folder_with(&backup(&out), "old");
        folder_with(&staging(&out), "new");
        recover(&out).unwrap();
        assert_eq!(fs::read_to_string(out.join("a")).unwrap(), "old");
        assert!(!backup(&out).exists() && !staging(&out).exists());
    }

    #[test]
    fn folders_are_exchanged() {
        let root = tempfile::tempdir().unwrap();
        let out = root.path().join("dist");
        folder_with(&out, "old");
        folder_with(&staging(&out), "new");
        swap(&staging(&out), &out).unwrap();
        assert_eq!(fs::read_to_string(out.join("a")).unwrap(), "new");
        assert!(!staging(&out).exists());
    }
}
