//! Two folders change places. Where the system can exchange them in one step it does; elsewhere the
//! old one is moved aside first, and [`recover`] finishes what a kill between the steps left.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use model::build_error::BuildError;

/// The folder in which the new site is put together.
pub(super) fn fresh(out: &Path) -> PathBuf {
    beside(out, "new")
}

/// Where the old site stands for a moment when folders cannot be exchanged.
fn aside(out: &Path) -> PathBuf {
    beside(out, "old")
}

fn beside(out: &Path, suffix: &str) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(suffix);
    out.with_file_name(name)
}

/// Clears up after a build that was killed. The site itself is whole already, unless the kill came
/// between the two steps of a system without exchange: then the old site goes back to its place.
pub(super) fn recover(out: &Path) -> Result<(), BuildError> {
    let (fresh, aside) = (fresh(out), aside(out));
    if !out.exists() && aside.exists() {
        fs::rename(&aside, out).map_err(BuildError::at(out))?;
    }
    remove(&fresh)?;
    remove(&aside)
}

/// Puts the fresh folder into the place of `out`. What was there is then in the place of `fresh`, or is removed.
pub(super) fn swap(fresh: &Path, out: &Path, keeps_old: bool) -> Result<(), BuildError> {
    if !out.exists() {
        fs::rename(fresh, out).map_err(BuildError::at(out))?;
        return flush_parent(out);
    }
    if exchange(fresh, out).is_ok() {
        flush_parent(out)?;
        return if keeps_old { Ok(()) } else { remove(fresh) };
    }
    let aside = aside(out);
    fs::rename(out, &aside).map_err(BuildError::at(out))?;
    fs::rename(fresh, out).map_err(BuildError::at(out))?;
    flush_parent(out)?;
    remove(&aside)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(fresh: &Path, out: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, fresh, CWD, out, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// The change of names itself must reach the disk.
fn flush_parent(out: &Path) -> Result<(), BuildError> {
    // Some systems cannot flush a folder; the change is then as safe as they make it.
    if let Ok(folder) = File::open(parent(out)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The folder that a path is in.
pub(super) fn parent(out: &Path) -> &Path {
    match out.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Removes a folder, if it is there.
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
    fn a_kill_between_the_two_steps_is_mended() {
        let root = tempfile::tempdir().unwrap();
        let out = root.path().join("dist");
        folder_with(&aside(&out), "old");
        folder_with(&fresh(&out), "new");
        recover(&out).unwrap();
        assert_eq!(fs::read_to_string(out.join("a")).unwrap(), "old");
        assert!(!aside(&out).exists() && !fresh(&out).exists());
    }

    #[test]
    fn folders_change_places() {
        let root = tempfile::tempdir().unwrap();
        let out = root.path().join("dist");
        folder_with(&out, "old");
        folder_with(&fresh(&out), "new");
        swap(&fresh(&out), &out, false).unwrap();
        assert_eq!(fs::read_to_string(out.join("a")).unwrap(), "new");
        assert!(!fresh(&out).exists());
    }
}
