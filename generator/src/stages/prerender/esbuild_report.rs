//! Reads the folder that esbuild wrote as a bundle, and checks that the custom properties of its style sheets are defined.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use super::bundle::Bundle;
use super::bundle_file::BundleFile;
use super::entries::{
    BROWSER_RUN, CONSENT, CONSENT_RUN, COUNTS_RUN, ENTRIES, MOUNT, PAGE_STYLES, PRERENDER_RUN,
    REGISTRY, SCRIPTS_RUN,
};
use super::esbuild::{BundleSources, from_root};
use super::islands::{self, RegistryEntry};
use super::sizes::{IslandFiles, SizeReport};
use crate::project::licenses;
use formats::problem::{Code, Place, Problem, most_similar};
use model::build_error::BuildError;

/// Reads the folder that esbuild wrote for the project in `root`.
pub(super) fn read_bundle(
    root: &Path,
    places: &BundleSources,
    folder: &Path,
) -> Result<Bundle, BuildError> {
    let read = |run| Metafile::read(places, folder, run);
    let (browser, scripts) = (read(BROWSER_RUN)?, read(SCRIPTS_RUN)?);
    let optional = |run| folder.join(run).exists().then(|| read(run)).transpose();
    let (consent, counts) = (optional(CONSENT_RUN)?, optional(COUNTS_RUN)?);
    let metafiles = || {
        [&browser, &scripts]
            .into_iter()
            .chain(&consent)
            .chain(&counts)
    };
    let outputs = metafiles().flat_map(|metafile| &metafile.outputs);
    let entries: BTreeMap<String, String> = outputs
        .filter_map(|(path, output)| {
            let hashed = file_name(path);
            Some((
                plain_name(hashed, output.entry_point.as_deref())?,
                hashed.to_owned(),
            ))
        })
        .collect();
    let sources: BTreeSet<&str> = metafiles()
        .flat_map(|metafile| metafile.inputs.keys().map(String::as_str))
        .collect();
    let own = sources
        .iter()
        .filter(|source| !source.contains("node_modules/"));
    let text = |source: &&str| {
        Some((
            from_root(source),
            fs::read_to_string(places.path(source)).ok()?,
        ))
    };
    let undefined = undefined_properties(&own.filter_map(text).collect::<Vec<_>>());
    if !undefined.is_empty() {
        return Err(undefined.into());
    }
    let mut files = Vec::new();
    for metafile in metafiles() {
        // The service worker is not among the assets: it is `/sw.js`.
        for name in metafile.names().filter(|name| !name.starts_with("worker-")) {
            let path = metafile.folder.join(name);
            let bytes = fs::read(&path).map_err(BuildError::at(&path))?.into();
            files.push(BundleFile {
                name: name.to_owned(),
                bytes,
            });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let prerender = read(PRERENDER_RUN)?.script("prerender-")?;
    let registry = islands::registry(&prerender).map_err(|error| unexpected_report(&error))?;
    let islands = island_files(&registry, &browser)?;
    // The script needs the initial files, and the bar the others.
    let consent = consent
        .as_ref()
        .map_or_else(IslandFiles::default, |metafile| {
            let initial = metafile.initial_files(CONSENT);
            let lazy = metafile
                .names()
                .filter(|name| !initial.contains(*name))
                .map(str::to_owned)
                .collect();
            IslandFiles { lazy, initial }
        });
    Ok(Bundle {
        sizes: SizeReport::measure(&files, &entries, &islands, &consent),
        files,
        worker: scripts.script("worker-")?,
        prerender,
        strings: registry
            .into_iter()
            .map(|island| (island.name, island.strings))
            .collect(),
        licenses: Some(licenses::file_text(root, sources)?.into()),
        entries,
    })
}

/// The name under which templates find a file of the bundle, if they link it. `entry` is the source of an entry.
fn plain_name(hashed: &str, entry: Option<&str>) -> Option<String> {
    let is_code = [".js", ".css"]
        .iter()
        .any(|extension| hashed.ends_with(extension));
    match entry {
        Some(source) if source.starts_with(PAGE_STYLES) => without_hash(hashed),
        Some(source) => {
            let (name, ..) = ENTRIES.iter().find(|(_, known, _)| *known == source)?;
            Some((*name).to_owned())
        }
        None if is_code => None,
        None => without_hash(hashed),
    }
}

/// The files of each island. The registry lists the islands in the order in which it imports their code.
fn island_files(
    listed: &[RegistryEntry],
    browser: &Metafile,
) -> Result<BTreeMap<String, IslandFiles>, BuildError> {
    let imports = browser
        .inputs
        .get(REGISTRY)
        .map_or(&[][..], |file| &file.imports)
        .iter()
        .filter(|import| import.kind == DYNAMIC)
        .collect::<Vec<_>>();
    if imports.len() != listed.len() {
        return Err(unexpected_report("the registry names and imports differ"));
    }
    let mount = browser.initial_files(MOUNT);
    let files = listed.iter().zip(imports).map(|(island, import)| {
        let mut initial = browser.initial_files(&import.path);
        initial.extend(mount.iter().cloned());
        let open = browser
            .outputs
            .keys()
            .filter(|path| initial.contains(file_name(path)));
        let mut lazy = browser.reachable(open.cloned().collect(), &[STATIC, DYNAMIC]);
        lazy.retain(|name| !initial.contains(name));
        (island.name.clone(), IslandFiles { initial, lazy })
    });
    Ok(files.collect())
}

/// The metafile that esbuild wrote about its run is not as expected.
fn unexpected_report(detail: &str) -> BuildError {
    BuildError::Tool(format!("cannot parse esbuild's metafile: {detail}"))
}

/// `text.woff2` for `text-ABCDEFGH.woff2`: esbuild's hashes are eight letters and digits.
fn without_hash(hashed: &str) -> Option<String> {
    let (stem, extension) = hashed.rsplit_once('.')?;
    let (name, _) = stem.rsplit_once('-').filter(|(_, hash)| hash.len() == 8)?;
    Some(format!("{name}.{extension}"))
}

/// The kind of an import that a file needs to run.
const STATIC: &str = "import-statement";
const DYNAMIC: &str = "dynamic-import";

/// The part of a metafile that the generator reads. The keys are paths as esbuild prints them, relative to `islands/`.
#[derive(Debug, Deserialize)]
struct Metafile {
    #[serde(skip)]
    folder: PathBuf,
    inputs: BTreeMap<String, BundledFile>,
    outputs: BTreeMap<String, BundledFile>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct BundledFile {
    /// The entry's source, relative to `islands/`; absent for sources and shared chunks.
    entry_point: Option<String>,
    /// In the order of its text.
    #[serde(default)]
    imports: Vec<Import>,
}

#[derive(Debug, Deserialize)]
struct Import {
    path: String,
    kind: String,
    #[serde(default)]
    external: bool,
}

impl Metafile {
    fn read(places: &BundleSources, folder: &Path, run: &str) -> Result<Metafile, BuildError> {
        let path = folder.join(format!("{run}.json"));
        let text = fs::read_to_string(&path).map_err(BuildError::at(&path))?;
        let metafile = serde_json::from_str::<Metafile>(&places.plain(text))
            .map_err(|error| unexpected_report(&error.to_string()))?;
        Ok(Metafile {
            folder: folder.join(run),
            ..metafile
        })
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.outputs.keys().map(|path| file_name(path))
    }

    /// A script that is not published under `/assets/`, by the beginning of its name.
    fn script(&self, prefix: &str) -> Result<Arc<str>, BuildError> {
        let name = self.names().find(|name| name.starts_with(prefix));
        let text = name.and_then(|name| fs::read_to_string(self.folder.join(name)).ok());
        text.map(Arc::from)
            .ok_or_else(|| unexpected_report(&format!("there is no script `{prefix}`")))
    }

    /// Names of the files that an entry needs to run, by the path of its source; none for an unknown entry.
    fn initial_files(&self, source: &str) -> BTreeSet<String> {
        let is_entry = |path: &&String| self.outputs[*path].entry_point.as_deref() == Some(source);
        self.reachable(
            self.outputs
                .keys()
                .find(is_entry)
                .cloned()
                .into_iter()
                .collect(),
            &[STATIC],
        )
    }

    /// Names of these files and of all files that they import in one of these ways.
    fn reachable(&self, mut open: Vec<String>, kinds: &[&str]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        while let Some(path) = open.pop() {
            let Some(file) = self.outputs.get(&path) else {
                continue;
            };
            if found.insert(file_name(&path).to_owned()) {
                let imports = file
                    .imports
                    .iter()
                    .filter(|import| !import.external)
                    .filter(|import| kinds.contains(&import.kind.as_str()));
                open.extend(imports.map(|import| import.path.clone()));
            }
        }
        found
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What the theme defines only with a logo, without which no page has an element that uses it.
const OF_LOGO: [&str; 3] = ["--mark", "--mark-primary", "--wordmark"];

/// A problem for each `var(--name)` without a fallback in these files and texts, when none of them defines the name.
fn undefined_properties(texts: &[(String, String)]) -> Vec<Problem> {
    let found = || {
        texts.iter().flat_map(|(file, text)| {
            property_names(text).map(move |(at, name)| (file, text, at, name))
        })
    };
    let is_use = |text: &str, at: usize| text[..at].trim_end().ends_with("var(");
    let names: BTreeSet<&str> = found()
        .filter(|(_, text, at, _)| !is_use(text, *at))
        .map(|(.., name)| name)
        .chain(OF_LOGO)
        .collect();
    let defined: Vec<&str> = names.into_iter().collect();
    let unknown = found().filter(|(file, text, at, name)| {
        let has_fallback = !text[at + name.len()..].trim_start().starts_with(')');
        file.ends_with(".css") && is_use(text, *at) && !has_fallback && !defined.contains(name)
    });
    let problem = |(file, text, at, name): (&String, &String, usize, &str)| {
        let message = format!("nothing defines the custom property `{name}`");
        let meant = most_similar(name, &defined).map(|meant| format!("did you mean `{meant}`?"));
        let hint = meant
            .unwrap_or_else(|| "define it, or use one of templates/styles/tokens.css".to_owned());
        Problem::at(Code::ScriptError, file, Place::of_offset(text, at), message).hint(hint)
    };
    unknown.map(problem).collect()
}

/// Every name that begins with two hyphens, with its position.
fn property_names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let starts = text
        .match_indices("--")
        .filter(move |(at, _)| !text[..*at].ends_with(is_part));
    starts.map(move |(at, _)| {
        let rest = &text[at..];
        (
            at,
            &rest[..rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())],
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_is_defined_by_a_script_or_has_a_fallback() {
        let texts = [
            (
                "a.css",
                "a{width: var( --width )}\nb--other{top: var(--none, 1px); margin: var(--other)}",
            ),
            ("b.ts", "style.setProperty(\"--width\", x--)"),
        ]
        .map(|(name, text)| (name.to_owned(), text.to_owned()));
        let [problem] = &undefined_properties(&texts)[..] else {
            panic!("one problem")
        };
        assert_eq!(
            problem.to_string(),
            "a.css:2:45: nothing defines the custom property `--other`: define it, or use one of templates/styles/tokens.css"
        );
    }
}
