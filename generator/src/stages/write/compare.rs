//! A new file against the last site's.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use walkdir::WalkDir;

use model::build_error::BuildError;

/// The length tells most changes without reading.
pub(super) fn is_same(path: &Path, bytes: &[u8]) -> bool {
    let has_length = fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() == bytes.len() as u64);
    has_length && fs::read(path).is_ok_and(|old| old == bytes)
}

/// The files that only the last site has, by path below the folder.
pub(super) fn gone(out: &Path, kept: &HashSet<&str>) -> Result<Vec<String>, BuildError> {
    if !out.exists() {
        return Ok(Vec::new());
    }
    let mut gone = Vec::new();
    for entry in WalkDir::new(out) {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(out).to_owned();
            BuildError::at(&path)(
                error
                    .into_io_error()
                    .unwrap_or_else(|| io::Error::other("cannot be walked")),
            )
        })?;
        if entry.file_type().is_dir() {
            continue;
        }
        let below = entry.path().strip_prefix(out).unwrap_or(entry.path());
        let path: Vec<_> = below
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        let path = path.join("/");
        if !kept.contains(path.as_str()) {
            gone.push(path);
        }
    }
    Ok(gone)
}

/// A page's address has no `.html`, and the home's file has a name of its own.
pub(super) fn url_of(path: &str) -> String {
    match path.strip_suffix(".html") {
        Some("index") => "/".to_owned(),
        Some(page) => format!("/{page}"),
        None => format!("/{path}"),
    }
}
