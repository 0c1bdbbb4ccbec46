//! On other systems: with the standard library alone. `unix` says what each function promises; here is what differs.

use std::fs::{self, File};
use std::future::{Pending, pending};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use tokio::process::{Child, Command};
use walkdir::WalkDir;

use crate::check_names;

/// A command's group of processes is that of this process; the command itself is ended when its [`Child`] is dropped.
#[derive(Debug)]
pub struct ProcessGroup;

impl ProcessGroup {
    /// Starts the command.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, ProcessGroup)> {
        Ok((command.spawn()?, ProcessGroup))
    }
}

/// A link that replaces a folder between the check and the opening is followed.
pub fn open_below(folder: &Path, path: &str) -> io::Result<File> {
    let place = place_below(folder, path)?;
    if fs::symlink_metadata(&place)?.is_file() {
        File::open(place)
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// See [`open_below`].
pub fn replace_below(folder: &Path, path: &str, bytes: &[u8]) -> io::Result<()> {
    let place = place_below(folder, path)?;
    let temporary = NamedTempFile::new_in(place.parent().unwrap_or(folder))?;
    fs::write(temporary.path(), bytes)?;
    temporary.persist(place)?;
    Ok(())
}

/// See [`set_mode`].
pub fn create_below(folder: &Path, path: &str, _: u32) -> io::Result<File> {
    File::create_new(place_below(folder, path)?)
}

/// See [`set_mode`].
pub fn create_folders_below(folder: &Path, path: &str, _: u32) -> io::Result<()> {
    let ends = path.match_indices('/').map(|(end, _)| end);
    for end in ends.chain([path.len()]) {
        let place = place_below(folder, &path[..end])?;
        match fs::create_dir(&place) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => created?,
        }
        if !fs::symlink_metadata(&place)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
    }
    Ok(())
}

/// See [`open_below`].
pub fn rename_below(folder: &Path, from: &str, to: &str) -> io::Result<()> {
    fs::rename(place_below(folder, from)?, place_below(folder, to)?)
}

/// See [`open_below`].
pub fn remove_below(folder: &Path, path: &str) -> io::Result<()> {
    fs::remove_file(place_below(folder, path)?)
}

/// See [`open_below`].
pub fn remove_folder_below(folder: &Path, path: &str) -> io::Result<()> {
    fs::remove_dir(place_below(folder, path)?)
}

/// Where a file is. The names of devices are ordinary names below a folder's canonical path.
fn place_below(folder: &Path, path: &str) -> io::Result<PathBuf> {
    check_names(path)?;
    let mut place = folder.canonicalize()?;
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    for segment in folders.split_terminator('/') {
        place.push(segment);
        if !fs::symlink_metadata(&place)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
    }
    place.push(name);
    Ok(place)
}

/// No portable call exchanges two folders.
pub fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Each file by itself.
pub fn flush_below(folder: &Path) -> io::Result<()> {
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        if entry.file_type().is_file() {
            File::options().write(true).open(entry.path())?.sync_all()?;
        }
    }
    Ok(())
}

/// The standard library cannot open a folder on Windows.
pub fn flush_names(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Who may read a file is inherited from its folder.
pub fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

/// See [`set_mode`].
pub fn temporary_file(folder: &Path, prefix: &str, _: u32) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(prefix).tempfile_in(folder)
}

/// Ctrl+C is the only signal.
pub(crate) fn terminated() -> Pending<()> {
    pending()
}
