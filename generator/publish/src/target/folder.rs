//! A folder as a target, such as the one that nginx serves. Others may write there, and the publisher may be root: every path is
//! looked up below the folder, without following a link.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bytes::Bytes;
use system::{
    create_below, create_folders, create_folders_below, flush_below, open_below, remove_below,
    remove_folder_below, rename_below, slashed,
};
use walkdir::WalkDir;

use super::{Headers, Listed, Target, Version};
use crate::error::PublishError;
use crate::hash::sha256;
use crate::layout::{self, PRIVATE};

/// The mode of public files and folders, which the web server's user must be able to read.
const PUBLIC: (u32, u32) = (0o644, 0o755);

const PRIVATE_MODE: (u32, u32) = (0o600, 0o700);

/// Others can enter the private folder, not list it: the lead function, which reads [`layout::LEADS`], may be another user.
const PRIVATE_FOLDER: u32 = 0o711;

/// The lock of the folder: who replaces a file that has a condition holds it.
const LOCK: &str = ".site/lock";

/// The paths of files that are not complete begin with this, so that a killed run leaves nothing public.
const TEMPORARY: &str = ".site/new-";

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
        let done = tokio::task::spawn_blocking(move || work(&target, &path))
            .await
            .unwrap_or_else(|error| Err(io::Error::other(error)));
        let explained = done.map_err(|error| match error.kind() {
            ErrorKind::NotADirectory => {
                let what = "a link or a file is in the place of a folder: replace it with a folder";
                io::Error::new(error.kind(), what)
            }
            _ => error,
        });
        explained.map_err(PublishError::at(&place))
    }

    /// The content of a file; `None` when it is not there.
    fn content(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        match open_below(&self.root, path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            opened => opened?.read_to_end(&mut bytes).map(|_| Some(bytes)),
        }
    }

    /// Replaces a file as a whole. Returns it.
    fn replace(&self, path: &str, bytes: &[u8]) -> io::Result<File> {
        let (file_mode, folder_mode) = match path {
            layout::LEADS => (PUBLIC.0, PRIVATE_MODE.1),
            path if layout::is_public(path) => PUBLIC,
            _ => PRIVATE_MODE,
        };
        self.create_private()?;
        if let Some((folder, _)) = path.rsplit_once('/') {
            create_folders_below(&self.root, folder, folder_mode)?;
        }
        let random = RandomState::new().hash_one(path);
        let temporary = format!("{TEMPORARY}{random:016x}");
        let mut file = create_below(&self.root, &temporary, file_mode)?;
        let replaced = file
            .write_all(bytes)
            .and_then(|()| rename_below(&self.root, &temporary, path));
        if replaced.is_err() {
            // The next publication removes what cannot be removed now.
            let _ = remove_below(&self.root, &temporary);
        }
        replaced.map(|()| file)
    }

    fn create_private(&self) -> io::Result<()> {
        create_folders(&self.root, PUBLIC.1)?;
        let folder = PRIVATE.trim_end_matches('/');
        create_folders_below(&self.root, folder, PRIVATE_FOLDER)
    }

    /// Removes a file, which may be missing.
    fn remove(&self, path: &str) -> io::Result<()> {
        match remove_below(&self.root, path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    /// Waits for the folder's lock; it is released when the file is dropped.
    fn lock(&self) -> io::Result<File> {
        self.create_private()?;
        match create_below(&self.root, LOCK, PRIVATE_MODE.0) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => drop(created?),
        }
        let lock = open_below(&self.root, LOCK)?;
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
        let found = self.blocking(path, FolderTarget::content).await?;
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
        let suffixes: &[&str] = if is_compressible { &SUFFIXES } else { &[] };
        let write = move |target: &FolderTarget, path: &str| {
            // The compressed files first, so that none is older than the file itself.
            for suffix in suffixes {
                let beside = format!("{path}{suffix}");
                if target.precompressed {
                    let compressed = match *suffix {
                        ".gz" => compress::gzip(&bytes),
                        _ => compress::brotli(&bytes, BROTLI_QUALITY),
                    };
                    target.replace(&beside, &compressed)?;
                } else {
                    target.remove(&beside)?;
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
            if target.content(path)?.map(|bytes| version(&bytes)) != expected {
                return Ok(None);
            }
            target.replace(path, &bytes)?.sync_all()?;
            Ok(Some(version(&bytes)))
        };
        self.blocking(path, replace).await
    }

    async fn copy(&self, from: &str, to: &str) -> Result<(), PublishError> {
        let from = from.to_owned();
        let copy = move |target: &FolderTarget, to: &str| {
            let bytes = target.content(&from)?.ok_or(ErrorKind::NotFound)?;
            target.replace(to, &bytes).map(drop)
        };
        self.blocking(to, copy).await
    }

    async fn delete(&self, paths: Vec<String>) -> Result<(), PublishError> {
        let delete = move |target: &FolderTarget, _: &str| {
            for path in &paths {
                if target.precompressed {
                    for suffix in SUFFIXES {
                        target.remove(&format!("{path}{suffix}"))?;
                    }
                }
                target.remove(path)?;
                // A folder that is not empty remains, and so do those above it.
                let mut below = path.as_str();
                while let Some((folder, _)) = below.rsplit_once('/') {
                    if remove_folder_below(&target.root, folder).is_err() {
                        break;
                    }
                    below = folder;
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
                let path = format!("{private}{}", entry?.file_name().to_string_lossy());
                if path.starts_with(TEMPORARY) {
                    target.remove(&path)?;
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
