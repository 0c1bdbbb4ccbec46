//! What a publication does, derived from the last record, the wanted files, and those that may not be as the record says.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use model::output::address_of;
use serde::Serialize;

use crate::error::PublishError;
use crate::layout;
use crate::lease::Uncertain;
use crate::record::{FileRecord, Files, Record, RetainedFile};
use crate::target::{Headers, Target};

/// Result of a publication.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Published {
    /// The number of the current release; 0 when there is none.
    pub release: u64,
    /// Whether this publication made it.
    pub is_new: bool,
    /// The public files that were uploaded, by path.
    pub uploaded: Vec<String>,
    /// How many bytes of the site were sent to the target. What is kept for rollback does not count.
    pub bytes: u64,
    /// The public files that were deleted.
    pub deleted: Vec<String>,
    /// How many old files were not deleted because of `publish.max_deletes`; the next publications delete them.
    pub postponed_deletes: usize,
    /// The addresses whose content changed.
    pub changed: Vec<String>,
    /// The addresses of pages that are new, say something else or are gone.
    pub changed_pages: Vec<String>,
    /// Files at the target that no publication wrote; known only with `verify`, and when it is the first publication.
    pub unknown: Vec<String>,
    /// Why the cache could not be purged. The next publication purges it again.
    pub purge_error: Option<String>,
}

/// A part of the upload; each begins when the one before is complete, so that what a page refers to is there before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UploadPhase {
    /// Files with a hash in their name.
    Assets,
    /// Documents, pictures and other files with fixed names; what the lead function accepts from new pages.
    Documents,
    /// Pages that the target does not have yet: changed pages may link to them.
    NewPages,
    Pages,
    /// Feeds, data and the sitemap, which announce pages.
    Feeds,
    /// The service worker, which makes browsers get the new pages.
    Worker,
    /// What rollback needs: most of it are copies of the files above.
    Bodies,
}

