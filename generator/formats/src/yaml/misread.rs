//! Values that YAML reads in another way than their author meant them: emptied ones, repeated keys, numbers that lose a digit.

use std::borrow::Cow;
use std::collections::HashSet;

use saphyr_parser::ScalarStyle;
use serde_json::Value;

use super::nodes::{self, Node, Scalar};
use super::{Step, path};
use crate::problem::{Code, Place, Problem};

/// The spellings of an empty value. A type that reads texts would read the words as texts.
const EMPTY: [&str; 4] = ["~", "null", "Null", "NULL"];

/// The key that merges a group into another one in YAML 1.1, and nothing here.
const MERGE: &str = "<<";

/// The text with spaces in place of the words for an empty value, so that each type reads a value that is not there.
pub(super) fn without_words_for_empty<'a>(text: &'a str, root: Option<&Node>) -> Cow<'a, str> {
    let mut words = Vec::new();
    if let Some(root) = root {
        add_words_for_empty(text, root, &mut words);
    }
    if words.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut blank = text.to_owned();
    for (at, word) in words {
        blank.replace_range(at..at + word.len(), &" ".repeat(word.len()));
    }
    Cow::Owned(blank)
}

/// Only values of keys: an item of a list must stay an item.
fn add_words_for_empty<'a>(text: &'a str, node: &Node, words: &mut Vec<(usize, &'a str)>) {
    let Node::Group(group) = node else { return };
    for part in &group.parts {
        match (&part.value, &part.step) {
            (Node::Scalar(scalar), Step::Key(_)) => {
                let written = written(text, scalar);
                words.extend(written.filter(is_word).map(|word| (scalar.at.start, word)));
            }
            (group @ Node::Group(_), _) => add_words_for_empty(text, group, words),
            _ => {}
        }
    }
}

fn is_word(written: &&str) -> bool {
    EMPTY.contains(written)
}

/// A value without quotation marks and tags, as it is written.
fn written<'a>(text: &'a str, scalar: &Scalar) -> Option<&'a str> {
    let is_plain = scalar.style == ScalarStyle::Plain;
    let before = text[..scalar.at.start].trim_end();
    let has_tag = before
        .rsplit(char::is_whitespace)
        .next()
        .is_some_and(|word| word.starts_with('!'));
    (is_plain && !has_tag).then(|| &text[scalar.at.clone()])
}

/// The first key that a group has twice, of which a reader keeps one value, or that is meant to merge another group.
pub(super) fn repeated_key(text: &str, root: &Node) -> Option<(Place, String, &'static str)> {
    let Node::Group(group) = root else {
        return None;
    };
    let mut seen = HashSet::new();
    for part in &group.parts {
        if let Step::Key(key) = &part.step {
            let place = || Place::of_offset(text, part.start);
            if !seen.insert(key) {
                return Some((
                    place(),
                    format!("`{key}` is defined twice"),
                    "remove one of them",
                ));
            }
            if key == MERGE {
                let message = format!("`{MERGE}` is not read as other keys");
                return Some((place(), message, "write those keys instead"));
            }
        }
        let inner = repeated_key(text, &part.value);
        if inner.is_some() {
            return inner;
        }
    }
    None
}

/// The first text without quotation marks that ends before a sign `#`, from which on it is a comment: `title: Torre #1`.
pub(super) fn cut_by_comment(text: &str, node: &Node) -> Option<(Place, String, &'static str)> {
    match node {
        Node::Alias(_) => None,
        Node::Group(group) => group
            .parts
            .iter()
            .find_map(|part| cut_by_comment(text, &part.value)),
        Node::Scalar(scalar) => {
            // Without a value, a tag or a name of one stands there.
            let has_value =
                |written: &&str| !written.is_empty() && !written.starts_with(['!', '&']);
            written(text, scalar).filter(has_value)?;
            let line = text[scalar.at.end..].split(['\n', '\r']).next()?;
            let comment = line.trim_start();
            let word = comment.strip_prefix('#')?.split_whitespace().next()?;
            if comment.starts_with("# ") {
                return None;
            }
            let place = Place::of_offset(text, scalar.at.end + line.len() - comment.len());
            let message = format!("the text ends before `#{word}`, which is a comment");
            let hint = "put the text in quotation marks, or write a space behind `#`";
            Some((place, message, hint))
        }
    }
}

