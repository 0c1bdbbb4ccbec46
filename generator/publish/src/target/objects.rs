//! An object store as a target: S3 and compatible services, Google Cloud Storage, Azure.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::client::{HttpError, HttpErrorKind};
use object_store::path::Path as ObjectPath;
use object_store::{
    Attribute, Attributes, Error, ObjectStore, ObjectStoreExt as _, PutMode, PutOptions, PutPayload,
    PutResult, UpdateVersion,
};

use super::{Listed, Target, Version};
use crate::error::PublishError;
use crate::record::Headers;

/// A part of an object store.
#[derive(Debug)]
pub struct ObjectTarget {
    store: Arc<dyn ObjectStore>,
    prefix: ObjectPath,
}

impl ObjectTarget {
    /// The objects below a prefix.
    #[must_use]
    pub fn new(store: Arc<dyn ObjectStore>, prefix: ObjectPath) -> ObjectTarget {
        ObjectTarget { store, prefix }
    }

    fn object(&self, path: &str) -> Result<ObjectPath, PublishError> {
        let whole =
            if self.prefix.as_ref().is_empty() { path.to_owned() } else { format!("{}/{path}", self.prefix) };
        ObjectPath::parse(&whole).map_err(|error| PublishError::store(path)(error.into()))
    }

    /// Stores an object. An error of the store is the inner result.
    async fn put(
        &self,
        path: &str,
        bytes: Bytes,
        mode: PutMode,
        attributes: Attributes,
    ) -> Result<Result<PutResult, Error>, PublishError> {
        let options = PutOptions { mode, attributes, ..PutOptions::default() };
        let object = self.object(path)?;
        let payload = PutPayload::from(bytes);
        Ok(repeat(|| self.store.put_opts(&object, payload.clone(), options.clone())).await)
    }
}

/// How long to wait before each further attempt of a request whose answer broke off.
const PAUSES: [Duration; 3] = [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(3)];

/// Repeats a request whose answer broke off. The store's client repeats those that were not sent, and some others. Every
/// request here can be repeated: a conditional write that is then refused is compared with what is stored.
async fn repeat<T, F: Future<Output = Result<T, Error>>>(request: impl Fn() -> F) -> Result<T, Error> {
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
    failures.any(|failure| !matches!(failure.kind(), HttpErrorKind::Connect | HttpErrorKind::Request))
}

#[async_trait]
impl Target for ObjectTarget {
    async fn read(&self, path: &str) -> Result<Option<(Bytes, Version)>, PublishError> {
        let object = self.object(path)?;
        let get = || async {
            let found = self.store.get(&object).await?;
            let version =
                UpdateVersion { e_tag: found.meta.e_tag.clone(), version: found.meta.version.clone() };
            Ok((found.bytes().await?, Version(version)))
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
        let written = self.put(path, bytes, PutMode::Overwrite, attributes(headers)).await?;
        Ok(written.map_err(PublishError::store(path))?.e_tag)
    }

    async fn write_if(
        &self,
        path: &str,
        bytes: Bytes,
        expected: Option<&Version>,
    ) -> Result<Option<Version>, PublishError> {
        let mode = expected.map_or(PutMode::Create, |Version(version)| PutMode::Update(version.clone()));
        match self.put(path, bytes, mode, private_attributes()).await? {
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(None),
            written => Ok(Some(Version(written.map_err(PublishError::store(path))?.into()))),
        }
    }

    async fn copy(&self, from: &str, to: &str) -> Result<(), PublishError> {
        let (from, object) = (self.object(from)?, self.object(to)?);
        let copied = repeat(|| self.store.copy(&from, &object)).await;
        copied.map_err(PublishError::store(to))
    }

    async fn delete(&self, paths: Vec<String>) -> Result<(), PublishError> {
        let objects: Vec<_> = paths.iter().map(|path| self.object(path)).collect::<Result<_, _>>()?;
        let delete = || async {
            let objects = futures::stream::iter(objects.clone().into_iter().map(Ok));
            let mut deleted = self.store.delete_stream(objects.boxed());
            while let Some(result) = deleted.next().await {
                match result {
                    Ok(_) | Err(Error::NotFound { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        };
        repeat(delete).await.map_err(PublishError::store("files to delete"))
    }

    async fn list(&self) -> Result<BTreeMap<String, Listed>, PublishError> {
        let start = self.prefix.as_ref().len() + usize::from(!self.prefix.as_ref().is_empty());
        let list = || {
            let objects = self.store.list(Some(&self.prefix)).map_ok(|meta| {
                let path = meta.location.as_ref().get(start..).unwrap_or_default().to_owned();
                let listed = Listed { length: meta.size, etag: meta.e_tag };
                (path, listed)
            });
            objects.try_collect()
        };
        repeat(list).await.map_err(PublishError::store("the list of files"))
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
    known.collect::<Vec<(Attribute, object_store::AttributeValue)>>().into_iter().collect()
}

fn private_attributes() -> Attributes {
    Attributes::from_iter([
        (Attribute::ContentType, "application/json"),
        (Attribute::CacheControl, "no-store"),
    ])
}
