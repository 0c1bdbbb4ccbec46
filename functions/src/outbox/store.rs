//! The object store, reduced to the operations that the outbox needs: create, read, list, delete.

use super::names::{WorkName, work_path};
use crate::config::StoreLocation;
use crate::lead::Reference;
use futures::{StreamExt, TryStreamExt};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path as ObjectPath;
use object_store::prefix::PrefixStore;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt, PutMode, PutOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use thiserror::Error;
use url::Url;
use walkdir::{DirEntry, WalkDir};

/// Timeout of one operation, so that a visitor never waits long for a store that is down.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(8);

/// Why an operation failed. The message names objects and contains no personal data.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    #[error("the store failed: {0}")]
    Failed(#[from] object_store::Error),
    #[error("the store did not respond within {} s", OPERATION_TIMEOUT.as_secs())]
    Timeout,
    #[error("the object {0} of the store cannot be parsed: restore it from a backup, or remove it")]
    Unreadable(String),
}

pub(crate) type StoreResult<T> = Result<T, StoreError>;

/// The outbox: an object store, restricted to one path in it. Cheap to clone: clones share the store.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    /// In a folder it syncs file and folder before a write returns.
    durable: Arc<dyn ObjectStore>,
    /// The same store without syncing, for objects that are useless after the process that wrote them has ended.
    unsynced: Arc<dyn ObjectStore>,
    folder: Option<PathBuf>,
}

