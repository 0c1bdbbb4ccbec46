//! A folder as a target, such as the one that nginx serves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bytes::Bytes;
use system::{flush_below, read_optional, remove_optional, slashed, temporary_file};
use walkdir::WalkDir;

use super::{Listed, Target, Version};
use crate::error::PublishError;
use crate::record::{self, Headers, PRIVATE};
use crate::upload::sha256;

/// The mode of public files and folders, which the web server's user must be able to read.
const PUBLIC: (u32, u32) = (0o644, 0o755);

const PRIVATE_MODE: (u32, u32) = (0o600, 0o700);

/// Others can enter the private folder, not list it: the lead function, which reads [`record::LEADS`], may be another user.
const PRIVATE_FOLDER: u32 = 0o711;

/// The names of files that are not complete begin with this, in the private folder.
const TEMPORARY: &str = "new-";

/// How long a publisher waits for another one to replace a file, and the pause between two looks.
const LONGEST_LOCK: Duration = Duration::from_secs(60);
const LOCK_PAUSE: Duration = Duration::from_millis(5);

/// The quality of brotli: about as small as what a CDN sends. The best quality takes many times as long.
const BROTLI_QUALITY: u32 = 9;

/// The names of compressed files end with these: nginx serves them with `brotli_static` and `gzip_static`.
const SUFFIXES: [&str; 2] = [".br", ".gz"];

/// A folder. Files are written beside their place and renamed.
#[derive(Clone, Debug)]
pub struct FolderTarget {
    root: PathBuf,
    precompressed: bool,
}

impl FolderTarget {
    /// The files below `root`; with `precompressed`, a `.br` and a `.gz` beside each text file.
    pub fn new(root: PathBuf, precompressed: bool) -> FolderTarget {
        FolderTarget {
            root,
            precompressed,
        }
    }

