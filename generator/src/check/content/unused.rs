//! Strings and facts of a development's own that nothing shows.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use formats::problem::{Code, Problem};
use model::config::Config;
use model::strings::{entries, general_key};
use model::{config, map};
use walkdir::WalkDir;

use super::{Finding, TextFile};
use crate::project;

/// A warning for each fact of a development's own that neither a text, the map nor a template of the project names, and which counts no units.
pub(super) fn facts(root: &Path, config: &Config, files: &[TextFile]) -> Vec<Problem> {
    let templates = WalkDir::new(root.join(project::TEMPLATES))
        .into_iter()
        .filter_map(Result::ok);
    let paths = templates
        .map(walkdir::DirEntry::into_path)
        .chain([root.join(map::FILE)]);
    let others: Vec<String> = paths
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect();
    let texts = files.iter().map(|file| &file.text).chain(&others);
    let unused = config.facts.others.keys().filter(|name| {
        let counts = config
            .uses
            .iter()
            .any(|declared| declared.count.as_ref() == Some(name));
        !counts
            && !texts
                .clone()
                .any(|text| text.contains(&format!("facts.{name}")))
    });
    let problem = |name: &String| {
        let message = format!("no text shows the fact `{name}`");
        let hint = format!("write `{{{{facts.{name}}}}}` in a text, or remove it");
        config
            .problem(Code::UnusedFact, &format!("facts.{name}"), message)
            .hint(hint)
    };
    unused.map(problem).collect()
}

/// Where strings are used.
const FOLDERS: [&str; 7] = [
    "templates",
    "generator/src",
    "generator/model/src",
    "islands/src",
    "functions/src",
    "functions/site/src",
    "functions/templates",
];

const ENDINGS: [&str; 10] = [
    "html", "txt", "md", "json", "svg", "xml", "typ", "rs", "ts", "tsx",
];

/// A group that a script receives whole and reads by names that TypeScript checks.
const WHOLE: &str = "consent.";

/// The findings in the strings files: unused strings would still have to be translated.
pub(super) fn strings(root: &Path, files: &[TextFile]) -> Vec<Finding> {
    // The program uses strings too.
    if !root.join("generator/src").is_dir() {
        return Vec::new();
    }
    let mut used = Used::default();
    for entry in FOLDERS
        .iter()
        .flat_map(|folder| WalkDir::new(root.join(folder)))
        .filter_map(Result::ok)
    {
        let name = entry.file_name().to_string_lossy();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        if ENDINGS.contains(&ending) && !name.contains(".test.") && name != "tests.rs" {
            used.read(&fs::read_to_string(entry.path()).unwrap_or_default());
        }
    }
    for file in [config::FILE, map::FILE] {
        // These name strings by their keys alone.
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        used.quoted
            .extend(text.split(|letter| !is_part(letter)).map(str::to_owned));
    }
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.file.ends_with(".json")) {
        for entry in entries(&file.text) {
            let key = general_key(&entry.key).map_or(entry.key.clone(), |(_, general)| general);
            let forms = ["_one", "_many", "_other", "_untaxed", "_unit"];
            let base = forms.iter().find_map(|form| key.strip_suffix(form));
            let mut keys = base.into_iter().chain([key.as_str()]);
            if !entry.key.starts_with(WHOLE) && !keys.any(|key| used.contains(key)) {
                let message = format!(
                    "no template, script or program shows the string `{}`",
                    entry.key
                );
                let problem = file.problem(
                    Code::UnusedString,
                    entry.property.start,
                    message,
                    "remove it",
                );
                findings.push(Finding {
                    problem,
                    fix: file.replace(entry.removal, String::new()),
                });
            }
        }
    }
    findings
}

/// What sources refer to, as far as it can be a key.
#[derive(Debug, Default)]
struct Used {
    /// What is in quotes: `t("nav.home")`.
    quoted: HashSet<String>,
    /// What follows a dot, where a whole group was passed on: `strings.price.total`.
    properties: HashSet<String>,
    /// Beginnings in quotes whose rest is computed: `"status.{}"`, `` `level.${n}` ``, `"use." ~ x`.
    beginnings: HashSet<String>,
}

/// Whether a letter can be part of a key.
fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-')
}

impl Used {
    fn read(&mut self, text: &str) {
        let mut end = 0;
        while let Some(start) = text[end..].find(is_part).map(|start| end + start) {
            let length = text[start..]
                .find(|letter| !is_part(letter))
                .unwrap_or(text.len() - start);
            end = start + length;
            self.add(
                text[..start].chars().next_back(),
                &text[start..end],
                &text[end..],
            );
        }
    }

    /// Adds a word between the character before it and the text behind it.
    fn add(&mut self, before: Option<char>, word: &str, rest: &str) {
        let quote = before.filter(|before| matches!(before, '"' | '\'' | '`'));
        let is_closed = quote.is_some_and(|quote| rest.starts_with(quote));
        if is_closed {
            self.quoted.insert(word.to_owned());
        }
        if word.ends_with(['.', '_', '-']) {
            let is_computed = match quote {
                Some('"') => is_closed || rest.starts_with('{'),
                Some('`') => rest.starts_with("${"),
                Some(_) => is_closed,
                None => false,
            };
            if is_computed {
                self.beginnings.insert(word.to_owned());
            }
        }
        for (dot, _) in word.match_indices('.') {
            let tail = &word[dot + 1..];
            let ends = tail
                .match_indices('.')
                .map(|(end, _)| end)
                .chain([tail.len()]);
            self.properties
                .extend(ends.map(|end| tail[..end].to_owned()));
        }
    }

    fn contains(&self, key: &str) -> bool {
        let mut ends = key
            .char_indices()
            .filter(|(_, letter)| matches!(letter, '.' | '_' | '-'));
        self.quoted.contains(key)
            || self.properties.contains(key)
            || ends.any(|(at, _)| self.beginnings.contains(&key[..=at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unused_string_is_found() {
        let mut used = Used::default();
        used.read(
            "t(\"nav.home\") format!(\"status.{}\") `level.${n}` t(\"language.\" ~ x) strings.price.total,",
        );
        for key in [
            "nav.home",
            "status.vendido",
            "level.3",
            "language.es",
            "price.total",
        ] {
            assert!(used.contains(key), "{key}");
        }
        for key in [
            "nav",
            "nav.homes",
            "date.availability",
            "statuses.x",
            "price.tot",
        ] {
            assert!(!used.contains(key), "{key}");
        }
    }
}
