//! The hosted editor at `/admin`, for authors without a copy of the project: Sveltia CMS, which changes the files of the
//! repository that `editor` in `site.yaml` names. Its forms are made from the types that the loader reads and from the files.

mod program;
mod settings;

use std::path::Path;

use crate::project::{licenses, packages};
use model::build_error::BuildError;
use model::config::{self, Config, HostedEditor};
use model::output::OutputFile;

/// The address of its page.
pub const PATH: &str = "/admin";
/// The folder of its translations: modules, although their names end like data.
pub const TRANSLATIONS: &str = "/admin/locales/*";
/// The program's package.
const PACKAGE: &str = "@sveltia/cms";
/// The page.
const PAGE: &str = include_str!("page.html");

/// What the project knows beside the types.
#[derive(Debug)]
pub struct FieldChoices<'a> {
    /// The templates of pages.
    pub templates: Vec<String>,
    /// The stages of construction.
    pub stages: Vec<String>,
    /// The folder of the months, below a language's folder, on a site that shows months.
    pub months: Option<&'a str>,
}

/// The page, its settings and its program.
///
/// # Errors
/// The package is not installed, or a content file cannot be read.
pub fn files(
    root: &Path,
    config: &Config,
    editor: &HostedEditor,
    words: &FieldChoices,
) -> Result<Vec<OutputFile>, BuildError> {
    let settings = settings::settings(root, config, editor, words)?.to_string();
    let page = OutputFile::new("admin.html", PAGE.as_bytes(), config::FILE);
    let mut files = program::files(root, config.languages)?;
    files.push(OutputFile { url: PATH.to_owned(), ..page });
    files.push(OutputFile::new("admin/config.json", settings, config::FILE));
    Ok(files)
}

/// The notices of everything in the program. Packages in it whose authors give no licence file are left out: the licence of
/// the program, which contains them, is all there is.
///
/// # Errors
/// The package is not installed.
pub fn notices(root: &Path) -> Result<String, BuildError> {
    let program = packages::installed(root, PACKAGE)?;
    let needed = packages::description(&program)?.dependencies;
    // A package manager that links packages has them beside the true folder.
    let home = program.canonicalize().map_err(BuildError::at(&program))?;
    let needed = needed.keys().filter_map(|name| packages::find(&home, name));
    let folders = needed.filter(|folder| licenses::has_license(folder));
    let notices = licenses::notices(root, [program].into_iter().chain(folders))?;
    Ok(notices + &program::font_notices(root)?)
}

/// The policy of the page: its program writes styles into the page, shows pictures that it has read, and calls GitHub.
pub fn content_security_policy(editor: &HostedEditor) -> String {
    let sign_in = editor.sign_in.as_ref().map(|origin| format!(" {origin}"));
    let sign_in = sign_in.unwrap_or_default();
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob: https://avatars.githubusercontent.com",
        "font-src 'self' data:",
        &format!(
            "connect-src 'self' blob: data: https://api.github.com https://www.githubstatus.com{sign_in}"
        ),
        "media-src blob:",
        "worker-src 'self' blob:",
        "frame-src 'self' blob:",
        "manifest-src 'self' blob: data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
    .join("; ")
}

#[cfg(test)]
mod tests;
