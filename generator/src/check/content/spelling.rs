//! Spelling, by hunspell dictionaries and the word lists of the house; straight quotes, breakable spaces, letters that the fonts lack.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use spellbook::Dictionary;

use super::untranslated::{originals, passages};
use super::{Finding, TextFile};
use crate::outputs::theme;
use crate::project::packages;
use crate::stages::load::{self, SHARED_FILES};
use formats::problem::{Code, Place, Problem};
use formats::yaml::Places;
use model::config;
use model::lang::{Lang, Languages};

/// The word lists of the house: all languages, and one language. A line that begins with `#` is a comment.
const WORDS: &str = "words.txt";

/// How many findings of a language propose a word: looking for one takes longer than checking all texts.
const PROPOSALS: usize = 20;

/// The findings in the files of a language; `None` without a dictionary. What is the same in an earlier language is checked there.
pub(super) fn check(
    root: &Path,
    languages: Languages,
    lang: Lang,
    files: &[TextFile],
) -> Option<Vec<Problem>> {
    let dictionary = dictionary(root, lang)?;
    let mut house = names(root, languages, lang);
    for file in [
        format!("content/{WORDS}"),
        format!("content/{lang}/{WORDS}"),
    ] {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        let words = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        house.extend(words.map(str::to_lowercase));
    }
    let mut known: HashSet<&str> = HashSet::new();
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.lang == lang) {
        let copied: HashSet<&str> = originals(file, files).flat_map(passages).collect();
        for range in file
            .prose
            .iter()
            .filter(|range| !copied.contains(file.text[(*range).clone()].trim()))
        {
            for (at, word) in words(&file.text[range.clone()]) {
                if known.contains(word) || house.contains(&word.to_lowercase()) {
                    continue;
                }
                // Dictionaries have the straight apostrophe.
                let plain = word.replace('’', "'");
                if dictionary.check(&plain) {
                    known.insert(word);
                    continue;
                }
                let message = format!("`{word}` is not in the dictionary");
                let mut proposals = Vec::new();
                if findings.len() < PROPOSALS {
                    dictionary.suggest(&plain, &mut proposals);
                }
                let proposal = proposals
                    .first()
                    .map_or("correct it".to_owned(), |one| format!("write `{one}`"));
                let hint = format!(
                    "{proposal}, or add it to content/{WORDS} or content/{lang}/{WORDS} if it is right"
                );
                findings.push(file.problem(Code::Misspelling, range.start + at, message, &hint));
            }
        }
    }
    Some(findings)
}

/// The dictionary of a language from the npm packages, whose version is locked.
fn dictionary(root: &Path, lang: Lang) -> Option<Dictionary> {
    let folder = packages::folder(root, &packages::dictionary(lang)?)?;
    let read = |name| fs::read_to_string(folder.join(name)).ok();
    Dictionary::new(&read("index.aff")?, &read("index.dic")?).ok()
}

/// The words in site.yaml and the amenities, in lower case: of texts in `lang` all, of others those that begin with a capital.
fn names(root: &Path, languages: Languages, lang: Lang) -> HashSet<String> {
    let codes: Vec<&str> = languages.codes().collect();
    let mut names = HashSet::new();
    for file in [config::FILE, "content/amenities.json"] {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        load::visit(
            &serde_yaml::from_str(&text).unwrap_or_default(),
            &mut Vec::new(),
            &mut |value, _| {
                let is_label = load::is_per_language(value, &codes);
                let text = if is_label { &value[lang.code()] } else { value };
                let words = words(text.as_str().unwrap_or_default()).map(|(_, word)| word);
                let names_in =
                    words.filter(|word| is_label || word.starts_with(char::is_uppercase));
                names.extend(names_in.map(str::to_lowercase));
                !is_label
            },
        );
    }
    names
}

/// The words of a text with their offsets, without abbreviations in capitals, single letters, and names of hosts and files.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, '’' | '\'' | '@' | '_' | '.' | '/' | '\\')
    };
    let mut offset = 0;
    let pieces = text
        .split_inclusive(move |letter| !is_part(letter))
        .map(move |piece| {
            let at = offset;
            offset += piece.len();
            (at, piece)
        });
    pieces.filter_map(|(at, piece)| {
        let outer = |letter: char| !letter.is_alphanumeric();
        let start = at + (piece.len() - piece.trim_start_matches(outer).len());
        let word = piece.trim_matches(outer);
        let is_word = word
            .chars()
            .all(|letter| letter.is_alphabetic() || matches!(letter, '’' | '\''));
        let is_short = word.chars().nth(1).is_none();
        let is_capitals = !word.chars().any(char::is_lowercase);
        (is_word && !is_short && !is_capitals).then_some((start, word))
    })
}

/// What follows a number without a line break between them.
const UNITS: [&str; 16] = [
    "km", "m²", "m", "cm", "mm", "ft²", "ft", "sq ft", "kg", "kW", "ha", "%", "°C", "MXN", "USD",
    "h",
];

