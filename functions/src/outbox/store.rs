//! The object store, reduced to the operations that the outbox needs: create, read, list, delete.

use crate::config::StoreLocation;
use bytes::Bytes;
use futures::{StreamExt, TryStreamExt};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path as ObjectPath;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutPayload};
use std::collections::BTreeSet;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use thiserror::Error;
use url::Url;

/// Timeout of one operation, so that a visitor never waits long for a store that is down.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(8);

/// Why an operation failed. The message names objects and contains no personal data.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    #[error("the store failed: {0}")]
    Failed(#[from] object_store::Error),
    #[error("the store did not respond within {} s", OPERATION_TIMEOUT.as_secs())]
    Timeout,
    #[error("the object {0} cannot be parsed")]
    Unreadable(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Durable {
    /// Yes: file and folder are synced before the call returns.
    Yes,
    /// No: the object is useless after the process that wrote it has ended.
    No,
}

#[derive(Clone, Debug)]
pub(crate) struct ListedObject {
    /// Its path below the outbox, like `waiting/abc.json`.
    pub path: String,
    /// When it was written, by the store's clock (milliseconds since 1970).
    pub written_ms: i64,
}

/// The outbox: an object store, restricted to one path in it. Cheap to clone: clones share the store.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    durable: Arc<dyn ObjectStore>,
    unsynced: Arc<dyn ObjectStore>,
    folder: Option<PathBuf>,
}

/// The store of a URL with credentials from the environment, and the path in it.
pub(crate) fn open_url(url: &Url) -> Result<(Arc<dyn ObjectStore>, ObjectPath), object_store::Error> {
    let is_option = |name: &str| ["aws_", "google_", "azure_"].iter().any(|start| name.starts_with(start));
    let variables = std::env::vars().map(|(name, value)| (name.to_ascii_lowercase(), value));
    let options = variables.filter(|(name, _)| is_option(name));
    #[cfg(feature = "cloud")]
    let opened = super::cloud::open(url, options);
    #[cfg(not(feature = "cloud"))]
    let opened = object_store::parse_url_opts(url, options).map(|(store, path)| (Arc::from(store), path));
    opened
}

impl Outbox {
    /// Opens the outbox at `location`. Creates a local folder; does not use the network.
    pub(crate) fn open(location: &StoreLocation) -> Result<Self, object_store::Error> {
        match location {
            StoreLocation::Path(folder) => open_folder(folder),
            StoreLocation::Memory => Ok(Self::new(Arc::new(InMemory::new()))),
            StoreLocation::Url(url) => {
                let (store, path) = open_url(url)?;
                Ok(Self::new(Arc::new(PrefixStore::new(store, path))))
            }
        }
    }

    fn new(store: Arc<dyn ObjectStore>) -> Self {
        Self { durable: Arc::clone(&store), unsynced: store, folder: None }
    }

    /// Creates `name` unless it exists. Returns whether it did not: an existing object is not changed.
    pub(super) async fn create(
        &self,
        name: &str,
        content: Vec<u8>,
        durable: Durable,
    ) -> Result<bool, StoreError> {
        let store = match durable {
            Durable::Yes => &self.durable,
            Durable::No => &self.unsynced,
        };
        let options = PutOptions::from(PutMode::Create);
        match timed(store.put_opts(&name.into(), PutPayload::from(content), options)).await {
            Ok(_) => Ok(true),
            Err(StoreError::Failed(object_store::Error::AlreadyExists { .. })) => Ok(false),
            // Also the error of a store without conditional writes: overwriting would lose leads.
            Err(error) => Err(error),
        }
    }

    /// The content of `name`; `None` when it does not exist.
    pub(crate) async fn read_object(&self, name: &str) -> Result<Option<Bytes>, StoreError> {
        let path = name.into();
        none_if_missing(timed(async { self.durable.get(&path).await?.bytes().await }).await)
    }

    pub(crate) async fn exists(&self, name: &str) -> Result<bool, StoreError> {
        let path = name.into();
        Ok(none_if_missing(timed(self.durable.head(&path)).await)?.is_some())
    }

    /// All objects below `folder`, in no particular order.
    pub(crate) async fn list_objects(&self, folder: &str) -> Result<Vec<ListedObject>, StoreError> {
        let objects = self.durable.list(Some(&folder.into())).map_ok(|meta| ListedObject {
            path: meta.location.into(),
            written_ms: meta.last_modified.timestamp_millis(),
        });
        Ok(objects.try_collect().await?)
    }

    /// The temporary files of local writes, with the time of the last change. The local store writes to `name#1` and links
    /// that to `name`; its listings do not contain such files.
    pub(crate) async fn temporary_files(&self) -> BTreeSet<(PathBuf, SystemTime)> {
        let mut found = BTreeSet::new();
        let mut folders = Vec::from_iter(self.folder.clone());
        while let Some(folder) = folders.pop() {
            let Ok(mut entries) = tokio::fs::read_dir(&folder).await else {
                continue;
            };
            while let Ok(Some(entry)) = entries.next_entry().await {
                if entry.file_type().await.is_ok_and(|kind| kind.is_dir()) {
                    folders.push(entry.path());
                } else if entry.file_name().to_string_lossy().contains('#') {
                    let modified = entry.metadata().await.and_then(|metadata| metadata.modified());
                    found.extend(modified.ok().map(|time| (entry.path(), time)));
                }
            }
        }
        found
    }

    /// Deletes the objects with these names; missing ones are ignored.
    pub(crate) async fn delete_objects(&self, names: Vec<String>) -> Result<(), StoreError> {
        let paths: Vec<_> = names.into_iter().map(|name| Ok(name.into())).collect();
        let mut results = self.durable.delete_stream(futures::stream::iter(paths).boxed());
        while let Some(result) = results.next().await {
            none_if_missing(result.map_err(StoreError::from))?;
        }
        Ok(())
    }
}

/// Opens a local folder twice: with synced writes, and without for leases.
fn open_folder(folder: &Path) -> Result<Outbox, object_store::Error> {
    std::fs::create_dir_all(folder)
        .map_err(|source| object_store::Error::Generic { store: "folder", source: Box::new(source) })?;
    let unsynced = LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true);
    let durable = unsynced.clone().with_fsync(true);
    Ok(Outbox { durable: Arc::new(durable), unsynced: Arc::new(unsynced), folder: Some(folder.to_owned()) })
}

async fn timed<T>(operation: impl Future<Output = object_store::Result<T>>) -> Result<T, StoreError> {
    tokio::time::timeout(OPERATION_TIMEOUT, operation)
        .await
        .map_err(|_| StoreError::Timeout)?
        .map_err(StoreError::from)
}

fn none_if_missing<T>(result: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(StoreError::Failed(object_store::Error::NotFound { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}
