//! `/licenses.txt`: the notices of all packages and fonts that browsers download, with the versions and the licence
//! texts of the installed packages. No page links to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::project;
use crate::project::packages::{self, PackageDescription};
use formats::problem::{Code, Problem};
use model::build_error::BuildError;

/// The file's path below `dist/`.
pub const FILE: &str = "licenses.txt";
/// How the names of licence files begin, in lower case.
const LICENSE_NAMES: [&str; 4] = ["license", "licence", "copying", "notice"];

/// The notices for the sources of a bundle, given as paths from `islands/`: a package or font without a licence file is a problem.
/// The project's own sources need none.
pub fn file_text<'a>(
    root: &Path,
    sources: impl IntoIterator<Item = &'a str>,
) -> Result<String, BuildError> {
    let islands = project::path(root, project::ISLANDS);
    let (mut packages, mut fonts) = (BTreeSet::new(), BTreeMap::new());
    for source in sources {
        if let Some(font) = source
            .strip_prefix("../templates/fonts/")
            .filter(|name| name.ends_with(".woff2"))
        {
            let file = source.trim_start_matches("../");
            fonts.insert(
                format!("font {font}"),
                license(&project::path(root, file), file)?,
            );
        }
        packages.extend(package_folder(&islands, source));
    }
    Ok(format!(
        "Notices of the software and fonts that this site sends to browsers.\n{}{}",
        text(&fonts),
        notices(root, packages)?
    ))
}

/// The notices of packages, given as their folders, to be appended to those of a bundle.
pub fn notices(
    root: &Path,
    folders: impl IntoIterator<Item = PathBuf>,
) -> Result<String, BuildError> {
    let engine = project::base(root, project::ISLANDS);
    let mut notices = BTreeMap::new();
    for folder in folders {
        let PackageDescription {
            name,
            version,
            license: id,
            ..
        } = packages::description(&folder)?;
        let place = folder.strip_prefix(&engine).unwrap_or(&folder);
        let notice = license(&folder, &place.to_string_lossy())?;
        notices.insert(format!("{name} {version} ({id})"), notice);
    }
    Ok(text(&notices))
}

/// The notices, each below its title.
pub fn text(notices: &BTreeMap<String, String>) -> String {
    let one =
        |(title, notice): (&String, &String)| format!("\n== {title} ==\n\n{}\n", notice.trim_end());
    notices.iter().map(one).collect()
}

/// The folder of the package that a source belongs to; `None` for the engine's own, which may be in a package too.
fn package_folder(islands: &Path, source: &str) -> Option<PathBuf> {
    let is_own = !source.starts_with("../") && !source.starts_with(packages::FOLDER);
    if is_own || source.starts_with("../templates/") {
        return None;
    }
    let path = islands.join(source).canonicalize().ok()?;
    let parts: Vec<Component> = path.components().collect();
    let folder = parts
        .iter()
        .rposition(|part| part.as_os_str() == packages::FOLDER)?;
    let is_scope = parts
        .get(folder + 1)?
        .as_os_str()
        .to_string_lossy()
        .starts_with('@');
    Some(
        parts
            .iter()
            .take(folder + if is_scope { 3 } else { 2 })
            .collect(),
    )
}

/// The licence texts in a package's folder, or the one beside a font. `name` is the path from the root.
fn license(path: &Path, name: &str) -> Result<String, BuildError> {
    let missing = || {
        Problem::in_file(
            Code::MissingLicence,
            name,
            "browsers download this, but it has no licence file",
        )
        .hint("add the licence file, or use something else")
    };
    if path.is_file() {
        return std::fs::read_to_string(path.with_extension("OFL.txt"))
            .map_err(|_| missing().into());
    }
    let files = license_files(path)?;
    if files.is_empty() {
        return Err(missing().into());
    }
    let texts = files
        .iter()
        .map(|file| std::fs::read_to_string(file).map_err(BuildError::at(file)));
    Ok(texts.collect::<Result<Vec<String>, _>>()?.join("\n"))
}

/// The licence files in a package's folder, sorted.
pub(crate) fn license_files(path: &Path) -> Result<Vec<PathBuf>, BuildError> {
    let entries = std::fs::read_dir(path)
        .map_err(BuildError::at(path))?
        .filter_map(Result::ok);
    let licenses = entries.filter(|entry| {
        let name = entry.file_name().to_string_lossy().to_lowercase();
        LICENSE_NAMES.iter().any(|start| name.starts_with(start))
    });
    let mut files: Vec<PathBuf> = licenses.map(|entry| entry.path()).collect();
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_and_font_has_one_notice_and_without_it_stops_the_build() {
        const SOURCES: [&str; 3] = [
            "src/a.ts",
            "node_modules/@scope/a/dist/a.js",
            "node_modules/@scope/a/b.js",
        ];
        const FONT: [&str; 1] = ["../templates/fonts/text.woff2"];
        let root = tempfile::tempdir().unwrap();
        let write = |file: &str, text: &str| {
            let path = root.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let refused = |sources: &[&str]| {
            let error = file_text(root.path(), sources.iter().copied()).unwrap_err();
            error.problems().unwrap()[0].file.clone()
        };
        let package = "islands/node_modules/@scope/a";
        write(&format!("{package}/dist/a.js"), "");
        write(&format!("{package}/b.js"), "");
        let description = r#"{"name": "@scope/a", "version": "1.2.3", "license": "MIT"}"#;
        write(&format!("{package}/package.json"), description);
        assert_eq!(refused(&SOURCES), package);
        write(&format!("{package}/LICENSE.md"), "Permission is granted.\n");
        let text = file_text(root.path(), SOURCES).unwrap();
        let notice = "\n== @scope/a 1.2.3 (MIT) ==\n\nPermission is granted.\n";
        assert!(
            text.ends_with(notice) && text.matches("==").count() == 2,
            "{text}"
        );
        write("templates/fonts/text.woff2", "");
        assert_eq!(refused(&FONT), "templates/fonts/text.woff2");
        write("templates/fonts/text.OFL.txt", "Copyright");
        assert!(file_text(root.path(), FONT).is_ok());
    }
}
