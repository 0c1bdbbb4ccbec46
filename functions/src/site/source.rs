//! The site's file, kept in memory and read again when it changed. A new file that cannot be used is logged, and the last one stays.

use super::LoadedSite;
use crate::config::{LeadsConfig, StoreLocation};
use crate::outbox::open_url;
use bytes::Bytes;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path as ObjectPath;
use object_store::{GetOptions, ObjectStore};
use parking_lot::RwLock;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::sync::{Mutex, MutexGuard};
use tokio::task::JoinHandle;
use url::Url;

/// Pause between two looks at an object. A file is looked at for every request: that costs some microseconds.
const OBJECT_INTERVAL: Duration = Duration::from_secs(30);
/// The pause when a post does not match the object: its page may be newer than the last look.
const MISMATCH_INTERVAL: Duration = Duration::from_secs(1);
/// Timeout of a look; a visitor may wait for it.
const LOOK_TIMEOUT: Duration = Duration::from_secs(2);
const FIRST_TIMEOUT: Duration = Duration::from_secs(8);
/// Most bytes of a file. That of 60,000 units has less than half of it.
const MOST_BYTES: u64 = 128 << 20;

/// Why a site cannot be served: the file or URL, what is wrong, and what to do.
#[derive(Debug, Error)]
#[error("LEADS_SITE: {place}: {fault}")]
pub struct SiteError {
    place: String,
    fault: String,
}

const MISSING: &str =
    "the file is missing: run `site build`, which writes .site/leads.json, and name that file";

fn unreadable(error: &object_store::Error) -> String {
    format!("cannot be read ({error}): check the address, and the permission to read it")
}

/// Renders the templates of those who use the site, with samples.
type Check = fn(&Arc<LoadedSite>) -> Result<(), minijinja::Error>;

pub(crate) struct SiteSource {
    store: Arc<dyn ObjectStore>,
    path: ObjectPath,
    /// The file, if it is one on a disk.
    file: Option<PathBuf>,
    place: String,
    /// The code of the development that it must belong to.
    development: Option<String>,
    interval: Duration,
    check: Check,
    current: RwLock<Option<Arc<LoadedSite>>>,
    looked: Mutex<LastLook>,
}

#[derive(Default)]
struct LastLook {
    at: Option<Instant>,
    /// The version of the file then, usable or not.
    etag: Option<String>,
    /// Whether it failed, and the failure is logged.
    has_failed: bool,
    /// A reading that did not end in time. No other one begins before it ends: each of a disk that hangs keeps a thread.
    reading: Option<JoinHandle<object_store::Result<Found>>>,
}

/// What is at the place of the file.
enum Found {
    File {
        bytes: Bytes,
        etag: Option<String>,
    },
    TooLarge {
        etag: Option<String>,
    },
    /// A folder, a pipe or a device, whose reading may never end.
    NotAFile,
}

/// Reads the object at `path`, or the same as `file` on a disk, unless it is the version `etag`.
async fn read(
    store: Arc<dyn ObjectStore>,
    path: ObjectPath,
    file: Option<PathBuf>,
    etag: Option<String>,
) -> object_store::Result<Found> {
    if let Some(file) = file {
        let kind = tokio::fs::metadata(file).await;
        if kind.is_ok_and(|kind| !kind.is_file()) {
            return Ok(Found::NotAFile);
        }
    }
    let options = GetOptions {
        if_none_match: etag,
        ..GetOptions::default()
    };
    let found = store.get_opts(&path, options).await?;
    let etag = found.meta.e_tag.clone();
    if found.meta.size > MOST_BYTES {
        return Ok(Found::TooLarge { etag });
    }
    let bytes = found.bytes().await?;
    Ok(Found::File { bytes, etag })
}

impl SiteSource {
    /// The file that the configuration names; a site that fails `check` is not used. Reads nothing yet.
    pub(crate) fn new(config: &LeadsConfig, check: Check) -> Result<Self, SiteError> {
        let mut on_disk = None;
        let (place, opened, interval) = match &config.site {
            StoreLocation::Path(file) => {
                on_disk = Some(file.clone());
                (file.display().to_string(), open_file(file), Duration::ZERO)
            }
            StoreLocation::Url(url) => (url.to_string(), open_url(url), OBJECT_INTERVAL),
            StoreLocation::Memory => {
                let opened = (Arc::new(InMemory::new()) as _, ObjectPath::default());
                ("memory".to_owned(), Ok(opened), Duration::ZERO)
            }
        };
        let (store, path) = opened.map_err(|error| SiteError {
            place: place.clone(),
            fault: unreadable(&error),
        })?;
        let (current, looked) = (RwLock::default(), Mutex::default());
        Ok(Self {
            store,
            path,
            file: on_disk,
            place,
            development: config.development.clone(),
            interval,
            check,
            current,
            looked,
        })
    }

    /// The site as its file is now. After a failed look it is the last one that could be used.
    pub(crate) async fn get(&self) -> Result<Arc<LoadedSite>, SiteError> {
        let Some(current) = self.current() else {
            return self.first().await;
        };
        // Others go on with the current one while one request looks.
        let Ok(looked) = self.looked.try_lock() else {
            return Ok(current);
        };
        Ok(self.renewed(current, looked, self.interval).await)
    }

