//! The program of the hosted editor: the modules, fonts and translations of the installed package, so that its page loads nothing
//! from another host.

use std::path::Path;

use super::PACKAGE;
use crate::project::{licenses, packages};
use model::build_error::BuildError;
use model::lang::Languages;
use model::output::OutputFile;

/// The folder of fonts and pictures in the package.
const ASSETS: &str = "npm/assets";
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
    let fonts = names(root, ASSETS, &[".woff2", ".png"])?;
    let chunks = names(root, "npm/chunks", &[".js"])?;
    let mut files = vec![
        file("start.js", START),
        file("npm/index.js", with_own_fonts(&read_text(root, "npm/index.js")?, &fonts)),
    ];
    for path in chunks.iter().chain(&fonts) {
        files.push(file(path, read_bytes(root, path)?));
    }
    for path in names(root, "locales", &[".json"])? {
        if languages.iter().any(|lang| path.starts_with(&format!("locales/{lang}-"))) {
            // The program imports it as a module, and browsers import JSON only if the import says so.
            let module = format!("export default {};\n", read_text(root, &path)?.trim());
            files.push(file(&path, module));
        }
    }
    Ok(files)
}

/// The notices of the fonts in the package.
///
/// # Errors
/// The package is not installed.
pub(super) fn font_notices(root: &Path) -> Result<String, BuildError> {
    let paths = names(root, ASSETS, &[FONT_LICENSE])?;
    let notices = paths.iter().map(|path| {
        let font = &path[ASSETS.len() + 1..path.len() - FONT_LICENSE.len()];
        Ok((format!("font {font}"), read_text(root, path)?))
    });
    Ok(licenses::text(&notices.collect::<Result<_, BuildError>>()?))
}

/// The program with the addresses of the package's fonts instead of those at another host.
fn with_own_fonts(program: &str, fonts: &[String]) -> String {
    let mut parts = program.split(FONT_HOST);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match own_font(part, fonts) {
            Some((font, rest)) => text.push_str(&format!("/admin/{font}{rest}")),
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
    let start = format!("{ASSETS}/{family}-{style}-");
    let font = fonts.iter().find(|font| font.starts_with(&start))?;
    Some((font, rest))
}

fn file(path: &str, bytes: impl Into<Vec<u8>>) -> OutputFile {
    OutputFile::new(&format!("admin/{path}"), bytes.into(), PACKAGE)
}

/// A file of the package.
fn read_bytes(root: &Path, path: &str) -> Result<Vec<u8>, BuildError> {
    let full = packages::installed(root, PACKAGE)?.join(path);
    std::fs::read(&full).map_err(BuildError::at(&full))
}

fn read_text(root: &Path, path: &str) -> Result<String, BuildError> {
    Ok(String::from_utf8_lossy(&read_bytes(root, path)?).into_owned())
}

/// The paths of the files in a folder of the package with one of these endings, sorted.
fn names(root: &Path, folder: &str, endings: &[&str]) -> Result<Vec<String>, BuildError> {
    let full = packages::installed(root, PACKAGE)?.join(folder);
    let entries = std::fs::read_dir(&full).map_err(BuildError::at(&full))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let named = names.filter(|name| endings.iter().any(|ending| name.ends_with(ending)));
    let mut paths: Vec<String> = named.map(|name| format!("{folder}/{name}")).collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_of_another_host_are_those_of_the_package() {
        let fonts = ["npm/assets/source-sans-3-latin-wght-normal-Bq.woff2".to_owned()];
        let program = format!(
            "a url({FONT_HOST}source-sans-3:vf@5.3.0/latin-wght-normal.woff2) b {FONT_HOST}x/y.woff2"
        );
        let own = "a url(/admin/npm/assets/source-sans-3-latin-wght-normal-Bq.woff2) b ";
        assert_eq!(with_own_fonts(&program, &fonts), format!("{own}{FONT_HOST}x/y.woff2"));
    }
}
