//! What a bundle is made of: the source files, and one hash over all of them.
//!
//! An unchanged hash means that esbuild need not start. Tests are left out: editing one changes
//! nothing that ships.

use std::path::Path;

use walkdir::WalkDir;

use crate::cache::fingerprint::Inputs;
use model::build_error::BuildError;
use model::fingerprint::hex;

/// Folders and files, from the project's root, whose content decides what esbuild makes.
const SOURCES: [&str; 5] = [
    "islands/src",
    "islands/package-lock.json",
    "islands/tsconfig.json",
    "templates/styles",
    "templates/fonts",
];

/// Hash over the sources under `root` and over `settings`, as hexadecimal text.
///
/// # Errors
/// A source that cannot be read, with its path.
pub(super) fn hash(root: &Path, settings: &str) -> Result<String, BuildError> {
    let mut inputs = Inputs::default();
    inputs.add(settings);
    for source in SOURCES.iter().map(|source| root.join(source)) {
        if !source.exists() {
            continue;
        }
        for entry in WalkDir::new(&source).sort_by_file_name() {
            let entry = entry.map_err(|error| BuildError::at(&source)(error.into()))?;
            if !entry.file_type().is_file() || is_test(entry.path()) {
                continue;
            }
            let bytes = std::fs::read(entry.path()).map_err(BuildError::at(entry.path()))?;
            let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
            inputs.add(relative.to_string_lossy().as_bytes());
            inputs.add(&bytes);
        }
    }
    Ok(hex(&inputs.finish()))
}

fn is_test(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.contains(".test.") || name.ends_with(".md")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_with_a_source_and_with_the_settings_only() {
        let root = tempfile::tempdir().unwrap();
        let source = root.path().join("islands/src");
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(source.join("a.ts"), "1").unwrap();
        let first = hash(root.path(), "x").unwrap();

        std::fs::write(source.join("a.test.ts"), "1").unwrap();
        assert_eq!(hash(root.path(), "x").unwrap(), first);
        assert_ne!(hash(root.path(), "y").unwrap(), first);

        std::fs::write(source.join("a.ts"), "2").unwrap();
        assert_ne!(hash(root.path(), "x").unwrap(), first);
    }
}
