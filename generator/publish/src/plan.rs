//! What a publication does: derived from the last record, the wanted files, and what is uncertain.

use std::collections::{BTreeMap, BTreeSet};

use model::output::address_of;

use crate::error::PublishError;
use crate::layout;
use crate::lease::Uncertain;
use crate::phase::Phase;
use crate::record::{FileRecord, Files, Headers, Record, Release, RetainedFile};
use crate::site_files::sha256;

/// The limits of a publication.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// How many releases can be applied again.
    pub(crate) keep: u64,
    /// How many files may be deleted, in percent.
    pub(crate) max_deletes: u32,
    /// Whether more may be deleted.
    pub(crate) allow_deletes: bool,
}

/// A file to upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Upload {
    /// When.
    pub(crate) phase: Phase,
    /// Where it goes.
    pub(crate) path: String,
    /// What has its content.
    pub(crate) source: Source,
    /// What it is afterwards.
    pub(crate) file: FileRecord,
}

/// What has the content of a file to upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A file of the site.
    Site(String),
    /// A file at the target, which an earlier phase uploads. The target copies it.
    Target(String),
}

impl Upload {
    /// How many bytes are sent to the target.
    pub(crate) fn bytes(&self) -> u64 {
        match self.source {
            Source::Site(_) => self.file.length,
            Source::Target(_) => 0,
        }
    }
}

/// The list of files of a release, as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Manifest {
    /// Where it goes.
    pub(crate) path: String,
    /// The files as JSON.
    pub(crate) bytes: Vec<u8>,
}

impl Manifest {
    fn new(number: u64, files: &Files) -> Manifest {
        Manifest { path: layout::release(number), bytes: serde_json::to_vec(files).unwrap_or_default() }
    }

    fn file(&self) -> FileRecord {
        FileRecord { sha256: sha256(&self.bytes), length: self.bytes.len() as u64, ..FileRecord::default() }
    }
}

/// What a publication does.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The list of files of the new release; none when neither files nor headers differ from the last release.
    pub(crate) manifest: Option<Manifest>,
    /// What is uploaded, in the order of the phases.
    pub(crate) uploads: Vec<Upload>,
    /// What is deleted afterwards.
    pub(crate) deletes: BTreeSet<String>,
    /// How many hashed files remain because of the limit; the next publications delete them.
    pub(crate) postponed: usize,
    /// The addresses that caches must purge.
    pub(crate) changed: BTreeSet<String>,
    /// The addresses of pages that are new, say something else or are gone: what search engines are told.
    pub(crate) changed_pages: BTreeSet<String>,
    /// What older releases need afterwards.
    pub(crate) kept: BTreeMap<String, RetainedFile>,
}

impl Plan {
    /// The plan that brings a target from the last record to the wanted files of release `number` or, when these do not
    /// differ, of the last one.
    ///
    /// # Errors
    /// [`PublishError::TooManyDeletes`].
    pub(crate) fn new(
        last: Option<&Record>,
        wanted: &Files,
        uncertain: &Uncertain,
        limits: Limits,
    ) -> Result<Plan, PublishError> {
        let is_new_release = last.is_none_or(|last| last.files != *wanted);
        let last_number = last.map_or(0, |last| last.release.number);
        let number = last_number + u64::from(is_new_release);
        let held = |path: &str| {
            let held = last.and_then(|last| last.held(path));
            held.filter(|_| !uncertain.writes.contains(path))
        };
        let mut uploads = Vec::new();
        let mut kept = last.map(|last| last.kept.clone()).unwrap_or_default();
        kept.retain(|path, _| !wanted.contains_key(path) && !uncertain.writes.contains(path));
        // A page of the publisher that used them may still arrive.
        for path in uncertain.assets.iter().filter(|path| !wanted.contains_key(*path)) {
            let file = held(path).cloned().unwrap_or_default();
            kept.insert(path.clone(), kept_until(number, file));
        }
        for (path, file) in wanted {
            let is_uploaded = held(path) != Some(file);
            if is_uploaded {
                let is_new = last.is_none_or(|last| !last.files.contains_key(path));
                uploads.push(Upload {
                    phase: Phase::for_file(path, file, is_new),
                    path: path.clone(),
                    source: Source::Site(path.clone()),
                    file: file.clone(),
                });
            }
            if !file.is_immutable() {
                let (body, content) = (layout::body(&file.sha256), body_of(file));
                let is_listed = kept.get(&body).is_some_and(|kept| kept.last_release == number);
                if !is_listed && held(&body).is_none() {
                    let source =
                        if is_uploaded { Source::Target(path.clone()) } else { Source::Site(path.clone()) };
                    uploads.push(Upload {
                        phase: Phase::Bodies,
                        path: body.clone(),
                        source,
                        file: content.clone(),
                    });
                }
                kept.insert(body, kept_until(number, content));
            }
        }
        uploads.sort_by(|one, other| (one.phase, &one.path).cmp(&(other.phase, &other.path)));
        let manifest = is_new_release.then(|| Manifest::new(number, wanted));
        if let Some(manifest) = &manifest {
            kept.insert(manifest.path.clone(), kept_until(number, manifest.file()));
        }
        let mut plan = Plan {
            manifest,
            changed: uploads
                .iter()
                .filter(|upload| layout::is_public(&upload.path) && !upload.file.is_immutable())
                .map(|upload| address_of(&upload.path))
                .collect(),
            changed_pages: changed_pages(last, wanted),
            uploads,
            deletes: BTreeSet::new(),
            postponed: 0,
            kept,
        };
        let removed = plan.remove_old_files(last, wanted, uncertain);
        plan.prune(last, number, removed, limits)?;
        Ok(plan)
    }

