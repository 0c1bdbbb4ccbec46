//! The bundles: everything a browser loads, the service worker, and the script for prerendering.
//!
//! Made by esbuild from `islands/src` and `templates/styles`, kept under `.site/cache/bundle/<hash>`,
//! and read from there as long as no source changes. A project without islands has an empty bundle.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use super::esbuild::EsbuildError;
use super::esbuild::{self, Run};
use super::inputs;
use super::metafile::{Metafile, file_name};
use super::sizes::SizeReport;
use crate::config::Behaviour;

/// An entry: the name that templates give to `asset(...)` and its source from `islands/`.
pub(super) struct Entry {
    pub name: &'static str,
    pub source: &'static str,
}

pub(super) const ISLANDS: Entry = Entry {
    name: "islands.js",
    source: "src/loader/index.ts",
};
pub(super) const PAGE: Entry = Entry {
    name: "page.js",
    source: "src/page/index.ts",
};
pub(super) const STYLES: Entry = Entry {
    name: "site.css",
    source: "../templates/styles/site.css",
};
const WORKER: &str = "src/worker/index.ts";
const PRERENDER: &str = "src/prerender/index.tsx";
/// The chunk that every island needs: framework, strings and hydration.
pub(super) const MOUNT: &str = "src/mount.tsx";

/// Where hashed files live on the site.
pub const ASSETS: &str = "/assets/";
/// Raised when what is kept in the cache changes its shape or the arguments of esbuild change.
const FORMAT: u32 = 1;
/// Bundles kept in the cache: this one, and those of the last branches worked on.
const KEPT: usize = 6;

/// How to bundle.
#[derive(Clone, Debug, Default)]
pub struct BundleOptions {
    /// Includes `preact/debug`, which prints hydration mismatches to the console.
    pub debug: bool,
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
    record: Record,
}

/// What the cache keeps beside the files.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct Record {
    /// Plain name to hashed name.
    entries: BTreeMap<String, String>,
    /// Measured once: brotli at its strongest takes longer than esbuild.
    sizes: SizeReport,
}

impl Bundle {
    /// The URL of an entry (`"page.js"`, `"islands.js"`, `"site.css"`) or of a font or picture by its plain name.
    pub fn url(&self, name: &str) -> Option<String> {
        self.record
            .entries
            .get(name)
            .map(|hashed| format!("{ASSETS}{hashed}"))
    }

    /// Addresses of what every page needs: styles, fonts, page script. For the service worker's offline pages.
    pub fn shell(&self) -> Vec<String> {
        let is_shell = |name: &&str| name.ends_with(".woff2") || [PAGE.name, STYLES.name].contains(name);
        self.names()
            .filter(is_shell)
            .filter_map(|name| self.url(name))
            .collect()
    }

    /// Names that [`Bundle::url`] knows, for hints.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.record.entries.keys().map(String::as_str)
    }
}

/// Why there is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// esbuild is missing, or the sources have errors.
    #[error(transparent)]
    Esbuild(#[from] EsbuildError),
    /// A source or the cache cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// esbuild's account of its run was not as expected.
    #[error("esbuild wrote an account that is not understood: {0}")]
    Account(String),
}

/// Makes the bundle of the project in `root`, or reads it from `cache` (the folder `.site/cache`).
///
/// # Errors
/// See [`BundleError`]. Nothing is left in the cache by a failed run.
pub fn bundle(
    root: &Path,
    cache: &Path,
    behaviour: &Behaviour,
    options: &BundleOptions,
) -> Result<Bundle, BundleError> {
    let islands = root.join("islands");
    if !islands.join("src").exists() {
        return Ok(Bundle::default());
    }
    let constants = constants(behaviour, options);
    let hash = inputs::hash(root, &format!("{FORMAT} {constants:?}"))
        .map_err(|(path, source)| BundleError::File { path, source })?;
    let kept = cache.join("bundle");
    let folder = kept.join(&hash);
    if let Some(bundle) = read(&folder, &hash) {
        return Ok(bundle);
    }
    make(&islands, &kept, &hash, &constants)?;
    drop_old(&kept, &hash);
    read(&folder, &hash).ok_or_else(|| BundleError::Account("files are missing".to_owned()))
}

