//! Letters of texts that the theme's fonts lack: pages and documents would show them in another font.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use super::{Finding, TextFile};
use crate::stages::load::{self, SHARED_FILES};
use formats::code::Code;
use formats::problem::Problem;
use formats::yaml::Places;

const HINT: &str = "cut the fonts with it (docs/theme.md), or write another character";

/// The first place of each such letter in each file. Without fonts of its own, a theme lacks none.
pub(super) fn check<'a>(root: &Path, files: impl Iterator<Item = &'a TextFile>) -> Vec<Finding> {
    let Some(letters) = load::read_theme(root).ok().and_then(|theme| theme.letters) else {
        return Vec::new();
    };
    let in_file = |file: &TextFile| {
        let mut seen = BTreeSet::new();
        let all = file.prose.iter().flat_map(|part| {
            let letters = file.text[part.clone()].char_indices();
            letters.map(|(at, letter)| (part.start + at, letter))
        });
        let lacking = all.filter(|(_, letter)| !is_drawn(&letters, *letter) && seen.insert(*letter));
        let found = lacking.map(|(at, letter)| {
            let at = at..at + letter.len_utf8();
            file.finding(Code::InvalidFont, at, message(letter), HINT.to_owned(), None)
        });
        found.collect::<Vec<_>>()
    };
    let shared = SHARED_FILES.into_iter().flat_map(|file| in_values(root, file, &letters));
    files.flat_map(in_file).chain(shared).collect()
}

/// A finding for each value of a YAML file with such a letter.
fn in_values(root: &Path, file: &str, letters: &HashSet<char>) -> Vec<Finding> {
    let text = fs::read_to_string(root.join(file)).unwrap_or_default();
    let places = Places::read(&text);
    let mut findings = Vec::new();
    load::visit(&serde_yaml::from_str(&text).unwrap_or_default(), &mut Vec::new(), &mut |value, path| {
        let mut letters_of = value.as_str().unwrap_or_default().chars();
        if let Some(letter) = letters_of.find(|letter| !is_drawn(letters, *letter)) {
            let problem = Problem::at(Code::InvalidFont, file, places.find(path), message(letter)).hint(HINT);
            findings.push(Finding { problem, fix: None });
        }
        true
    });
    findings
}

fn is_drawn(letters: &HashSet<char>, letter: char) -> bool {
    letter.is_ascii() || letter.is_whitespace() || letters.contains(&letter)
}

fn message(letter: char) -> String {
    format!("`{letter}` is not in the fonts of theme.yaml, so that it is shown in another one")
}