    /// Deletes what the wanted files do not have any more, except hashed files, which older pages need. Returns how
    /// many files of the last release are deleted.
    fn remove_old_files(&mut self, last: Option<&Record>, wanted: &Files, uncertain: &Uncertain) -> usize {
        let mut removed = 0;
        let last_files = last.iter().flat_map(|last| &last.files);
        for (path, file) in last_files.filter(|(path, _)| !wanted.contains_key(*path)) {
            if file.is_immutable() {
                let last_number = last.map_or(0, |last| last.release.number);
                self.kept.insert(path.clone(), kept_until(last_number, file.clone()));
            } else {
                removed += 1;
                self.changed.insert(address_of(path));
                self.deletes.insert(path.clone());
            }
        }
        let pending = last.iter().flat_map(|last| &last.pending_deletes);
        for path in uncertain.writes.iter().chain(pending) {
            if !wanted.contains_key(path) && !self.kept.contains_key(path) {
                self.deletes.insert(path.clone());
            }
        }
        removed
    }

    /// Deletes what only releases before the kept ones need, hashed files up to the limit.
    fn prune(
        &mut self,
        last: Option<&Record>,
        number: u64,
        removed: usize,
        limits: Limits,
    ) -> Result<(), PublishError> {
        let (hashed, other): (Vec<_>, Vec<_>) =
            last.iter().flat_map(|last| &last.files).partition(|(_, file)| file.is_immutable());
        let share = |total: usize| (total * limits.max_deletes as usize).div_ceil(100);
        if removed > share(other.len()) && !limits.allow_deletes {
            return Err(PublishError::TooManyDeletes {
                deleted: removed,
                total: other.len(),
                limit: limits.max_deletes,
            });
        }
        let older = last.iter().flat_map(|last| last.kept.keys());
        let held = hashed.len() + older.filter(|path| layout::is_public(path)).count();
        let mut remaining = if limits.allow_deletes { usize::MAX } else { share(held) };
        for (path, kept) in &self.kept {
            if kept.last_release + limits.keep > number {
                continue;
            }
            if !layout::is_public(path) {
                self.deletes.insert(path.clone());
            } else if remaining > 0 {
                remaining -= 1;
                self.deletes.insert(path.clone());
            } else {
                self.postponed += 1;
            }
        }
        let deletes = &self.deletes;
        self.kept.retain(|path, _| !deletes.contains(path));
        Ok(())
    }

    /// The releases that can be applied again after this one.
    pub(crate) fn releases(last: Option<&Record>, release: &Release, keep: u64) -> Vec<Release> {
        let earlier = last.iter().flat_map(|last| &last.releases);
        let earlier = earlier.filter(|earlier| earlier.number != release.number).cloned();
        let mut releases: Vec<Release> = earlier.chain([release.clone()]).collect();
        releases.retain(|earlier| earlier.number + keep > release.number);
        releases
    }

    /// Whether nothing differs from the last release.
    pub(crate) fn is_empty(&self) -> bool {
        self.manifest.is_none() && self.uploads.is_empty() && self.deletes.is_empty()
    }

    /// What the publication leaves if it is killed before the record. The deletes begin after that.
    pub(crate) fn uncertain(&self, last: Option<&Record>, wanted: &Files) -> Uncertain {
        let manifest = self.manifest.iter().map(|manifest| &manifest.path);
        let uploads = self.uploads.iter().map(|upload| &upload.path);
        let is_in_use = |path: &String| last.is_some_and(|last| last.files.contains_key(path));
        let assets = wanted.iter().filter(|(path, file)| file.is_immutable() && !is_in_use(path));
        Uncertain {
            writes: manifest.chain(uploads).cloned().collect(),
            assets: assets.map(|(path, _)| path.clone()).collect(),
        }
    }
}

/// Pages of which only the footer or the day of the inventory differ are not among them.
fn changed_pages(last: Option<&Record>, wanted: &Files) -> BTreeSet<String> {
    let content = |files: Option<&Files>, path: &str| files?.get(path)?.content.clone();
    let last = last.map(|last| &last.files);
    let paths = last.into_iter().flatten().chain(wanted).map(|(path, _)| path);
    let changed = paths.filter(|path| content(last, path) != content(Some(wanted), path));
    changed.map(|path| address_of(path)).collect()
}

fn kept_until(last_release: u64, file: FileRecord) -> RetainedFile {
    RetainedFile { last_release, file }
}

/// A body as it is stored: without the headers of its path.
fn body_of(file: &FileRecord) -> FileRecord {
    FileRecord { headers: Headers::new(), content: None, ..file.clone() }
}
