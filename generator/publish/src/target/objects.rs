//! An object store as a target: S3 and compatible services, Google Cloud Storage, Azure.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::client::{HttpError, HttpErrorKind};
use object_store::path::Path as ObjectPath;
use object_store::prefix::PrefixStore;
use object_store::{
    Attribute, Attributes, Error, ObjectStore, ObjectStoreExt as _, PutMode, PutOptions,
    PutPayload, PutResult, UpdateVersion,
};

use super::{Headers, Listed, Target, Version};
use crate::error::PublishError;

/// The part of an object store below a prefix.
#[derive(Debug)]
pub struct ObjectTarget(PrefixStore<Arc<dyn ObjectStore>>);

impl ObjectTarget {
    /// The objects below a prefix.
    pub fn new(store: Arc<dyn ObjectStore>, prefix: ObjectPath) -> ObjectTarget {
        ObjectTarget(PrefixStore::new(store, prefix))
    }

    async fn put(
        &self,
        path: &str,
        bytes: Bytes,
        mode: PutMode,
        attributes: Attributes,
    ) -> Result<PutResult, Error> {
        let options = PutOptions {
            mode,
            attributes,
            ..PutOptions::default()
        };
        let (object, payload) = (ObjectPath::parse(path)?, PutPayload::from(bytes));
        repeat(|| self.0.put_opts(&object, payload.clone(), options.clone())).await
    }
}

/// How long to wait before each further attempt of a request whose answer broke off.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(3),
];

/// Repeats a request whose answer broke off. The store's client repeats those that were not sent, and some others. Every
/// request here can be repeated: a conditional write that is then refused reads what is stored.
async fn repeat<T, F: Future<Output = Result<T, Error>>>(
    request: impl Fn() -> F,
) -> Result<T, Error> {
    for pause in PAUSES {
        match request().await {
            Err(error) if is_broken_off(&error) => tokio::time::sleep(pause).await,
            done => return done,
        }
    }
    request().await
}

fn is_broken_off(error: &Error) -> bool {
    let causes = std::iter::successors(std::error::Error::source(error), |error| error.source());
    let mut failures = causes.filter_map(|cause| cause.downcast_ref::<HttpError>());
    failures.any(|failure| {
        !matches!(
            failure.kind(),
            HttpErrorKind::Connect | HttpErrorKind::Request
        )
    })
}

#[async_trait]
impl Target for ObjectTarget {
    async fn read(&self, path: &str) -> Result<Option<(Bytes, Version)>, PublishError> {
        let get = || async {
            let found = self.0.get(&ObjectPath::parse(path)?).await?;
            let (e_tag, version) = (found.meta.e_tag.clone(), found.meta.version.clone());
            Ok((found.bytes().await?, UpdateVersion { e_tag, version }))
        };
        match repeat(get).await {
            Err(Error::NotFound { .. }) => Ok(None),
            found => found.map(Some).map_err(PublishError::store(path)),
        }
    }

    async fn write(
        &self,
        path: &str,
        bytes: Bytes,
        headers: &Headers,
    ) -> Result<Option<String>, PublishError> {
        let written = self
            .put(path, bytes, PutMode::Overwrite, attributes(headers))
            .await;
        Ok(written.map_err(PublishError::store(path))?.e_tag)
    }

    async fn write_if(
        &self,
        path: &str,
        bytes: Bytes,
        expected: Option<&Version>,
    ) -> Result<Option<Version>, PublishError> {
        let mode = expected.map_or(PutMode::Create, |version| PutMode::Update(version.clone()));
        let private = [
            (Attribute::ContentType, "application/json"),
            (Attribute::CacheControl, "no-store"),
        ];
        match self
            .put(path, bytes.clone(), mode, Attributes::from_iter(private))
            .await
        {
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => {
                // A write that was repeated because its answer was lost is ours.
                let stored = self
                    .read(path)
                    .await?
                    .filter(|(stored, _)| *stored == bytes);
                Ok(stored.map(|(_, version)| version))
            }
            written => Ok(Some(written.map_err(PublishError::store(path))?.into())),
        }
    }

    async fn copy(&self, from: &str, to: &str) -> Result<(), PublishError> {
        let copy = || async {
            self.0
                .copy(&ObjectPath::parse(from)?, &ObjectPath::parse(to)?)
                .await
        };
        repeat(copy).await.map_err(PublishError::store(to))
    }

    async fn delete(&self, paths: Vec<String>) -> Result<(), PublishError> {
        let delete = || async {
            let objects: Vec<_> = paths
                .iter()
                .map(|path| Ok(ObjectPath::parse(path)?))
                .collect();
            let mut deleted = self.0.delete_stream(futures::stream::iter(objects).boxed());
            while let Some(result) = deleted.next().await {
                match result {
                    Ok(_) | Err(Error::NotFound { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        };
        repeat(delete)
            .await
            .map_err(PublishError::store("files to delete"))
    }

    async fn list(&self) -> Result<BTreeMap<String, Listed>, PublishError> {
        let list = || {
            let objects = self.0.list(None).map_ok(|meta| {
                (
                    meta.location.to_string(),
                    Listed {
                        length: meta.size,
                        etag: meta.e_tag,
                    },
                )
            });
            objects.try_collect()
        };
        repeat(list)
            .await
            .map_err(PublishError::store("the list of files"))
    }
}

/// The headers that an object can have. `X-Robots-Tag` becomes the metadata `robots`, which a function at the edge can
/// read; the other headers of a site are the host's.
fn attributes(headers: &Headers) -> Attributes {
    let known = headers.iter().filter_map(|(name, value)| {
        let attribute = match name.as_str() {
            "content-type" => Attribute::ContentType,
            "cache-control" => Attribute::CacheControl,
            "content-disposition" => Attribute::ContentDisposition,
            "x-robots-tag" => Attribute::Metadata("robots".into()),
            _ => return None,
        };
        Some((attribute, value.clone().into()))
    });
    Attributes::from_iter(known.collect::<Vec<(Attribute, object_store::AttributeValue)>>())
}
