//! The bundle: the scripts, styles and fonts that browsers load, the service worker, and the prerendering script. esbuild builds
//! it, and it is stored until a source changes. A project without islands has an empty bundle.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use super::entries::{self, COUNTS, OFFLINE_STYLES, PAGE, STYLES};
use super::esbuild::{self, BundleSources};
use super::esbuild_report;
use super::sizes::SizeReport;
use crate::cache::{Inputs, Key, Kind};
use crate::node::Tools;
use crate::project;
use model::build_error::BuildError;
use model::config::BrowserBehaviour;
use model::output::ASSETS;
use model::theme::Fonts;

const BUNDLES: Kind = Kind {
    name: "bundles",
    // Of other sources or branches, of some 400 KB: one run of all tests makes 30.
    unused_kept: 50,
};
/// The name of a bundle among the results, which is the origin of its files.
pub(crate) const NAME: &str = "islands/src";
/// Version of the stored format: raise it when [`Bundle`] changes its fields, or the arguments common to all runs of esbuild.
const FORMAT: u32 = 11;

/// How to bundle.
#[derive(Clone, Debug, Default)]
pub struct BundleOptions {
    /// Includes `preact/debug`, which prints hydration mismatches to the console.
    pub debug: bool,
    /// What style sheets import as `theme.css` ([`crate::outputs::theme::style_sheet`]).
    pub theme: String,
    /// Settings of the consent script as JSON ([`crate::outputs::trackers::settings`]); `None` builds no such script.
    pub consent: Option<String>,
    /// Builds the script that counts events.
    pub counts: bool,
}

/// One file under `/assets/`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct BundleFile {
    /// File name with the hash of its content.
    pub name: String,
    /// Content.
    pub bytes: Bytes,
}

/// Everything that esbuild built.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Bundle {
    /// Hash over all sources; empty when the project has no islands.
    pub hash: String,
    /// Files to write under `/assets/`, by name.
    pub files: Vec<BundleFile>,
    /// Sizes after brotli.
    pub sizes: SizeReport,
    pub(super) prerender: Arc<str>,
    /// The service worker, without its settings.
    pub worker: Arc<str>,
    /// The notices of the packages and fonts in it; none when the project has no islands.
    pub licenses: Option<Bytes>,
    /// The groups of strings that each island needs, by its name.
    pub(crate) strings: BTreeMap<String, Vec<String>>,
    /// Plain name to hashed name.
    pub(super) entries: BTreeMap<String, String>,
}

impl Bundle {
    /// The URL of an entry (`"page.js"`, `"islands.js"`, `"site.css"`) or of a font or picture by its plain name.
    pub fn url(&self, name: &str) -> Option<String> {
        self.entries
            .get(name)
            .map(|hashed| format!("{ASSETS}{hashed}"))
    }

    /// URLs of what the offline pages need: styles, the fonts and the scripts that every page has.
    pub fn shell(&self, fonts: &Fonts) -> Vec<String> {
        let named = fonts
            .preloaded()
            .chain([PAGE, COUNTS, STYLES, OFFLINE_STYLES]);
        let named: HashSet<&str> = named.collect();
        self.names()
            .filter(|name| named.contains(name))
            .filter_map(|name| self.url(name))
            .collect()
    }

    /// URLs of the modules that an island needs to start, for `modulepreload`.
    pub fn modules(&self, island: &str) -> Vec<String> {
        let files = self
            .sizes
            .islands
            .get(island)
            .into_iter()
            .flat_map(|files| &files.initial);
        files.map(|name| format!("{ASSETS}{name}")).collect()
    }

    /// The names of the icons that the style sheet of every page contains as `.icon-NAME`.
    pub fn icons(&self) -> HashSet<String> {
        let name = self.entries.get(STYLES);
        let sheet = self.files.iter().find(|file| Some(&file.name) == name);
        let text = sheet.and_then(|file| std::str::from_utf8(&file.bytes).ok());
        let rules = text.unwrap_or_default().split(".icon-").skip(1);
        rules
            .filter_map(|rule| rule.split(['{', ',']).next().map(str::to_owned))
            .collect()
    }

    /// Names that [`Bundle::url`] knows, for hints.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }
}

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
    let folder = std::fs::create_dir_all(&parent).and_then(|()| tempfile::tempdir_in(&parent));
    let folder = folder
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
    let bundle = esbuild_report::read_bundle(root, &sources, folder.path(), &key.digest())?;
    tools.store.put(BUNDLES, &key, &bundle);
    Ok(bundle)
}

/// Folders and files, relative to the project's root, that esbuild's output depends on.
const SOURCES: [&str; 7] = [
    "islands/src",
    "islands/package.json",
    "islands/package-lock.json",
    "islands/tsconfig.json",
    "templates/styles",
    "templates/fonts",
    "templates/icons",
];

/// The key of a bundle: the sources below `root`, without those that are not bundled, and `settings`.
fn key(root: &Path, settings: &str) -> Result<Key, BuildError> {
    let mut inputs = Inputs::default();
    for source in SOURCES {
        let home = project::base(root, source);
        let source = home.join(source);
        if !source.exists() {
            continue;
        }
        for entry in WalkDir::new(&source).sort_by_file_name() {
            let entry = entry.map_err(|error| BuildError::at(&source)(error.into()))?;
            let name = entry.file_name().to_string_lossy();
            if !entry.file_type().is_file() || name.contains(".test.") || name.ends_with(".md") {
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
    fn icons_are_the_rules_of_the_style_sheet_of_every_page() {
        let file = |name: &str, text: &str| BundleFile {
            name: name.to_owned(),
            bytes: text.to_owned().into(),
        };
        let bundle = Bundle {
            files: vec![
                file("home-A.css", ".icon-home{}"),
                file(
                    "site-B.css",
                    ".icon{a:b}.icon-phone,.icon-mail{--icon: url(x)}",
                ),
            ],
            entries: [("site.css".to_owned(), "site-B.css".to_owned())].into(),
            ..Bundle::default()
        };
        assert_eq!(bundle.icons(), ["phone", "mail"].map(str::to_owned).into());
    }

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
