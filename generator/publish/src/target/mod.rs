//! The places that a site is published to.

mod folder;
mod location;
mod objects;

use std::collections::BTreeMap;
use std::fmt::Debug;

use async_trait::async_trait;
use bytes::Bytes;
/// The version of an object, for conditional writes.
pub use object_store::UpdateVersion as Version;

pub use folder::FolderTarget;
pub use location::{open, select};
pub use objects::ObjectTarget;

use crate::error::PublishError;
use crate::record::Headers;

/// A listed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The length in bytes.
    pub length: u64,
    /// The entity tag; it changes with the content.
    pub etag: Option<String>,
}

/// A place that a site is published to. Paths are those below `dist/`.
#[async_trait]
pub trait Target: Debug + Send + Sync {
    /// The content and version of a file; `None` when there is none.
    async fn read(&self, path: &str) -> Result<Option<(Bytes, Version)>, PublishError>;

    /// Replaces a file as a whole. Returns its entity tag.
    async fn write(
        &self,
        path: &str,
        bytes: Bytes,
        headers: &Headers,
    ) -> Result<Option<String>, PublishError>;

    /// Writes a file if it has the expected version, or if it does not exist when none is expected. Returns the new
    /// version; `None` when the file is another one. The content must be what no other publisher writes.
    async fn write_if(
        &self,
        path: &str,
        bytes: Bytes,
        expected: Option<&Version>,
    ) -> Result<Option<Version>, PublishError>;

    /// Replaces a file with a copy of another one, which is not sent again.
    async fn copy(&self, from: &str, to: &str) -> Result<(), PublishError>;

    /// Deletes files; missing ones are ignored.
    async fn delete(&self, paths: Vec<String>) -> Result<(), PublishError>;

    /// Every file at the target, the private ones too.
    async fn list(&self) -> Result<BTreeMap<String, Listed>, PublishError>;

    /// Removes what a killed publisher left half written. The caller has the lease. An object is stored as a whole or not at
    /// all.
    async fn clean(&self) -> Result<(), PublishError> {
        Ok(())
    }

    /// Makes sure that a loss of power does not undo earlier writes. An object store answers when the object is stored.
    async fn flush(&self) -> Result<(), PublishError> {
        Ok(())
    }

    /// Whether text files get compressed files beside them.
    fn is_precompressed(&self) -> bool {
        false
    }

    /// Whether `_headers` and `_redirects` belong to the site there. Object stores do not apply them, and would publish
    /// them.
    fn takes_host_files(&self) -> bool {
        false
    }
}
