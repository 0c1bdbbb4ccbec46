//! `/licenses.txt`: the notices of all packages and fonts that browsers download, with the versions of the lock file and
//! the licence texts of the installed packages. No page links to it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::project;
use formats::code::Code;
use formats::problem::Problem;
use model::build_error::BuildError;
use serde_json::Value;

/// The file's path below `dist/`.
pub const FILE: &str = "licenses.txt";
/// The lock file with the versions of all packages, from the root.
pub const LOCK: &str = "islands/package-lock.json";
/// The first line.
const HEADING: &str = "Notices of the software and fonts that this site sends to browsers.\n";
/// Where the sources of packages are, from `islands/`.
const PACKAGES: &str = "node_modules/";
/// Where the fonts and their licences are, from `islands/`.
const FONTS: &str = "../templates/fonts/";
/// How the names of licence files begin, in lower case.
const LICENSE_NAMES: [&str; 4] = ["license", "licence", "copying", "notice"];

/// The notices for the sources of a bundle, given as paths from `islands/`. The project's own sources need none.
///
/// # Errors
/// A problem for a package or font without a licence file; a file that cannot be read.
pub fn file_text<'a>(root: &Path, sources: impl IntoIterator<Item = &'a str>) -> Result<String, BuildError> {
    let notices = notices(root, sources)?;
    Ok(format!("{HEADING}{notices}"))
}

/// The notices of [`file_text`] without its first line, to be appended to those of a bundle.
///
/// # Errors
/// See [`file_text`].
pub fn notices<'a>(root: &Path, sources: impl IntoIterator<Item = &'a str>) -> Result<String, BuildError> {
    let islands = project::path(root, project::ISLANDS);
    let lock = json(&project::path(root, LOCK))?;
    let mut notices = BTreeMap::new();
    for source in sources {
        if let Some(folder) = package_folder(source) {
            let description = json(&islands.join(folder).join("package.json"))?;
            let notice = license(&islands.join(folder), &format!("islands/{folder}"))?;
            notices.insert(title(folder, &description, &lock), notice);
        } else if let Some(font) = source.strip_prefix(FONTS).filter(|name| name.ends_with(".woff2")) {
            let notice = {
                let file = source.trim_start_matches("../");
                license(&project::path(root, file), file)?
            };
            notices.insert(format!("font {font}"), notice);
        }
    }
    let mut text = String::new();
    for (title, notice) in &notices {
        let _ = write!(text, "\n== {title} ==\n\n{}\n", notice.trim_end());
    }
    Ok(text)
}

/// The folder of the package that a source belongs to: `node_modules/preact`, `node_modules/@scope/name`.
fn package_folder(source: &str) -> Option<&str> {
    let start = source.rfind(PACKAGES)? + PACKAGES.len();
    let name = &source[start..];
    let segments = if name.starts_with('@') { 2 } else { 1 };
    let (end, _) = name.match_indices('/').nth(segments - 1)?;
    Some(&source[..start + end])
}

/// Name, version and licence.
fn title(folder: &str, description: &Value, lock: &Value) -> String {
    let name = folder.rsplit_once(PACKAGES).map_or(folder, |(_, name)| name);
    let version = lock["packages"][folder]["version"].as_str().unwrap_or_default();
    let license = description["license"].as_str().unwrap_or_default();
    format!("{name} {version} ({license})")
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
        return std::fs::read_to_string(path.with_extension("OFL.txt")).map_err(|_| missing().into());
    }
    let files = license_files(path)?;
    if files.is_empty() {
        return Err(missing().into());
    }
    let texts: Result<Vec<String>, BuildError> = files
        .iter()
        .map(|file| std::fs::read_to_string(file).map_err(BuildError::at(file)))
        .collect();
    Ok(texts?.join("\n"))
}

/// Whether an installed package has a licence file. `package` is its folder from `islands/`.
pub fn has_license(root: &Path, package: &str) -> bool {
    license_files(&project::path(root, project::ISLANDS).join(package)).is_ok_and(|files| !files.is_empty())
}

/// The licence files in a package's folder, sorted.
fn license_files(path: &Path) -> Result<Vec<PathBuf>, BuildError> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(path)
        .map_err(BuildError::at(path))?
        .filter_map(Result::ok)
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            LICENSE_NAMES.iter().any(|start| name.starts_with(start))
        })
        .map(|entry| entry.path())
        .collect();
    files.sort();
    Ok(files)
}

fn json(path: &Path) -> Result<Value, BuildError> {
    let bytes = std::fs::read(path).map_err(BuildError::at(path))?;
    serde_json::from_slice(&bytes).map_err(|error| BuildError::at(path)(error.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A project whose package `a` has a licence file exactly when `licensed`.
    fn project(licensed: bool) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let package = root.path().join("islands/node_modules/@scope/a");
        std::fs::create_dir_all(&package).unwrap();
        std::fs::write(package.join("package.json"), r#"{"license": "MIT"}"#).unwrap();
        let lock = r#"{"packages": {"node_modules/@scope/a": {"version": "1.2.3"}}}"#;
        std::fs::write(root.path().join(LOCK), lock).unwrap();
        if licensed {
            std::fs::write(package.join("LICENSE.md"), "Permission is granted.\n").unwrap();
        }
        root
    }

    const SOURCES: [&str; 3] = [
        "src/a.ts",
        "node_modules/@scope/a/dist/a.js",
        "node_modules/@scope/a/b.js",
    ];

    #[test]
    fn every_package_has_one_notice_with_its_locked_version() {
        let text = file_text(project(true).path(), SOURCES).unwrap();
        let notice = "\n== @scope/a 1.2.3 (MIT) ==\n\nPermission is granted.\n";
        assert!(text.ends_with(notice), "{text}");
        assert_eq!(text.matches("==").count(), 2);
    }

    #[test]
    fn a_package_or_font_without_licence_stops_the_build() {
        let root = project(false);
        let error = file_text(root.path(), SOURCES).unwrap_err();
        assert_eq!(error.problems().unwrap()[0].file, "islands/node_modules/@scope/a");
        let fonts = root.path().join("templates/fonts");
        std::fs::create_dir_all(&fonts).unwrap();
        std::fs::write(fonts.join("text.woff2"), "").unwrap();
        let error = file_text(root.path(), ["../templates/fonts/text.woff2"]).unwrap_err();
        assert_eq!(error.problems().unwrap()[0].file, "templates/fonts/text.woff2");
        std::fs::write(fonts.join("text.OFL.txt"), "Copyright").unwrap();
        assert!(file_text(root.path(), ["../templates/fonts/text.woff2"]).is_ok());
    }
}
