//! Opening the object store and the few operations the outbox needs: create, read, list, delete.

use crate::config::StoreLocation;
use bytes::Bytes;
use futures::{StreamExt, TryStreamExt};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path as ObjectPath;
use object_store::{ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutPayload};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// A store that takes longer for one object is treated as down: the visitor must not wait.
const LONGEST_OPERATION: Duration = Duration::from_secs(8);

/// Why the store did not do what was asked. The text names objects, never persons.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    /// The store answered with an error.
    #[error("the store failed: {0}")]
    Failed(#[from] object_store::Error),
    /// The store did not answer in time.
    #[error("the store did not answer within {} s", LONGEST_OPERATION.as_secs())]
    Slow,
    /// An object is not what this version writes.
    #[error("the object {0} cannot be read")]
    Unreadable(String),
}

/// Whether a write must survive a loss of power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durable {
    /// It must: file and folder are synced before the call returns.
    Yes,
    /// It need not: the process that wrote it is gone then, too.
    No,
}

/// What became of a create-only write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Created {
    /// The object is new.
    New,
    /// There already was one; it was left as it was.
    Exists,
}

/// A listed object.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// Its path below the outbox, like `waiting/abc.json`.
    pub path: String,
    /// When it was written, by the store's clock (milliseconds since 1970).
    pub written_ms: i64,
}

/// An object store below one folder of it.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    durable: Arc<dyn ObjectStore>,
    quick: Arc<dyn ObjectStore>,
    root: ObjectPath,
    folder: Option<PathBuf>,
}

impl Store {
    /// Opens the store. Makes a local folder; does not touch the network.
    pub(crate) fn open(location: &StoreLocation) -> Result<Self, object_store::Error> {
        match location {
            StoreLocation::Folder(folder) => open_folder(folder),
            StoreLocation::Memory => Ok(Self::of(Arc::new(InMemory::new()), ObjectPath::default())),
            StoreLocation::Url(url) => {
                let options = std::env::vars().filter_map(|(name, value)| {
                    let name = name.to_ascii_lowercase();
                    ["aws_", "google_", "azure_"]
                        .iter()
                        .any(|start| name.starts_with(start))
                        .then_some((name, value))
                });
                let (store, root) = object_store::parse_url_opts(url, options)?;
                Ok(Self::of(Arc::from(store), root))
            }
        }
    }

    fn of(store: Arc<dyn ObjectStore>, root: ObjectPath) -> Self {
        Self {
            durable: Arc::clone(&store),
            quick: store,
            root,
            folder: None,
        }
    }

    fn path(&self, name: &str) -> ObjectPath {
        if self.root.as_ref().is_empty() {
            ObjectPath::from(name)
        } else {
            ObjectPath::from(format!("{}/{name}", self.root))
        }
    }

    /// Writes `name` unless it exists.
    pub(crate) async fn create(
        &self,
        name: &str,
        content: Vec<u8>,
        durable: Durable,
    ) -> Result<Created, StoreError> {
        let store = if durable == Durable::Yes {
            &self.durable
        } else {
            &self.quick
        };
        let options = PutOptions {
            mode: PutMode::Create,
            ..PutOptions::default()
        };
        match timed(store.put_opts(&self.path(name), PutPayload::from(content), options)).await {
            Ok(_) => Ok(Created::New),
            Err(StoreError::Failed(object_store::Error::AlreadyExists { .. })) => Ok(Created::Exists),
            // A store without conditional writes says so in its own way; never fall back to overwriting.
            Err(error) => Err(error),
        }
    }

    /// The content of `name`, if there is such an object.
    pub(crate) async fn read(&self, name: &str) -> Result<Option<Bytes>, StoreError> {
        let path = self.path(name);
        none_if_missing(timed(async { self.durable.get(&path).await?.bytes().await }).await)
    }

    /// Whether there is such an object.
    pub(crate) async fn exists(&self, name: &str) -> Result<bool, StoreError> {
        let path = self.path(name);
        Ok(none_if_missing(timed(self.durable.head(&path)).await)?.is_some())
    }

    /// All objects below `folder`, in no particular order.
    pub(crate) async fn list(&self, folder: &str) -> Result<Vec<Listed>, StoreError> {
        let prefix = self.path(folder);
        let start = self.root.as_ref().len() + usize::from(!self.root.as_ref().is_empty());
        let objects = self.durable.list(Some(&prefix)).map_ok(|meta| Listed {
            path: meta.location.as_ref().get(start..).unwrap_or_default().to_owned(),
            written_ms: meta.last_modified.timestamp_millis(),
        });
        Ok(objects.try_collect().await?)
    }

    /// Removes what a crash in the middle of a local write left: files that were never, or already, given
    /// their name. They may hold a person, so they must not stay. `older` than this are left by nobody alive.
    pub(crate) async fn clear_half_written(&self, older: Duration) -> Result<(), StoreError> {
        let Some(folder) = self.folder.clone() else {
            return Ok(());
        };
        let clear = move || {
            for part in ["waiting", "kept", "work", "probe"] {
                clear_half_written(&folder.join(part), older);
            }
        };
        tokio::task::spawn_blocking(clear)
            .await
            .map_err(|_| StoreError::Slow)
    }

    /// Deletes the named objects; those that are gone already are fine.
    pub(crate) async fn delete(&self, names: Vec<String>) -> Result<(), StoreError> {
        let paths: Vec<_> = names.iter().map(|name| Ok(self.path(name))).collect();
        let mut results = self.durable.delete_stream(futures::stream::iter(paths).boxed());
        while let Some(result) = results.next().await {
            none_if_missing(result.map_err(StoreError::from))?;
        }
        Ok(())
    }
}

/// A local folder, twice: with every write synced, and for leases without.
fn open_folder(folder: &Path) -> Result<Store, object_store::Error> {
    std::fs::create_dir_all(folder).map_err(|source| object_store::Error::Generic {
        store: "folder",
        source: Box::new(source),
    })?;
    let quick = LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true);
    let durable = quick.clone().with_fsync(true);
    Ok(Store {
        durable: Arc::new(durable),
        quick: Arc::new(quick),
        root: ObjectPath::default(),
        folder: Some(folder.to_owned()),
    })
}

/// The local store writes to `name#1` and links that to `name`; its listings leave such files out.
fn clear_half_written(folder: &Path, older: Duration) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            clear_half_written(&path, older);
        } else if entry.file_name().to_string_lossy().contains('#') {
            let age = entry
                .metadata()
                .and_then(|metadata| metadata.modified())
                .ok()
                .and_then(|time| time.elapsed().ok());
            if age.is_some_and(|age| age >= older) {
                // Gone already, or not ours to remove: the next round sees.
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

async fn timed<T>(operation: impl Future<Output = object_store::Result<T>>) -> Result<T, StoreError> {
    tokio::time::timeout(LONGEST_OPERATION, operation)
        .await
        .map_err(|_| StoreError::Slow)?
        .map_err(StoreError::from)
}

fn none_if_missing<T>(result: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(StoreError::Failed(object_store::Error::NotFound { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}
