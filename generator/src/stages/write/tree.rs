//! The files of the staging folder: changed ones are written, unchanged ones are linked to those of the last site.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

use model::build_error::BuildError;

/// Up to this many changed files are flushed to the disk one by one; for more, one flush of the whole file system is
/// faster.
const MAX_SINGLE_FLUSHES: usize = 64;

/// Makes `target` a hard link to the old file; where that is impossible, a copy with the same modification time.
pub(super) fn link_or_copy(old: &Path, target: &Path) -> Result<(), BuildError> {
    match in_its_folder(target, || fs::hard_link(old, target)) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(BuildError::at(target)(error));
        }
        Err(_) => {}
    }
    fs::copy(old, target).map_err(BuildError::at(target))?;
    let set_time = || -> io::Result<()> {
        let modified = fs::metadata(old)?.modified()?;
        File::options().write(true).open(target)?.set_modified(modified)
    };
    set_time().map_err(BuildError::at(target))
}

/// Creates a file. With `may_exist`, an existing file of that name is removed first: it may be a hard link to the last
/// site's file, which writing into it would change.
pub(super) fn write_file(target: &Path, bytes: &[u8], may_exist: bool) -> Result<Metadata, BuildError> {
    let write = || -> io::Result<Metadata> {
        if may_exist {
            remove(target)?;
        }
        let mut file = in_its_folder(target, || File::create_new(target))?;
        file.write_all(bytes)?;
        file.metadata()
    };
    write().map_err(BuildError::at(target))
}

/// Removes a file, and the folders that this leaves empty.
pub(super) fn remove_file(top: &Path, path: &str) -> Result<(), BuildError> {
    let target = top.join(path);
    remove(&target).map_err(BuildError::at(&target))?;
    let above = Path::new(path)
        .ancestors()
        .skip(1)
        .filter(|folder| *folder != Path::new(""));
    for folder in above {
        // A folder that is not empty remains, and so do those above it.
        if fs::remove_dir(top.join(folder)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Removes a file, if there is one.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Does the work; if the target's folder is missing, creates it and does the work again.
fn in_its_folder<T>(target: &Path, work: impl Fn() -> io::Result<T>) -> io::Result<T> {
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
pub(super) fn flush(staging: &Path, written: &HashMap<String, String>) -> Result<(), BuildError> {
    if written.len() > MAX_SINGLE_FLUSHES {
        let folder = File::open(staging).map_err(BuildError::at(staging))?;
        return flush_file_system(&folder).map_err(BuildError::at(staging));
    }
    written.par_iter().try_for_each(|(path, _)| {
        let target = staging.join(path);
        let flush = || File::open(&target)?.sync_data();
        flush().map_err(BuildError::at(&target))
    })
}

#[cfg(target_os = "linux")]
fn flush_file_system(folder: &File) -> std::io::Result<()> {
    Ok(rustix::fs::syncfs(folder)?)
}

#[cfg(not(target_os = "linux"))]
fn flush_file_system(folder: &File) -> std::io::Result<()> {
    folder.sync_all()
}
