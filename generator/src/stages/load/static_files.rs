//! Files that are published unchanged: `templates/static/favicon.svg` becomes `/favicon.svg`.

use std::path::Path;

use super::files;
use model::problem::Problem;
use model::source::StaticFile;

const FOLDER: &str = "templates/static";

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
