//! Files that are published as they are: `templates/static/favicon.svg` becomes `/favicon.svg`.

use std::path::Path;

use super::files;
use crate::problem::Problem;

const FOLDER: &str = "templates/static";

/// A file to publish unchanged.
#[derive(Debug)]
pub struct StaticFile {
    /// Path below `dist/`.
    pub path: String,
    /// Path from the root, for problems.
    pub file: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

pub(super) fn read(root: &Path, problems: &mut Vec<Problem>) -> Vec<StaticFile> {
    let mut found = Vec::new();
    for file in files::list(root, FOLDER, problems) {
        match files::read_bytes(root, &file) {
            Ok(bytes) => found.push(StaticFile {
                path: file[FOLDER.len() + 1..].to_owned(),
                file,
                bytes,
            }),
            Err(problem) => problems.push(problem),
        }
    }
    found
}
