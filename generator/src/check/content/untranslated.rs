//! Texts that are the same in two languages: a file that was copied and not translated.

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;

use super::TextFile;
use crate::stages::load::{SHARED_FILES, per_language};
use formats::problem::{Code, Problem};
use formats::yaml::{Places, Step};
use model::lang::{Lang, Languages};

/// The shortest passage that is compared, in words: names and single terms may be the same.
const SHORTEST: usize = 4;
/// The smallest number of equal words that is reported.
const FEWEST: usize = 12;
/// The percentage of the compared words that must be equal.
const MOST_EQUAL: usize = 50;

/// A problem for each file whose text is for the most part that of the same file in an earlier language. Of a language that is
/// being translated also one for each other text, and for each value of shared files. Other drafts wait for their translation.
pub(super) fn check(
    root: &Path,
    languages: Languages,
    files: &[TextFile],
    translated: &[Lang],
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files {
        let is_translated = translated.contains(&file.lang);
        if is_draft(file) && !is_translated {
            continue;
        }
        let originals: Vec<&TextFile> = originals(file, files).collect();
        match originals.iter().find_map(|original| copied(file, original)) {
            Some(problem) => problems.push(problem),
            None if is_translated => problems.extend(each(file, &originals)),
            None => {}
        }
    }
    problems.extend(
        SHARED_FILES
            .into_iter()
            .flat_map(|file| values(root, file, languages, translated)),
    );
    problems
}

/// The languages that are being translated: their home pages are drafts.
pub(super) fn being_translated(files: &[TextFile]) -> Vec<Lang> {
    let is_home = |file: &&TextFile| file.file.ends_with(&format!("/{}/index.md", file.lang));
    let homes = files
        .iter()
        .filter(|file| is_home(file) && !file.lang.is_first() && is_draft(file));
    homes.map(|home| home.lang).collect()
}

/// The same file in the languages before that of `file`.
pub(super) fn originals<'a>(
    file: &TextFile,
    files: &'a [TextFile],
) -> impl Iterator<Item = &'a TextFile> {
    let name = |file: &TextFile| {
        file.file
            .splitn(3, '/')
            .nth(2)
            .unwrap_or_default()
            .to_owned()
    };
    let (own, lang) = (name(file), file.lang);
    files
        .iter()
        .take_while(move |other| other.lang != lang)
        .filter(move |other| name(other) == own)
}

pub(super) fn passages(file: &TextFile) -> HashSet<&str> {
    file.prose
        .iter()
        .map(|range| file.text[range.clone()].trim())
        .collect()
}

fn copied(file: &TextFile, original: &TextFile) -> Option<Problem> {
    let theirs = passages(original);
    let ours: Vec<_> = file
        .prose
        .iter()
        .map(|range| (range, count(&file.text[range.clone()])))
        .filter(|(_, words)| *words >= SHORTEST)
        .collect();
    let is_equal = |range: &Range<usize>| theirs.contains(file.text[range.clone()].trim());
    let all: usize = ours.iter().map(|(_, words)| words).sum();
    let equal: usize = ours
        .iter()
        .filter(|(range, _)| is_equal(range))
        .map(|(_, words)| words)
        .sum();
    if equal < FEWEST || equal * 100 < all * MOST_EQUAL {
        return None;
    }
    let (first, _) = ours.iter().find(|(range, _)| is_equal(range))?;
    let message = format!(
        "{equal} of {all} words are the same as in {}",
        original.file
    );
    let hint = if !file.file.ends_with(".md") {
        "translate the texts"
    } else if is_draft(file) {
        "translate the text, then remove `draft: true`"
    } else {
        "translate the text, or write `draft: true` until it is translated"
    };
    Some(file.problem(Code::Untranslated, first.start, message, hint))
}

/// A problem for each passage that is also in an original.
fn each(file: &TextFile, originals: &[&TextFile]) -> Vec<Problem> {
    let theirs: Vec<_> = originals
        .iter()
        .map(|original| (&original.file, passages(original)))
        .collect();
    let problem = |range: &Range<usize>| {
        let text = file.text[range.clone()].trim();
        let (original, _) = theirs
            .iter()
            .find(|(_, theirs)| is_text(text) && theirs.contains(text))?;
        Some(file.problem(
            Code::Untranslated,
            range.start,
            same(text, original),
            TRANSLATE,
        ))
    };
    file.prose.iter().filter_map(problem).collect()
}

/// A problem for each value of a YAML file that is the same in a language that is being translated and in another one.
fn values(root: &Path, file: &str, languages: Languages, translated: &[Lang]) -> Vec<Problem> {
    let text = fs::read_to_string(root.join(file)).unwrap_or_default();
    let value: Value = serde_yaml::from_str(&text).unwrap_or_default();
    let codes: Vec<&str> = languages.codes().collect();
    let places = Places::read(&text);
    let mut problems = Vec::new();
    for path in per_language(&value, &codes) {
        let group = path
            .iter()
            .try_fold(&value, |value, step| step.value_in(value));
        for lang in translated {
            let of_lang = |code: &str| group.and_then(|group| group[code].as_str());
            let own = of_lang(lang.code()).filter(|text| is_text(text));
            let is_same = |other: &Lang| own.is_some() && of_lang(other.code()) == own;
            let Some(original) = languages.others(*lang).find(is_same) else {
                continue;
            };
            let place = places.find(&[&path[..], &[Step::Key(lang.code().to_owned())]].concat());
            let message = same(own.unwrap_or_default(), &format!("`{original}`"));
            problems.push(Problem::at(Code::Untranslated, file, place, message).hint(TRANSLATE));
        }
    }
    problems
}

const TRANSLATE: &str = "translate it";
/// The letters of a text that a message repeats.
const SHOWN: usize = 40;

fn same(text: &str, original: &str) -> String {
    let end = text.char_indices().nth(SHOWN).map(|(end, _)| end);
    let shown = end.map_or_else(|| text.to_owned(), |end| format!("{}…", &text[..end]));
    format!("`{shown}` is the same as in {original}")
}

/// Whether there is something to translate: neither a number nor an abbreviation nor a single letter.
fn is_text(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_lowercase()).count() > 1
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
