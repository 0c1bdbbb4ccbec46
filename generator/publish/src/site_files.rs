//! The files of a built folder with their hashes.

use std::fs;
use std::path::Path;

use model::fingerprint::hex;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::error::PublishError;
use crate::record::{FileRecord, Files, Headers};

/// The SHA-256 of bytes, in hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Reads every file of a folder that is `accepted` by its path below it; `headers_of` gives the headers for a path, `content_of` the
/// fingerprint of what a page says.
///
/// # Errors
/// A file or folder that cannot be read, or a name that is not UTF-8.
pub fn read_site(
    folder: &Path,
    accepted: impl Fn(&str) -> bool,
    headers_of: impl Fn(&str) -> Headers + Sync,
    content_of: impl Fn(&str) -> Option<String> + Sync,
) -> Result<Files, PublishError> {
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| PublishError::at(folder)(error.into()))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let Some(path) = below.to_str() else {
            let reason = std::io::Error::other("the name is not UTF-8: rename the file");
            return Err(PublishError::at(entry.path())(reason));
        };
        if accepted(path) {
            paths.push(path.to_owned());
        }
    }
    let read = |path: String| {
        let file = folder.join(&path);
        let bytes = fs::read(&file).map_err(PublishError::at(&file))?;
        let record = FileRecord {
            sha256: sha256(&bytes),
            length: bytes.len() as u64,
            headers: headers_of(&path),
            content: content_of(&path),
        };
        Ok((path, record))
    };
    paths.into_par_iter().map(read).collect()
}
