//! Copies the engine's templates and those of the project, which replace files of the same path, to one folder: bundler,
//! documents' compiler and template engine read only there, so that an override counts everywhere.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::files;
use crate::cache::file;
use crate::project::{self, MERGED, TEMPLATES};
use formats::problem::{Problem, ok_unless, sorted};
use walkdir::WalkDir;

/// Writes what changed since the last build; nothing for a project that has all templates itself. Call it before
/// [`load`](super::load()).
///
/// # Errors
/// Files that cannot be read or written.
pub fn merge_templates(root: &Path) -> Result<(), Vec<Problem>> {
    let Some(engine) = project::engine(root) else {
        return Ok(());
    };
    let mut problems = Vec::new();
    let mut sources = BTreeMap::new();
    for home in [engine.as_path(), root] {
        for file in files::list_files(home, TEMPLATES, &mut problems) {
            let from = home.join(&file);
            sources.insert(file, from);
        }
    }
    let merged = root.join(MERGED);
    for (file, from) in &sources {
        let copied = copy(from, &merged.join(file));
        problems.extend(
            copied
                .err()
                .map(|error| files::unreadable(file, format!("cannot be copied to {MERGED}: {error}"))),
        );
    }
    remove_others(&merged, &sources);
    ok_unless(sorted(problems), ())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let bytes = fs::read(from)?;
    if fs::read(to).is_ok_and(|written| written == bytes) {
        return Ok(());
    }
    // Another build of this project may read the file meanwhile.
    file::replace(to, &bytes)
}

/// Removes the files that neither the engine nor the project has any more.
fn remove_others<T>(merged: &Path, sources: &BTreeMap<String, T>) {
    for entry in WalkDir::new(merged).into_iter().filter_map(Result::ok) {
        let name = entry.path().strip_prefix(merged).unwrap_or(entry.path());
        if entry.file_type().is_file() && !sources.contains_key(&system::slashed(name)) {
            // A file that another build removed already.
            let _ = fs::remove_file(entry.path());
        }
    }
}
