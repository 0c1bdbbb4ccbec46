//! The languages of the project, and their folders below `content/`.

use std::path::Path;

use super::files;
use formats::code::Code;
use formats::problem::Problem;
use model::config;
use model::lang::Languages;

/// The languages that `site.yaml` declares, for commands that need nothing else.
///
/// # Errors
/// A file that cannot be read, or the problem of the list.
pub fn languages(root: &Path) -> Result<Languages, Vec<Problem>> {
    model::lang::languages(&config_text(root)?)
}

/// The text of `site.yaml`.
///
/// # Errors
/// The file cannot be read; without one, where a project may be.
pub(super) fn config_text(root: &Path) -> Result<String, Vec<Problem>> {
    let path = root.join(config::FILE);
    if path.exists() {
        return files::read_text(root, config::FILE).map_err(|problem| vec![problem]);
    }
    let below = std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
    let project = below.filter(|folder| folder.join(config::FILE).is_file()).min();
    let like = project.map_or_else(String::new, |folder| format!(", such as {}", folder.display()));
    let file = path.strip_prefix(".").unwrap_or(&path).display().to_string();
    let problem = Problem::in_file(Code::UnreadableFile, file, "does not exist");
    Err(vec![problem.hint(format!("`--root` must be the folder of a project{like}"))])
}

/// A problem for each folder with the texts of a language that the site does not have.
pub(super) fn unknown(root: &Path, languages: Languages) -> Vec<Problem> {
    let folders = std::fs::read_dir(root.join("content")).into_iter().flatten().flatten();
    let mut names: Vec<String> = folders
        .filter(|folder| folder.path().is_dir())
        .filter(|folder| !folder.file_name().to_string_lossy().starts_with('.'))
        .filter(|folder| has_texts(&folder.path()))
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .filter(|name| languages.find(name).is_none())
        .collect();
    names.sort();
    let problem = |name: &String| {
        let message = format!("has texts, and `{name}` is not one of the site's languages");
        Problem::in_file(Code::InvalidFileName, format!("content/{name}"), message).hint(format!(
            "the languages are {}: declare it under `languages` in site.yaml, rename the folder, or move it out of content/",
            languages.listed()
        ))
    };
    names.iter().map(problem).collect()
}

/// Whether a folder has strings or pages.
fn has_texts(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths = entries.map(|entry| entry.path());
    paths.any(|path| path.ends_with("strings.json") || path.extension().is_some_and(|ending| ending == "md"))
}
