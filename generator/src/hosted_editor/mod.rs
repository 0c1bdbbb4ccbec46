//! The hosted editor at `/admin`, for authors without a copy of the project: Sveltia CMS, which changes the files of the
//! repository that `editor` in `site.yaml` names. Its forms are made from the types that the loader reads and from the files.
//! Its program is the modules, fonts and translations of the installed package, so that its page loads nothing from another host.

mod settings;

use std::path::{Path, PathBuf};

use crate::project::{licenses, packages};
use model::build_error::BuildError;
use model::config::{self, Config, HostedEditor};
use model::lang::Languages;
use model::output::OutputFile;

/// The address of its page.
pub const PATH: &str = "/admin";
const PACKAGE: &str = "@sveltia/cms";

/// The page, its settings and its program. `templates` are those of pages, `stages` those of construction, and `months` the folder of
/// the months, below a language's folder, on a site that shows them. An error if the package is not installed or a content file
/// cannot be read.
pub fn files(
    root: &Path,
    config: &Config,
    editor: &HostedEditor,
    templates: &[String],
    stages: &[String],
    months: Option<&str>,
) -> Result<Vec<OutputFile>, BuildError> {
    let settings = settings::settings(root, config, editor, templates, stages, months)?.to_string();
    let page = OutputFile::new(
        "admin.html",
        include_str!("page.html").as_bytes(),
        config::FILE,
    );
    let mut files = program_files(&packages::installed(root, PACKAGE)?, config.languages)?;
    files.push(OutputFile {
        url: PATH.to_owned(),
        ..page
    });
    files.push(OutputFile::new("admin/config.json", settings, config::FILE));
    Ok(files)
}

/// The notices of everything in the program. Packages in it whose authors give no licence file are left out: the licence of
/// the program, which contains them, is all there is.
pub fn notices(root: &Path) -> Result<String, BuildError> {
    let program = packages::installed(root, PACKAGE)?;
    let needed = packages::description(&program)?.dependencies;
    // A package manager that links packages has them beside the true folder.
    let home = program.canonicalize().map_err(BuildError::at(&program))?;
    let needed = needed.keys().filter_map(|name| packages::find(&home, name));
    let has_license =
        |folder: &PathBuf| licenses::license_files(folder).is_ok_and(|files| !files.is_empty());
    let folders = needed.filter(has_license);
    let fonts = names(&program, ASSETS, &[FONT_LICENSE])?
        .iter()
        .map(|path| {
            let font = &path[ASSETS.len() + 1..path.len() - FONT_LICENSE.len()];
            Ok((format!("font {font}"), read_text(&program, path)?))
        })
        .collect::<Result<_, BuildError>>()?;
    let notices = licenses::notices(root, [program].into_iter().chain(folders))?;
    Ok(notices + &licenses::text(&fonts))
}

/// The folder of fonts and pictures in the package.
const ASSETS: &str = "npm/assets";
/// Where the program looks for its fonts: `<family>:vf@<version>/<style>.woff2` below it.
const FONT_HOST: &str = "https://cdn.jsdelivr.net/fontsource/fonts/";
/// The end of the names of licences of fonts.
const FONT_LICENSE: &str = ".LICENSE.txt";

/// The files of the program, whose package is in a folder; their paths are below `admin/`.
fn program_files(package: &Path, languages: Languages) -> Result<Vec<OutputFile>, BuildError> {
    let file =
        |path: &str, bytes: Vec<u8>| OutputFile::new(&format!("admin/{path}"), bytes, PACKAGE);
    let fonts = names(package, ASSETS, &[".woff2", ".png"])?;
    let program = with_own_fonts(&read_text(package, "npm/index.js")?, &fonts);
    let mut files = vec![
        file("start.js", include_bytes!("start.js").to_vec()),
        file("npm/index.js", program.into_bytes()),
    ];
    for path in names(package, "npm/chunks", &[".js"])?.iter().chain(&fonts) {
        files.push(file(path, read_bytes(package, path)?));
    }
    for path in names(package, "locales", &[".json"])? {
        if languages
            .iter()
            .any(|lang| path.starts_with(&format!("locales/{lang}-")))
        {
            // The program imports it as a module, and browsers import JSON only if the import says so.
            let module = format!("export default {};\n", read_text(package, &path)?.trim());
            files.push(file(&path, module.into_bytes()));
        }
    }
    Ok(files)
}

/// The program with the addresses of the package's fonts instead of those at another host.
fn with_own_fonts(program: &str, fonts: &[String]) -> String {
    let mut parts = program.split(FONT_HOST);
    let start = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| match own_font(part, fonts) {
        Some((font, rest)) => format!("/admin/{font}{rest}"),
        None => format!("{FONT_HOST}{part}"),
    });
    start + &rest.collect::<String>()
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

fn read_bytes(package: &Path, path: &str) -> Result<Vec<u8>, BuildError> {
    let full = package.join(path);
    std::fs::read(&full).map_err(BuildError::at(&full))
}

fn read_text(package: &Path, path: &str) -> Result<String, BuildError> {
    Ok(String::from_utf8_lossy(&read_bytes(package, path)?).into_owned())
}

/// The paths of the files in a folder of the package with one of these endings, sorted.
fn names(package: &Path, folder: &str, endings: &[&str]) -> Result<Vec<String>, BuildError> {
    let full = package.join(folder);
    let entries = std::fs::read_dir(&full).map_err(BuildError::at(&full))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let named = names.filter(|name| endings.iter().any(|ending| name.ends_with(ending)));
    let mut paths: Vec<String> = named.map(|name| format!("{folder}/{name}")).collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests;
