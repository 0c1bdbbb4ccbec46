//! Assembles a new site: unit pages arrive one by one while others are still rendered, all other files at the end.
//! The staging folder is created when the first file differs from the last site.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::page_manifest::{PageEntry, PageManifest, Stamp};
use super::{Written, compare, is_built, standby, swap, tree};
use crate::cache::file::parent;
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::output::{OutputFile, address_of};
use model::page_sink::PageSink;

/// See the module. When it is dropped before [`SiteWriter::finish`], the last site is unchanged.
#[derive(Debug)]
pub struct SiteWriter {
    out: PathBuf,
    /// Whether there is no last site to compare with.
    is_first: bool,
    /// The staging folder.
    staging: PathBuf,
    /// The folder of the page manifest and of the standby output; without it neither is stored.
    state: Option<PathBuf>,
    /// The paths in which the standby output differs from the last site, when there is a standby output.
    standby_differences: Option<BTreeSet<String>>,
    /// The unit pages of the last site.
    last: PageManifest,
    /// The fingerprint of the whole inventory.
    inventory: Fingerprint,
    /// Whether the staging folder exists.
    has_begun: Mutex<bool>,
    /// The unit pages of the new site.
    pages: Mutex<HashMap<String, PageEntry>>,
    /// The addresses, by path, of the files that were written into the staging folder.
    written: Mutex<HashMap<String, String>>,
}

impl SiteWriter {
    /// A new site for `out`, made from an inventory of this fingerprint. `state` is a folder below `.site/`. The caller
    /// holds the project's lock until the site is finished.
    ///
    /// # Errors
    /// `out` holds something else, or the files of a build that was killed cannot be removed.
    pub fn open(out: &Path, state: Option<&Path>, inventory: Fingerprint) -> Result<SiteWriter, BuildError> {
        swap::recover(out)?;
        refuse_foreign(out)?;
        let state = state
            .filter(|state| is_same_file_system(state, out))
            .map(Path::to_owned);
        let standby_differences = state.as_ref().and_then(|state| standby::differences(state, out));
        let staging = match &state {
            Some(state) => standby::folder(state),
            None => swap::staging(out),
        };
        if standby_differences.is_none() {
            swap::remove(&staging)?;
        }
        let is_first = !out.exists();
        let last = state.as_deref().filter(|_| !is_first).map(PageManifest::read);
        Ok(SiteWriter {
            out: out.to_owned(),
            is_first,
            staging,
            last: last.unwrap_or_default(),
            state,
            standby_differences,
            inventory,
            has_begun: Mutex::default(),
            pages: Mutex::default(),
            written: Mutex::default(),
        })
    }

    /// Adds all other files to the unit pages, and replaces the last site by the new one.
    ///
    /// # Errors
    /// A file that cannot be written. The last site is then unchanged.
    pub fn finish(self, files: &[OutputFile]) -> Result<Written, BuildError> {
        let pages = std::mem::take(&mut *lock(&self.pages));
        let all: HashSet<&str> = files
            .iter()
            .map(|file| file.path.as_str())
            .chain(pages.keys().map(String::as_str))
            .collect();
        let (changed, removed) = rayon::join(
            || {
                let files = files.par_iter();
                let changed = files.filter(|file| !self.is_unchanged(&file.path, &file.bytes));
                changed.collect::<Vec<&OutputFile>>()
            },
            || compare::removed(&self.out, &all),
        );
        let removed = removed?;
        if changed.is_empty() && removed.is_empty() && !*lock(&self.has_begun) {
            let written = Written {
                changed: Vec::new(),
                unchanged: all.len(),
            };
            self.write_manifest(pages);
            return Ok(written);
        }
        self.begin()?;
        changed
            .par_iter()
            .try_for_each(|file| self.write_file(file).map(drop))?;
        let written = std::mem::take(&mut *lock(&self.written));
        self.complete(&all, &written, &removed)?;
        tree::flush(&self.staging, &written)?;
        self.replace_last(&all, &written, &removed)?;
        let unchanged = all.len() - written.len();
        let mut changed: Vec<String> = written
            .into_values()
            .chain(removed.iter().map(|path| address_of(path)))
            .collect();
        changed.sort();
        drop(all);
        self.write_manifest(pages);
        Ok(Written { changed, unchanged })
    }

    fn is_unchanged(&self, path: &str, bytes: &[u8]) -> bool {
        !self.is_first && compare::is_same(&self.out.join(path), bytes)
    }

    /// Creates the staging folder, once.
    fn begin(&self) -> Result<(), BuildError> {
        let mut has_begun = lock(&self.has_begun);
        if !*has_begun {
            if let Some(state) = &self.state {
                standby::remove_record(state).map_err(BuildError::at(state))?;
            }
            fs::create_dir_all(&self.staging).map_err(BuildError::at(&self.staging))?;
            *has_begun = true;
        }
        Ok(())
    }

