//! Stage 8: replaces the output folder as a whole, or leaves it unchanged.
//!
//! Each file is compared with the last site's as soon as it is made. What differs is written to a staging folder; at the
//! end, files that did not change are added there as hard links to those of the last site (which keeps their place on the
//! disk and their modification times), and both folders are exchanged in one step. A build that is killed at any moment
//! leaves the old site or the new one, never a mixture. When nothing changed, nothing is written.

mod folder;

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use rayon::prelude::*;

use crate::cache::file;
use model::build_error::BuildError;
use model::output::{OutputFile, address_of};

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
pub fn write_changed_urls(path: &Path, base_url: &str, written: &Written) -> Result<(), BuildError> {
    let text: String = written.changed.iter().map(|url| format!("{base_url}{url}\n")).collect();
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    file::replace(path, text.as_bytes())
        .map_err(|source| BuildError::ChangedUrls { path: path.to_owned(), source })
}

/// Held while a build runs. The operating system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock of the project at `root`. `on_wait` is called when another build holds it.
    pub fn take(root: &Path, on_wait: impl FnOnce()) -> Result<Lock, BuildError> {
        let folder = root.join(".site");
        let path = folder.join("build.lock");
        fs::create_dir_all(&folder).map_err(BuildError::at(&folder))?;
        let file = File::create(&path).map_err(BuildError::at(&path))?;
        if file.try_lock().is_err() {
            on_wait();
            file.lock().map_err(BuildError::at(&path))?;
        }
        Ok(Lock { _file: file })
    }
}

/// Writes a new site. When it is dropped before [`SiteWriter::finish`], the last site is unchanged.
#[derive(Debug)]
pub struct SiteWriter {
    out: PathBuf,
    /// The folder in which the new site is assembled. The first file that differs from the last site's creates it.
    staging: PathBuf,
    /// Whether there is a last site.
    has_last: bool,
    /// The paths of files that the last site has with the same bytes.
    unchanged: Mutex<Vec<String>>,
    /// The URLs, by path, of the files in the staging folder.
    written: Mutex<BTreeMap<String, String>>,
}

impl SiteWriter {
    /// A writer of the site at `out`. The caller holds the project's lock until the site is finished.
    ///
    /// # Errors
    /// `out` holds something else, or the files of a build that was killed cannot be removed.
    pub fn open(out: &Path) -> Result<SiteWriter, BuildError> {
        folder::recover(out)?;
        refuse_foreign(out)?;
        Ok(SiteWriter {
            out: out.to_owned(),
            staging: folder::staging(out),
            has_last: out.exists(),
            unchanged: Mutex::default(),
            written: Mutex::default(),
        })
    }

    /// Adds a file. It is written unless the last site has the same.
    pub fn write(&self, file: &OutputFile) -> Result<(), BuildError> {
        if self.has_last && folder::is_same(&self.out.join(&file.path), &file.bytes) {
            self.unchanged.lock().push(file.path.clone());
            return Ok(());
        }
        folder::write(&self.staging.join(&file.path), &file.bytes)?;
        self.written.lock().insert(file.path.clone(), file.url.clone());
        Ok(())
    }

    /// Adds the other files, and replaces the last site by the new one if they differ.
    ///
    /// # Errors
    /// A file that cannot be written. The last site is then unchanged.
    pub fn finish(self, files: &[OutputFile]) -> Result<Written, BuildError> {
        files.par_iter().try_for_each(|file| self.write(file))?;
        let unchanged = std::mem::take(&mut *self.unchanged.lock());
        let written = std::mem::take(&mut *self.written.lock());
        let known: HashSet<&str> = unchanged.iter().chain(written.keys()).map(String::as_str).collect();
        let removed = folder::others(&self.out, |path| known.contains(path))?;
        if !written.is_empty() || !removed.is_empty() {
            let link = |path: &String| folder::link_or_copy(&self.out.join(path), &self.staging.join(path));
            unchanged.par_iter().try_for_each(link)?;
            let paths: Vec<&str> = written.keys().map(String::as_str).collect();
            folder::flush(&self.staging, &paths)?;
            folder::swap(&self.staging, &self.out)?;
        }
        let (files, urls): (Vec<String>, Vec<String>) = written.into_iter().unzip();
        let removed = removed.iter().map(|path| address_of(path));
        let mut changed: Vec<String> = urls.into_iter().chain(removed).collect();
        changed.sort();
        Ok(Written { changed, files, unchanged })
    }
}

impl Drop for SiteWriter {
    /// The next build must not find a folder that is not complete.
    fn drop(&mut self) {
        let _ = folder::remove(&self.staging);
    }
}

fn refuse_foreign(out: &Path) -> Result<(), BuildError> {
    let mut entries = match fs::read_dir(out) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(BuildError::at(out)(error)),
    };
    if entries.next().is_none() || is_built(out) {
        Ok(())
    } else {
        Err(BuildError::ForeignOutput(out.to_owned()))
    }
}

#[cfg(test)]
mod tests;
