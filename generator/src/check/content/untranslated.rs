//! Texts that are the same in two languages: a file that was copied and not translated.

use std::collections::{BTreeMap, HashSet};

use super::{Finding, TextFile};
use formats::code::Code;

/// The shortest passage that is compared, in words: names and single terms may be the same.
const SHORTEST: usize = 4;
/// The smallest number of equal words that is reported.
const FEWEST: usize = 12;
/// The percentage of the compared words that must be equal.
const MOST_EQUAL: usize = 50;

/// A finding for each file whose text is for the most part that of the same file in an earlier language. Drafts wait for
/// their translation, and are left out.
pub(super) fn check(files: &[TextFile]) -> Vec<Finding> {
    let mut by_name: BTreeMap<&str, Vec<&TextFile>> = BTreeMap::new();
    for file in files.iter().filter(|file| !is_draft(file)) {
        let name = file.file.splitn(3, '/').nth(2).unwrap_or_default();
        by_name.entry(name).or_default().push(file);
    }
    let mut findings = Vec::new();
    for same_name in by_name.values() {
        for (index, file) in same_name.iter().enumerate() {
            let copied = same_name[..index].iter().find_map(|earlier| copied(file, earlier));
            findings.extend(copied);
        }
    }
    findings
}

fn copied(file: &TextFile, original: &TextFile) -> Option<Finding> {
    let passages = |file: &TextFile| -> Vec<(std::ops::Range<usize>, usize)> {
        let passages = file.prose.iter().map(|range| (range.clone(), count(&file.text[range.clone()])));
        passages.filter(|(_, words)| *words >= SHORTEST).collect()
    };
    let theirs: HashSet<&str> =
        passages(original).into_iter().map(|(range, _)| original.text[range].trim()).collect();
    let ours = passages(file);
    let is_equal = |range: &std::ops::Range<usize>| theirs.contains(file.text[range.clone()].trim());
    let all: usize = ours.iter().map(|(_, words)| words).sum();
    let equal: usize = ours.iter().filter(|(range, _)| is_equal(range)).map(|(_, words)| words).sum();
    if equal < FEWEST || equal * 100 < all * MOST_EQUAL {
        return None;
    }
    let (first, _) = ours.iter().find(|(range, _)| is_equal(range))?;
    let message = format!("{equal} of {all} words are the same as in {}", original.file);
    let hint = "translate the text, or write `draft: true` until it is translated".to_owned();
    Some(file.finding(Code::Untranslated, first.clone(), message, hint, None))
}

/// The words of a passage; what is between braces is filled in.
fn count(text: &str) -> usize {
    let is_word = |word: &&str| word.chars().any(char::is_alphabetic) && !word.contains(['{', '}']);
    text.split_whitespace().filter(is_word).count()
}

fn is_draft(file: &TextFile) -> bool {
    let front = file.text.split("\n---").next().unwrap_or_default();
    file.file.ends_with(".md") && front.lines().any(|line| line.starts_with("draft: true"))
}