/// Where a line is indented with a space that YAML takes for a letter, as it comes from web pages and word processors.
pub(super) fn wrong_indentation(text: &str) -> Option<Place> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indentation = line
            .find(|letter: char| !letter.is_whitespace())
            .unwrap_or(0);
        let is_wrong = |letter: char| {
            letter.is_whitespace()
                && !letter.is_ascii()
                && !['\u{85}', '\u{2028}', '\u{2029}'].contains(&letter)
        };
        if let Some(at) = line[..indentation].find(is_wrong) {
            return Some(Place::of_offset(text, start + at));
        }
        start += line.len();
    }
    None
}

/// The first value below a key of a text that a page would show otherwise than it is written: nothing, or another number.
pub fn misread(file: &str, text: &str, lines_before: usize, below: &str) -> Option<Problem> {
    let root = nodes::parse(text)?;
    let mut node = &root;
    for step in path(below) {
        let Node::Group(group) = node else {
            return None;
        };
        node = &group.parts.iter().find(|part| part.step == step)?.value;
    }
    let (offset, message, hint) = misread_in(text, node, below)?;
    let place = Place::of_offset(text, offset).lines_down(lines_before);
    Some(Problem::at(Code::InvalidValue, file, place, message).hint(hint))
}

fn misread_in(text: &str, node: &Node, name: &str) -> Option<(usize, String, &'static str)> {
    let Node::Group(group) = node else {
        return None;
    };
    group.parts.iter().find_map(|part| {
        let name = format!("{name}.{}", part.step);
        let Node::Scalar(scalar) = &part.value else {
            return misread_in(text, &part.value, &name);
        };
        let written = written(text, scalar)?;
        if written.is_empty() || is_word(&written) {
            let hint = "write it, `\"\"` for an empty text, or remove the key";
            return Some((part.start, format!("`{name}` has no value"), hint));
        }
        let hint = "put it in quotation marks to show it as it is written";
        match serde_yaml::from_str::<Value>(written).ok()? {
            Value::Null => Some((
                part.start,
                format!("`{name}` is `{written}`, which is not a number"),
                hint,
            )),
            Value::Number(number) if number.to_string() != written => {
                let message = format!("`{name}` is written `{written}` and read as {number}");
                Some((part.start, message, hint))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::parse;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Sample {
        title: String,
        #[serde(default)]
        date: Option<String>,
        #[serde(default)]
        data: Value,
    }

    #[test]
    fn an_empty_value_is_one_however_it_is_written() {
        for word in ["", "~", "null", "NULL", "Null  # none"] {
            let text = format!("title: {word}\ndate: {word}\n");
            let sample: Sample = parse("x.md", &text, 0).unwrap();
            assert_eq!((&*sample.title, sample.date), ("", None), "{word}");
            let text = format!("a: {{title: {word}\n }}\n");
            let samples: BTreeMap<String, Sample> = parse("x.md", &text, 0).unwrap();
            assert_eq!(samples["a"].title, "", "{word}");
        }
        for (text, title) in [
            ("title: \"~\"", "~"),
            ("title: 'null'", "null"),
            ("title: !!str null", "null"),
            ("title: nulo", "nulo"),
            ("title: |\n  null", "null"),
        ] {
            let sample: Sample = parse("x.md", text, 0).unwrap();
            assert_eq!(sample.title, title);
        }
        let list: Vec<Option<u8>> = parse("x.md", "[~, null, 1]", 0).unwrap();
        assert_eq!(list, [None, None, Some(1)]);
    }

    #[test]
    fn a_key_that_is_lost_is_reported() {
        let read = |text: &str| {
            let read = parse::<Value>("x.md", text, 1);
            read.map_err(|problem| problem.to_string())
        };
        assert_eq!(
            read("a: 1\nb:\n  - {c: 1, \"d\": 2, c: 3}\n"),
            Err("x.md:4:20: `c` is defined twice: remove one of them".to_owned())
        );
        assert_eq!(
            read("a: &a {b: 1}\nc:\n  <<: *a\n"),
            Err("x.md:4:3: `<<` is not read as other keys: write those keys instead".to_owned())
        );
        assert!(read("a: &a {b: 1}\nc: *a\nd: [{b: 1}, {b: 2}]\n").is_ok());
    }

    #[test]
    fn a_text_that_a_comment_cuts_is_reported() {
        let read = |text: &str| {
            let read = parse::<Value>("x.md", text, 1);
            read.map_err(|problem| problem.to_string())
        };
        for text in [
            "title: Torre #1 de la Riviera\n",
            "data:\n  - {a: b}\n  - Piso #1\n",
            "a: 1 #1",
        ] {
            let found = read(text).unwrap_err();
            let message = "the text ends before `#1`, which is a comment: put the text in quotation marks, or write a space behind `#`";
            assert!(found.ends_with(message), "{found}");
        }
        for text in [
            "title: \"Torre #1\"\n",
            "title: Torre#1\n",
            "title: Torre # 1\n#a\n",
            "title: #1\n",
            "a: |\n  b #1\n",
            "a: [b] #c\n",
        ] {
            assert!(read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_space_that_is_a_letter_in_yaml_is_reported() {
        let read = |text: &str| parse::<Sample>("x.md", text, 1).unwrap_err().to_string();
        for space in ['\u{a0}', '\u{2003}', '\u{3000}'] {
            let found = read(&format!("title: a\ndata:\n {space}b:\n    c: 1\n    d\n"));
            assert_eq!(
                found,
                "x.md:4:2: this line is indented with a sign that only looks like a space: indent with spaces"
            );
        }
        assert_eq!(
            read("title:Torre\ndate:2026\n"),
            "x.md:2:1: `title:` has no space after its colon: write one"
        );
        assert!(read("C:\\web\n").ends_with("write a group of keys"));
    }

    #[test]
    fn what_a_page_would_show_otherwise_is_reported() {
        let found = |value: &str| {
            let text = format!("title: a\ndata:\n  hero:\n    - lead: {value}\n");
            misread("x.md", &text, 1, "data").map(|problem| problem.to_string())
        };
        for value in ["", "~", "null # later"] {
            let message = "x.md:5:7: `data.hero.0.lead` has no value: write it, `\"\"` for an empty text, or remove the key";
            assert_eq!(found(value).as_deref(), Some(message), "{value}");
        }
        for (written, read) in [
            ("1.10", "1.1"),
            ("0x10", "16"),
            ("0o17", "15"),
            ("+52998", "52998"),
            ("1e3", "1000.0"),
        ] {
            let message = format!("`{written}` and read as {read}: put it in quotation marks");
            assert!(
                found(written).is_some_and(|found| found.contains(&message)),
                "{written}: {:?}",
                found(written)
            );
        }
        assert!(
            found(".inf").is_some_and(|found| found.contains("is `.inf`, which is not a number"))
        );
        for value in [
            "\"\"",
            "''",
            "\"1.10\"",
            "1",
            "-1.5",
            "0",
            "true",
            "no",
            "01210",
            "1_000",
            "12:30",
            "2026-11-20",
            "a",
            "[]",
            "{}",
            "|\n      1.10",
            "!!str 1.10",
        ] {
            assert_eq!(found(value), None, "{value}");
        }
        assert_eq!(misread("x.md", "title: a\ndata:\n", 1, "data"), None);
    }
}