    /// The site whose build is not `build`, if its file has changed since that was read.
    pub(crate) async fn newer_than(&self, build: &str) -> Option<Arc<LoadedSite>> {
        // The look of another request may bring it.
        let looked = self.looked.lock().await;
        let site = self
            .renewed(
                self.current()?,
                looked,
                self.interval.min(MISMATCH_INTERVAL),
            )
            .await;
        (site.build != build).then_some(site)
    }

    /// The site as it was at most `interval` ago.
    async fn renewed(
        &self,
        current: Arc<LoadedSite>,
        mut looked: MutexGuard<'_, LastLook>,
        interval: Duration,
    ) -> Arc<LoadedSite> {
        if looked.at.is_some_and(|at| at.elapsed() < interval) {
            return current;
        }
        let result = self.look(&mut looked, LOOK_TIMEOUT).await;
        let had_failed = std::mem::replace(&mut looked.has_failed, result.is_err());
        match result {
            Ok(Some(new)) => {
                tracing::info!(build = new.build, result = "new site", "site");
                return new;
            }
            Err(error) if !had_failed => {
                tracing::error!(%error, build = current.build, result = "the last site stays", "site");
            }
            _ => {}
        }
        current
    }

    fn current(&self) -> Option<Arc<LoadedSite>> {
        self.current.read().clone()
    }

    async fn first(&self) -> Result<Arc<LoadedSite>, SiteError> {
        let mut looked = self.looked.lock().await;
        if let Some(current) = self.current() {
            return Ok(current);
        }
        looked.etag = None;
        self.look(&mut looked, FIRST_TIMEOUT)
            .await?
            .ok_or_else(|| self.error(MISSING))
    }

    /// Reads the file unless it is the one of the last look.
    async fn look(
        &self,
        looked: &mut LastLook,
        timeout: Duration,
    ) -> Result<Option<Arc<LoadedSite>>, SiteError> {
        // Who looks while an earlier reading goes on does not wait for it again.
        let wait = match looked.reading {
            Some(_) => Duration::ZERO,
            None => timeout,
        };
        let reading = looked.reading.get_or_insert_with(|| {
            let (store, path) = (Arc::clone(&self.store), self.path.clone());
            tokio::spawn(read(store, path, self.file.clone(), looked.etag.clone()))
        });
        let result = tokio::time::timeout(wait, reading).await;
        // After the look: those who waited for it need no look of their own.
        looked.at = Some(Instant::now());
        let Ok(result) = result else {
            let seconds = timeout.as_secs();
            return Err(self.error(format!(
                "no answer within {seconds} s: check the address and the network"
            )));
        };
        looked.reading = None;
        let found = result.map_err(|_| self.error("the reading was stopped: start it again"))?;
        let bytes = match found {
            Ok(Found::File { bytes, etag }) => {
                looked.etag = etag;
                bytes
            }
            Ok(Found::TooLarge { etag }) => {
                looked.etag = etag;
                return Err(self.error(format!(
                    "it is larger than {} MB: use the file that `site build` writes",
                    MOST_BYTES >> 20
                )));
            }
            Ok(Found::NotAFile) => {
                return Err(self.error("it is not a file: use the file that `site build` writes"));
            }
            Err(object_store::Error::NotModified { .. }) => return Ok(None),
            Err(object_store::Error::NotFound { .. }) => return Err(self.error(MISSING)),
            Err(other) => return Err(self.error(unreadable(&other))),
        };
        let site = LoadedSite::parse(&bytes).map_err(|error| self.error(error.to_string()))?;
        let found = &site.development.code;
        if let Some(expected) = self
            .development
            .as_ref()
            .filter(|expected| *expected != found)
        {
            return Err(self.error(format!(
                "it belongs to the development `{found}`, and LEADS_DEVELOPMENT is `{expected}`: name the file of the right site"
            )));
        }
        let site = Arc::new(site);
        // The error names no value: a template's line and what is undefined in it.
        (self.check)(&site).map_err(|error| {
            let fault = format!("a mail or a page cannot be made of it ({error})");
            let advice = "install the release of `leads` that belongs to that `site`, or build the site again";
            self.error(format!("{fault}: {advice}"))
        })?;
        *self.current.write() = Some(Arc::clone(&site));
        Ok(Some(site))
    }

    fn error(&self, fault: impl Into<String>) -> SiteError {
        SiteError {
            place: self.place.clone(),
            fault: fault.into(),
        }
    }
}

#[cfg(test)]
impl SiteSource {
    /// The same source with another store.
    pub(super) fn on(self, store: Arc<dyn ObjectStore>, path: ObjectPath) -> Self {
        Self {
            store,
            path,
            file: None,
            ..self
        }
    }
}

fn open_file(file: &Path) -> object_store::Result<(Arc<dyn ObjectStore>, ObjectPath)> {
    let absolute = absolute(file).map_err(|source| object_store::Error::Generic {
        store: "file",
        source: source.into(),
    })?;
    // The store refuses paths with `..`, which parsing a URL resolves; the file need not exist yet, so that the system cannot.
    let url = Url::from_file_path(absolute)
        .ok()
        .and_then(|url| Url::parse(url.as_str()).ok());
    let path = ObjectPath::from_url_path(url.as_ref().map_or("", Url::path))?;
    Ok((Arc::new(LocalFileSystem::new()), path))
}
