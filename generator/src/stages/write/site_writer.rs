//! Assembles a new site: unit pages arrive one by one while others are still rendered, all other files at the end.
//! The staging folder is created when the first file differs from the last site.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::site_manifest::{BuildRecord, FileEntry, PageInputs, SiteManifest, Stamp};
use super::{LastSite, Written, compare, standby, swap, tree};
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::output::{OutputFile, address_of};
use model::page_sink::PageSink;

/// See the module. When it is dropped before [`SiteWriter::finish`], the last site is unchanged.
#[derive(Debug)]
pub struct SiteWriter {
    last: LastSite,
    /// The fingerprint of all units and months.
    units: Fingerprint,
    /// Whether the staging folder exists.
    has_begun: Mutex<bool>,
    /// The unit pages of the new site that are not taken over from the last one.
    pages: Mutex<HashMap<String, FileEntry>>,
    /// The addresses, by path, of the files that were written into the staging folder.
    written: Mutex<HashMap<String, String>>,
}

impl SiteWriter {
    pub(super) fn new(last: LastSite, units: Fingerprint) -> SiteWriter {
        SiteWriter {
            last,
            units,
            has_begun: Mutex::default(),
            pages: Mutex::default(),
            written: Mutex::default(),
        }
    }

    /// Adds all other files to the unit pages, and replaces the last site by the new one. `build` is stored with it.
    ///
    /// # Errors
    /// A file that cannot be written. The last site is then unchanged.
    pub fn finish(mut self, files: &[OutputFile], build: BuildRecord) -> Result<Written, BuildError> {
        let pages = std::mem::take(&mut *lock(&self.pages));
        let others: HashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let last = &self.last.manifest;
        let made = pages.keys().map(String::as_str).chain(others.iter().copied());
        let all: Vec<&str> = last.kept().chain(made).collect();
        let is_known = |path: &str| others.contains(path) || pages.contains_key(path) || last.keeps(path);
        let (changed, removed) = rayon::join(
            || {
                let files = files.par_iter();
                let changed = files.filter(|file| !self.is_unchanged(&file.path, &file.bytes));
                changed.collect::<Vec<&OutputFile>>()
            },
            || self.last.others(is_known),
        );
        let removed = removed?;
        if changed.is_empty() && removed.is_empty() && !*lock(&self.has_begun) {
            let written = Written {
                changed: Vec::new(),
                unchanged: all.len(),
            };
            self.write_manifest(pages, files, build);
            return Ok(written);
        }
        self.begin()?;
        changed
            .par_iter()
            .try_for_each(|file| self.write_file(file).map(drop))?;
        let written = std::mem::take(&mut *lock(&self.written));
        self.complete(&all, is_known, &written, &removed)?;
        tree::flush(&self.last.staging, &written)?;
        let is_kept = self.replace_last(all.len(), &written, &removed)?;
        let unchanged = all.len() - written.len();
        let standby = is_kept.then(|| {
            let differences = written.keys().chain(&removed).cloned().collect();
            let paths = all.into_iter().chain(removed.iter().map(String::as_str));
            (differences, folders(paths))
        });
        let (state, out) = (self.last.state.clone(), self.last.out.clone());
        rayon::join(
            || {
                if let (Some(state), Some((differences, folders))) = (&state, standby) {
                    // Without the record the next build does not use the standby output.
                    let _ = standby::write_record(state, &out, differences, &folders);
                }
            },
            || self.write_manifest(pages, files, build),
        );
        let mut changed: Vec<String> = written
            .into_values()
            .chain(removed.iter().map(|path| address_of(path)))
            .collect();
        changed.sort();
        Ok(Written { changed, unchanged })
    }

    /// Whether the last site has this file.
    pub fn is_unchanged(&self, path: &str, bytes: &[u8]) -> bool {
        !self.last.is_first && compare::is_same(&self.last.out.join(path), bytes)
    }

    /// Creates the staging folder, once.
    fn begin(&self) -> Result<(), BuildError> {
        let mut has_begun = lock(&self.has_begun);
        if !*has_begun {
            if let Some(state) = &self.last.state {
                standby::remove_record(state).map_err(BuildError::at(state))?;
            }
            fs::create_dir_all(&self.last.staging).map_err(BuildError::at(&self.last.staging))?;
            *has_begun = true;
        }
        Ok(())
    }