pub(super) fn check_typography(file: &TextFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    for range in &file.prose {
        for at in range.clone().filter(|at| file.text.is_char_boundary(*at)) {
            findings
                .extend(straight_quote(file, at).or_else(|| breaking_space(file, at, range.end)));
        }
    }
    findings
}

/// A straight mark at an offset, with what escapes it: a backslash in JSON, a second apostrophe in YAML.
fn straight_quote(file: &TextFile, at: usize) -> Option<Finding> {
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
    let problem = file.problem(
        Code::StraightQuote,
        at,
        message,
        &format!("write `{curly}`"),
    );
    Some(Finding {
        problem,
        fix: file.replace(at..at + length, curly.to_string()),
    })
}

/// A space between a digit and a unit at an offset.
fn breaking_space(file: &TextFile, at: usize, end: usize) -> Option<Finding> {
    let (before, rest) = (&file.text[..at], file.text[at..end].strip_prefix(' ')?);
    before
        .ends_with(|last: char| last.is_ascii_digit())
        .then_some(())?;
    let is_whole = |unit: &&str| {
        let after = rest.strip_prefix(*unit).map(|after| after.chars().next());
        after.is_some_and(|next| !next.is_some_and(|next| next.is_alphanumeric() || next == '²'))
    };
    let unit = UNITS.into_iter().find(is_whole)?;
    let message = format!("a line may break between a number and `{unit}`");
    let problem = file.problem(
        Code::BreakingSpace,
        at,
        message,
        "write a no-break space (U+00A0)",
    );
    Some(Finding {
        problem,
        fix: file.replace(at..at + 1, "\u{a0}".to_owned()),
    })
}

/// The first place of each such letter in each file; of the letters of another script only the first one. Without fonts of its own, a
/// theme lacks none.
pub(super) fn missing_letters<'a>(
    root: &Path,
    files: impl Iterator<Item = &'a TextFile>,
) -> Vec<Problem> {
    let letters = load::read_theme(root).ok().and_then(|theme| theme.letters);
    let Some(letters) = letters else {
        return Vec::new();
    };
    let in_file = |file: &TextFile| {
        let mut seen = BTreeSet::new();
        let all = file.prose.iter().flat_map(|part| {
            file.text[part.clone()]
                .char_indices()
                .map(|(at, letter)| (part.start + at, letter))
        });
        let lacking =
            all.filter(|(_, letter)| !is_drawn(&letters, *letter) && seen.insert(*letter));
        let problem =
            |(at, letter)| missing_letter(&file.file, Place::of_offset(&file.text, at), letter);
        lacking.map(problem).collect::<Vec<_>>()
    };
    let shared = SHARED_FILES
        .into_iter()
        .flat_map(|file| in_values(root, file, &letters));
    let mut problems: Vec<Problem> = files.flat_map(in_file).chain(shared).collect();
    let mut scripts = BTreeSet::new();
    problems.retain(|problem| {
        let named = problem.message.chars().nth(1);
        let script = named.and_then(theme::script_remedy);
        script.is_none_or(|script| scripts.insert(script))
    });
    problems
}

/// A problem for each value of a YAML file with such a letter.
fn in_values(root: &Path, file: &str, letters: &HashSet<char>) -> Vec<Problem> {
    let text = fs::read_to_string(root.join(file)).unwrap_or_default();
    let places = Places::read(&text);
    let mut problems = Vec::new();
    load::visit(
        &serde_yaml::from_str(&text).unwrap_or_default(),
        &mut Vec::new(),
        &mut |value, path| {
            let mut letters_of = value.as_str().unwrap_or_default().chars();
            if let Some(letter) = letters_of.find(|letter| !is_drawn(letters, *letter)) {
                problems.push(missing_letter(file, places.find(path), letter));
            }
            true
        },
    );
    problems
}

fn is_drawn(letters: &HashSet<char>, letter: char) -> bool {
    letter.is_ascii() || letter.is_whitespace() || letters.contains(&letter)
}

fn missing_letter(file: &str, place: Place, letter: char) -> Problem {
    let message = match theme::script_remedy(letter) {
        Some(_) => format!("`{letter}` is of a script that the fonts of theme.yaml lack"),
        None => format!(
            "`{letter}` is not in the fonts of theme.yaml, so that it is shown in another one"
        ),
    };
    Problem::at(Code::InvalidFont, file, place, message).hint(theme::remedy(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_without_hosts_numbers_and_capitals() {
        let found: Vec<(usize, &str)> =
            words("El PDF del año (m² y 3D): info@a.example, it’s ‘ok’. Fin/final.").collect();
        let texts: Vec<&str> = found.iter().map(|(_, word)| *word).collect();
        assert_eq!(texts, ["El", "del", "año", "it’s", "ok"]);
        assert_eq!(found[1].0, "El PDF ".len());
    }
}
