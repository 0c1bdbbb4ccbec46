//! The record of what a target holds, and of the releases that it keeps.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::error::PublishError;
use crate::hash::sha256;
use crate::layout::{self, RECORD};
use crate::target::{Headers, Target, Version};

/// Where the bytes of a file of a release are.
pub(crate) fn stored_at(path: &str, file: &FileRecord) -> String {
    if file.is_immutable() {
        path.to_owned()
    } else {
        layout::body(&file.sha256)
    }
}

/// Records of another version are not read.
pub const VERSION: u32 = 1;

/// The files of a site by their path below `dist/`.
pub type Files = BTreeMap<String, FileRecord>;

/// A file as it is at the target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// The SHA-256 of the content, in hexadecimal digits.
    pub sha256: String,
    /// The length in bytes.
    pub length: u64,
    /// The headers that it is served with.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: Headers,
    /// For a page that search engines may list: the fingerprint of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

impl FileRecord {
    pub(crate) fn of_content(bytes: &[u8]) -> FileRecord {
        FileRecord {
            sha256: sha256(bytes),
            length: bytes.len() as u64,
            ..FileRecord::default()
        }
    }

    /// Whether a hash in its name makes it immutable, by the rule for its cache.
    pub fn is_immutable(&self) -> bool {
        self.headers
            .get("cache-control")
            .is_some_and(|value| value.contains("immutable"))
    }

    /// Whether it gets smaller when it is compressed.
    pub fn is_compressible(&self) -> bool {
        self.headers
            .get("content-type")
            .is_some_and(|kind| model::output::is_compressible(kind))
    }
}

/// One publication.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// Its number; the first one is 1.
    #[serde(deserialize_with = "layout::read_release")]
    pub number: u64,
    /// When it was published.
    pub published_at: Timestamp,
    /// Who published it.
    pub publisher: String,
    /// The git revision of the project, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// What changed, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub news: Option<String>,
    /// The number of the older release that this one applied again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollback_to: Option<u64>,
}

/// A file that only older releases use, or an unfinished publication: then its content is not known, and its record is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetainedFile {
    /// The number of the last release that uses it.
    #[serde(deserialize_with = "layout::read_release")]
    pub last_release: u64,
    /// The file.
    #[serde(flatten)]
    pub file: FileRecord,
}

/// The files of a release as they are listed at [`layout::release`].
#[derive(Deserialize)]
#[serde(transparent)]
struct ReleaseFiles {
    #[serde(deserialize_with = "layout::read_by_path")]
    files: Files,
}

/// What a target holds. Stored at [`RECORD`]; without one, that of a release 0 without files is assumed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The version of this format.
    pub version: u32,
    /// The current release.
    #[serde(flatten)]
    pub release: Release,
    /// The name of the lease under which it was written.
    pub lease: String,
    /// The files of the current release.
    #[serde(deserialize_with = "layout::read_by_path")]
    pub files: Files,
    /// What else is at the target by path: hashed files of older releases, and what rollback needs.
    #[serde(deserialize_with = "layout::read_by_path")]
    pub kept: BTreeMap<String, RetainedFile>,
    /// The entity tags that the target gave to public files, by path; a file with another one was changed by hand.
    pub etags: BTreeMap<String, String>,
    /// Whether text files have compressed files beside them.
    pub precompressed: bool,
    /// Paths that are still to be deleted.
    #[serde(deserialize_with = "layout::read_paths")]
    pub pending_deletes: BTreeSet<String>,
    /// Addresses that are still to be purged from the cache in front of the target.
    pub pending_purge: BTreeSet<String>,
    /// Addresses of pages that search engines are still to be told.
    #[serde(default)]
    pub pending_pages: BTreeSet<String>,
    /// The SHA-256 of what is stored at [`layout::STATE`].
    pub state: Option<String>,
    /// The releases that can be applied again, oldest first; the last one is the current one.
    pub releases: Vec<Release>,
}

impl Record {
    /// The record at a target, with its version. Fails when it cannot be read.
    pub async fn read(target: &dyn Target) -> Result<Option<(Record, Version)>, PublishError> {
        let Some((bytes, version)) = target.read(RECORD).await? else {
            return Ok(None);
        };
        let record: Record = serde_json::from_slice(&bytes).map_err(|error| {
            let advice = "move it away, and `site publish --adopt` uploads everything";
            PublishError::damaged(
                RECORD,
                format!("the record cannot be read ({error}): {advice}"),
            )
        })?;
        if record.version != VERSION {
            let reason = format!("the record has version {}, not {VERSION}", record.version);
            let advice = "use the version of this command that wrote it";
            return Err(PublishError::damaged(RECORD, format!("{reason}: {advice}")));
        }
        Ok(Some((record, version)))
    }

    /// Whether something is published.
    pub(crate) fn has_release(&self) -> bool {
        self.release.number > 0
    }

    pub(crate) fn held(&self, path: &str) -> Option<&FileRecord> {
        let kept = || self.kept.get(path).map(|kept| &kept.file);
        self.files.get(path).or_else(kept)
    }

    pub(crate) fn has_pending(&self) -> bool {
        [
            &self.pending_deletes,
            &self.pending_purge,
            &self.pending_pages,
        ]
        .iter()
        .any(|paths| !paths.is_empty())
    }
}

/// The release of this number, or else the one before the current one, with its files, if everything that it needs is there.
pub async fn find_release(
    target: &dyn Target,
    number: Option<u64>,
) -> Result<(Release, Files), PublishError> {
    let Some((record, _)) = Record::read(target).await? else {
        return Err(PublishError::Usage(
            "the target has no release: run `site publish`".to_owned(),
        ));
    };
    let mut releases = record.releases.iter().rev();
    let release = match number {
        Some(number) => releases.find(|release| release.number == number),
        None => releases.nth(1),
    };
    let Some(release) = release else {
        let known: Vec<String> = record
            .releases
            .iter()
            .map(|release| release.number.to_string())
            .collect();
        let lacks = number.map_or("no earlier release".to_owned(), |number| {
            format!("no release {number}")
        });
        let known = known.join(", ");
        return Err(PublishError::Usage(format!(
            "the target keeps {lacks}: choose one of {known}"
        )));
    };
    let path = layout::release(release.number);
    let listed = record.kept.get(&path).map(|kept| &kept.file.sha256);
    let intact = target
        .read(&path)
        .await?
        .filter(|(bytes, _)| listed == Some(&sha256(bytes)));
    let parsed: Option<ReleaseFiles> =
        intact.and_then(|(bytes, _)| serde_json::from_slice(&bytes).ok());
    let files = parsed.map(|list| list.files).ok_or_else(|| {
        let reason =
            "the list of the release's files is missing or damaged: choose another release";
        PublishError::damaged(&path, reason)
    })?;
    let hash_held = |path: &str, file| record.held(&stored_at(path, file)).map(|held| &held.sha256);
    if let Some((path, _)) = files
        .iter()
        .find(|(path, file)| hash_held(path, file) != Some(&file.sha256))
    {
        let advice = "which is missing: choose another release";
        let reason = format!("release {} needs this file, {advice}", release.number);
        return Err(PublishError::damaged(path, reason));
    }
    Ok((release.clone(), files))
}
