//! Imports run downwards only, which this test reads from every `crate::` path, and the code names no development.

use std::fs;

use walkdir::WalkDir;

use crate::support::files::{DEVELOPMENT, engine_file};

/// The folders of `generator/src`, from the highest level to the lowest; those of one level do not import each other.
const LEVELS: [&[&str]; 9] = [
    &["cli"],
    &["pipeline"],
    &["check", "hosts", "serve", "starter"],
    &["stages"],
    &["outputs"],
    &["hosted_editor"],
    &["node"],
    &["cache"],
    &["project"],
];

/// The modules of `stages`, in the order in which a build runs them. A stage may import the types of an earlier one.
const STAGES: [&str; 8] =
    ["load", "pull", "resolve", "prerender", "pictures", "render", "documents", "write"];

fn level(folder: &str) -> Option<usize> {
    LEVELS.iter().position(|folders| folders.contains(&folder))
}

fn stage(name: &str) -> Option<usize> {
    STAGES.iter().position(|stage| *stage == name)
}

/// Every path below `crate` that a source file names, as its first two segments.
fn crate_paths(source: &str) -> impl Iterator<Item = (&str, &str)> {
    source.split("crate::").skip(1).map(|rest| {
        let end = rest
            .find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':'))
            .unwrap_or(rest.len());
        let mut segments = rest[..end].split("::");
        (segments.next().unwrap_or_default(), segments.next().unwrap_or_default())
    })
}

/// Why a file in `folder/module` may not name `crate::target::inner`.
fn forbidden(folder: &str, module: &str, target: &str, inner: &str) -> Option<&'static str> {
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
    let entries = folders.iter().flat_map(move |folder| WalkDir::new(root.join(folder)));
    entries.map(Result::unwrap).filter_map(|entry| {
        let path = entry.path().strip_prefix(engine_file(".")).unwrap().to_str()?.to_owned();
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

/// What begins the path of a file in a source: at the folder of the source, or at that of its package.
const READS: [&str; 4] =
    ["include_str!(\"", "include_bytes!(\"", "join(\"", "env!(\"CARGO_MANIFEST_DIR\"), \"/"];

/// Whether a source reads a part of the development at the root: `../content/`, but not `../examples/torre/content/`.
fn reads_the_development(source: &str) -> bool {
    let is_read = |path: &str| {
        let below = path.trim_start_matches("../");
        let end = below.find(['/', '"']).unwrap_or(below.len());
        below != path && DEVELOPMENT.contains(&&below[..end])
    };
    READS.iter().any(|start| source.split(start).skip(1).any(is_read))
}

/// Its editors change a text, a unit or a price at any time, and no test of the engine may fail for that.
#[test]
fn one_test_alone_reads_the_development_of_this_repository() {
    /// It checks that the development has no problem.
    const OWN: &str = "generator/tests/suite/developments/at_the_root.rs";
    let is_checked = |path: &str| path.ends_with(".rs") && !path.contains("/sites/");
    let checked: Vec<_> = sources(&["functions", "fuzz", "generator", "platform"])
        .filter(|(path, _)| is_checked(path))
        .collect();
    let reading = checked.iter().filter(|(path, source)| path != OWN && reads_the_development(source));
    let reading: Vec<&String> = reading.map(|(path, _)| path).collect();
    assert!(checked.len() > 400, "only {} files were found", checked.len());
    assert!(reading.is_empty(), "read `examples/torre` instead: {reading:#?}");
}

/// The names and places of the developments in this repository. What a project says about itself comes from its files.
const OWN_WORDS: &str =
    "ceibalta|cancun|cancún|tulum|quintana roo|riviera maya|querétaro|juriquilla|los olivos";

/// The part of a source that is not its tests.
fn product_code<'a>(path: &str, source: &'a str) -> &'a str {
    if path.ends_with("/tests.rs") || path.contains(".test.") {
        return "";
    }
    source.split("#[cfg(test)]").next().unwrap_or_default()
}

#[test]
fn no_development_is_named_in_the_code() {
    let mut naming = Vec::new();
    let mut checked = 0;
    let crates = ["generator/src", "generator/model/src", "generator/building/src", "generator/formats/src"];
    let others = ["platform/src", "functions/src", "functions/site/src", "functions/templates"];
    for (path, source) in sources(&[&crates[..], &others, &["islands/src", "templates"]].concat()) {
        checked += 1;
        let code = product_code(&path, &source).to_lowercase();
        let found = OWN_WORDS.split('|').filter(|word| code.contains(word));
        naming.extend(found.map(|word| format!("{path}: {word}")));
    }
    assert!(checked > 600, "only {checked} files were found");
    assert!(naming.is_empty(), "{naming:#?}");
}
