//! Makes the bundle with esbuild, and stores it until a source changes.

use std::path::Path;

use walkdir::WalkDir;

use super::bundle::{Bundle, BundleOptions};
use super::entries;
use super::esbuild::{self, BundleSources};
use super::esbuild_report;
use crate::cache::{Inputs, Key, Kind};
use crate::node::Tools;
use crate::project;
use model::build_error::BuildError;
use model::config::BrowserBehaviour;

const BUNDLES: Kind = Kind {
    name: "bundles",
    // Of other sources or branches, of some 400 KB: one run of all tests makes 30.
    unused_kept: 50,
};
/// The name of a bundle among the results, which is the origin of its files.
pub(crate) const NAME: &str = "islands/src";
/// Version of the stored format: raise it when [`Bundle`] changes its fields, or the arguments common to all runs of esbuild.
const FORMAT: u32 = 12;

/// Makes the bundle of a project, or reads it from the store.
pub fn bundle(
    tools: &Tools,
    behaviour: &BrowserBehaviour,
    options: &BundleOptions,
) -> Result<Bundle, BuildError> {
    let root = &tools.root;
    let sources = BundleSources::find(root)?;
    if !sources.path("src").exists() {
        return Ok(Bundle::default());
    }
    let constants = entries::constants(behaviour, options);
    let runs = entries::runs(&sources, options);
    let target = esbuild::target()?;
    let settings = format!("{FORMAT} {target} {runs:?} {constants:?} {}", options.theme);
    let key = key(root, &settings)?;
    if let Some(bundle) = tools.store.get(BUNDLES, NAME, &key) {
        return Ok(bundle);
    }
    // It is inside the project if possible, because the hashes in esbuild's file names depend on the path from the sources to
    // the output: the same project gives the same names wherever it is.
    let cache = tools.store.folder();
    let parent = cache.join("work");
    let folder = std::fs::create_dir_all(&parent)
        .and_then(|()| tempfile::tempdir_in(&parent))
        .or_else(|_| tempfile::tempdir())
        .map_err(BuildError::at(cache))?;
    esbuild::run(
        root,
        &sources,
        folder.path(),
        &runs,
        &options.theme,
        &constants,
    )?;
    let bundle = esbuild_report::read_bundle(root, &sources, folder.path())?;
    tools.store.put(BUNDLES, &key, &bundle);
    Ok(bundle)
}

/// Folders and files, relative to the project's root, that esbuild's output depends on.
const SOURCES: [&str; 5] = [
    "islands/src",
    "islands/package.json",
    "islands/package-lock.json",
    "islands/tsconfig.json",
    project::TEMPLATES,
];

/// Whether a file below one of these is bundled, by its name: tests and notes are not, and of `templates/` only style sheets and
/// what they may import.
fn is_source(source: &str, name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default();
    if source == project::TEMPLATES {
        return ["css", "svg"].contains(&extension) || esbuild::ASSETS.contains(&extension);
    }
    !name.contains(".test.") && extension != "md"
}

/// The key of a bundle: the sources below `root`, without those that are not bundled, and `settings`.
fn key(root: &Path, settings: &str) -> Result<Key, BuildError> {
    let mut inputs = Inputs::default();
    for source in SOURCES {
        let home = project::base(root, source);
        let path = home.join(source);
        if !path.exists() {
            continue;
        }
        for entry in WalkDir::new(&path).sort_by_file_name() {
            let entry = entry.map_err(|error| BuildError::at(&path)(error.into()))?;
            let is_file = entry.file_type().is_file();
            if !is_file || !is_source(source, &entry.file_name().to_string_lossy()) {
                continue;
            }
            let bytes = std::fs::read(entry.path()).map_err(BuildError::at(entry.path()))?;
            let relative = entry.path().strip_prefix(&home).unwrap_or(entry.path());
            inputs.add(system::slashed(relative).as_bytes());
            inputs.add(&bytes);
        }
    }
    let key = Key::default().with("settings", settings);
    Ok(key.with("sources", inputs.finish()))
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
        let second = key(root.path(), "x").unwrap();
        assert_ne!(second, first);

        // A style sheet may import a picture from any folder of the templates.
        let pictures = root.path().join("templates/pictures");
        std::fs::create_dir_all(&pictures).unwrap();
        std::fs::write(pictures.join("page.html"), "1").unwrap();
        assert_eq!(key(root.path(), "x").unwrap(), second);
        std::fs::write(pictures.join("paper.webp"), "1").unwrap();
        assert_ne!(key(root.path(), "x").unwrap(), second);
    }
}
