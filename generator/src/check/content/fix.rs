//! Mechanical corrections, and how they are applied: only the bytes of each correction change.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use super::Finding;
use crate::cache::file;
use crate::stages::load::{as_draft, languages};
use formats::problem::{Code, Problem};
use model::build_error::BuildError;
use model::lang::Languages;

/// A mechanical correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// Replaces a part of the problem's file.
    Replace(Edit),
    /// Creates a file with a text.
    Create(String, String),
}

/// A part of a file and what replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Where the part is, in bytes.
    pub(super) at: Range<usize>,
    /// The part as it was read: a file that was changed meanwhile stays as it is.
    pub(super) old: String,
    pub(super) new: String,
}

/// Gives the problems of a build the changes that correct them: for each language that lacks a file, a copy that is marked as a
/// draft. It is not published before somebody translated it and removed the mark, because `draft` must be the same in every
/// language. There is one problem for each of these languages, in their order.
pub fn with_fixes(root: &Path, problems: Vec<Problem>) -> Vec<Finding> {
    let languages = languages(root).ok();
    // The drafts that were not made yet, by the file that exists.
    let mut left: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut draft = |file: &String| {
        let missing = || {
            languages
                .and_then(|languages| missing(root, languages, file))
                .unwrap_or_default()
        };
        let path = left.entry(file.clone()).or_insert_with(missing).pop()?;
        Some(Fix::Create(
            path,
            as_draft(&fs::read_to_string(root.join(file)).ok()?, file)?,
        ))
    };
    let with_fix = |problem: Problem| {
        let is_missing = problem.code == Code::MissingTranslation;
        Finding {
            fix: is_missing.then(|| draft(&problem.file)).flatten(),
            problem,
        }
    };
    problems.into_iter().map(with_fix).collect()
}

/// The paths of a content file in the languages that lack it, the last language first.
fn missing(root: &Path, languages: Languages, file: &str) -> Option<Vec<String>> {
    let (_, slug) = file.strip_prefix("content/")?.split_once('/')?;
    let mut paths: Vec<String> = languages
        .codes()
        .map(|code| format!("content/{code}/{slug}"))
        .filter(|path| !root.join(path).exists())
        .collect();
    paths.reverse();
    Some(paths)
}

/// Applies the corrections of findings, and those that remain possible after them: the last string of a group goes with its
/// group. A file that was changed meanwhile stays as it is. Returns the number of corrections in each file that was changed or created.
pub fn apply(root: &Path, findings: &[Finding]) -> Result<BTreeMap<String, usize>, BuildError> {
    let (mut fixed, mut round) = (BTreeMap::new(), apply_once(root, findings)?);
    while !round.is_empty() {
        for (file, number) in round {
            *fixed.entry(file).or_default() += number;
        }
        round = apply_once(root, &super::check(root).0)?;
    }
    Ok(fixed)
}

/// Applies the corrections that overlap no other one.
fn apply_once(root: &Path, findings: &[Finding]) -> Result<BTreeMap<String, usize>, BuildError> {
    let mut by_file: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    let mut fixed = BTreeMap::new();
    for finding in findings {
        match &finding.fix {
            Some(Fix::Replace(edit)) => {
                by_file.entry(&finding.problem.file).or_default().push(edit)
            }
            Some(Fix::Create(created, text)) => {
                let path = root.join(created);
                file::create(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
                fixed.insert(created.clone(), 1);
            }
            None => {}
        }
    }
    for (file, edits) in by_file {
        let path = root.join(file);
        let text = fs::read_to_string(&path).map_err(BuildError::at(&path))?;
        let (changed, number) = edited(&text, edits);
        if number > 0 {
            file::replace(&path, changed.as_bytes()).map_err(BuildError::at(&path))?;
            fixed.insert(file.to_owned(), number);
        }
    }
    Ok(fixed)
}

/// The text after the edits that can still be made, and their number.
fn edited(text: &str, mut edits: Vec<&Edit>) -> (String, usize) {
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let (mut changed, mut end, mut number) = (String::with_capacity(text.len()), 0, 0);
    for Edit { at, old, new } in edits {
        if text.get(at.clone()) != Some(old.as_str()) {
            continue;
        }
        let Some(between) = text.get(end..at.start) else {
            continue;
        };
        changed.push_str(between);
        changed.push_str(new);
        (end, number) = (at.end, number + 1);
    }
    changed.push_str(&text[end..]);
    (changed, number)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    fn edit(at: Range<usize>, old: &str, new: &str) -> Edit {
        let (old, new) = (old.to_owned(), new.to_owned());
        Edit { at, old, new }
    }

    #[test]
    fn only_the_bytes_of_the_edits_change() {
        let (accent, end) = (edit(1..3, "é", "y"), edit(4..4, "", "x"));
        let (text, number) = edited("aébc\r\n", vec![&end, &accent]);
        assert_eq!((text.as_str(), number), ("aybxc\r\n", 2));
        let (one, overlapping) = (edit(1..2, "b", "-"), edit(1..3, "bc", "y"));
        assert_eq!(edited("abcd", vec![&one, &overlapping]).0, "a-cd");
    }

    #[test]
    fn a_text_that_was_changed_meanwhile_stays() {
        for text in ["", "a", "aé", "xbcd"] {
            assert_eq!(
                edited(text, vec![&edit(0..2, "ab", "y")]),
                (text.to_owned(), 0)
            );
        }
    }
}
