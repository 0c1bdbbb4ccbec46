//! The draft of a file that a language lacks.

use std::fs;
use std::path::Path;

use super::Fix;
use model::lang::Languages;

/// A copy of `file` for another language, marked as a draft: it is not published before somebody translated it and removed
/// the mark, because `draft` must be the same in every language. `missing` is the path of the copy.
pub(super) fn draft(root: &Path, file: &str, missing: &str) -> Option<Fix> {
    let text = fs::read_to_string(root.join(file)).ok()?;
    let (fence, rest) = text.split_once('\n')?;
    let rest: String = rest
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("draft:"))
        .collect();
    Some(Fix::Create(
        missing.to_owned(),
        format!("{fence}\ndraft: true # translate from {file}, then remove this line\n{rest}"),
    ))
}

/// The paths of a content file in the languages that lack it.
pub(super) fn missing(root: &Path, languages: Languages, file: &str) -> Vec<String> {
    let Some((_, slug)) = file
        .strip_prefix("content/")
        .and_then(|below| below.split_once('/'))
    else {
        return Vec::new();
    };
    let paths = languages.codes().map(|code| format!("content/{code}/{slug}"));
    paths.filter(|path| !root.join(path).exists()).collect()
}