/// Identifiers that the scripts use; their values stand in `site.yaml` and nowhere else.
fn constants(behaviour: &Behaviour, options: &BundleOptions) -> BTreeMap<String, String> {
    let numbers = [
        ("LOADING_THROTTLE_MS", behaviour.loading_bar.throttle_ms),
        ("LOADING_DURATION_MS", behaviour.loading_bar.duration_ms),
        ("PREFETCH_IDLE_TIMEOUT_MS", behaviour.prefetch_idle_timeout_ms),
        ("RELOAD_GUARD_MS", behaviour.reload_guard_ms),
        ("FETCH_MINIMUM_DELAY_MS", behaviour.fetch_minimum_delay_ms),
        ("HEADER_COMPACT_AFTER_PX", behaviour.header.compact_after_px),
        ("HEADER_LOGO_AFTER_PX", behaviour.header.logo_after_px),
    ];
    let mut constants: BTreeMap<String, String> = numbers
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_string()))
        .collect();
    constants.insert("DEBUG".to_owned(), options.debug.to_string());
    constants
}

/// Runs esbuild three times at once into a fresh folder, then gives the folder its final name.
fn make(
    islands: &Path,
    kept: &Path,
    hash: &str,
    constants: &BTreeMap<String, String>,
) -> Result<(), BundleError> {
    let binary = esbuild::binary(islands)?;
    std::fs::create_dir_all(kept).map_err(|source| file_error(kept, source))?;
    let fresh = tempfile::tempdir_in(kept).map_err(|source| file_error(kept, source))?;
    let runs = runs(islands);
    let results = std::thread::scope(|scope| {
        let started: Vec<_> = runs
            .iter()
            .map(|run| scope.spawn(|| esbuild::run(&binary, islands, fresh.path(), run, constants)))
            .collect();
        started
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err(EsbuildError::Other("stopped".to_owned())))
            })
            .collect::<Vec<_>>()
    });
    // The same error shows in each run that reads the file: all problems once, sorted.
    let mut problems = Vec::new();
    for result in results {
        match result {
            Ok(()) => {}
            Err(EsbuildError::Problems(found)) => problems.extend(found),
            Err(other) => return Err(other.into()),
        }
    }
    if !problems.is_empty() {
        return Err(EsbuildError::Problems(crate::problem::sorted(problems)).into());
    }
    write_record(fresh.path())?;
    let folder = kept.join(hash);
    match std::fs::rename(fresh.path(), &folder) {
        // Another build of the same sources was quicker: its bundle is as good.
        Err(_) if folder.join("record.json").exists() => Ok(()),
        result => result.map_err(|source| file_error(&folder, source)),
    }
}

fn runs(islands: &Path) -> [Run; 3] {
    let mut browser = vec![("islands", ISLANDS.source)];
    if islands.join(STYLES.source).exists() {
        browser.push(("site", STYLES.source));
    }
    [
        Run {
            name: "browser",
            entries: browser,
            arguments: &["--format=esm", "--splitting", "--minify"],
        },
        // Each of these is one file on its own: a page without islands asks for one script.
        Run {
            name: "scripts",
            entries: vec![("page", PAGE.source), ("worker", WORKER)],
            arguments: &["--format=iife", "--minify"],
        },
        // Names stay, so that a stack names the component.
        Run {
            name: "prerender",
            entries: vec![("prerender", PRERENDER)],
            arguments: &["--format=iife", "--minify-syntax", "--minify-whitespace"],
        },
    ]
}

