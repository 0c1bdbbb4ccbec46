//! The drafts of content files that a language lacks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Fix;
use crate::stages::load::{as_draft, languages};
use model::lang::Languages;

/// The drafts that were not made yet, by the file that exists.
pub(super) struct Drafts<'a> {
    root: &'a Path,
    languages: Option<Languages>,
    left: BTreeMap<String, Vec<String>>,
}

impl<'a> Drafts<'a> {
    pub(super) fn new(root: &'a Path) -> Drafts<'a> {
        Drafts { root, languages: languages(root).ok(), left: BTreeMap::new() }
    }

    /// A copy of `file` for the next language that lacks it, marked as a draft: it is not published before somebody
    /// translated it and removed the mark, because `draft` must be the same in every language. There is one problem for
    /// each of these languages, in their order.
    pub(super) fn next(&mut self, file: &str) -> Option<Fix> {
        let (root, languages) = (self.root, self.languages?);
        let missing = || missing(root, languages, file).unwrap_or_default();
        let path = self.left.entry(file.to_owned()).or_insert_with(missing).pop()?;
        let text = fs::read_to_string(root.join(file)).ok()?;
        Some(Fix::Create(path, as_draft(&text, file)?))
    }
}

/// The paths of a content file in the languages that lack it, the last language first.
fn missing(root: &Path, languages: Languages, file: &str) -> Option<Vec<String>> {
    let (_, slug) = file.strip_prefix("content/")?.split_once('/')?;
    let paths = languages.codes().map(|code| format!("content/{code}/{slug}"));
    let mut paths: Vec<String> = paths.filter(|path| !root.join(path).exists()).collect();
    paths.reverse();
    Some(paths)
}