/// The store of a URL with credentials from the environment, and the path in it.
pub(crate) fn open_url(
    url: &Url,
) -> Result<(Arc<dyn ObjectStore>, ObjectPath), object_store::Error> {
    let is_option = |name: &str| {
        ["aws_", "google_", "azure_"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    let variables = std::env::vars_os().filter_map(|(name, value)| {
        Some((
            name.into_string().ok()?.to_ascii_lowercase(),
            value.into_string().ok()?,
        ))
    });
    let options = variables.filter(|(name, _)| is_option(name));
    #[cfg(feature = "cloud")]
    let opened = super::cloud::open(url, options);
    #[cfg(not(feature = "cloud"))]
    let opened =
        object_store::parse_url_opts(url, options).map(|(store, path)| (Arc::from(store), path));
    opened
}

impl Outbox {
    /// Opens the outbox at `location`. Creates a local folder; does not use the network.
    pub(crate) fn open(location: &StoreLocation) -> Result<Self, object_store::Error> {
        let store: Arc<dyn ObjectStore> = match location {
            StoreLocation::Path(folder) => {
                let failed = |error| object_store::Error::Generic {
                    store: "folder",
                    source: Box::new(error),
                };
                std::fs::create_dir_all(folder).map_err(failed)?;
                let unsynced =
                    LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true);
                let durable = Arc::new(unsynced.clone().with_fsync(true));
                return Ok(Self {
                    durable,
                    unsynced: Arc::new(unsynced),
                    folder: Some(folder.clone()),
                });
            }
            StoreLocation::Memory => Arc::new(InMemory::new()),
            StoreLocation::Url(url) => {
                let (store, path) = open_url(url)?;
                Arc::new(PrefixStore::new(store, path))
            }
        };
        Ok(Self {
            durable: Arc::clone(&store),
            unsynced: store,
            folder: None,
        })
    }

    /// Creates an object of JSON unless it exists. Returns whether it did not: an existing object is not changed.
    pub(crate) async fn create(&self, name: &str, content: &impl Serialize) -> StoreResult<bool> {
        create_in(&self.durable, name, content).await
    }

    /// Creates an object that records the progress of a lead.
    pub(crate) async fn create_work(
        &self,
        reference: &Reference,
        name: WorkName,
        content: &impl Serialize,
    ) -> StoreResult<bool> {
        let store = match name {
            WorkName::Lease(_) | WorkName::LeaseReleased(_) => &self.unsynced,
            _ => &self.durable,
        };
        create_in(store, &work_path(reference, name), content).await
    }

    /// Reads an object of JSON; `None` when it does not exist.
    pub(crate) async fn read_json<T: DeserializeOwned>(
        &self,
        name: &str,
    ) -> StoreResult<Option<T>> {
        self.read_json_of(name, u64::MAX).await
    }

    /// Reads an object of JSON; `None` when it does not exist, or has more than `most_bytes`, which the log says.
    pub(crate) async fn read_json_of<T: DeserializeOwned>(
        &self,
        name: &str,
        most_bytes: u64,
    ) -> StoreResult<Option<T>> {
        let (path, unreadable) = (name.into(), |_| StoreError::Unreadable(name.to_owned()));
        let read = async {
            let object = self.durable.get(&path).await?;
            if object.meta.size > most_bytes {
                let bytes = object.meta.size;
                tracing::warn!(object = name, bytes, result = "skipped: too large", "store");
                return Ok(None);
            }
            object.bytes().await.map(Some)
        };
        let content = none_if_missing(timed(read).await)?.flatten();
        content
            .map(|content| serde_json::from_slice(&content).map_err(unreadable))
            .transpose()
    }

    pub(crate) async fn exists(&self, name: &str) -> StoreResult<bool> {
        let path = name.into();
        Ok(none_if_missing(timed(self.durable.head(&path)).await)?.is_some())
    }

    /// All objects below `folder`, in no particular order.
    pub(crate) async fn list_objects(&self, folder: &str) -> StoreResult<Vec<ObjectMeta>> {
        Ok(self
            .durable
            .list(Some(&folder.into()))
            .try_collect()
            .await?)
    }

    /// The temporary files of local writes (`name#1`), which listings do not contain, with the time of the last change.
    pub(crate) async fn temporary_files(&self) -> BTreeSet<(PathBuf, SystemTime)> {
        let Some(folder) = self.folder.clone() else {
            return BTreeSet::new();
        };
        let is_temporary = |entry: &DirEntry| {
            !entry.file_type().is_dir() && entry.file_name().to_string_lossy().contains('#')
        };
        let with_time = |entry: DirEntry| {
            Some((
                entry.path().to_owned(),
                entry.metadata().ok()?.modified().ok()?,
            ))
        };
        let find = move || {
            let entries = WalkDir::new(folder).min_depth(1).into_iter().flatten();
            entries.filter(is_temporary).filter_map(with_time).collect()
        };
        tokio::task::spawn_blocking(find).await.unwrap_or_default()
    }

    /// Deletes the objects with these names; missing ones are ignored.
    pub(crate) async fn delete_objects(&self, names: Vec<String>) -> StoreResult<()> {
        let paths: Vec<_> = names.into_iter().map(|name| Ok(name.into())).collect();
        let mut results = self
            .durable
            .delete_stream(futures::stream::iter(paths).boxed());
        while let Some(result) = results.next().await {
            none_if_missing(result.map_err(StoreError::from))?;
        }
        Ok(())
    }
}

async fn create_in(
    store: &Arc<dyn ObjectStore>,
    name: &str,
    content: &impl Serialize,
) -> StoreResult<bool> {
    let content =
        serde_json::to_vec(content).map_err(|_| StoreError::Unreadable(name.to_owned()))?;
    let options = PutOptions::from(PutMode::Create);
    match timed(store.put_opts(&name.into(), content.into(), options)).await {
        Ok(_) => Ok(true),
        Err(StoreError::Failed(object_store::Error::AlreadyExists { .. })) => Ok(false),
        // Also the error of a store without conditional writes: overwriting would lose leads.
        Err(error) => Err(error),
    }
}

async fn timed<T>(operation: impl Future<Output = object_store::Result<T>>) -> StoreResult<T> {
    tokio::time::timeout(OPERATION_TIMEOUT, operation)
        .await
        .map_err(|_| StoreError::Timeout)?
        .map_err(StoreError::from)
}

fn none_if_missing<T>(result: StoreResult<T>) -> StoreResult<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(StoreError::Failed(object_store::Error::NotFound { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}
