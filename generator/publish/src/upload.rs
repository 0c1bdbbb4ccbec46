//! Uploads the files of a plan, phase by phase.

use std::collections::BTreeMap;

use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _};

use crate::content::Content;
use crate::error::PublishError;
use crate::layout;
use crate::lease::Lease;
use crate::phase::Phase;
use crate::plan::{Source, Upload};
use crate::progress::UploadProgress;
use crate::target::Target;

/// How many files are uploaded at the same time.
const CONCURRENCY: usize = 16;

/// Uploads the files in the order of their phases. Returns the entity tags by path.
pub(crate) async fn upload(
    target: &dyn Target,
    content: &Content,
    leads: Option<&Bytes>,
    uploads: &[Upload],
    lease: &Lease<'_>,
    progress: &dyn UploadProgress,
) -> Result<BTreeMap<String, String>, PublishError> {
    let sent = uploads.iter().filter(|upload| matches!(upload.source, Source::Site(_)));
    progress.begin(sent.count(), uploads.iter().map(Upload::bytes).sum());
    let mut etags = BTreeMap::new();
    for phase in Phase::ALL {
        let files: Vec<_> = uploads.iter().filter(|upload| upload.phase == phase).collect();
        if files.is_empty() {
            continue;
        }
        lease.confirm().await?;
        let one = |upload: &'_ Upload| {
            let upload = upload.clone();
            async move {
                let etag = match &upload.source {
                    Source::Site(path) => {
                        let bytes = match leads {
                            Some(leads) if path == layout::LEADS => leads.clone(),
                            _ => content.read(target, path, &upload.file).await?,
                        };
                        lease.check()?;
                        let etag = target.write(&upload.path, bytes, &upload.file.headers).await?;
                        progress.uploaded(upload.file.length);
                        etag
                    }
                    Source::Target(path) => {
                        lease.check()?;
                        target.copy(path, &upload.path).await?;
                        None
                    }
                };
                Ok::<_, PublishError>(etag.map(|etag| (upload.path, etag)))
            }
        };
        let written: Vec<Option<(String, String)>> = futures::stream::iter(files.into_iter().map(one))
            .buffer_unordered(CONCURRENCY)
            .try_collect()
            .await?;
        etags.extend(written.into_iter().flatten());
    }
    Ok(etags)
}
