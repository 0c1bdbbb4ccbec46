//! Every string of the repository's own site is used: an unused one would still have to be translated.

use std::fs;

use serde_json::Value;
use walkdir::WalkDir;

use crate::support::files::repository;

/// Where strings are used.
const FOLDERS: [&str; 6] = [
    "templates",
    "generator/src",
    "generator/model/src",
    "islands/src",
    "functions/src",
    "functions/templates",
];

/// Extensions of the files that use them.
const ENDINGS: [&str; 7] = ["html", "txt", "md", "typ", "rs", "ts", "tsx"];

/// Groups that a script receives whole and reads by names that TypeScript checks.
const WHOLE: [&str; 1] = ["consent."];

/// The text of every file that may use a string, without tests.
fn sources() -> String {
    let files = FOLDERS
        .iter()
        .flat_map(|folder| {
            WalkDir::new(repository().join(folder))
                .into_iter()
                .map(Result::unwrap)
        })
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy();
            ENDINGS.iter().any(|ending| name.ends_with(&format!(".{ending}")))
                && !name.contains(".test.")
                && name != "tests.rs"
        });
    files
        .map(|entry| fs::read_to_string(entry.path()).unwrap())
        .collect()
}

/// The keys of all strings, without plural suffixes.
fn keys(tree: &Value, path: &str, found: &mut Vec<String>) {
    match tree {
        Value::Object(group) => {
            for (name, inner) in group {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                keys(inner, &path, found);
            }
        }
        _ => {
            let base = path.trim_end_matches("_one").trim_end_matches("_other");
            found.push(base.to_owned());
        }
    }
}

/// Whether a key is used: it is in quotes, or follows a dot where a whole group was passed on (`strings.price.total`), or
/// its beginning is in quotes and the rest is computed: `"status.{}"`, `` `level.${n}` ``, `"use." ~ x`.
fn is_asked_for(key: &str, sources: &str) -> bool {
    let quoted = ['"', '\'', '`'];
    if quoted
        .iter()
        .any(|quote| sources.contains(&format!("{quote}{key}{quote}")))
        || is_property(key, sources)
    {
        return true;
    }
    let ends = key
        .char_indices()
        .filter(|(_, letter)| matches!(letter, '.' | '_' | '-'));
    ends.map(|(at, _)| &key[..=at]).any(|beginning| {
        ["\"B{", "`B${", "\"B\"", "'B'"]
            .iter()
            .any(|form| sources.contains(&form.replace('B', beginning)))
    })
}

fn is_property(key: &str, sources: &str) -> bool {
    let behind_dot = format!(".{key}");
    let mut found = sources
        .match_indices(&behind_dot)
        .map(|(at, _)| &sources[at + behind_dot.len()..]);
    found.any(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || matches!(next, '_' | '-')))
}

#[test]
fn every_string_is_used() {
    let strings = fs::read_to_string(repository().join("content/es/strings.json")).unwrap();
    let mut all = Vec::new();
    keys(&serde_json::from_str(&strings).unwrap(), "", &mut all);
    assert!(all.len() > 100);
    let sources = sources();
    let unused: Vec<&str> = all
        .iter()
        .map(String::as_str)
        .filter(|key| !WHOLE.iter().any(|group| key.starts_with(group)) && !is_asked_for(key, &sources))
        .collect();
    assert!(unused.is_empty(), "no template, script or Rust shows {unused:#?}");
}

#[test]
fn an_unused_string_is_found() {
    let sources =
        "t(\"nav.home\") format!(\"status.{}\") `level.${n}` t(\"language.\" ~ x) strings.price.total,";
    for key in [
        "nav.home",
        "status.vendido",
        "level.3",
        "language.es",
        "price.total",
    ] {
        assert!(is_asked_for(key, sources), "{key}");
    }
    for key in ["nav", "nav.homes", "date.availability", "statuses.x", "price.tot"] {
        assert!(!is_asked_for(key, sources), "{key}");
    }
}
