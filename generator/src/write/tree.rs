//! The fresh folder: changed files written, unchanged ones taken over from the last site.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use rayon::prelude::*;

use super::WriteError;
use super::compare::Comparison;
use crate::render::OutputFile;

/// Up to this many changed files are flushed to the disk one by one; for more, one flush of the
/// whole file system is cheaper.
const FLUSHED_SINGLY: usize = 64;

pub(super) fn write(
    fresh: &Path,
    old: &Path,
    files: &[OutputFile],
    comparison: &Comparison,
) -> Result<(), WriteError> {
    make_folders(fresh, files)?;
    let changed = files.len() - comparison.unchanged();
    let flush_each = changed <= FLUSHED_SINGLY;
    files.par_iter().enumerate().try_for_each(|(index, file)| {
        let target = fresh.join(&file.path);
        if comparison.is_same(index) {
            take_over(&old.join(&file.path), &target)
        } else {
            write_file(&target, &file.bytes, flush_each)
        }
    })?;
    if flush_each { Ok(()) } else { flush_all(fresh) }
}

fn make_folders(fresh: &Path, files: &[OutputFile]) -> Result<(), WriteError> {
    let folders: BTreeSet<&Path> = files
        .iter()
        .filter_map(|file| Path::new(&file.path).parent())
        .collect();
    fs::create_dir_all(fresh).map_err(WriteError::at(fresh))?;
    for folder in folders {
        let path = fresh.join(folder);
        fs::create_dir_all(&path).map_err(WriteError::at(&path))?;
    }
    Ok(())
}

/// A second name for the old file; a copy with its time where the system has no second names.
fn take_over(old: &Path, target: &Path) -> Result<(), WriteError> {
    if fs::hard_link(old, target).is_ok() {
        return Ok(());
    }
    fs::copy(old, target).map_err(WriteError::at(target))?;
    let keep_time = || -> std::io::Result<()> {
        let modified = fs::metadata(old)?.modified()?;
        File::options().write(true).open(target)?.set_modified(modified)
    };
    keep_time().map_err(WriteError::at(target))
}

fn write_file(target: &Path, bytes: &[u8], flush: bool) -> Result<(), WriteError> {
    let write = || -> std::io::Result<()> {
        let mut file = File::create(target)?;
        file.write_all(bytes)?;
        if flush { file.sync_data() } else { Ok(()) }
    };
    write().map_err(WriteError::at(target))
}

/// What was written must be on the disk before the folders change places: after a power cut a site
/// of empty files would be worse than the old one.
fn flush_all(fresh: &Path) -> Result<(), WriteError> {
    let folder = File::open(fresh).map_err(WriteError::at(fresh))?;
    flush_file_system(&folder).map_err(WriteError::at(fresh))
}

#[cfg(target_os = "linux")]
fn flush_file_system(folder: &File) -> std::io::Result<()> {
    Ok(rustix::fs::syncfs(folder)?)
}

#[cfg(not(target_os = "linux"))]
fn flush_file_system(folder: &File) -> std::io::Result<()> {
    folder.sync_all()
}
