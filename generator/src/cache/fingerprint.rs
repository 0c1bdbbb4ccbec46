//! Fingerprints: sixteen bytes that identify the inputs of a result. Equal fingerprints mean equal inputs, so that the
//! result need not be made again.

use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use crate::project::{self, TEMPLATES};
use model::fingerprint::Fingerprint;

/// The author's files.
const SOURCES: [&str; 4] = ["site.yaml", "theme.yaml", "content", TEMPLATES];
/// Those of the engine. The second list of packages is npm's own of those that are installed.
const ENGINE: [&str; 7] = [
    TEMPLATES,
    "islands/src",
    "islands/tools",
    "islands/package.json",
    "islands/package-lock.json",
    "islands/tsconfig.json",
    "islands/node_modules/.package-lock.json",
];
/// Where npm installs packages.
const PACKAGES: &str = "node_modules";

/// Below [`SOURCES`], but fingerprinted elsewhere for pages of units: units one by one, pictures by their addresses.
const NOT_OF_UNITS: [&str; 2] = ["content/inventory.json", "content/images"];
/// The ending of pages and months below [`SOURCES`], of which a unit's page shows no more than titles and addresses.
const CONTENT: &str = "md";

/// The fingerprints of the files that a site is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceFingerprints {
    /// Those that decide how pages of units look, without those of the bundle and of the pictures, which have fingerprints
    /// of their own.
    pub of_units: Fingerprint,
    /// All of them, with the engine's, this executable and the packages.
    pub all: Fingerprint,
}

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

/// The fingerprints of the author's and the engine's files and of this executable. Call it before any of these files is
/// read: a file that is saved in between then counts as changed in the next build.
pub fn of_sources(root: &Path) -> SourceFingerprints {
    let engine = project::engine(root);
    let engine_root = engine.as_deref().unwrap_or(root);
    let of_units = || {
        let mut inputs = Inputs::default();
        inputs.add(executable_time().to_le_bytes());
        let is_included = |path: &Path| !is_content(root, path) && !is_not_of_units(root, path);
        SOURCES
            .iter()
            .for_each(|source| add_files(&mut inputs, root, source, is_included));
        if let Some(engine) = &engine {
            add_files(&mut inputs, engine, TEMPLATES, |_| true);
        }
        inputs.finish()
    };
    let others = || {
        let mut inputs = Inputs::default();
        inputs.add(engine_root.as_os_str().as_encoded_bytes());
        let is_included =
            |path: &Path| path.is_dir() || is_content(root, path) || is_not_of_units(root, path);
        add_files(&mut inputs, root, "content", is_included);
        let is_own = |path: &Path| !path.ends_with(PACKAGES);
        ENGINE
            .iter()
            .for_each(|source| add_files(&mut inputs, engine_root, source, is_own));
        inputs.finish()
    };
    let (of_units, others) = rayon::join(of_units, others);
    let mut all = Inputs::default();
    all.add(of_units);
    all.add(others);
    SourceFingerprints {
        of_units,
        all: all.finish(),
    }
}

/// Whether a file is a page or a month.
fn is_content(root: &Path, path: &Path) -> bool {
    path.starts_with(root.join("content")) && path.extension().is_some_and(|end| end == CONTENT)
}

fn is_not_of_units(root: &Path, path: &Path) -> bool {
    NOT_OF_UNITS
        .iter()
        .any(|other| path.starts_with(root.join(other)))
}

/// Adds what is included of `source`, a file or folder below `root`: the names of files, folders and of what is neither, and
/// the content of files.
fn add_files(inputs: &mut Inputs, root: &Path, source: &str, is_included: impl Fn(&Path) -> bool) {
    let walk = WalkDir::new(root.join(source))
        .follow_links(true)
        .sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| is_included(entry.path())) {
        // What cannot be read stops the build where it is needed.
        let (path, is_file) = match &entry {
            Ok(entry) => (Some(entry.path()), entry.file_type().is_file()),
            Err(error) => (error.path(), false),
        };
        let path = path.unwrap_or(root);
        inputs.add(
            path.strip_prefix(root)
                .unwrap_or(path)
                .as_os_str()
                .as_encoded_bytes(),
        );
        inputs.add([u8::from(entry.is_ok()), u8::from(is_file)]);
        if is_file {
            inputs.add(std::fs::read(path).unwrap_or_default());
        }
    }
}

/// When this executable was built, in nanoseconds since 1970: another one may render differently.
pub(crate) fn executable_time() -> u128 {
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
    fn pages_units_and_pictures_are_no_sources_of_a_units_page() {
        let root = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
            of_sources(root.path())
        };
        let mut last = write("content/es/strings.json", "a");
        for name in [
            "content/es/index.md",
            "content/inventory.json",
            "content/images/hall.jpg",
        ] {
            let now = write(name, "a");
            assert_eq!(now.of_units, last.of_units, "{name}");
            assert_ne!(now.all, last.all, "{name}");
            last = now;
        }
        for name in [
            "content/es/strings.json",
            "templates/pages/home.html",
            "site.yaml",
        ] {
            let now = write(name, "b");
            assert_ne!(now.of_units, last.of_units, "{name}");
            assert_ne!(now.all, last.all, "{name}");
            last = now;
        }
        for name in [
            "islands/src/a.ts",
            "islands/tools/hosts/package.json",
            "islands/package-lock.json",
            "islands/node_modules/.package-lock.json",
        ] {
            let now = write(name, "b");
            assert_ne!(now.all, last.all, "{name}");
            last = now;
        }
        for name in [
            "islands/node_modules/a/a.js",
            "islands/tools/hosts/node_modules/a/a.js",
        ] {
            assert_eq!(write(name, "b").all, last.all, "{name}");
        }
    }

    #[test]
    fn the_engine_of_a_project_is_a_source() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("sites/a");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("sites/a/site.yaml", "a");
        write("templates/parts/a.html", "a");
        write("islands/src/a.ts", "a");
        let first = of_sources(&root);
        write("islands/src/a.ts", "b");
        let second = of_sources(&root);
        assert_eq!(second.of_units, first.of_units);
        assert_ne!(second.all, first.all);
        write("templates/parts/a.html", "b");
        let third = of_sources(&root);
        assert_ne!(third.of_units, first.of_units);
        assert_ne!(third.all, second.all);
    }
}
