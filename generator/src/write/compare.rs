//! The new site against the last one, file by file.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use rayon::prelude::*;
use walkdir::WalkDir;

use super::WriteError;
use crate::render::OutputFile;

/// Which files differ.
pub(super) struct Comparison {
    /// For each new file, whether the last site has the same bytes.
    same: Vec<bool>,
    /// Files that only the last site has, by path below the folder.
    gone: Vec<String>,
}

impl Comparison {
    pub(super) fn of(out: &Path, files: &[OutputFile]) -> Result<Comparison, WriteError> {
        let same = files
            .par_iter()
            .map(|file| is_same(&out.join(&file.path), &file.bytes))
            .collect();
        Ok(Comparison {
            same,
            gone: gone(out, files)?,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.same.iter().all(|same| *same)
    }

    pub(super) fn is_same(&self, index: usize) -> bool {
        self.same[index]
    }

    pub(super) fn unchanged(&self) -> usize {
        self.same.iter().filter(|same| **same).count()
    }

    /// The addresses of all that is new, changed or gone.
    pub(super) fn urls(&self, files: &[OutputFile]) -> Vec<String> {
        let changed = files
            .iter()
            .zip(&self.same)
            .filter(|(_, same)| !**same)
            .map(|(file, _)| file.url.clone());
        let mut urls: Vec<String> = changed.chain(self.gone.iter().map(|path| url_of(path))).collect();
        urls.sort();
        urls
    }
}

/// The length tells most changes without reading.
fn is_same(path: &Path, bytes: &[u8]) -> bool {
    let has_length = fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() == bytes.len() as u64);
    has_length && fs::read(path).is_ok_and(|old| old == bytes)
}

fn gone(out: &Path, files: &[OutputFile]) -> Result<Vec<String>, WriteError> {
    if !out.exists() {
        return Ok(Vec::new());
    }
    let kept: HashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut gone = Vec::new();
    for entry in WalkDir::new(out) {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(out).to_owned();
            WriteError::at(&path)(
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
fn url_of(path: &str) -> String {
    match path.strip_suffix(".html") {
        Some("index") => "/".to_owned(),
        Some(page) => format!("/{page}"),
        None => format!("/{path}"),
    }
}
