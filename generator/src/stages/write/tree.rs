//! The fresh folder's files: changed ones written, unchanged ones taken over from the last site.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

use model::build_error::BuildError;

/// Up to this many changed files are flushed to the disk one by one; for more, one flush of the
/// whole file system is cheaper.
const FLUSHED_SINGLY: usize = 64;

/// A second name for the old file; a copy with its time where the system has no second names.
pub(super) fn take_over(old: &Path, target: &Path) -> Result<(), BuildError> {
    match in_its_folder(target, || fs::hard_link(old, target)) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(BuildError::at(target)(error));
        }
        Err(_) => {}
    }
    fs::copy(old, target).map_err(BuildError::at(target))?;
    let keep_time = || -> io::Result<()> {
        let modified = fs::metadata(old)?.modified()?;
        File::options().write(true).open(target)?.set_modified(modified)
    };
    keep_time().map_err(BuildError::at(target))
}

/// Writes a file that is not there. A name that may be there, of a file that the last site has too, is taken away
/// first: writing into it would change that site.
pub(super) fn write_file(target: &Path, bytes: &[u8], may_be_there: bool) -> Result<Metadata, BuildError> {
    let write = || -> io::Result<Metadata> {
        if may_be_there {
            remove(target)?;
        }
        let mut file = in_its_folder(target, || File::create_new(target))?;
        file.write_all(bytes)?;
        file.metadata()
    };
    write().map_err(BuildError::at(target))
}

/// Takes a file away, and the folder that it leaves empty.
pub(super) fn remove_file(top: &Path, path: &str) -> Result<(), BuildError> {
    let target = top.join(path);
    remove(&target).map_err(BuildError::at(&target))?;
    let above = Path::new(path)
        .ancestors()
        .skip(1)
        .filter(|folder| *folder != Path::new(""));
    for folder in above {
        // Not empty: then it stays, and so do those above it.
        if fs::remove_dir(top.join(folder)).is_err() {
            break;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Does it again with the folder made where there was none.
fn in_its_folder<T>(target: &Path, work: impl Fn() -> io::Result<T>) -> io::Result<T> {
    match (work(), target.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            work()
        }
        (result, _) => result,
    }
}

/// What was written must be on the disk before the folders change places: after a power cut a site
/// of empty files would be worse than the old one.
pub(super) fn flush(fresh: &Path, written: &HashMap<String, String>) -> Result<(), BuildError> {
    if written.len() > FLUSHED_SINGLY {
        let folder = File::open(fresh).map_err(BuildError::at(fresh))?;
        return flush_file_system(&folder).map_err(BuildError::at(fresh));
    }
    written.par_iter().try_for_each(|(path, _)| {
        let target = fresh.join(path);
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
