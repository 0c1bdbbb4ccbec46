//! Compares a new site with the last one.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use walkdir::WalkDir;

use model::build_error::BuildError;

/// How many bytes are read at once.
const PART: usize = 1 << 16;

/// Whether the file at `path` has these bytes. Most changes also change the length, which needs no reading.
pub(super) fn is_same(path: &Path, bytes: &[u8]) -> bool {
    let has_length = fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() == bytes.len() as u64);
    has_length && has_bytes(path, bytes).unwrap_or(false)
}

/// Whether the file has these bytes. It is read in parts, because memory for all of a large file takes longer than reading.
fn has_bytes(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let mut part = [0; PART];
    for expected in bytes.chunks(PART) {
        let part = &mut part[..expected.len()];
        file.read_exact(part)?;
        if part != expected {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The files below `out` that are not known, by path below the folder.
pub(super) fn others(out: &Path, is_known: impl Fn(&str) -> bool) -> Result<Vec<String>, BuildError> {
    if !out.exists() {
        return Ok(Vec::new());
    }
    let mut others = Vec::new();
    for entry in WalkDir::new(out) {
        let entry = entry.map_err(|error| BuildError::at(out)(error.into()))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let below = entry.path().strip_prefix(out).unwrap_or(entry.path());
        let path = below.to_string_lossy();
        if !is_known(&path) {
            others.push(path.into_owned());
        }
    }
    Ok(others)
}
