//! Applies mechanical corrections. Only the bytes of each correction change.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use super::{Finding, Fix};
use crate::cache::file;
use model::build_error::BuildError;

/// The files that were changed or created, with the number of corrections in each.
pub type Fixed = BTreeMap<String, usize>;

/// Applies the corrections of findings. A correction that overlaps another one is left to the next run.
///
/// # Errors
/// A file could not be read or written; the files before it are corrected.
pub fn apply(root: &Path, findings: &[Finding]) -> Result<Fixed, BuildError> {
    let mut by_file: BTreeMap<&str, Vec<(&Range<usize>, &str)>> = BTreeMap::new();
    let mut fixed = Fixed::new();
    for finding in findings {
        match &finding.fix {
            Some(Fix::Replace(range, text)) => {
                by_file
                    .entry(&finding.problem.file)
                    .or_default()
                    .push((range, text));
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
        fs::write(&path, changed).map_err(BuildError::at(&path))?;
        fixed.insert(file.to_owned(), number);
    }
    Ok(fixed)
}

/// The text after the edits that do not overlap an earlier one, and their number.
fn edited(text: &str, mut edits: Vec<(&Range<usize>, &str)>) -> (String, usize) {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut changed, mut end, mut number) = (String::with_capacity(text.len()), 0, 0);
    for (range, replacement) in edits {
        let Some(between) = text.get(end..range.start).filter(|_| range.end <= text.len()) else {
            continue;
        };
        changed.push_str(between);
        changed.push_str(replacement);
        (end, number) = (range.end, number + 1);
    }
    changed.push_str(&text[end..]);
    (changed, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bytes_of_the_edits_change() {
        let (one, two, overlapping) = (1..2, 4..4, 1..3);
        let (text, number) = edited("aébc\r\n", vec![(&two, "x"), (&overlapping, "y")]);
        assert_eq!((text.as_str(), number), ("aybxc\r\n", 2));
        assert_eq!(edited("abcd", vec![(&one, "-"), (&overlapping, "y")]).0, "a-cd");
    }
}
