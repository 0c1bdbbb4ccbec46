//! Files of the built site in memory: bytes, entity tag, and compressed forms, which are made on first use.
//!
//! tower-http's compression layer compresses each answer again: 60 ms of processor time for the home page, 1.4 ms here.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use bytes::Bytes;
use flate2::Compression;
use flate2::bufread::GzEncoder;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

use super::served_folder::{RequestPath, ServedFolder};
use crate::outputs::content_type::content_type;
use compress::brotli;
use model::fingerprint::hex;
use model::output::is_compressible;

/// The quality of brotli: answers are about as large as those of a CDN.
const BROTLI_QUALITY: u32 = 9;

/// One file, ready to send.
#[derive(Debug)]
pub struct CachedFile {
    pub content_type: String,
    /// The strong entity tag, quotes included.
    pub etag: String,
    pub plain: Bytes,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl CachedFile {
    fn read(path: &RequestPath, mut file: File) -> io::Result<CachedFile> {
        let mut plain = Vec::new();
        file.read_to_end(&mut plain)?;
        let digest = Sha256::digest(&plain);
        let tag = hex(&digest[..12]);
        Ok(CachedFile {
            content_type: content_type(path.as_str()),
            etag: format!("\"{tag}\""),
            plain: plain.into(),
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        })
    }

    /// The bytes and the `Content-Encoding` for an `Accept-Encoding` header.
    pub fn encoded(&self, accept_encoding: &str) -> (Bytes, Option<&'static str>) {
        let accepts = |name: &str| {
            accept_encoding
                .split(',')
                .any(|item| item.split(';').next().is_some_and(|word| word.trim() == name))
        };
        if is_compressible(&self.content_type) && self.plain.len() > 256 {
            if accepts("br") {
                let bytes = self.brotli.get_or_init(|| brotli(&self.plain, BROTLI_QUALITY).into());
                return (bytes.clone(), Some("br"));
            }
            if accepts("gzip") {
                return (self.gzip.get_or_init(|| gzip(&self.plain)).clone(), Some("gzip"));
            }
        }
        (self.plain.clone(), None)
    }
}

/// Files of one folder; an entry is replaced when the file on disk has changed.
#[derive(Debug, Default)]
pub struct FileCache {
    files: Mutex<HashMap<RequestPath, (Stamp, Arc<CachedFile>)>>,
}

type Stamp = (Option<SystemTime>, u64);

impl FileCache {
    /// The file at `path` of the folder, read again if it changed.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn get(&self, folder: &ServedFolder, path: &RequestPath) -> io::Result<Arc<CachedFile>> {
        let file = folder.open(path)?;
        let metadata = file.metadata()?;
        let stamp = (metadata.modified().ok(), metadata.len());
        let lock = || self.files.lock();
        if let Some((known, file)) = lock().get(path)
            && *known == stamp
        {
            return Ok(Arc::clone(file));
        }
        let file = Arc::new(CachedFile::read(path, file)?);
        lock().insert(path.clone(), (stamp, Arc::clone(&file)));
        Ok(file)
    }
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut compressed = Vec::new();
    // Reading from memory cannot fail.
    let _ = GzEncoder::new(plain, Compression::default()).read_to_end(&mut compressed);
    compressed.into()
}
