//! esbuild's own account of a run: which files it wrote, from which entry, and who loads whom.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// The part of a metafile that the generator reads. Keys are paths as esbuild prints them.
#[derive(Debug, Deserialize)]
pub(super) struct Metafile {
    pub outputs: BTreeMap<String, OutputFile>,
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

    /// A file and all that it needs before it can run, by static imports.
    pub(super) fn with_static_imports(&self, path: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut open = vec![path.to_owned()];
        while let Some(path) = open.pop() {
            let Some(file) = self.outputs.get(&path) else {
                continue;
            };
            open.extend(
                file.imports
                    .iter()
                    .filter(|import| import.kind == "import-statement" && !import.external)
                    .map(|import| import.path.clone()),
            );
            found.insert(path);
            open.retain(|path| !found.contains(path));
        }
        found
    }

    /// Files that `path` loads later, in the order of its code.
    pub(super) fn dynamic_imports(&self, path: &str) -> Vec<&str> {
        let imports = self.outputs.get(path).map_or(&[][..], |file| &file.imports);
        imports
            .iter()
            .filter(|import| import.kind == "dynamic-import" && !import.external)
            .map(|import| import.path.as_str())
            .collect()
    }
}

/// The last part of a path that esbuild printed.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