/// Writes `record.json` into a folder that esbuild filled.
fn write_record(folder: &Path) -> Result<(), BundleError> {
    let browser = metafile(folder, "browser")?;
    let scripts = metafile(folder, "scripts")?;
    let mut entries: BTreeMap<String, String> = BTreeMap::new();
    for (meta, entry) in [(&browser, ISLANDS), (&browser, STYLES), (&scripts, PAGE)] {
        if let Some(path) = meta.of_entry(entry.source) {
            entries.insert(entry.name.to_owned(), file_name(path).to_owned());
        }
    }
    for path in browser.outputs.keys().map(|path| file_name(path)) {
        if let Some(plain) = plain_name(path).filter(|plain| !is_code(plain)) {
            entries.insert(plain, path.to_owned());
        }
    }
    let files = asset_files(folder)?;
    let sizes = SizeReport::measure(&files, &entries, &browser);
    let record = Record { entries, sizes };
    let json = serde_json::to_vec(&record).map_err(|error| BundleError::Account(error.to_string()))?;
    let path = folder.join("record.json");
    std::fs::write(&path, json).map_err(|source| file_error(&path, source))
}

fn metafile(folder: &Path, run: &str) -> Result<Metafile, BundleError> {
    let path = folder.join(format!("{run}.json"));
    let text = std::fs::read_to_string(&path).map_err(|source| file_error(&path, source))?;
    serde_json::from_str(&text).map_err(|error| BundleError::Account(error.to_string()))
}

/// `text-ABCDEFGH.woff2` is `text.woff2`: esbuild's hashes are eight letters and digits.
fn plain_name(hashed: &str) -> Option<String> {
    let (stem, extension) = hashed.rsplit_once('.')?;
    let (name, _) = stem.rsplit_once('-').filter(|(_, hash)| hash.len() == 8)?;
    Some(format!("{name}.{extension}"))
}

fn is_code(name: &str) -> bool {
    [".js", ".css"].iter().any(|extension| name.ends_with(extension))
}

/// The bundle in a cache folder; absent when the folder is not whole.
fn read(folder: &Path, hash: &str) -> Option<Bundle> {
    let record: Record = serde_json::from_slice(&std::fs::read(folder.join("record.json")).ok()?).ok()?;
    let script = |run: &str, name: &str| -> Option<Arc<str>> {
        let files = std::fs::read_dir(folder.join(run)).ok()?;
        let path = files
            .filter_map(Result::ok)
            .map(|file| file.path())
            .find(|path| {
                path.file_name()
                    .is_some_and(|file| file.to_string_lossy().starts_with(name))
            })?;
        Some(std::fs::read_to_string(path).ok()?.into())
    };
    Some(Bundle {
        hash: hash.to_owned(),
        files: asset_files(folder).ok()?,
        sizes: record.sizes.clone(),
        prerender: script("prerender", "prerender-")?,
        worker: script("scripts", "worker-")?,
        record,
    })
}

/// All files that go to `/assets/`, sorted by name; the worker has an address of its own.
fn asset_files(folder: &Path) -> Result<Vec<BundleFile>, BundleError> {
    let mut files = Vec::new();
    for run in ["browser", "scripts"] {
        let run = folder.join(run);
        for entry in std::fs::read_dir(&run).map_err(|source| file_error(&run, source))? {
            let path = entry.map_err(|source| file_error(&run, source))?.path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if name.starts_with("worker-") {
                continue;
            }
            let bytes = std::fs::read(&path).map_err(|source| file_error(&path, source))?;
            files.push(BundleFile {
                name,
                bytes: bytes.into(),
            });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Keeps the newest bundles; what cannot be removed is only a little space lost.
fn drop_old(kept: &Path, current: &str) {
    let Ok(entries) = std::fs::read_dir(kept) else {
        return;
    };
    let mut folders: Vec<_> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy() != current)
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    folders.sort();
    let surplus = folders.len().saturating_sub(KEPT - 1);
    for (_, path) in folders.into_iter().take(surplus) {
        let _ = std::fs::remove_dir_all(path);
    }
}

fn file_error(path: &Path, source: std::io::Error) -> BundleError {
    BundleError::File {
        path: path.to_path_buf(),
        source,
    }
}
