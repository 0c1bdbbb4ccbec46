//! Stage 8: replaces the output folder as a whole, or leaves it unchanged.
//!
//! Each file is compared with the last site's as soon as it is made. What differs is written to a staging folder; at the
//! end, files that did not change are added there as hard links to those of the last site (which keeps their place on the
//! disk and their modification times), and both folders are exchanged in one step. A build that is killed at any moment
//! leaves the old site or the new one, never a mixture. When nothing changed, nothing is written.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use rayon::prelude::*;
use walkdir::WalkDir;

use crate::cache::file;
use model::build_error::BuildError;
use model::output::{OutputFile, address_of};
use system::parent;

/// Whether a build wrote the folder. Another one is not replaced: it holds something else.
pub fn is_built(out: &Path) -> bool {
    out.join("_headers").is_file()
}

/// What the stage did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Addresses whose content is new, changed or removed, sorted: what caches must purge.
    pub changed: Vec<String>,
    /// The paths of the files that were written, sorted.
    pub files: Vec<String>,
    /// The paths of the files that did not change.
    pub unchanged: Vec<String>,
}

/// Writes the addresses that caches must purge, one per line, unless the file already contains them.
pub fn write_changed_urls(
    path: &Path,
    base_url: &str,
    written: &Written,
) -> Result<(), BuildError> {
    let text: String = written
        .changed
        .iter()
        .map(|url| format!("{base_url}{url}\n"))
        .collect();
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    file::replace(path, text.as_bytes()).map_err(|error| {
        let what =
            "the new site is in place, but the list of changed addresses is not: purge all caches";
        BuildError::NotWritten(format!("{}: {error}: {what}", path.display()))
    })
}

/// Waits for the lock of the project at `root`: a file that is open while a build runs. The operating system closes it when the
/// process ends, however it ends. `on_wait` is called when another build holds the lock.
pub fn lock(root: &Path, on_wait: impl FnOnce()) -> Result<File, BuildError> {
    let folder = root.join(".site");
    let path = folder.join("build.lock");
    fs::create_dir_all(&folder).map_err(BuildError::at(&folder))?;
    let file = File::create(&path).map_err(BuildError::at(&path))?;
    if file.try_lock().is_err() {
        on_wait();
        file.lock().map_err(BuildError::at(&path))?;
    }
    Ok(file)
}

/// Writes a new site. When it is dropped before [`SiteWriter::finish`], the last site is unchanged.
#[derive(Debug)]
pub struct SiteWriter {
    out: PathBuf,
    /// The folder in which the new site is assembled. The first file that differs from the last site's creates it.
    staging: PathBuf,
    /// The paths of files that the last site has with the same bytes.
    unchanged: Mutex<Vec<String>>,
    /// The URLs, by path, of the files in the staging folder.
    written: Mutex<BTreeMap<String, String>>,
}

impl SiteWriter {
    /// A writer of the site at `out`, which holds nothing else. The caller holds the project's lock until the site is finished.
    pub fn open(out: &Path) -> Result<SiteWriter, BuildError> {
        recover(out)?;
        refuse_foreign(out)?;
        Ok(SiteWriter {
            out: out.to_owned(),
            staging: sibling_path(out, STAGING),
            unchanged: Mutex::default(),
            written: Mutex::default(),
        })
    }

    /// Adds a file. It is written unless the last site has the same.
    pub fn write(&self, file: &OutputFile) -> Result<(), BuildError> {
        if is_same(&self.out.join(&file.path), &file.bytes) {
            self.unchanged.lock().push(file.path.clone());
            return Ok(());
        }
        write_file(&self.staging.join(&file.path), &file.bytes)?;
        self.written
            .lock()
            .insert(file.path.clone(), file.url.clone());
        Ok(())
    }

    /// Adds the other files, and replaces the last site by the new one if they differ. An error leaves the last site unchanged.
    pub fn finish(self, files: &[OutputFile]) -> Result<Written, BuildError> {
        files.par_iter().try_for_each(|file| self.write(file))?;
        let unchanged = std::mem::take(&mut *self.unchanged.lock());
        let written = std::mem::take(&mut *self.written.lock());
        let known: HashSet<&str> = unchanged
            .iter()
            .chain(written.keys())
            .map(String::as_str)
            .collect();
        let removed = files_not_in(&self.out, &known)?;
        if !written.is_empty() || !removed.is_empty() {
            let link = |path: &String| link_or_copy(&self.out.join(path), &self.staging.join(path));
            unchanged.par_iter().try_for_each(link)?;
            let paths: Vec<&str> = written.keys().map(String::as_str).collect();
            flush(&self.staging, &paths)?;
            swap(&self.staging, &self.out)?;
        }
        let (files, urls): (Vec<String>, Vec<String>) = written.into_iter().unzip();
        let removed = removed.iter().map(|path| address_of(path));
        let mut changed: Vec<String> = urls.into_iter().chain(removed).collect();
        changed.sort();
        Ok(Written {
            changed,
            files,
            unchanged,
        })
    }
}

