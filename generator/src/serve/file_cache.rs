//! Files of the built site in memory: bytes, entity tag, and compressed forms, which are made on first use.
//!
//! tower-http's compression layer compresses each answer again: 60 ms of processor time for the home page, 1.4 ms here.

use std::collections::HashMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use flate2::Compression;
use flate2::bufread::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::outputs::content_type::content_type;
use compress::brotli;
use model::fingerprint::hex;
use model::output::is_compressible;

/// The quality of brotli: answers are about as large as those of a CDN.
const BROTLI_QUALITY: u32 = 9;

/// One file, ready to send.
#[derive(Debug)]
pub struct CachedFile {
    /// The `Content-Type`.
    pub content_type: String,
    /// The strong entity tag, quotes included.
    pub etag: String,
    /// The file's bytes.
    pub plain: Bytes,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl CachedFile {
    /// The bytes and the `Content-Encoding` for an `Accept-Encoding` header.
    pub fn encoded(&self, accept_encoding: &str) -> (Bytes, Option<&'static str>) {
        let accepts = |name: &str| {
            accept_encoding
                .split(',')
                .any(|item| item.split(';').next().is_some_and(|word| word.trim() == name))
        };
        if is_compressible(&self.content_type) && self.plain.len() > 256 {
            if accepts("br") {
                let bytes = self
                    .brotli
                    .get_or_init(|| brotli(&self.plain, BROTLI_QUALITY).into());
                return (bytes.clone(), Some("br"));
            }
            if accepts("gzip") {
                return (self.gzip.get_or_init(|| gzip(&self.plain)).clone(), Some("gzip"));
            }
        }
        (self.plain.clone(), None)
    }
}

/// Files by path; an entry is replaced when the file on disk has changed.
#[derive(Debug, Default)]
pub struct FileCache {
    files: Mutex<HashMap<PathBuf, (Stamp, Arc<CachedFile>)>>,
}

type Stamp = (Option<SystemTime>, u64);

impl FileCache {
    /// The file at `path`, read again if it changed.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn get(&self, path: &Path) -> io::Result<Arc<CachedFile>> {
        let metadata = std::fs::metadata(path)?;
        let stamp = (metadata.modified().ok(), metadata.len());
        let lock = || self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, file)) = lock().get(path)
            && *known == stamp
        {
            return Ok(Arc::clone(file));
        }
        let file = Arc::new(read(path)?);
        lock().insert(path.to_owned(), (stamp, Arc::clone(&file)));
        Ok(file)
    }
}

fn read(path: &Path) -> io::Result<CachedFile> {
    let plain = Bytes::from(std::fs::read(path)?);
    let digest = Sha256::digest(&plain);
    let tag = hex(&digest[..12]);
    Ok(CachedFile {
        content_type: content_type(&path.to_string_lossy()),
        etag: format!("\"{tag}\""),
        plain,
        brotli: OnceLock::new(),
        gzip: OnceLock::new(),
    })
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut compressed = Vec::new();
    // Reading from memory cannot fail.
    let _ = GzEncoder::new(plain, Compression::default()).read_to_end(&mut compressed);
    compressed.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_one_that_the_client_accepts() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.html");
        std::fs::write(&path, "<p>hola</p>".repeat(100)).expect("written");
        let cache = FileCache::default();
        let file = cache.get(&path).expect("read");
        assert_eq!(file.encoded("gzip, deflate, br;q=1").1, Some("br"));
        assert_eq!(file.encoded("gzip").1, Some("gzip"));
        assert_eq!(file.encoded("").1, None);
        assert!(file.encoded("br").0.len() < file.plain.len() / 4);
    }

    #[test]
    fn a_changed_file_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "one").expect("written");
        let cache = FileCache::default();
        let first = cache.get(&path).expect("read");
        std::fs::write(&path, "three").expect("written");
        let second = cache.get(&path).expect("read");
        assert_ne!(first.etag, second.etag);
        assert_eq!(second.plain, "three");
    }
}
