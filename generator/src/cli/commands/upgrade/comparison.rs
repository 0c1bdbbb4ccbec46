//! The outputs of two builds, compared for people.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use similar::{ChangeTag, TextDiff};
use walkdir::WalkDir;

use crate::cli::console::count;
use model::build_error::BuildError;

/// How many files, and how many changes of the page, are listed.
const MOST: usize = 20;
/// The words and spaces around a change.
const CONTEXT: usize = 8;
/// The most characters of one changed or unchanged part: data in a page may be one long word.
const LONGEST: usize = 200;
/// After this time the diff of a page need no longer be the shortest one.
const PATIENCE: Duration = Duration::from_secs(2);
/// The folder of the files whose names contain a hash of their content.
const ASSETS: &str = "assets/";

/// What differs.
#[derive(Default)]
pub(super) struct Comparison {
    /// How many files are the same.
    same: usize,
    /// How many assets have the name of another version of them.
    renamed: usize,
    /// How many files differ only by these names.
    only_names: usize,
    /// The paths of the other files, each with what happened to it.
    files: Vec<(&'static str, String)>,
    /// The first page that differs, and its changes.
    page: Option<(String, Vec<String>)>,
}

impl Comparison {
    /// Compares two folders.
    ///
    /// # Errors
    /// A folder or file that cannot be read.
    pub(super) fn new(old: &Path, new: &Path) -> Result<Comparison, BuildError> {
        let (before, after) = (paths(old)?, paths(new)?);
        let mut gone: Vec<&String> = before.difference(&after).collect();
        let mut added: Vec<&String> = after.difference(&before).collect();
        let names: HashSet<&str> =
            gone.iter().chain(&added).filter_map(|path| path.strip_prefix(ASSETS)).collect();
        let mut comparison = Comparison::default();
        added.retain(|path| {
            let stem = path.strip_prefix(ASSETS).and_then(stem);
            let earlier = gone
                .iter()
                .position(|old| stem.is_some() && old.strip_prefix(ASSETS).and_then(self::stem) == stem);
            earlier.is_none_or(|index| {
                gone.remove(index);
                comparison.renamed += 1;
                false
            })
        });
        for path in before.intersection(&after) {
            let read =
                |folder: &Path| fs::read(folder.join(path)).map_err(BuildError::at(&folder.join(path)));
            let (one, other) = (read(old)?, read(new)?);
            if one == other {
                comparison.same += 1;
                continue;
            }
            let [one, other] =
                [one, other].map(|bytes| without_hashes(&String::from_utf8_lossy(&bytes), &names));
            if one == other {
                comparison.only_names += 1;
                continue;
            }
            comparison.files.push(("differs", path.clone()));
            if comparison.page.is_none() && path.ends_with(".html") {
                comparison.page = Some((path.clone(), changes(&one, &other)));
            }
        }
        comparison.files.extend(added.into_iter().map(|path| ("new", path.clone())));
        comparison.files.extend(gone.into_iter().map(|path| ("gone", path.clone())));
        Ok(comparison)
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |kind: &str| self.files.iter().filter(|(what, _)| *what == kind).count();
        write!(
            formatter,
            "{} the same, {} different, {} new, {} gone",
            count(self.same, "file is", "files are"),
            number("differs"),
            number("new"),
            number("gone")
        )?;
        if self.renamed + self.only_names > 0 {
            let renamed = count(self.renamed, "asset", "assets");
            let naming = count(self.only_names, "file differs", "files differ");
            write!(formatter, "\n{renamed} with another hash in the name; {naming} only by such names")?;
        }
        let lines = self.files.iter().map(|(what, path)| format!("{what:<7} {path}"));
        list(formatter, &lines.collect::<Vec<_>>())?;
        let Some((page, changes)) = &self.page else {
            return Ok(());
        };
        write!(formatter, "\n\n{page}, [-old words-] and {{+new words+}}:")?;
        list(formatter, changes)
    }
}

/// Writes the first lines, and how many there are more.
fn list(formatter: &mut fmt::Formatter<'_>, lines: &[String]) -> fmt::Result {
    lines.iter().take(MOST).try_for_each(|line| write!(formatter, "\n  {line}"))?;
    match lines.len().saturating_sub(MOST) {
        0 => Ok(()),
        more => write!(formatter, "\n  and {more} more"),
    }
}

/// The paths of the files below a folder.
fn paths(folder: &Path) -> Result<BTreeSet<String>, BuildError> {
    let mut paths = BTreeSet::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| BuildError::at(folder)(error.into()))?;
        if entry.file_type().is_file() {
            paths.insert(system::slashed(entry.path().strip_prefix(folder).unwrap_or(entry.path())));
        }
    }
    Ok(paths)
}

