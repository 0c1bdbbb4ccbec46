//! Strings that no template, script or program shows: they would still have to be translated.

use std::fs;
use std::path::Path;

use model::code::Code;
use model::strings;
use walkdir::WalkDir;

use super::{Finding, TextFile};

/// Where strings are used.
const FOLDERS: [&str; 6] = [
    "templates",
    "generator/src",
    "generator/model/src",
    "islands/src",
    "functions/src",
    "functions/templates",
];

/// The folder of the program, which uses strings too: a project without it cannot be checked.
const PROGRAM: &str = "generator/src";

/// Extensions of the files that use them.
const ENDINGS: [&str; 7] = ["html", "txt", "md", "typ", "rs", "ts", "tsx"];

/// Groups that a script receives whole and reads by names that TypeScript checks.
const WHOLE: [&str; 1] = ["consent."];

/// The findings in the strings files.
pub(super) fn check(root: &Path, files: &[TextFile]) -> Vec<Finding> {
    if !root.join(PROGRAM).is_dir() {
        return Vec::new();
    }
    let sources = sources(root);
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.file.ends_with(".json")) {
        for entry in strings::entries(&file.text) {
            let forms = ["_one", "_many", "_other"];
            let base = forms.iter().find_map(|form| entry.key.strip_suffix(form));
            let mut keys = base.into_iter().chain([entry.key.as_str()]);
            let is_whole = WHOLE.iter().any(|group| entry.key.starts_with(group));
            if !is_whole && !keys.any(|key| is_used(key, &sources)) {
                let message = format!("no template, script or program shows the string `{}`", entry.key);
                let hint = "remove it".to_owned();
                let mut finding = file.finding(Code::UnusedString, entry.property, message, hint, None);
                finding.fix = Some(super::Fix::Replace(entry.removal, String::new()));
                findings.push(finding);
            }
        }
    }
    findings
}

/// The text of every file that may use a string, without tests.
fn sources(root: &Path) -> String {
    let folders = FOLDERS.iter().flat_map(|folder| WalkDir::new(root.join(folder)));
    let files = folders.filter_map(Result::ok).filter(|entry| {
        let name = entry.file_name().to_string_lossy();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        ENDINGS.contains(&ending) && !name.contains(".test.") && name != "tests.rs"
    });
    files
        .filter_map(|entry| fs::read_to_string(entry.path()).ok())
        .collect()
}

/// Whether a key is used: it is in quotes, or follows a dot where a whole group was passed on (`strings.price.total`), or
/// its beginning is in quotes and the rest is computed: `"status.{}"`, `` `level.${n}` ``, `"use." ~ x`.
fn is_used(key: &str, sources: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(is_used(key, sources), "{key}");
        }
        for key in ["nav", "nav.homes", "date.availability", "statuses.x", "price.tot"] {
            assert!(!is_used(key, sources), "{key}");
        }
    }
}
