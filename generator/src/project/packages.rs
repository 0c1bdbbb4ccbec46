//! The npm packages that the engine works with. In the repository they are below `islands/`; where the engine itself is a
//! package, npm has installed them beside it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::project;
use model::build_error::BuildError;
use model::lang::Lang;

/// The folder in which npm installs packages.
pub const FOLDER: &str = "node_modules";
/// The description of a package, in its folder.
pub const DESCRIPTION: &str = "package.json";

/// The package that makes documents.
pub const TYPESETTER: &str = "@myriaddreamin/typst-ts-node-compiler";

/// What a package says about itself.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct PackageDescription {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: String,
    /// The packages that it needs, with their versions.
    pub(crate) dependencies: BTreeMap<String, String>,
    dev_dependencies: BTreeMap<String, String>,
}

impl PackageDescription {
    /// The version of a package that it needs, also for development alone.
    pub(crate) fn take_needed(&mut self, name: &str) -> Option<String> {
        self.dependencies
            .remove(name)
            .or_else(|| self.dev_dependencies.remove(name))
    }
}

/// What the package in a folder says about itself.
pub(crate) fn description(folder: &Path) -> Result<PackageDescription, BuildError> {
    let path = folder.join(DESCRIPTION);
    let bytes = std::fs::read(&path).map_err(BuildError::at(&path))?;
    serde_json::from_slice(&bytes).map_err(|error| BuildError::at(&path)(error.into()))
}

/// The name of the engine as a package; its version is that of this crate.
pub fn engine_name() -> String {
    serde_json::from_str::<PackageDescription>(include_str!("../../../npm/package.json"))
        .unwrap_or_default()
        .name
}

/// Whether the engine of a project is a package that npm has installed, and not a copy of the repository.
pub fn is_engine(root: &Path) -> bool {
    let engine = project::base(root, project::ISLANDS);
    engine.components().any(|part| part.as_os_str() == FOLDER)
}

/// The folder of an installed package; `None` when it is not installed.
pub fn folder(root: &Path, name: &str) -> Option<PathBuf> {
    find(&project::path(root, project::ISLANDS), name)
}

/// The folder of an installed package.
pub fn installed(root: &Path, name: &str) -> Result<PathBuf, BuildError> {
    folder(root, name).ok_or_else(|| {
        let how = how_to_install(root, name);
        BuildError::Tool(format!("the package {name} is not installed: run {how}"))
    })
}

/// The folder of a package as a file in `from` would find it, by the rules of Node.
pub fn find(from: &Path, name: &str) -> Option<PathBuf> {
    let from = std::path::absolute(from).ok()?;
    let folders = from
        .ancestors()
        .filter(|above| above.file_name() != Some(OsStr::new(FOLDER)));
    let mut places = folders.map(|above| above.join(FOLDER).join(name));
    places.find(|place| place.join(DESCRIPTION).is_file())
}

/// The languages that a site may have and for which npm has no dictionary.
const WITHOUT_DICTIONARY: [&str; 3] = ["fi", "ja", "zh"];

/// The package with the dictionary of a language, that of its country where it has one of its own; `None` when there is none.
pub fn dictionary(lang: Lang) -> Option<String> {
    match lang.locale() {
        "es-MX" => Some("dictionary-es-mx".to_owned()),
        "pt-PT" => Some("dictionary-pt-pt".to_owned()),
        _ if WITHOUT_DICTIONARY.contains(&lang.code()) => None,
        _ => Some(format!("dictionary-{lang}")),
    }
}

/// The version of a package that the engine is tested with.
pub fn version(root: &Path, name: &str) -> Option<String> {
    description(&project::path(root, project::ISLANDS))
        .ok()?
        .take_needed(name)
}

/// The command that installs a package, in quotation marks.
pub fn how_to_install(root: &Path, name: &str) -> String {
    if !is_engine(root) {
        return "`make set-up`".to_owned();
    }
    let version = version(root, name).map(|version| format!("@{version}"));
    format!(
        "`npm install --save-exact {name}{}`",
        version.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::lang::Languages;

    #[test]
    fn no_package_is_named_for_a_language_without_a_dictionary() {
        let languages = Languages::from_codes(["es", "ko", "zh", "ja", "fi"]).unwrap();
        let names: Vec<Option<String>> = languages.iter().map(dictionary).collect();
        let named = ["dictionary-es-mx", "dictionary-ko"].map(|name| Some(name.to_owned()));
        assert_eq!(names[..2], named);
        assert_eq!(names[2..], [None, None, None]);
    }

    #[test]
    fn packages_are_found_beside_an_engine_that_is_a_package() {
        let folder = tempfile::tempdir().unwrap();
        let add = |path: &str, text: &str| {
            std::fs::create_dir_all(folder.path().join(path)).unwrap();
            std::fs::write(folder.path().join(path).join(DESCRIPTION), text).unwrap();
        };
        add("node_modules/@a/b", "{}");
        add("node_modules/c", "{}");
        add("node_modules/engine/node_modules/c", "{}");
        add(
            "node_modules/engine/islands",
            r#"{"dependencies": {"x": "1.2.3"}, "devDependencies": {}}"#,
        );
        let engine = folder.path().join("node_modules/engine");
        let found = |name| find(&engine.join("islands"), name);
        assert_eq!(found("@a/b"), Some(folder.path().join("node_modules/@a/b")));
        assert_eq!(found("c"), Some(engine.join("node_modules/c")));
        assert_eq!(found("x"), None);
        let error = installed(&engine, "x").unwrap_err().to_string();
        assert!(
            error.contains("run `npm install --save-exact x@1.2.3`"),
            "{error}"
        );
    }
}
