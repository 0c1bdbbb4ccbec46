//! Exchanges two folders, in one step where the operating system can. Elsewhere the old folder is first renamed to a
//! backup, and [`recover`] restores it after a build that was killed between the two steps.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use model::build_error::BuildError;
use system::parent;

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