impl Drop for SiteWriter {
    /// The next build must not find a folder that is not complete.
    fn drop(&mut self) {
        let _ = remove(&self.staging);
    }
}

fn refuse_foreign(out: &Path) -> Result<(), BuildError> {
    let is_empty = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(BuildError::at(out)(error)),
    };
    if is_empty || is_built(out) {
        return Ok(());
    }
    let what = "the folder contains files that this command did not write: choose another one with `--out`, or empty it";
    Err(BuildError::NotWritten(format!("{}: {what}", out.display())))
}

/// The ending of the folder in which a new site is assembled.
const STAGING: &str = "new";
/// The ending of the old site for a moment where folders cannot be exchanged.
const BACKUP: &str = "old";

/// Up to this many changed files are flushed to the disk one by one; for more, one flush of the whole file system is faster.
const MAX_SINGLE_FLUSHES: usize = 64;

/// Whether the file at `path` has these bytes. Most changes also change the length, which needs no reading.
fn is_same(path: &Path, bytes: &[u8]) -> bool {
    let has_length = |meta: fs::Metadata| meta.is_file() && meta.len() == bytes.len() as u64;
    fs::symlink_metadata(path).is_ok_and(has_length) && fs::read(path).is_ok_and(|old| old == bytes)
}

/// The files below `out` that are not known, by path below the folder.
fn files_not_in(out: &Path, known: &HashSet<&str>) -> Result<Vec<String>, BuildError> {
    let mut others = Vec::new();
    for entry in out
        .exists()
        .then(|| WalkDir::new(out))
        .into_iter()
        .flatten()
    {
        let entry = entry.map_err(|error| BuildError::at(out)(error.into()))?;
        let path = system::slashed(entry.path().strip_prefix(out).unwrap_or(entry.path()));
        if !entry.file_type().is_dir() && !known.contains(&*path) {
            others.push(path);
        }
    }
    Ok(others)
}

/// Makes `target` a hard link to the old file; where that is impossible, a copy with the same modification time.
fn link_or_copy(old: &Path, target: &Path) -> Result<(), BuildError> {
    if create_parent_and_retry(target, || fs::hard_link(old, target)).is_ok() {
        return Ok(());
    }
    let copy = || -> io::Result<()> {
        fs::copy(old, target)?;
        let modified = fs::metadata(old)?.modified()?;
        File::options()
            .write(true)
            .open(target)?
            .set_modified(modified)
    };
    copy().map_err(BuildError::at(target))
}

fn write_file(target: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    let file = create_parent_and_retry(target, || File::create_new(target));
    file.and_then(|mut file| file.write_all(bytes))
        .map_err(BuildError::at(target))
}

fn create_parent_and_retry<T>(target: &Path, work: impl Fn() -> io::Result<T>) -> io::Result<T> {
    match (work(), target.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            work()
        }
        (result, _) => result,
    }
}

/// Flushes what was written, before the folders are exchanged: a power failure must not leave a site of empty files.
fn flush(staging: &Path, written: &[&str]) -> Result<(), BuildError> {
    if written.len() > MAX_SINGLE_FLUSHES {
        return system::flush_below(staging).map_err(BuildError::at(staging));
    }
    written.par_iter().try_for_each(|path| {
        let target = staging.join(path);
        let flush = || File::options().write(true).open(&target)?.sync_data();
        flush().map_err(BuildError::at(&target))
    })
}

fn sibling_path(out: &Path, suffix: &str) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(suffix);
    out.with_file_name(name)
}

/// Removes what a build that was killed left. The site itself is complete, unless the build was killed between the two
/// steps of a system without exchange: then the old site gets its name back.
fn recover(out: &Path) -> Result<(), BuildError> {
    let (staging, backup) = (sibling_path(out, STAGING), sibling_path(out, BACKUP));
    if !out.exists() && backup.exists() {
        fs::rename(&backup, out).map_err(BuildError::at(out))?;
    }
    remove(&staging)?;
    remove(&backup)
}

/// Makes the staging folder the site at `out`, and removes the old site.
fn swap(staging: &Path, out: &Path) -> Result<(), BuildError> {
    let (backup, is_first) = (sibling_path(out, BACKUP), !out.exists());
    if is_first || system::exchange(staging, out).is_err() {
        if !is_first {
            fs::rename(out, &backup).map_err(BuildError::at(out))?;
        }
        fs::rename(staging, out).map_err(BuildError::at(out))?;
    }
    // The new names must be on the disk. Some systems cannot flush a folder.
    let _ = system::flush_names(parent(out));
    remove(staging)?;
    remove(&backup)
}

fn remove(folder: &Path) -> Result<(), BuildError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(BuildError::at(folder)(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
