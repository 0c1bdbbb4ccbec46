//! esbuild's own account of a run: which files it wrote, from which entry, and who loads whom.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// The part of a metafile that the generator reads. Keys are paths as esbuild prints them.
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
    /// The source that this file was made for, from `islands/`; absent for shared chunks.
    pub entry_point: Option<String>,
    #[serde(default)]
    pub imports: Vec<Import>,
}

/// One file that another one loads.
#[derive(Debug, Deserialize)]
pub(super) struct Import {
    pub path: String,
    pub kind: String,
    #[serde(default)]
    pub external: bool,
}

impl Metafile {
    /// The file made for an entry, by the entry's path from `islands/`.
    pub(super) fn of_entry(&self, source: &str) -> Option<&str> {
        self.outputs
            .iter()
            .find(|(_, file)| file.entry_point.as_deref() == Some(source))
            .map(|(path, _)| path.as_str())
    }

    /// The files made for the entries in a folder, by the folder's path from `islands/`.
    pub(super) fn of_folder<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let is_in = move |source: &String| {
            source
                .strip_prefix(folder)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        self.outputs
            .iter()
            .filter(move |(_, file)| file.entry_point.as_ref().is_some_and(is_in))
            .map(|(path, _)| path.as_str())
    }

    /// A file and all that must be there before it can run; names of files.
    pub(super) fn needed_first(&self, path: &str) -> BTreeSet<String> {
        self.reached([path.to_owned()].into(), &["import-statement"])
    }

    /// These files and all that they may ever load; names of files.
    pub(super) fn needed_later(&self, names: &BTreeSet<String>) -> BTreeSet<String> {
        let paths = self.outputs.keys().filter(|path| names.contains(file_name(path)));
        self.reached(paths.cloned().collect(), &["import-statement", "dynamic-import"])
    }

    fn reached(&self, mut open: Vec<String>, kinds: &[&str]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        while let Some(path) = open.pop() {
            let Some(file) = self.outputs.get(&path) else {
                continue;
            };
            if found.insert(file_name(&path).to_owned()) {
                let imports = file.imports.iter().filter(|import| !import.external);
                open.extend(
                    imports
                        .filter(|import| kinds.contains(&import.kind.as_str()))
                        .map(|import| import.path.clone()),
                );
            }
        }
        found
    }

    /// Sources that a source loads with `import()`, in the order of its text.
    pub(super) fn dynamic_imports_of_source(&self, source: &str) -> Vec<&str> {
        let imports = self.inputs.get(source).map_or(&[][..], |file| &file.imports);
        imports
            .iter()
            .filter(|import| import.kind == "dynamic-import")
            .map(|import| import.path.as_str())
            .collect()
    }
}

/// The last part of a path that esbuild printed.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
