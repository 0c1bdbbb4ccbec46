//! Compares a new site with the last one.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use model::build_error::BuildError;

/// Whether the file at `path` has these bytes. Most changes also change the length, which needs no reading.
pub(super) fn is_same(path: &Path, bytes: &[u8]) -> bool {
    let has_length = fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() == bytes.len() as u64);
    has_length && fs::read(path).is_ok_and(|old| old == bytes)
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
