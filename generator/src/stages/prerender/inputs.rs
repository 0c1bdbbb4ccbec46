//! The bundle's key in the store: its source files and settings.
//!
//! When the key is unchanged, esbuild is not started. Tests and Markdown files are left out, because they are not
//! bundled.

use std::path::Path;

use walkdir::WalkDir;

use crate::cache::fingerprint::Inputs;
use crate::cache::store::Key;
use crate::project;
use model::build_error::BuildError;

/// Folders and files, relative to the project's root, that esbuild's output depends on.
const SOURCES: [&str; 6] = [
    "islands/src",
    "islands/package-lock.json",
    "islands/tsconfig.json",
    "templates/styles",
    "templates/fonts",
    "templates/icons",
];

/// The key of the sources below `root` and of `settings`.
///
/// # Errors
/// A source that cannot be read, with its path.
pub(super) fn key(root: &Path, settings: &str) -> Result<Key, BuildError> {
    let mut inputs = Inputs::default();
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
    let key = Key::default().with("settings", settings);
    Ok(key.with("sources", inputs.finish()))
}

fn is_not_bundled(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.contains(".test.") || name.ends_with(".md")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_and_settings_change_the_key() {
        let root = tempfile::tempdir().unwrap();
        let source = root.path().join("islands/src");
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(source.join("a.ts"), "1").unwrap();
        let first = key(root.path(), "x").unwrap();

        std::fs::write(source.join("a.test.ts"), "1").unwrap();
        assert_eq!(key(root.path(), "x").unwrap(), first);
        assert_ne!(key(root.path(), "y").unwrap(), first);

        std::fs::write(source.join("a.ts"), "2").unwrap();
        assert_ne!(key(root.path(), "x").unwrap(), first);
    }
}