    async fn blocking<T: Send + 'static>(
        &self,
        path: &str,
        work: impl FnOnce(&FolderTarget, &str) -> io::Result<T> + Send + 'static,
    ) -> Result<T, PublishError> {
        let (target, path) = (self.clone(), path.to_owned());
        let place = self.root.join(&path);
        let done = tokio::task::spawn_blocking(move || work(&target, &path)).await;
        let done = done.unwrap_or_else(|error| Err(io::Error::other(error)));
        done.map_err(PublishError::at(&place))
    }

    fn replace(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let place = self.root.join(path);
        let (file_mode, folder_mode) = match path {
            record::LEADS => (PUBLIC.0, PRIVATE_MODE.1),
            path if record::is_public(path) => PUBLIC,
            _ => PRIVATE_MODE,
        };
        // Temporary files are in the private folder, so that a killed run leaves nothing public.
        let private = self.create_private()?;
        let folder = place.parent().unwrap_or(&self.root);
        create_folder(&self.root, folder, folder_mode)?;
        let mut temporary = temporary_file(&private, TEMPORARY, file_mode)?;
        temporary.write_all(bytes)?;
        temporary.persist(&place)?;
        Ok(())
    }

    fn create_private(&self) -> io::Result<PathBuf> {
        let private = self.root.join(PRIVATE);
        create_folder(&self.root, &private, PRIVATE_FOLDER)?;
        Ok(private)
    }

    /// Waits for the folder's lock; it is released when the file is dropped.
    fn lock(&self) -> io::Result<File> {
        let private = self.create_private()?;
        let lock = File::create(private.join("lock"))?;
        let deadline = Instant::now() + LONGEST_LOCK;
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(lock),
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    thread::sleep(LOCK_PAUSE)
                }
                Err(TryLockError::WouldBlock) => {
                    let what =
                        "a publisher that does not continue holds `.site/lock`: end its process";
                    return Err(io::Error::other(what));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

#[async_trait]
impl Target for FolderTarget {
    async fn read(&self, path: &str) -> Result<Option<(Bytes, Version)>, PublishError> {
        let found = self
            .blocking(path, |target, path| read_optional(&target.root.join(path)))
            .await?;
        Ok(found
            .map(Bytes::from)
            .map(|bytes| (bytes.clone(), version(&bytes))))
    }

    async fn write(
        &self,
        path: &str,
        bytes: Bytes,
        headers: &Headers,
    ) -> Result<Option<String>, PublishError> {
        let kind = headers.get("content-type");
        let is_compressible = kind.is_some_and(|kind| model::output::is_compressible(kind));
        let write = move |target: &FolderTarget, path: &str| {
            // The compressed files first, so that none is older than the file itself.
            for suffix in SUFFIXES.iter().filter(|_| is_compressible) {
                let beside = format!("{path}{suffix}");
                if target.precompressed {
                    let compressed = match *suffix {
                        ".gz" => compress::gzip(&bytes),
                        _ => compress::brotli(&bytes, BROTLI_QUALITY),
                    };
                    target.replace(&beside, &compressed)?;
                } else {
                    remove_optional(&target.root.join(beside))?;
                }
            }
            target.replace(path, &bytes)?;
            Ok(Some(sha256(&bytes)))
        };
        self.blocking(path, write).await
    }

    async fn write_if(
        &self,
        path: &str,
        bytes: Bytes,
        expected: Option<&Version>,
    ) -> Result<Option<Version>, PublishError> {
        let expected = expected.cloned();
        let replace = move |target: &FolderTarget, path: &str| {
            let _lock = target.lock()?;
            let place = target.root.join(path);
            if read_optional(&place)?.map(|bytes| version(&bytes)) != expected {
                return Ok(None);
            }
            target.replace(path, &bytes)?;
            File::options().write(true).open(place)?.sync_all()?;
            Ok(Some(version(&bytes)))
        };
        self.blocking(path, replace).await
    }

    async fn copy(&self, from: &str, to: &str) -> Result<(), PublishError> {
        let from = self.root.join(from);
        self.blocking(to, move |target, to| target.replace(to, &fs::read(&from)?))
            .await
    }

    async fn delete(&self, paths: Vec<String>) -> Result<(), PublishError> {
        let delete = move |target: &FolderTarget, _: &str| {
            for path in &paths {
                for suffix in SUFFIXES.iter().filter(|_| target.precompressed) {
                    remove_optional(&target.root.join(format!("{path}{suffix}")))?;
                }
                let place = target.root.join(path);
                remove_optional(&place)?;
                // A folder that is not empty remains, and so do those above it.
                for above in place
                    .ancestors()
                    .skip(1)
                    .take_while(|above| *above != target.root)
                {
                    if fs::remove_dir(above).is_err() {
                        break;
                    }
                }
            }
            Ok(())
        };
        self.blocking("", delete).await
    }

    async fn list(&self) -> Result<BTreeMap<String, Listed>, PublishError> {
        let list = |target: &FolderTarget, _: &str| {
            let mut listed = BTreeMap::new();
            if !target.root.exists() {
                return Ok(listed);
            }
            for entry in WalkDir::new(&target.root) {
                let entry = entry?;
                if entry.file_type().is_file() {
                    let below = entry
                        .path()
                        .strip_prefix(&target.root)
                        .unwrap_or(entry.path());
                    let bytes = fs::read(entry.path())?;
                    let file = Listed {
                        length: bytes.len() as u64,
                        etag: Some(sha256(&bytes)),
                    };
                    listed.insert(slashed(below), file);
                }
            }
            let paths: BTreeSet<String> = listed.keys().cloned().collect();
            listed.retain(|path, _| {
                let base = SUFFIXES.iter().find_map(|suffix| path.strip_suffix(suffix));
                !(target.precompressed && base.is_some_and(|base| paths.contains(base)))
            });
            Ok(listed)
        };
        self.blocking("", list).await
    }

    async fn clean(&self) -> Result<(), PublishError> {
        // The only other writers replace a file under the lock.
        let clean = |target: &FolderTarget, private: &str| {
            let _lock = target.lock()?;
            for entry in fs::read_dir(target.root.join(private))? {
                let entry = entry?;
                if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
                    remove_optional(&entry.path())?;
                }
            }
            Ok(())
        };
        self.blocking(PRIVATE, clean).await
    }

    async fn flush(&self) -> Result<(), PublishError> {
        self.blocking("", |target, _| {
            if target.root.exists() {
                flush_below(&target.root)
            } else {
                Ok(())
            }
        })
        .await
    }

    fn is_precompressed(&self) -> bool {
        self.precompressed
    }

    fn takes_host_files(&self) -> bool {
        true
    }
}

fn version(bytes: &[u8]) -> Version {
    Version {
        e_tag: Some(sha256(bytes)),
        version: None,
    }
}

/// Creates a folder and those above it, up to `root`, with a mode. Those that exist keep theirs.
fn create_folder(root: &Path, folder: &Path, mode: u32) -> io::Result<()> {
    let is_missing = |above: &&Path| *above != root && above.starts_with(root) && !above.is_dir();
    let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    fs::create_dir_all(folder)?;
    for above in missing {
        system::set_mode(above, mode)?;
    }
    Ok(())
}
