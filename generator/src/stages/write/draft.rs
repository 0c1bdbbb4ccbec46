//! The site being put together: unit pages come one by one while others are still rendered, all other files at the
//! end. Nothing is begun before the first file that differs.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::kept::{Kept, KeptPage, Stamp};
use super::{MARK, Written, compare, spare, swap, tree};
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::output::OutputFile;
use model::page_sink::PageSink;

/// See the module. Dropped before it is finished, it leaves the last site as it was.
#[derive(Debug)]
pub struct Draft {
    out: PathBuf,
    /// Where there is no last site nothing needs to be compared.
    is_first: bool,
    /// Where the new site is put together.
    fresh: PathBuf,
    /// Where this stage remembers things from build to build; without it the site before the last is not kept.
    memory: Option<PathBuf>,
    /// The paths in which the spare differs from the last site, when there is a spare.
    behind: Option<BTreeSet<String>>,
    last: Kept,
    inventory: Fingerprint,
    has_begun: Mutex<bool>,
    pages: Mutex<HashMap<String, KeptPage>>,
    /// Addresses by path of what was put into the fresh folder.
    put: Mutex<HashMap<String, String>>,
}

impl Draft {
    /// A new site for `out`, made from an inventory of this fingerprint. `memory` is a folder below `.site/`. The
    /// caller holds the project's lock until the site is finished.
    ///
    /// # Errors
    /// `out` holds something else, or what a killed build left cannot be cleared away.
    pub fn open(out: &Path, memory: Option<&Path>, inventory: Fingerprint) -> Result<Draft, BuildError> {
        swap::recover(out)?;
        refuse_foreign(out)?;
        let memory = memory
            .filter(|memory| are_neighbours(memory, out))
            .map(Path::to_owned);
        let behind = memory.as_ref().and_then(|memory| spare::find(memory, out));
        let fresh = match &memory {
            Some(memory) => spare::folder(memory),
            None => swap::fresh(out),
        };
        if behind.is_none() {
            swap::remove(&fresh)?;
        }
        Ok(Draft {
            out: out.to_owned(),
            is_first: !out.exists(),
            fresh,
            last: memory.as_deref().map(Kept::read).unwrap_or_default(),
            memory,
            behind,
            inventory,
            has_begun: Mutex::default(),
            pages: Mutex::default(),
            put: Mutex::default(),
        })
    }

    /// Puts everything else to the pages that came already, and the whole into the place of the last site.
    ///
    /// # Errors
    /// See [`BuildError`]. The last site is untouched.
    pub fn finish(self, files: &[OutputFile]) -> Result<Written, BuildError> {
        let changed: Vec<&OutputFile> = files
            .par_iter()
            .filter(|file| !self.is_same(&file.path, &file.bytes))
            .collect();
        let pages = std::mem::take(&mut *lock(&self.pages));
        let all: HashSet<&str> = files
            .iter()
            .map(|file| file.path.as_str())
            .chain(pages.keys().map(String::as_str))
            .collect();
        let gone = compare::gone(&self.out, &all)?;
        if changed.is_empty() && gone.is_empty() && !*lock(&self.has_begun) {
            let unchanged = all.len();
            self.remember_pages(pages);
            return Ok(Written {
                changed: Vec::new(),
                unchanged,
            });
        }
        self.begin()?;
        changed.par_iter().try_for_each(|file| self.put(file).map(drop))?;
        let put = std::mem::take(&mut *lock(&self.put));
        self.complete(&all, &put, &gone)?;
        tree::flush(&self.fresh, &put)?;
        let memory = self.memory.as_deref();
        // A spare that differs in most files would cost more than it saves.
        let is_near = !self.is_first && put.len() + gone.len() < all.len() / 2;
        swap::swap(&self.fresh, &self.out, memory.is_some() && is_near)?;
        *lock(&self.has_begun) = false;
        if let Some(memory) = memory.filter(|_| is_near) {
            let behind = put.keys().cloned().chain(gone.iter().cloned()).collect();
            // Without the record the next build makes a folder of its own.
            let _ = spare::note(
                memory,
                &self.out,
                behind,
                &folders(all.iter().copied().chain(gone.iter().map(String::as_str))),
            );
        }
        let unchanged = all.len() - put.len();
        let mut changed: Vec<String> = put
            .into_values()
            .chain(gone.iter().map(|path| compare::url_of(path)))
            .collect();
        changed.sort();
        drop(all);
        self.remember_pages(pages);
        Ok(Written { changed, unchanged })
    }

