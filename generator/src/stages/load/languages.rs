//! The folders of languages below `content/`.

use std::path::Path;

use model::code::Code;
use model::lang::Lang;
use model::problem::Problem;

/// A problem for each folder with the texts of a language that the site does not have.
pub(super) fn unknown(root: &Path) -> Vec<Problem> {
    let folders = std::fs::read_dir(root.join("content"))
        .into_iter()
        .flatten()
        .flatten();
    let mut names: Vec<String> = folders
        .filter(|folder| folder.path().is_dir())
        .filter(|folder| !folder.file_name().to_string_lossy().starts_with('.'))
        .filter(|folder| has_texts(&folder.path()))
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .filter(|name| name.parse::<Lang>().is_err())
        .collect();
    names.sort();
    let problem = |name: &String| {
        let codes = Lang::ALL.map(Lang::code).join("` and `");
        let message = format!("has texts, and `{name}` is no language of the site");
        Problem::in_file(Code::InvalidFileName, format!("content/{name}"), message).hint(format!(
            "the languages are `{codes}`: rename the folder, or move it out of content/"
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