    /// Writes a file that differs from the last site's into the staging folder.
    fn write_file(&self, file: &OutputFile) -> Result<Stamp, BuildError> {
        let target = self.last.staging.join(&file.path);
        let metadata = tree::write_file(&target, &file.bytes, self.last.standby_differences.is_some())?;
        lock(&self.written).insert(file.path.clone(), file.url.clone());
        Ok(Stamp::of(&metadata))
    }

    /// Adds the unchanged files to the staging folder, and removes from it what the new site does not have.
    fn complete(
        &self,
        all: &[&str],
        is_known: impl Fn(&str) -> bool,
        written: &HashMap<String, String>,
        removed: &[String],
    ) -> Result<(), BuildError> {
        let link = |path: &str| tree::link_or_copy(&self.last.out.join(path), &self.last.staging.join(path));
        let Some(differences) = &self.last.standby_differences else {
            return all
                .par_iter()
                .filter(|path| !written.contains_key(**path))
                .try_for_each(|path| link(path));
        };
        let stale = differences.iter().chain(removed);
        for path in stale.filter(|path| !written.contains_key(*path)) {
            tree::remove_file(&self.last.staging, path)?;
            if is_known(path) {
                link(path)?;
            }
        }
        Ok(())
    }

    /// Exchanges the staging folder and the last site. Whether that is kept, as the standby output.
    fn replace_last(
        &self,
        all: usize,
        written: &HashMap<String, String>,
        removed: &[String],
    ) -> Result<bool, BuildError> {
        // A standby output that differs in most files would cost more time than it saves.
        let is_similar = !self.last.is_first && written.len() + removed.len() < all / 2;
        let is_kept = is_similar && self.last.state.is_some();
        swap::swap(&self.last.staging, &self.last.out, is_kept)?;
        *lock(&self.has_begun) = false;
        Ok(is_kept)
    }

    fn write_manifest(
        &mut self,
        pages: HashMap<String, FileEntry>,
        files: &[OutputFile],
        build: BuildRecord,
    ) {
        let mut kept = std::mem::take(&mut self.last.manifest.files);
        let Some(state) = &self.last.state else {
            return;
        };
        let others = files.par_iter().filter_map(|file| {
            let stamp = Stamp::at(&self.last.out.join(&file.path))?;
            Some((file.path.clone(), FileEntry::new(stamp, None)))
        });
        let others: Vec<(String, FileEntry)> = others.collect();
        kept.retain(|_, entry| entry.is_kept());
        kept.extend(pages.into_iter().chain(others));
        let manifest = SiteManifest {
            build,
            units: self.units,
            files: kept,
        };
        // Without the manifest the next build renders every page.
        let _ = manifest.write(state);
    }
}

impl PageSink for SiteWriter {
    fn reuse(&self, paths: &[&str], inputs: &Fingerprint) -> bool {
        let last = &self.last.manifest;
        let reusable = paths.iter().map(|path| {
            let entry = last.files.get(*path)?;
            let page = entry.page.as_ref()?;
            let has_same_inputs =
                page.fingerprint == *inputs && (!page.uses_whole_inventory || last.units == self.units);
            (has_same_inputs && self.last.has(path, entry)).then_some(entry)
        });
        let Some(reusable) = reusable.collect::<Option<Vec<_>>>() else {
            return false;
        };
        reusable.into_iter().for_each(FileEntry::keep);
        true
    }

    fn write(
        &self,
        file: &OutputFile,
        inputs: &Fingerprint,
        uses_whole_inventory: bool,
    ) -> Result<(), BuildError> {
        let stamp = if self.is_unchanged(&file.path, &file.bytes) {
            let old = self.last.out.join(&file.path);
            Stamp::of(&fs::metadata(&old).map_err(BuildError::at(&old))?)
        } else {
            self.begin()?;
            self.write_file(file)?
        };
        let page = PageInputs {
            fingerprint: *inputs,
            uses_whole_inventory,
        };
        let entry = FileEntry::new(stamp, Some(page));
        lock(&self.pages).insert(file.path.clone(), entry);
        Ok(())
    }
}

impl Drop for SiteWriter {
    /// The next build must not find a folder that is not complete.
    fn drop(&mut self) {
        if *lock(&self.has_begun) {
            let _ = fs::remove_dir_all(&self.last.staging);
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
