//! The files of a built folder with their hashes, and the upload of those of a plan, phase by phase.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use rayon::prelude::*;
use walkdir::WalkDir;

use crate::error::PublishError;
use crate::hash::sha256;
use crate::lease::Lease;
use crate::plan::{Upload, UploadSource};
use crate::record::{self, FileRecord, Files};
use crate::target::{Headers, Target};

/// Reads every file of a folder that is `accepted` by its path below it, with its headers and the fingerprint of what a page says.
pub fn read_site(
    folder: &Path,
    accepted: impl Fn(&str) -> bool,
    headers_of: impl Fn(&str) -> Headers + Sync,
    content_of: impl Fn(&str) -> Option<String> + Sync,
) -> Result<Files, PublishError> {
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| PublishError::at(folder)(error.into()))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let path = below.to_str().ok_or_else(|| {
            let reason = std::io::Error::other("the name is not UTF-8: rename the file");
            PublishError::at(entry.path())(reason)
        })?;
        paths.extend(accepted(path).then(|| path.to_owned()));
    }
    let read = |path: String| {
        let file = folder.join(&path);
        let bytes = fs::read(&file).map_err(PublishError::at(&file))?;
        let (headers, content) = (headers_of(&path), content_of(&path));
        Ok((
            path,
            FileRecord {
                headers,
                content,
                ..FileRecord::of_content(&bytes)
            },
        ))
    };
    paths.into_par_iter().map(read).collect()
}

const CONCURRENCY: usize = 16;

/// Receives the progress of a publication; the command line shows it.
pub trait UploadProgress: Sync {
    /// Another publisher has the target. Waits at most so many seconds, until it gives a sign.
    fn waiting(&self, _owner: &str, _seconds: u32) {}
    /// The upload of so many files and bytes begins.
    fn begin(&self, _files: usize, _bytes: u64) {}
    /// A file with so many bytes is uploaded.
    fn uploaded(&self, _bytes: u64) {}
}

/// Reports nothing.
impl UploadProgress for () {}

/// Sends files of a site to a target.
#[derive(Clone, Copy)]
pub(crate) struct Uploader<'a> {
    pub(crate) target: &'a dyn Target,
    /// The folder with the content of the files; without one, it is what the target keeps of older releases.
    pub(crate) folder: Option<&'a Path>,
    pub(crate) progress: &'a dyn UploadProgress,
}

impl Uploader<'_> {
    pub(crate) async fn read(&self, path: &str, file: &FileRecord) -> Result<Bytes, PublishError> {
        let is_intact = |bytes: &[u8]| sha256(bytes) == file.sha256;
        if let Some(folder) = self.folder {
            let source = folder.join(path);
            let bytes = fs::read(&source).map_err(PublishError::at(&source))?;
            let changed = || PublishError::FileChanged(source.display().to_string());
            return is_intact(&bytes).then(|| bytes.into()).ok_or_else(changed);
        }
        let place = record::stored_at(path, file);
        let kept = self.target.read(&place).await?.map(|(bytes, _)| bytes);
        kept.filter(|bytes| is_intact(bytes)).ok_or_else(|| {
            let advice = "choose another release, or run `site publish`";
            let needs =
                format!("the release needs this file for {path}, and it is missing or damaged");
            PublishError::damaged(&place, format!("{needs}: {advice}"))
        })
    }

    /// Uploads the files in the order of their phases. Returns the entity tags by path.
    pub(crate) async fn upload(
        &self,
        uploads: &[Upload],
        lease: &Lease<'_>,
    ) -> Result<BTreeMap<String, String>, PublishError> {
        let sent = uploads
            .iter()
            .filter(|upload| matches!(upload.source, UploadSource::Site(_)));
        self.progress
            .begin(sent.count(), Upload::total_bytes(uploads));
        let mut etags = BTreeMap::new();
        for files in uploads.chunk_by(|one, other| one.phase == other.phase) {
            lease.confirm().await?;
            let one = |upload: Upload| async move {
                let bytes = match &upload.source {
                    UploadSource::Site(path) => self.read(path, &upload.file).await?,
                    UploadSource::Made(bytes) => bytes.clone(),
                    UploadSource::Target(path) => {
                        lease.check()?;
                        self.target.copy(path, &upload.path).await?;
                        return Ok(None);
                    }
                };
                lease.check()?;
                let etag = self
                    .target
                    .write(&upload.path, bytes, &upload.file.headers)
                    .await?;
                self.progress.uploaded(upload.bytes());
                Ok::<_, PublishError>(etag.map(|etag| (upload.path, etag)))
            };
            let uploads =
                stream::iter(files.iter().cloned().map(one)).buffer_unordered(CONCURRENCY);
            let written: Vec<Option<(String, String)>> = uploads.try_collect().await?;
            etags.extend(written.into_iter().flatten());
        }
        Ok(etags)
    }
}
