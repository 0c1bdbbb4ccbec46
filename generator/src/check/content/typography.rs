//! Straight quotation marks and apostrophes, breakable spaces between a number and its unit, and letters that the theme's fonts
//! lack: pages and documents would show them in another font.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use super::{Finding, TextFile};
use crate::stages::load::{self, SHARED_FILES};
use formats::code::Code;
use formats::problem::Problem;
use formats::yaml::Places;

/// What follows a number without a line break between them.
const UNITS: [&str; 16] =
    ["km", "m²", "m", "cm", "mm", "ft²", "ft", "sq ft", "kg", "kW", "ha", "%", "°C", "MXN", "USD", "h"];

/// The findings of one file, in its order.
pub(super) fn check(file: &TextFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    for range in &file.prose {
        for at in range.clone().filter(|at| file.text.is_char_boundary(*at)) {
            findings.extend(quote(file, at).or_else(|| space(file, at, range.end)));
        }
    }
    findings
}

/// A straight mark at an offset, with what escapes it: a backslash in JSON, a second apostrophe in YAML.
fn quote(file: &TextFile, at: usize) -> Option<Finding> {
    let rest = &file.text[at..];
    let (length, mark) = match rest.as_bytes() {
        [b'\\', b'"', ..] => (2, '"'),
        [b'"', ..] if !file.text[..at].ends_with('\\') => (1, '"'),
        [b'\'', b'\'', ..] => (2, '\''),
        [b'\'', ..] if !file.text[..at].ends_with('\'') => (1, '\''),
        _ => return None,
    };
    let before = file.text[..at].chars().next_back().unwrap_or(' ');
    // At the start of a quoted value of YAML or JSON the delimiter is before the text.
    let opens = before.is_whitespace() || "\"'([{«¿¡—–*_".contains(before);
    let curly = match (mark, opens) {
        ('"', true) => '“',
        ('"', false) => '”',
        (_, true) => '‘',
        (_, false) => '’',
    };
    let message = format!("`{mark}` is a straight quotation mark");
    let hint = format!("write `{curly}`");
    let end = at + length;
    Some(file.finding(Code::StraightQuote, at..end, message, hint, Some(curly.to_string())))
}

/// A space between a digit and a unit at an offset.
fn space(file: &TextFile, at: usize, end: usize) -> Option<Finding> {
    let (before, rest) = (&file.text[..at], file.text[at..end].strip_prefix(' ')?);
    before.ends_with(|last: char| last.is_ascii_digit()).then_some(())?;
    let is_whole = |unit: &&str| {
        let after = rest.strip_prefix(*unit).map(|after| after.chars().next());
        after.is_some_and(|next| !next.is_some_and(|next| next.is_alphanumeric() || next == '²'))
    };
    let unit = UNITS.into_iter().find(is_whole)?;
    let message = format!("a line may break between a number and `{unit}`");
    let hint = "write a no-break space (U+00A0)".to_owned();
    Some(file.finding(Code::BreakingSpace, at..at + 1, message, hint, Some("\u{a0}".to_owned())))
}

const LETTER_HINT: &str = "cut the fonts with it (docs/theme.md), or write another character";

/// The first place of each such letter in each file. Without fonts of its own, a theme lacks none.
pub(super) fn missing_letters<'a>(root: &Path, files: impl Iterator<Item = &'a TextFile>) -> Vec<Finding> {
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
            file.finding(Code::InvalidFont, at, missing_letter(letter), LETTER_HINT.to_owned(), None)
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
            let problem = Problem::at(Code::InvalidFont, file, places.find(path), missing_letter(letter))
                .hint(LETTER_HINT);
            findings.push(Finding { problem, fix: None });
        }
        true
    });
    findings
}

fn is_drawn(letters: &HashSet<char>, letter: char) -> bool {
    letter.is_ascii() || letter.is_whitespace() || letters.contains(&letter)
}

fn missing_letter(letter: char) -> String {
    format!("`{letter}` is not in the fonts of theme.yaml, so that it is shown in another one")
}