/// The name of an asset without its hash: `form.js` of `form-4EF8B9F7.js`.
fn stem(name: &str) -> Option<(&str, &str)> {
    let (name, extension) = name.rsplit_once('.')?;
    Some((name.rsplit_once('-')?.0, extension))
}

/// The text, with the hashes left out of these names.
fn without_hashes(text: &str, names: &HashSet<&str>) -> String {
    let is_other = |letter: char| !letter.is_ascii_alphanumeric() && !"-._".contains(letter);
    let mut shown = String::with_capacity(text.len());
    for token in text.split_inclusive(is_other) {
        let name = token.trim_end_matches(is_other);
        match stem(name).filter(|_| names.contains(name)) {
            Some((stem, extension)) => {
                shown.extend([stem, ".", extension, &token[name.len()..]]);
            }
            None => shown.push_str(token),
        }
    }
    shown
}

/// The changes from one text to another, each with the words around it.
fn changes(old: &str, new: &str) -> Vec<String> {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_words(old, new);
    let groups = diff.grouped_ops(CONTEXT);
    let shown = groups.iter().map(|group| {
        let parts = group.iter().flat_map(|op| op.iter_slices(diff.old_slices(), diff.new_slices()));
        let parts = parts.map(|(tag, words)| {
            let text = shortened(&words.concat());
            match tag {
                ChangeTag::Equal => text,
                ChangeTag::Delete => format!("[-{text}-]"),
                ChangeTag::Insert => format!("{{+{text}+}}"),
            }
        });
        parts.collect::<String>()
    });
    shown.collect()
}

/// The text in one line, without what is in the middle of a long one.
fn shortened(text: &str) -> String {
    let text: Vec<char> = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    match text.len() > LONGEST {
        true => {
            let (start, end) = (&text[..LONGEST / 2], &text[text.len() - LONGEST / 2..]);
            start.iter().chain(&[' ', '…', ' ']).chain(end).collect()
        }
        false => text.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_whose_hash_changed_are_counted_and_pages_with_their_names_are_not_listed() {
        let folders = tempfile::tempdir().unwrap();
        let write = |folder: &str, files: &[(&str, &str)]| {
            let folder = folders.path().join(folder);
            fs::create_dir_all(folder.join(ASSETS)).unwrap();
            for (path, text) in files {
                fs::write(folder.join(path), text).unwrap();
            }
            folder
        };
        let old = write(
            "old",
            &[
                ("a.html", "<script src=/assets/form-AAAA.js></script>"),
                ("b.html", "one two"),
                ("c.txt", "c"),
                ("assets/form-AAAA.js", "1"),
                ("assets/form-BBBB.css", "2"),
            ],
        );
        let new = write(
            "new",
            &[
                ("a.html", "<script src=/assets/form-CCCC.js></script>"),
                ("b.html", "one <b>three</b>"),
                ("c.txt", "c"),
                ("assets/form-CCCC.js", "3"),
            ],
        );
        let comparison = Comparison::new(&old, &new).unwrap().to_string();
        assert_eq!(
            comparison,
            "1 file is the same, 1 different, 0 new, 1 gone\n\
             1 asset with another hash in the name; 1 file differs only by such names\n  \
             differs b.html\n  \
             gone    assets/form-BBBB.css\n\n\
             b.html, [-old words-] and {+new words+}:\n  \
             one [-two-]{+<b>three</b>+}"
        );
    }

    #[test]
    fn lists_and_long_parts_are_shortened() {
        let folders = tempfile::tempdir().unwrap();
        let [old, new] = ["old", "new"].map(|name| folders.path().join(name));
        fs::create_dir(&old).unwrap();
        fs::create_dir(&new).unwrap();
        for number in 0..=MOST {
            fs::write(new.join(format!("{number:02}")), "").unwrap();
        }
        let comparison = Comparison::new(&old, &new).unwrap().to_string();
        assert!(comparison.ends_with("\n  new     19\n  and 1 more"), "{comparison}");
        let long = "ñ".repeat(10 * LONGEST);
        assert!(shortened(&long).chars().count() < 2 * LONGEST);
    }
}
