//! The bundles: everything a browser loads, the service worker, and the script for prerendering.
//!
//! Made by esbuild from `islands/src` and `templates/styles`, kept under `.site/cache/bundle/<hash>`,
//! and read from there as long as no source changes. A project without islands has an empty bundle.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::entries::{self, OFFLINE_STYLES, PAGE, STYLES};
use super::esbuild::{self, Run};
use super::inputs;
use super::sizes::SizeReport;
use super::store::{self, Record};
use model::build_error::BuildError;
use model::config::Behaviour;

/// Where hashed files live on the site.
pub const ASSETS: &str = "/assets/";
/// Raised when what is kept in the cache changes its shape, or the arguments that esbuild gets for every run change.
const FORMAT: u32 = 4;

/// How to bundle.
#[derive(Clone, Debug, Default)]
pub struct BundleOptions {
    /// Includes `preact/debug`, which prints hydration mismatches to the console.
    pub debug: bool,
    /// What the consent script is told ([`crate::outputs::trackers::settings`]); none: there is no such script.
    pub consent: Option<String>,
}

/// One file under `/assets/`.
#[derive(Clone, Debug)]
pub struct BundleFile {
    /// Name with the content's hash in it.
    pub name: String,
    /// Content.
    pub bytes: Arc<[u8]>,
}

/// All that esbuild made.
#[derive(Clone, Debug, Default)]
pub struct Bundle {
    /// Hash over all sources; empty when the project has no islands.
    pub hash: String,
    /// Files to write under `/assets/`, by name.
    pub files: Vec<BundleFile>,
    /// Sizes after brotli.
    pub sizes: SizeReport,
    pub(super) prerender: Arc<str>,
    pub(super) worker: Arc<str>,
    pub(super) record: Record,
}

impl Bundle {
    /// The URL of an entry (`"page.js"`, `"islands.js"`, `"site.css"`) or of a font or picture by its plain name.
    pub fn url(&self, name: &str) -> Option<String> {
        self.record
            .entries
            .get(name)
            .map(|hashed| format!("{ASSETS}{hashed}"))
    }

    /// Addresses of what the service worker's offline pages need: styles, fonts, page script.
    pub fn shell(&self) -> Vec<String> {
        let named = [PAGE.name, STYLES.name, OFFLINE_STYLES];
        let is_shell = |name: &&str| name.ends_with(".woff2") || named.contains(name);
        self.names()
            .filter(is_shell)
            .filter_map(|name| self.url(name))
            .collect()
    }

    /// Modules that an island needs to start, so that a page can ask for all of them at once.
    pub fn modules(&self, island: &str) -> Vec<String> {
        self.sizes
            .first_files(island)
            .map(|name| format!("{ASSETS}{name}"))
            .collect()
    }

    /// Names that [`Bundle::url`] knows, for hints.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.record.entries.keys().map(String::as_str)
    }
}

/// Makes the bundle of the project in `root`, or reads it from `cache` (the folder `.site/cache`).
///
/// # Errors
/// See [`BuildError`]. Nothing is left in the cache by a failed run.
pub fn bundle(
    root: &Path,
    cache: &Path,
    behaviour: &Behaviour,
    options: &BundleOptions,
) -> Result<Bundle, BuildError> {
    let islands = root.join("islands");
    if !islands.join("src").exists() {
        return Ok(Bundle::default());
    }
    let constants = entries::constants(behaviour, options);
    let runs = entries::runs(&islands, options.consent.is_some())?;
    let hash = inputs::hash(root, &format!("{FORMAT} {runs:?} {constants:?}"))?;
    let kept = cache.join("bundle");
    let folder = kept.join(&hash);
    if let Some(bundle) = store::read(&folder, &hash) {
        return Ok(bundle);
    }
    make(&islands, &kept, &hash, &constants, &runs)?;
    store::drop_old(&kept, &hash);
    store::read(&folder, &hash).ok_or_else(|| account("files are missing"))
}

/// Runs esbuild a few times at once into a fresh folder, then gives the folder its final name.
fn make(
    islands: &Path,
    kept: &Path,
    hash: &str,
    constants: &BTreeMap<String, String>,
    runs: &[Run],
) -> Result<(), BuildError> {
    let binary = esbuild::binary(islands)?;
    std::fs::create_dir_all(kept).map_err(BuildError::at(kept))?;
    let fresh = tempfile::tempdir_in(kept).map_err(BuildError::at(kept))?;
    let results = std::thread::scope(|scope| {
        let started: Vec<_> = runs
            .iter()
            .map(|run| scope.spawn(|| esbuild::run(&binary, islands, fresh.path(), run, constants)))
            .collect();
        started
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err(esbuild::failed("stopped"))))
            .collect::<Vec<_>>()
    });
    // The same error shows in each run that reads the file: all problems once, sorted.
    let mut problems = Vec::new();
    for error in results.into_iter().filter_map(Result::err) {
        problems.extend(error.problems()?);
    }
    if !problems.is_empty() {
        return Err(model::problem::sorted(problems).into());
    }
    store::write_record(fresh.path(), hash)?;
    let folder = kept.join(hash);
    match std::fs::rename(fresh.path(), &folder) {
        // Another build of the same sources was quicker: its bundle is as good.
        Err(_) if folder.join("record.json").exists() => Ok(()),
        result => result.map_err(BuildError::at(&folder)),
    }
}

/// The report that esbuild wrote about its run is not as expected.
pub(super) fn account(detail: &str) -> BuildError {
    BuildError::Tool(format!(
        "esbuild wrote an account that is not understood: {detail}"
    ))
}
