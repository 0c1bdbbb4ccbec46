//! esbuild's metafile of a run: the files it wrote, the entry of each, and their imports.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// The part of a metafile that the generator reads. The keys are paths as esbuild prints them, relative to `islands/`.
#[derive(Debug, Deserialize)]
pub(super) struct Metafile {
    inputs: BTreeMap<String, InputFile>,
    pub outputs: BTreeMap<String, OutputFile>,
}

/// One source file.
#[derive(Debug, Deserialize)]
struct InputFile {
    #[serde(default)]
    imports: Vec<Import>,
}

/// One written file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OutputFile {
    /// The entry's source, relative to `islands/`; absent for shared chunks.
    pub entry_point: Option<String>,
    #[serde(default)]
    pub imports: Vec<Import>,
}

/// One import in a file.
#[derive(Debug, Deserialize)]
pub(super) struct Import {
    pub path: String,
    pub kind: String,
    #[serde(default)]
    pub external: bool,
}

impl Metafile {
    /// Every source file, as a path from `islands/`.
    pub(super) fn sources(&self) -> impl Iterator<Item = &str> {
        self.inputs.keys().map(String::as_str)
    }

    /// The output file of an entry, by the path of its source.
    pub(super) fn output_of(&self, source: &str) -> Option<&str> {
        self.outputs
            .iter()
            .find(|(_, file)| file.entry_point.as_deref() == Some(source))
            .map(|(path, _)| path.as_str())
    }

    /// Names of the files that an entry needs to run, by the path of its source; none for an unknown entry.
    pub(super) fn static_files_of_source(&self, source: &str) -> BTreeSet<String> {
        self.output_of(source).map_or_else(BTreeSet::new, |path| self.static_files(path))
    }

    /// Names of a file and of all files that it imports statically: they must be loaded before it can run.
    pub(super) fn static_files(&self, path: &str) -> BTreeSet<String> {
        self.reachable([path.to_owned()].into(), &["import-statement"])
    }

    /// Names of these files and of all files that they import, statically or with `import()`.
    pub(super) fn all_files(&self, names: &BTreeSet<String>) -> BTreeSet<String> {
        let paths = self.outputs.keys().filter(|path| names.contains(file_name(path)));
        self.reachable(paths.cloned().collect(), &["import-statement", "dynamic-import"])
    }

    fn reachable(&self, mut open: Vec<String>, kinds: &[&str]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        while let Some(path) = open.pop() {
            let Some(file) = self.outputs.get(&path) else {
                continue;
            };
            if found.insert(file_name(&path).to_owned()) {
                let is_followed =
                    |import: &&Import| !import.external && kinds.contains(&import.kind.as_str());
                let imports = file.imports.iter().filter(is_followed);
                open.extend(imports.map(|import| import.path.clone()));
            }
        }
        found
    }

    /// The sources that a source loads with `import()`, in the order of its text.
    pub(super) fn dynamic_imports_of_source(&self, source: &str) -> Vec<&str> {
        let imports = self.inputs.get(source).map_or(&[][..], |file| &file.imports);
        imports
            .iter()
            .filter(|import| import.kind == "dynamic-import")
            .map(|import| import.path.as_str())
            .collect()
    }
}

/// The last segment of a path that esbuild printed.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
