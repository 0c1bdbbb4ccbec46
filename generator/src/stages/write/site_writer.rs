//! Assembles a new site beside the last one: pages of units arrive one by one while others are still rendered, all other
//! files at the end.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use rayon::prelude::*;

use super::{Written, folder, is_built, swap};
use model::build_error::BuildError;
use model::output::{OutputFile, address_of};

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
        swap::recover(out)?;
        refuse_foreign(out)?;
        Ok(SiteWriter {
            out: out.to_owned(),
            staging: swap::staging(out),
            has_last: out.exists(),
            unchanged: Mutex::default(),
            written: Mutex::default(),
        })
    }

    /// Adds a file. It is written unless the last site has the same.
    ///
    /// # Errors
    /// When it cannot be written.
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
            swap::swap(&self.staging, &self.out)?;
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
        let _ = swap::remove(&self.staging);
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