impl UploadPhase {
    pub(crate) fn for_file(path: &str, file: &FileRecord, is_new: bool) -> UploadPhase {
        let name = path.rsplit('/').next().unwrap_or(path);
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension {
            _ if file.is_immutable() => UploadPhase::Assets,
            _ if path == "sw.js" => UploadPhase::Worker,
            _ if path == layout::LEADS => UploadPhase::Documents,
            "html" if is_new => UploadPhase::NewPages,
            "html" => UploadPhase::Pages,
            "atom" | "csv" | "json" | "txt" | "xml" => UploadPhase::Feeds,
            _ => UploadPhase::Documents,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Upload {
    pub(crate) phase: UploadPhase,
    pub(crate) path: String,
    pub(crate) source: UploadSource,
    pub(crate) file: FileRecord,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UploadSource {
    Site(String),
    /// A file at the target, which an earlier phase uploads. The target copies it.
    Target(String),
    Made(Bytes),
}

impl Upload {
    /// How many bytes of the site these uploads send to the target.
    pub(crate) fn total_bytes(uploads: &[Upload]) -> u64 {
        let lengths = uploads.iter().map(Upload::bytes);
        // The lengths of a rollback are those that the target stores.
        lengths.fold(0, u64::saturating_add)
    }

    pub(crate) fn bytes(&self) -> u64 {
        if matches!(self.source, UploadSource::Site(_)) {
            self.file.length
        } else {
            0
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct UploadPlan {
    pub(crate) uploads: Vec<Upload>,
    pub(crate) deletes: BTreeSet<String>,
    pub(crate) changed: BTreeSet<String>,
    pub(crate) kept: BTreeMap<String, RetainedFile>,
    /// What the publication reports.
    pub(crate) published: Published,
}

/// What is to be published, and what may be deleted for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanRequest<'a> {
    pub(crate) wanted: &'a Files,
    /// The content of `leads.json`.
    pub(crate) leads: Option<&'a Bytes>,
    /// How many releases can be applied again.
    pub(crate) kept_releases: u64,
    /// How many files may be deleted, in percent; without it any number.
    pub(crate) max_deletes: Option<u32>,
}

impl UploadPlan {
    pub(crate) fn new(
        request: PlanRequest<'_>,
        last: &Record,
        uncertain: &Uncertain,
    ) -> Result<UploadPlan, PublishError> {
        let wanted = request.wanted;
        let is_new = !last.has_release() || last.files != *wanted;
        let number = last.release.number + u64::from(is_new);
        let held = |path: &str| {
            if uncertain.writes.contains(path) {
                return None;
            }
            last.held(path)
        };
        let mut uploads = Vec::new();
        let mut kept = last.kept.clone();
        kept.retain(|path, _| !wanted.contains_key(path) && !uncertain.writes.contains(path));
        // A page of the publisher that used them may still arrive.
        for path in uncertain
            .assets
            .iter()
            .filter(|path| !wanted.contains_key(*path))
        {
            let file = held(path).cloned().unwrap_or_default();
            kept.insert(
                path.clone(),
                RetainedFile {
                    last_release: number,
                    file,
                },
            );
        }
        for (path, file) in wanted {
            let source = || match request.leads {
                Some(leads) if path == layout::LEADS => UploadSource::Made(leads.clone()),
                _ => UploadSource::Site(path.clone()),
            };
            let is_uploaded = held(path) != Some(file);
            if is_uploaded {
                let is_new = !last.files.contains_key(path);
                let (phase, path) = (UploadPhase::for_file(path, file, is_new), path.clone());
                uploads.push(Upload {
                    phase,
                    path,
                    source: source(),
                    file: file.clone(),
                });
            }
            if !file.is_immutable() {
                // A body is stored without the headers of its path.
                let content = FileRecord {
                    headers: Headers::new(),
                    content: None,
                    ..file.clone()
                };
                let body = layout::body(&file.sha256);
                let is_listed = kept
                    .get(&body)
                    .is_some_and(|kept| kept.last_release == number);
                if !is_listed && held(&body).is_none() {
                    let source = if is_uploaded {
                        UploadSource::Target(path.clone())
                    } else {
                        source()
                    };
                    let (phase, path) = (UploadPhase::Bodies, body.clone());
                    uploads.push(Upload {
                        phase,
                        path,
                        source,
                        file: content.clone(),
                    });
                }
                kept.insert(
                    body,
                    RetainedFile {
                        last_release: number,
                        file: content,
                    },
                );
            }
        }
        if is_new {
            let list = Bytes::from(serde_json::to_vec(wanted).unwrap_or_default());
            let file = FileRecord::of_content(&list);
            let (phase, path) = (UploadPhase::Bodies, layout::release(number));
            kept.insert(
                path.clone(),
                RetainedFile {
                    last_release: number,
                    file: file.clone(),
                },
            );
            uploads.push(Upload {
                phase,
                path,
                source: UploadSource::Made(list),
                file,
            });
        }
        uploads.sort_by(|one, other| (one.phase, &one.path).cmp(&(other.phase, &other.path)));
        let is_changed =
            |upload: &&Upload| layout::is_public(&upload.path) && !upload.file.is_immutable();
        let changed = uploads
            .iter()
            .filter(is_changed)
            .map(|upload| address_of(&upload.path))
            .collect();
        let mut plan = UploadPlan {
            uploads,
            changed,
            kept,
            ..UploadPlan::default()
        };
        let removed = plan.remove_old_files(last, wanted, uncertain);
        plan.prune(last, number, removed, request)?;
        let is_public = |path: &&String| layout::is_public(path);
        let uploaded = plan.uploads.iter().map(|upload| &upload.path);
        plan.published = Published {
            release: number,
            is_new,
            uploaded: uploaded.filter(is_public).cloned().collect(),
            bytes: Upload::total_bytes(&plan.uploads),
            deleted: plan.deletes.iter().filter(is_public).cloned().collect(),
            changed: plan.changed.iter().cloned().collect(),
            changed_pages: changed_pages(&last.files, wanted).into_iter().collect(),
            ..plan.published
        };
        Ok(plan)
    }

    /// Deletes what is not wanted any more, except hashed files. Returns how many files of the last release are deleted.
    fn remove_old_files(&mut self, last: &Record, wanted: &Files, uncertain: &Uncertain) -> usize {
        let mut removed = 0;
        for (path, file) in last
            .files
            .iter()
            .filter(|(path, _)| !wanted.contains_key(*path))
        {
            if file.is_immutable() {
                let retained = RetainedFile {
                    last_release: last.release.number,
                    file: file.clone(),
                };
                self.kept.insert(path.clone(), retained);
            } else {
                removed += 1;
                self.changed.insert(address_of(path));
                self.deletes.insert(path.clone());
            }
        }
        for path in uncertain.writes.iter().chain(&last.pending_deletes) {
            if !wanted.contains_key(path) && !self.kept.contains_key(path) {
                self.deletes.insert(path.clone());
            }
        }
        removed
    }

    /// Deletes what only releases before the kept ones need, hashed files up to the limit.
    fn prune(
        &mut self,
        last: &Record,
        number: u64,
        removed: usize,
        request: PlanRequest<'_>,
    ) -> Result<(), PublishError> {
        let (hashed, other): (Vec<_>, Vec<_>) =
            last.files.values().partition(|file| file.is_immutable());
        let most_of = |total: usize| match request.max_deletes {
            Some(percent) => (total * percent as usize).div_ceil(100),
            None => usize::MAX,
        };
        if removed > most_of(other.len()) {
            let (total, limit) = (other.len(), request.max_deletes.unwrap_or(100));
            return Err(PublishError::Problem(format!(
                "{removed} of {total} pages and other files would be deleted, more than `publish.max_deletes` ({limit} %): \
                 check dist/, then run the command with --allow-deletes"
            )));
        }
        let held = hashed.len()
            + last
                .kept
                .keys()
                .filter(|path| layout::is_public(path))
                .count();
        let mut remaining = most_of(held);
        for (path, kept) in &self.kept {
            if kept.last_release + request.kept_releases > number {
                continue;
            }
            if layout::is_public(path) && remaining == 0 {
                self.published.postponed_deletes += 1;
                continue;
            }
            remaining -= usize::from(layout::is_public(path));
            self.deletes.insert(path.clone());
        }
        let deletes = &self.deletes;
        self.kept.retain(|path, _| !deletes.contains(path));
        Ok(())
    }

    /// What the publication leaves if it is killed before the record. The deletes begin after that.
    pub(crate) fn uncertain(&self, last: &Record, wanted: &Files) -> Uncertain {
        let is_new = |path: &String| !last.files.contains_key(path);
        let assets = wanted
            .iter()
            .filter(|(path, file)| file.is_immutable() && is_new(path));
        Uncertain {
            writes: self
                .uploads
                .iter()
                .map(|upload| upload.path.clone())
                .collect(),
            assets: assets.map(|(path, _)| path.clone()).collect(),
        }
    }
}

/// Pages of which only the footer or the day of the inventory differ are not among them.
fn changed_pages(last: &Files, wanted: &Files) -> BTreeSet<String> {
    let content = |files: &Files, path: &str| files.get(path)?.content.clone();
    let paths = last.keys().chain(wanted.keys());
    let changed = paths.filter(|path| content(last, path) != content(wanted, path));
    changed.map(|path| address_of(path)).collect()
}

/// Adds the files whose content at the target is not certain: texts when their compression changed; with `verify`, those that differ
/// from the record. Returns the public files that no publication wrote, before the first publication and with `verify`.
pub(crate) async fn find_differences(
    target: &dyn Target,
    verify: bool,
    last: &Record,
    uncertain: &mut Uncertain,
) -> Result<Vec<String>, PublishError> {
    if !last.has_release() {
        let listed = target.list().await?.into_keys();
        let is_ours = |path: &str| {
            uncertain.writes.contains(path)
                || uncertain.assets.contains(path)
                || !layout::is_public(path)
        };
        return Ok(listed.filter(|path| !is_ours(path)).collect());
    }
    if last.precompressed != target.is_precompressed() {
        let texts = last.files.iter().filter(|(_, file)| file.is_compressible());
        uncertain.writes.extend(texts.map(|(path, _)| path.clone()));
    }
    if !verify {
        return Ok(Vec::new());
    }
    let listed = target.list().await?;
    for (path, file) in &last.files {
        let is_same = listed.get(path).is_some_and(|listed| {
            let (known, now) = (last.etags.get(path), &listed.etag);
            listed.length == file.length && (known.is_none() || known == now.as_ref())
        });
        if !is_same {
            uncertain.writes.insert(path.clone());
        }
    }
    let missing = last.kept.keys().filter(|path| !listed.contains_key(*path));
    uncertain.writes.extend(missing.cloned());
    let is_ours = |path: &str| {
        !layout::is_public(path) || last.held(path).is_some() || last.pending_deletes.contains(path)
    };
    let unknown = listed.into_keys().filter(|path| !is_ours(path));
    Ok(unknown
        .filter(|path| !uncertain.writes.contains(path))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_come_after_what_they_refer_to() {
        let plain = FileRecord::default();
        let immutable = FileRecord {
            headers: [("cache-control".to_owned(), "public, immutable".to_owned())].into(),
            ..FileRecord::default()
        };
        let mut order = [
            ("sw.js", &plain, false),
            ("sitemap.xml", &plain, false),
            ("index.html", &plain, false),
            ("nueva.html", &plain, true),
            (layout::LEADS, &plain, false),
            ("assets/a-1.js", &immutable, true),
        ];
        order.sort_by_key(|(path, file, is_new)| UploadPhase::for_file(path, file, *is_new));
        let expected = [
            "assets/a-1.js",
            layout::LEADS,
            "nueva.html",
            "index.html",
            "sitemap.xml",
            "sw.js",
        ];
        assert_eq!(order.map(|(path, ..)| path), expected);
    }
}