    /// Writes a file that differs from the last site's into the staging folder.
    fn write_file(&self, file: &OutputFile) -> Result<Stamp, BuildError> {
        let target = self.staging.join(&file.path);
        let metadata = tree::write_file(&target, &file.bytes, self.standby_differences.is_some())?;
        lock(&self.written).insert(file.path.clone(), file.url.clone());
        Ok(Stamp::of(&metadata))
    }

    /// Adds the unchanged files to the staging folder, and removes from it what the new site does not have.
    fn complete(
        &self,
        all: &HashSet<&str>,
        written: &HashMap<String, String>,
        removed: &[String],
    ) -> Result<(), BuildError> {
        let link = |path: &str| tree::link_or_copy(&self.out.join(path), &self.staging.join(path));
        let Some(differences) = &self.standby_differences else {
            return all
                .par_iter()
                .filter(|path| !written.contains_key(**path))
                .try_for_each(|path| link(path));
        };
        let stale = differences.iter().chain(removed);
        for path in stale.filter(|path| !written.contains_key(*path)) {
            tree::remove_file(&self.staging, path)?;
            if all.contains(path.as_str()) {
                link(path)?;
            }
        }
        Ok(())
    }

    /// Exchanges the staging folder and the last site, which becomes the standby output.
    fn replace_last(
        &self,
        all: &HashSet<&str>,
        written: &HashMap<String, String>,
        removed: &[String],
    ) -> Result<(), BuildError> {
        // A standby output that differs in most files would cost more time than it saves.
        let is_similar = !self.is_first && written.len() + removed.len() < all.len() / 2;
        let state = self.state.as_deref().filter(|_| is_similar);
        swap::swap(&self.staging, &self.out, state.is_some())?;
        *lock(&self.has_begun) = false;
        if let Some(state) = state {
            let differences = written.keys().chain(removed).cloned().collect();
            let paths = all.iter().copied().chain(removed.iter().map(String::as_str));
            // Without the record the next build does not use the standby output.
            let _ = standby::write_record(state, &self.out, differences, &folders(paths));
        }
        Ok(())
    }

    fn write_manifest(&self, pages: HashMap<String, PageEntry>) {
        let manifest = PageManifest {
            inventory: self.inventory,
            pages,
        };
        if let Some(state) = self.state.as_ref().filter(|_| manifest != self.last) {
            // Without the manifest the next build renders every page.
            let _ = manifest.write(state);
        }
    }
}

impl PageSink for SiteWriter {
    fn reuse(&self, paths: &[String], inputs: &Fingerprint) -> bool {
        let reusable = paths.iter().map(|path| {
            let page = self.last.pages.get(path)?;
            let has_same_inputs = page.inputs == *inputs
                && (!page.uses_whole_inventory || self.last.inventory == self.inventory);
            let metadata = has_same_inputs
                .then(|| fs::symlink_metadata(self.out.join(path)).ok())
                .flatten()?;
            (Stamp::of(&metadata) == page.stamp).then(|| (path.clone(), page.clone()))
        });
        let Some(reusable) = reusable.collect::<Option<Vec<_>>>() else {
            return false;
        };
        lock(&self.pages).extend(reusable);
        true
    }

    fn write(
        &self,
        file: &OutputFile,
        inputs: &Fingerprint,
        uses_whole_inventory: bool,
    ) -> Result<(), BuildError> {
        let stamp = if self.is_unchanged(&file.path, &file.bytes) {
            let old = self.out.join(&file.path);
            Stamp::of(&fs::metadata(&old).map_err(BuildError::at(&old))?)
        } else {
            self.begin()?;
            self.write_file(file)?
        };
        let page = PageEntry {
            inputs: *inputs,
            uses_whole_inventory,
            stamp,
        };
        lock(&self.pages).insert(file.path.clone(), page);
        Ok(())
    }
}

impl Drop for SiteWriter {
    /// The next build must not find a folder that is not complete.
    fn drop(&mut self) {
        if *lock(&self.has_begun) {
            let _ = fs::remove_dir_all(&self.staging);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Every folder that holds one of these files, from the site's own folder down.
fn folders<'a>(paths: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let mut folders = BTreeSet::from([String::new()]);
    for path in paths {
        let mut end = path.len();
        while let Some(slash) = path[..end].rfind('/') {
            if folders.contains(&path[..slash]) {
                break;
            }
            folders.insert(path[..slash].to_owned());
            end = slash;
        }
    }
    folders
}

/// Whether both are on the same file system, where files can be linked and folders exchanged.
fn is_same_file_system(state: &Path, out: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).ok().map(|metadata| metadata.dev());
    let existing = if out.exists() { out } else { parent(out) };
    let is_created = fs::create_dir_all(state).is_ok();
    is_created && device(state).is_some() && device(state) == device(existing)
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
