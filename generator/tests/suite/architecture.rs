//! Imports run downwards only, which this test reads from every `crate::` path, and the code names no development.

use std::fs;

use walkdir::WalkDir;

use crate::support::files::engine_file;

/// The folders of `generator/src`, from the highest level to the lowest; those of one level do not import each other.
const LEVELS: &str = "cli > pipeline > check hosts serve starter > stages > outputs > catalogue > hosted_editor > node > cache > project";

/// The modules of `stages`, in the order in which a build runs them. A stage may import the types of an earlier one.
const STAGES: [&str; 8] = [
    "load",
    "pull",
    "resolve",
    "prerender",
    "pictures",
    "render",
    "documents",
    "write",
];

/// Every path below `crate` that a source file names, as its first two segments.
fn crate_paths(source: &str) -> impl Iterator<Item = (&str, &str)> {
    source.split("crate::").skip(1).map(|rest| {
        let is_end = |letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':');
        let mut segments = rest.split(is_end).next().unwrap_or_default().split("::");
        (
            segments.next().unwrap_or_default(),
            segments.next().unwrap_or_default(),
        )
    })
}

/// Why a file in `folder/module` may not name `crate::target::inner`.
fn forbidden(folder: &str, module: &str, target: &str, inner: &str) -> Option<&'static str> {
    let level = |folder: &str| {
        LEVELS
            .split(" > ")
            .position(|level| level.split(' ').any(|name| name == folder))
    };
    let stage = |name: &str| STAGES.iter().position(|stage| *stage == name);
    let (Some(from), Some(to)) = (level(folder), level(target)) else {
        return Some("this folder is in no level; add it to LEVELS");
    };
    if to < from {
        return Some("a higher level");
    }
    if to == from && target != folder {
        return Some("another folder of the same level");
    }
    match (stage(module), stage(inner)) {
        (Some(from), Some(to)) if folder == "stages" && target == "stages" && to > from => {
            Some("a later stage")
        }
        _ => None,
    }
}

/// The texts below these folders of the repository, by their path.
fn sources(folders: &[&str]) -> impl Iterator<Item = (String, String)> {
    let root = engine_file(".");
    let entries = folders
        .iter()
        .flat_map(move |folder| WalkDir::new(root.join(folder)));
    entries.map(Result::unwrap).filter_map(|entry| {
        let path = entry
            .path()
            .strip_prefix(engine_file("."))
            .unwrap()
            .to_str()?
            .to_owned();
        // A folder, or no text, cannot be read.
        Some((path, fs::read_to_string(entry.path()).ok()?))
    })
}

#[test]
fn imports_run_downwards_only() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (path, source) in sources(&["generator/src"]).filter(|(path, _)| path.ends_with(".rs")) {
        let segments: Vec<&str> = path.split('/').skip(2).collect();
        let [folder, module, ..] = segments[..] else {
            continue; // lib.rs and main.rs name every folder.
        };
        for (target, inner) in crate_paths(&source) {
            checked += 1;
            if let Some(reason) = forbidden(folder, module.trim_end_matches(".rs"), target, inner) {
                wrong.push(format!("{path}: crate::{target}::{inner} ({reason})"));
            }
        }
    }
    assert!(checked > 100, "only {checked} imports were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The names and places of the developments in this repository. What a project says about itself comes from its files.
const OWN_WORDS: &str =
    "ceibalta|cancun|cancún|tulum|quintana roo|riviera maya|querétaro|juriquilla|los olivos";

#[test]
fn no_development_is_named_in_the_code() {
    let mut naming = Vec::new();
    let mut checked = 0;
    let crates = [
        "generator/src",
        "generator/model/src",
        "generator/building/src",
        "generator/formats/src",
    ];
    let others = [
        "platform/src",
        "functions/src",
        "functions/site/src",
        "functions/templates",
    ];
    let folders = [&crates[..], &others, &["islands/src", "templates"]].concat();
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.contains(".test.");
    for (path, source) in sources(&folders).filter(|(path, _)| !is_test(path)) {
        checked += 1;
        let code = source
            .split("#[cfg(test)]")
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let found = OWN_WORDS.split('|').filter(|word| code.contains(word));
        naming.extend(found.map(|word| format!("{path}: {word}")));
    }
    assert!(checked > 600, "only {checked} files were found");
    assert!(naming.is_empty(), "{naming:#?}");
}
