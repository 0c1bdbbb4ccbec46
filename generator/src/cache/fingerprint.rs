//! Fingerprints: sixteen bytes that identify the inputs of a result. Equal fingerprints mean equal inputs, so that the
//! result need not be made again.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use walkdir::{DirEntry, WalkDir};

use crate::project;
use model::fingerprint::Fingerprint;

/// The author's files that decide how pages of units look, without those of the bundle and of the pictures, which have
/// fingerprints of their own.
const SOURCES: [&str; 4] = ["site.yaml", "theme.yaml", "content", "templates"];

/// Below [`SOURCES`], but fingerprinted elsewhere: units one by one, pictures by their addresses.
const EXCLUDED: [&str; 2] = ["content/inventory.json", "content/images"];
/// The ending of pages and months below [`SOURCES`], of which a unit's page shows no more than titles and addresses.
const CONTENT: &str = "md";

/// Computes a fingerprint from parts. Each part is preceded by its length, so that bytes cannot move from one part to
/// the next without changing the fingerprint.
#[derive(Default)]
pub struct Inputs(Sha256);

impl Inputs {
    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// Adds a value in its serialized form.
    pub fn add_value(&mut self, value: &impl Serialize) {
        // A value that cannot be serialized adds an empty part, which no JSON is.
        self.add(serde_json::to_vec(value).unwrap_or_default());
    }

    /// The fingerprint of all parts.
    #[must_use]
    pub fn finish(self) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        fingerprint.copy_from_slice(&self.0.finalize()[..16]);
        fingerprint
    }
}

/// The fingerprint of the author's files and of this executable. Call it before any of these files is read: a file
/// that is saved in between then counts as changed in the next build.
pub fn of_sources(root: &Path) -> Fingerprint {
    let mut inputs = Inputs::default();
    inputs.add(executable_time().to_le_bytes());
    for (root, source) in sources(root) {
        let walk = WalkDir::new(root.join(source))
            .follow_links(true)
            .sort_by_file_name();
        let is_content =
            |path: &Path| source == "content" && path.extension().is_some_and(|end| end == CONTENT);
        let is_included = |entry: &DirEntry| {
            !is_content(entry.path()) && EXCLUDED.iter().all(|other| entry.path() != root.join(other))
        };
        let entries = walk.into_iter().filter_entry(is_included).filter_map(Result::ok);
        for entry in entries.filter(|entry| entry.file_type().is_file()) {
            let name = entry.path().strip_prefix(&root).unwrap_or(entry.path());
            inputs.add(name.as_os_str().as_encoded_bytes());
            // A file that cannot be read stops the build where it is needed.
            inputs.add(std::fs::read(entry.path()).unwrap_or_default());
        }
    }
    inputs.finish()
}

/// The sources with the folders below which they are: the project's own, and the templates of its engine.
fn sources(root: &Path) -> Vec<(PathBuf, &'static str)> {
    let own = SOURCES.map(|source| (root.to_owned(), source));
    let engine = project::engine(root).map(|engine| (engine, project::TEMPLATES));
    own.into_iter().chain(engine).collect()
}

/// When this executable was built, in nanoseconds since 1970: another one may render differently.
fn executable_time() -> u128 {
    let made = std::env::current_exe().and_then(|path| path.metadata()?.modified());
    made.ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map_or(0, |since| since.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_separated() {
        let of = |parts: &[&str]| {
            let mut inputs = Inputs::default();
            parts.iter().for_each(|part| inputs.add(part));
            inputs.finish()
        };
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a"]), of(&["a", ""]));
    }

    #[test]
    fn sources_exclude_pages_units_and_pictures() {
        let root = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("content/es/strings.json", "a");
        let first = of_sources(root.path());
        write("content/es/index.md", "a");
        write("content/inventory.json", "{}");
        write("content/images/hall.jpg", "x");
        assert_eq!(of_sources(root.path()), first);
        write("content/es/strings.json", "b");
        let second = of_sources(root.path());
        assert_ne!(second, first);
        write("templates/pages/home.html", "");
        assert_ne!(of_sources(root.path()), second);
    }
}
