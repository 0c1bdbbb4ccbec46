//! Where the content of a release's files comes from.

use std::path::PathBuf;

use bytes::Bytes;

use crate::error::PublishError;
use crate::layout;
use crate::record::FileRecord;
use crate::site_files::sha256;
use crate::target::Target;

/// Where the content of a release's files comes from.
#[derive(Clone, Debug)]
pub enum Content {
    /// The built site.
    Folder(PathBuf),
    /// What the target keeps of older releases.
    Kept,
}

impl Content {
    /// The content of a file, which has the hash of its record.
    pub(crate) async fn read(
        &self,
        target: &dyn Target,
        path: &str,
        file: &FileRecord,
    ) -> Result<Bytes, PublishError> {
        match self {
            Content::Folder(folder) => {
                let source = folder.join(path);
                let bytes = std::fs::read(&source).map_err(PublishError::at(&source))?;
                if sha256(&bytes) == file.sha256 {
                    Ok(bytes.into())
                } else {
                    Err(PublishError::FileChanged(source.display().to_string()))
                }
            }
            Content::Kept => {
                let place = layout::stored_at(path, file);
                let kept = target.read(&place).await?;
                let intact = kept.map(|(bytes, _)| bytes).filter(|bytes| sha256(bytes) == file.sha256);
                intact.ok_or_else(|| PublishError::Damaged {
                    path: place,
                    reason: format!(
                        "the release needs this file for {path}, and it is missing or damaged: choose another release, \
                         or run `site publish`"
                    ),
                })
            }
        }
    }
}
