//! A file of the built site in memory.

use std::sync::OnceLock;
use std::time::SystemTime;

use axum::body::Bytes;
use sha2::{Digest as _, Sha256};

use model::fingerprint::hex;
use model::output::is_compressible;

/// The quality of brotli: answers are about as large as those of a CDN.
const BROTLI_QUALITY: u32 = 9;

/// A file of the built site in memory, with its compressed forms once they are asked for.
#[derive(Debug)]
pub struct CachedFile {
    pub content_type: String,
    /// The strong entity tag, quotes included.
    pub etag: String,
    pub plain: Bytes,
    /// When it was changed on disk, where the file system says so.
    pub modified: Option<SystemTime>,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl CachedFile {
    pub fn new(content_type: String, plain: Bytes, modified: Option<SystemTime>) -> CachedFile {
        CachedFile {
            content_type,
            etag: format!("\"{}\"", hex(&Sha256::digest(&plain)[..12])),
            plain,
            modified,
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    /// The bytes and the `Content-Encoding` for an `Accept-Encoding` header.
    pub fn encoded(&self, accept_encoding: &str) -> (Bytes, Option<&'static str>) {
        let names = || {
            accept_encoding
                .split(',')
                .filter_map(|item| item.split(';').next())
        };
        let accepts = |name: &str| names().any(|word| word.trim() == name);
        if is_compressible(&self.content_type) && self.plain.len() > 256 {
            if accepts("br") {
                let bytes = self
                    .brotli
                    .get_or_init(|| compress::brotli(&self.plain, BROTLI_QUALITY).into());
                return (bytes.clone(), Some("br"));
            }
            if accepts("gzip") {
                return (
                    self.gzip
                        .get_or_init(|| compress::gzip(&self.plain).into())
                        .clone(),
                    Some("gzip"),
                );
            }
        }
        (self.plain.clone(), None)
    }
}
