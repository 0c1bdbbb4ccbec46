//! Applies mechanical corrections. Only the bytes of each correction change.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{Edit, Finding, Fix};
use crate::cache::file;
use model::build_error::BuildError;

/// The files that were changed or created, with the number of corrections in each.
pub type Fixed = BTreeMap<String, usize>;

/// Applies the corrections of findings. A correction that overlaps another one, or whose text was changed meanwhile, is
/// left to the next run.
///
/// # Errors
/// A file could not be read or written; the files before it are corrected, and it is as it was.
pub fn apply(root: &Path, findings: &[Finding]) -> Result<Fixed, BuildError> {
    let mut by_file: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    let mut fixed = Fixed::new();
    for finding in findings {
        match &finding.fix {
            Some(Fix::Replace(edit)) => by_file.entry(&finding.problem.file).or_default().push(edit),
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
        let is_as_read = text.get(at.clone()) == Some(old.as_str());
        let Some(between) = text.get(end..at.start).filter(|_| is_as_read) else {
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
            assert_eq!(edited(text, vec![&edit(0..2, "ab", "y")]), (text.to_owned(), 0));
        }
    }
}