    fn is_same(&self, path: &str, bytes: &[u8]) -> bool {
        !self.is_first && compare::is_same(&self.out.join(path), bytes)
    }

    /// Makes the fresh folder, once.
    fn begin(&self) -> Result<(), BuildError> {
        let mut has_begun = lock(&self.has_begun);
        if !*has_begun {
            if let Some(memory) = &self.memory {
                spare::forget(memory).map_err(BuildError::at(memory))?;
            }
            fs::create_dir_all(&self.fresh).map_err(BuildError::at(&self.fresh))?;
            *has_begun = true;
        }
        Ok(())
    }

    /// Puts a file that differs from the last site's into the fresh folder.
    fn put(&self, file: &OutputFile) -> Result<Stamp, BuildError> {
        let target = self.fresh.join(&file.path);
        let about = tree::write_file(&target, &file.bytes, self.behind.is_some())?;
        lock(&self.put).insert(file.path.clone(), file.url.clone());
        Ok(Stamp::of(&about))
    }

    /// Gives the fresh folder what did not change, and takes away what is gone.
    fn complete(
        &self,
        all: &HashSet<&str>,
        put: &HashMap<String, String>,
        gone: &[String],
    ) -> Result<(), BuildError> {
        let take_over = |path: &str| tree::take_over(&self.out.join(path), &self.fresh.join(path));
        let Some(behind) = &self.behind else {
            return all
                .par_iter()
                .filter(|path| !put.contains_key(**path))
                .try_for_each(|path| take_over(path));
        };
        for path in behind.iter().chain(gone).filter(|path| !put.contains_key(*path)) {
            tree::remove_file(&self.fresh, path)?;
            if all.contains(path.as_str()) {
                take_over(path)?;
            }
        }
        Ok(())
    }

    fn remember_pages(&self, pages: HashMap<String, KeptPage>) {
        let kept = Kept {
            inventory: self.inventory,
            pages,
        };
        if let Some(memory) = self.memory.as_ref().filter(|_| kept != self.last) {
            // Without it the next build renders every page and finds it unchanged.
            let _ = kept.write(memory);
        }
    }
}

impl PageSink for Draft {
    fn has(&self, paths: &[String], inputs: &Fingerprint) -> bool {
        let known = paths.iter().map(|path| {
            let page = self.last.pages.get(path)?;
            let is_current =
                page.inputs == *inputs && (!page.whole_inventory || self.last.inventory == self.inventory);
            let about = is_current
                .then(|| fs::symlink_metadata(self.out.join(path)).ok())
                .flatten()?;
            (Stamp::of(&about) == page.stamp).then(|| (path.clone(), page.clone()))
        });
        let Some(known) = known.collect::<Option<Vec<_>>>() else {
            return false;
        };
        lock(&self.pages).extend(known);
        true
    }

    fn keep(&self, file: &OutputFile, inputs: &Fingerprint, whole_inventory: bool) -> Result<(), BuildError> {
        let stamp = if self.is_same(&file.path, &file.bytes) {
            let old = self.out.join(&file.path);
            Stamp::of(&fs::metadata(&old).map_err(BuildError::at(&old))?)
        } else {
            self.begin()?;
            self.put(file)?
        };
        let page = KeptPage {
            inputs: *inputs,
            whole_inventory,
            stamp,
        };
        lock(&self.pages).insert(file.path.clone(), page);
        Ok(())
    }
}

impl Drop for Draft {
    /// A folder that is not whole must not be found by the next build.
    fn drop(&mut self) {
        if *lock(&self.has_begun) {
            let _ = fs::remove_dir_all(&self.fresh);
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

/// Whether both lie on one file system, where a file can have two names and folders can change places.
fn are_neighbours(memory: &Path, out: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).ok().map(|about| about.dev());
    let beside = if out.exists() { out } else { swap::parent(out) };
    let made = fs::create_dir_all(memory).is_ok();
    made && device(memory).is_some() && device(memory) == device(beside)
}

fn refuse_foreign(out: &Path) -> Result<(), BuildError> {
    let mut entries = match fs::read_dir(out) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(BuildError::at(out)(error)),
    };
    if entries.next().is_none() || out.join(MARK).exists() {
        Ok(())
    } else {
        Err(BuildError::ForeignOutput(out.to_owned()))
    }
}
