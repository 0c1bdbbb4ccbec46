//! The program of the hosted editor: the modules, fonts and translations of the installed package, so that its page loads nothing
//! from another host.

use std::path::{Path, PathBuf};

use crate::project;
use model::build_error::BuildError;
use model::lang::Languages;
use model::output::OutputFile;

/// The package, from the project's root.
const PACKAGE: &str = "islands/node_modules/@sveltia/cms";
/// Where the program looks for its fonts: `<family>:vf@<version>/<style>.woff2` below it.
const FONT_HOST: &str = "https://cdn.jsdelivr.net/fontsource/fonts/";
/// The end of the names of licences of fonts.
const FONT_LICENSE: &str = ".LICENSE.txt";
/// The module that starts the program.
const START: &str = include_str!("start.js");

/// The files, below `admin/`.
///
/// # Errors
/// The package is not installed.
pub(super) fn files(root: &Path, languages: Languages) -> Result<Vec<OutputFile>, BuildError> {
    let fonts = names(
        &project::path(root, PACKAGE).join("npm/assets"),
        &[".woff2", ".png"],
    )?;
    let mut files = vec![OutputFile::new("admin/start.js", START.as_bytes(), PACKAGE)];
    let program = read(root, "npm/index.js")?;
    files.push(file("npm/index.js", with_own_fonts(&program, &fonts)));
    for name in names(&project::path(root, PACKAGE).join("npm/chunks"), &[".js"])? {
        let path = format!("npm/chunks/{name}");
        let text = read(root, &path)?;
        files.push(file(&path, text));
    }
    for name in &fonts {
        let path = format!("npm/assets/{name}");
        let full = project::path(root, PACKAGE).join(&path);
        files.push(file(&path, std::fs::read(&full).map_err(BuildError::at(&full))?));
    }
    for name in names(&project::path(root, PACKAGE).join("locales"), &[".json"])? {
        if languages.iter().any(|lang| name.starts_with(&format!("{lang}-"))) {
            let path = format!("locales/{name}");
            // The program imports it as a module, and browsers import JSON only if the import says so.
            let text = format!("export default {};\n", read(root, &path)?.trim());
            files.push(file(&path, text));
        }
    }
    Ok(files)
}

/// The notices of the fonts in the package.
///
/// # Errors
/// The package is not installed.
pub(super) fn font_notices(root: &Path) -> Result<String, BuildError> {
    let licenses = names(&project::path(root, PACKAGE).join("npm/assets"), &[FONT_LICENSE])?;
    let notices = licenses.iter().map(|name| {
        let text = read(root, &format!("npm/assets/{name}"))?;
        let font = name.trim_end_matches(FONT_LICENSE);
        Ok(format!("\n== font {font} ==\n\n{}\n", text.trim_end()))
    });
    notices.collect()
}

/// The program with the addresses of the package's fonts instead of those at another host.
fn with_own_fonts(program: &str, fonts: &[String]) -> String {
    let mut parts = program.split(FONT_HOST);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match own_font(part, fonts) {
            Some((font, rest)) => text.push_str(&format!("/admin/npm/assets/{font}{rest}")),
            None => text.push_str(&format!("{FONT_HOST}{part}")),
        }
    }
    text
}

/// The font of the package for an address below [`FONT_HOST`], and what follows the address.
fn own_font<'a>(address: &'a str, fonts: &'a [String]) -> Option<(&'a str, &'a str)> {
    let (address, rest) = address.split_once(".woff2")?;
    let (family, style) = address.split_once('/')?;
    let family = family.split([':', '@']).next()?;
    let start = format!("{family}-{style}-");
    let font = fonts.iter().find(|font| font.starts_with(&start))?;
    Some((font, rest))
}

fn file(path: &str, bytes: impl Into<Vec<u8>>) -> OutputFile {
    OutputFile::new(&format!("admin/{path}"), bytes.into(), PACKAGE)
}

fn read(root: &Path, path: &str) -> Result<String, BuildError> {
    let full: PathBuf = project::path(root, PACKAGE).join(path);
    std::fs::read_to_string(&full).map_err(BuildError::at(&full))
}

/// The names of the files in a folder with one of these endings, sorted.
fn names(folder: &Path, endings: &[&str]) -> Result<Vec<String>, BuildError> {
    let entries = std::fs::read_dir(folder).map_err(BuildError::at(folder))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|name| endings.iter().any(|ending| name.ends_with(ending)))
        .collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_of_another_host_are_those_of_the_package() {
        let fonts = ["source-sans-3-latin-wght-normal-Bq.woff2".to_owned()];
        let program = format!(
            "a url({FONT_HOST}source-sans-3:vf@5.3.0/latin-wght-normal.woff2) b {FONT_HOST}x/y.woff2"
        );
        let own = "a url(/admin/npm/assets/source-sans-3-latin-wght-normal-Bq.woff2) b ";
        assert_eq!(
            with_own_fonts(&program, &fonts),
            format!("{own}{FONT_HOST}x/y.woff2")
        );
    }
}
