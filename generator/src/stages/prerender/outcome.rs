//! Reads the folder that esbuild wrote as a bundle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::bundle::{Bundle, BundleFile};
use super::entries::{
    CONSENT, CONSENT_RUN, CONSENT_STYLES, ESTIMATE, ISLANDS, LIVE, MOUNT, PAGE, PAGE_STYLES, REGISTRY, STYLES,
};
use super::islands;
use super::metafile::{Metafile, file_name};
use super::sizes::{IslandFiles, SizeReport};
use super::sources::Sources;
use crate::project::licenses;
use model::build_error::BuildError;

/// Reads the folder that esbuild wrote for the project in `root`. `hash` is that of the sources.
pub(super) fn read(root: &Path, places: &Sources, folder: &Path, hash: &str) -> Result<Bundle, BuildError> {
    let browser = metafile(places, folder, "browser")?;
    let scripts = metafile(places, folder, "scripts")?;
    let consent = match folder.join(CONSENT_RUN).exists() {
        true => Some(metafile(places, folder, CONSENT_RUN)?),
        false => None,
    };
    let mut entries: BTreeMap<String, String> = BTreeMap::new();
    let of_consent = consent
        .iter()
        .flat_map(|meta| [(meta, CONSENT), (meta, CONSENT_STYLES)]);
    let of_all = [
        (&browser, ISLANDS),
        (&browser, STYLES),
        (&scripts, PAGE),
        (&scripts, ESTIMATE),
        (&scripts, LIVE),
    ];
    for (meta, entry) in of_all.into_iter().chain(of_consent) {
        if let Some(path) = meta.of_entry(entry.source) {
            entries.insert(entry.name.to_owned(), file_name(path).to_owned());
        }
    }
    for sheet in browser.of_folder(PAGE_STYLES).map(file_name) {
        entries.extend(without_hash(sheet).map(|plain| (plain, sheet.to_owned())));
    }
    let sources: BTreeSet<&str> = [&browser, &scripts]
        .into_iter()
        .chain(&consent)
        .flat_map(Metafile::sources)
        .collect();
    let consent = consent.as_ref().map(consent_files).unwrap_or_default();
    for path in browser.outputs.keys().map(|path| file_name(path)) {
        if let Some(plain) = without_hash(path).filter(|plain| !is_code(plain)) {
            entries.insert(plain, path.to_owned());
        }
    }
    let files = asset_files(folder)?;
    let prerender = script(folder, "prerender", "prerender-")
        .ok_or_else(|| account("there is no script for prerendering"))?;
    let worker = script(folder, "scripts", "worker-").ok_or_else(|| account("there is no service worker"))?;
    let islands = island_files(&prerender, hash, &browser)?;
    Ok(Bundle {
        hash: hash.to_owned(),
        sizes: SizeReport::measure(&files, &entries, &islands, &consent),
        files,
        prerender,
        worker,
        licenses: Some(licenses::text(root, sources.iter().copied())?.into()),
        entries,
    })
}

/// The files of the consent run: those that the script needs to start, and as lazy files those of the bar.
fn consent_files(metafile: &Metafile) -> IslandFiles {
    let initial = metafile.static_files_of(CONSENT.source);
    let all = metafile.outputs.keys().map(|path| file_name(path).to_owned());
    let lazy = all.filter(|name| !initial.contains(name)).collect();
    IslandFiles { initial, lazy }
}

/// The files of each island. The registry lists the islands in the order in which it imports their code.
fn island_files(
    prerender: &Arc<str>,
    hash: &str,
    browser: &Metafile,
) -> Result<BTreeMap<String, IslandFiles>, BuildError> {
    let listed = islands::list(hash, prerender).map_err(|error| account(&error.to_string()))?;
    let sources = browser.dynamic_imports_of_source(REGISTRY);
    if sources.len() != listed.len() {
        return Err(account("the registry names and imports differ"));
    }
    let mount = browser.static_files_of(MOUNT);
    let files = listed.into_iter().zip(sources).map(|(island, source)| {
        let path = browser.of_entry(source).unwrap_or(source);
        let initial: BTreeSet<String> = browser.static_files(path).union(&mount).cloned().collect();
        let mut lazy = browser.all_files(&initial);
        lazy.retain(|name| !initial.contains(name));
        (island.name, IslandFiles { initial, lazy })
    });
    Ok(files.collect())
}

/// The report that esbuild wrote about its run is not as expected.
fn account(detail: &str) -> BuildError {
    BuildError::Tool(format!("the report of esbuild has an unexpected form: {detail}"))
}

fn metafile(places: &Sources, folder: &Path, run: &str) -> Result<Metafile, BuildError> {
    let path = folder.join(format!("{run}.json"));
    let text = std::fs::read_to_string(&path).map_err(BuildError::at(&path))?;
    serde_json::from_str(&places.plain(text)).map_err(|error| account(&error.to_string()))
}

/// `text.woff2` for `text-ABCDEFGH.woff2`: esbuild's hashes are eight letters and digits.
fn without_hash(hashed: &str) -> Option<String> {
    let (stem, extension) = hashed.rsplit_once('.')?;
    let (name, _) = stem.rsplit_once('-').filter(|(_, hash)| hash.len() == 8)?;
    Some(format!("{name}.{extension}"))
}

fn is_code(name: &str) -> bool {
    [".js", ".css"].iter().any(|extension| name.ends_with(extension))
}

/// A script that is not published under `/assets/`, found by the start of its name.
fn script(folder: &Path, run: &str, prefix: &str) -> Option<Arc<str>> {
    let mut files = std::fs::read_dir(folder.join(run)).ok()?.filter_map(Result::ok);
    let file = files.find(|file| file.file_name().to_string_lossy().starts_with(prefix))?;
    Some(std::fs::read_to_string(file.path()).ok()?.into())
}

/// All files to publish under `/assets/`, sorted by name. The service worker is not among them: it is `/sw.js`.
fn asset_files(folder: &Path) -> Result<Vec<BundleFile>, BuildError> {
    let mut files = Vec::new();
    for run in ["browser", "scripts", CONSENT_RUN].map(|run| folder.join(run)) {
        if run.ends_with(CONSENT_RUN) && !run.exists() {
            continue;
        }
        for entry in std::fs::read_dir(&run).map_err(BuildError::at(&run))? {
            let entry = entry.map_err(BuildError::at(&run))?;
            let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
            if !name.starts_with("worker-") {
                let bytes = std::fs::read(&path).map_err(BuildError::at(&path))?.into();
                files.push(BundleFile { name, bytes });
            }
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}
