//! Spelling, with the hunspell dictionary of each language and the word lists of the house.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::untranslated::{originals, passages};
use super::{Finding, TextFile};
use crate::project::packages;
use crate::stages::load;
use formats::code::Code;
use model::config;
use model::lang::{Lang, Languages};
use spellbook::Dictionary;

/// The word lists of the house: all languages, and one language.
const WORDS: &str = "words.txt";

/// How many findings of a language propose a word: looking for one takes longer than checking all texts.
const PROPOSALS: usize = 20;

/// The findings in the files of a language; `None` when no dictionary is installed. A passage that is the same in an earlier
/// language is checked there.
pub(super) fn check(
    root: &Path,
    languages: Languages,
    lang: Lang,
    files: &[TextFile],
) -> Option<Vec<Finding>> {
    let dictionary = dictionary(root, lang)?;
    let mut house = house_words(root, lang);
    house.extend(names(root, languages));
    let mut known: HashSet<&str> = HashSet::new();
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.lang == lang) {
        let copied: HashSet<&str> = originals(file, files).flat_map(passages).collect();
        for range in file.prose.iter().filter(|range| !copied.contains(file.text[(*range).clone()].trim())) {
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
                let at = range.start + at;
                let message = format!("`{word}` is not in the dictionary");
                let proposal = proposal(&dictionary, &plain, findings.len());
                let hint =
                    format!("{proposal}add it to content/{WORDS} or content/{lang}/{WORDS} if it is right");
                findings.push(file.finding(Code::Misspelling, at..at + word.len(), message, hint, None));
            }
        }
    }
    Some(findings)
}

fn proposal(dictionary: &Dictionary, word: &str, found: usize) -> String {
    let mut proposals = Vec::new();
    if found < PROPOSALS {
        dictionary.suggest(word, &mut proposals);
    }
    match proposals.first() {
        Some(first) => format!("write `{first}`, or "),
        None => "correct it, or ".to_owned(),
    }
}

/// The dictionary of a language from the npm packages: their version is locked, so that every machine finds the
/// same.
fn dictionary(root: &Path, lang: Lang) -> Option<Dictionary> {
    let folder = packages::folder(root, &packages::dictionary(lang))?;
    let read = |name| fs::read_to_string(folder.join(name)).ok();
    Dictionary::new(&read("index.aff")?, &read("index.dic")?).ok()
}

/// The words of the lists in lower case; a line that begins with `#` is a comment.
fn house_words(root: &Path, lang: Lang) -> HashSet<String> {
    let lists = [format!("content/{WORDS}"), format!("content/{lang}/{WORDS}")];
    let texts = lists.iter().filter_map(|file| fs::read_to_string(root.join(file)).ok());
    let lines = texts.flat_map(|text| text.lines().map(str::trim).map(str::to_lowercase).collect::<Vec<_>>());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// The names in site.yaml, in lower case: the words of its values for all languages that begin with a capital.
fn names(root: &Path, languages: Languages) -> HashSet<String> {
    let text = fs::read_to_string(root.join(config::FILE)).unwrap_or_default();
    let codes: Vec<&str> = languages.codes().collect();
    let mut names = HashSet::new();
    load::visit(&serde_yaml::from_str(&text).unwrap_or_default(), &mut Vec::new(), &mut |value, _| {
        let words = words(value.as_str().unwrap_or_default()).map(|(_, word)| word);
        names.extend(words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_lowercase));
        !load::is_per_language(value, &codes)
    });
    names
}

/// The words of a text with their offsets, without abbreviations in capitals, single letters, and names of hosts and
/// files.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, '’' | '\'' | '@' | '_' | '.' | '/' | '\\')
    };
    let mut offset = 0;
    let pieces = text.split_inclusive(move |letter| !is_part(letter)).map(move |piece| {
        let at = offset;
        offset += piece.len();
        (at, piece)
    });
    pieces.filter_map(|(at, piece)| {
        let outer = |letter: char| !letter.is_alphanumeric();
        let start = at + (piece.len() - piece.trim_start_matches(outer).len());
        let word = piece.trim_matches(outer);
        let is_word = word.chars().all(|letter| letter.is_alphabetic() || matches!(letter, '’' | '\''));
        let is_short = word.chars().nth(1).is_none();
        let is_capitals = !word.chars().any(char::is_lowercase);
        (is_word && !is_short && !is_capitals).then_some((start, word))
    })
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
