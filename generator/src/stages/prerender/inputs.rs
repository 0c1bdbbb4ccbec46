//! The bundle's cache key: a hash over its source files and settings.
//!
//! When the hash is unchanged, esbuild is not started. Tests and Markdown files are left out, because they are not
//! bundled.

use std::path::Path;

use walkdir::WalkDir;

use crate::cache::fingerprint::Inputs;
use crate::project;
use model::build_error::BuildError;
use model::fingerprint::hex;

/// Folders and files, relative to the project's root, that esbuild's output depends on.
const SOURCES: [&str; 6] = [
    "islands/src",
    "islands/package-lock.json",
    "islands/tsconfig.json",
    "templates/styles",
    "templates/fonts",
    "templates/icons",
];

/// Hash over the sources below `root` and over `settings`, as 32 hexadecimal digits.
///
/// # Errors
/// A source that cannot be read, with its path.
pub(super) fn hash(root: &Path, settings: &str) -> Result<String, BuildError> {
    let mut inputs = Inputs::default();
    inputs.add(settings);
    for source in SOURCES {
        let home = project::base(root, source);
        let source = home.join(source);
        if !source.exists() {
            continue;
        }
        for entry in WalkDir::new(&source).sort_by_file_name() {
            let entry = entry.map_err(|error| BuildError::at(&source)(error.into()))?;
            if !entry.file_type().is_file() || is_not_bundled(entry.path()) {
                continue;
            }
            let bytes = std::fs::read(entry.path()).map_err(BuildError::at(entry.path()))?;
            let relative = entry.path().strip_prefix(&home).unwrap_or(entry.path());
            inputs.add(relative.to_string_lossy().as_bytes());
            inputs.add(&bytes);
        }
    }
    Ok(hex(&inputs.finish()))
}

fn is_not_bundled(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.contains(".test.") || name.ends_with(".md")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_and_settings_change_the_hash() {
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
