//! Imports run downwards only, and the code names no development. The compiler checks the crates; inside the
//! generator this test reads every `crate::` path and compares the folder it names with the folder it stands in.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::support::files::{DEVELOPMENT, engine_file};

/// The folders of `generator/src`, from the highest level to the lowest. A folder may import from itself and from every
/// later level; folders of one level do not import each other.
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

#[test]
fn imports_run_downwards_only() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut checked = 0;
    for entry in WalkDir::new(&sources).sort_by_file_name() {
        let entry = entry.expect("a readable folder");
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let below = path.strip_prefix(&sources).expect("a file below src");
        let segments: Vec<String> = below
            .components()
            .map(|part| part.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned())
            .collect();
        let [folder, module, ..] = segments.as_slice() else {
            continue; // lib.rs and main.rs name every folder.
        };
        let source = fs::read_to_string(path).expect("a readable file");
        for (target, inner) in crate_paths(&source) {
            checked += 1;
            if let Some(reason) = forbidden(folder, module, target, inner) {
                wrong.push(format!("{}: crate::{target}::{inner} ({reason})", below.display()));
            }
        }
    }
    assert!(checked > 100, "only {checked} imports were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What begins the path of a file in a source: at the folder of the source, or at that of its package.
const READS: [&str; 4] =
    ["include_str!(\"", "include_bytes!(\"", "join(\"", "env!(\"CARGO_MANIFEST_DIR\"), \"/"];

/// Whether a source reads a part of the development at the root of this repository: `../content/`, but not
/// `../examples/torre/content/`.
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
    let mut reading = Vec::new();
    let mut checked = 0;
    for folder in ["functions", "fuzz", "generator", "platform"] {
        for entry in WalkDir::new(engine_file(folder)) {
            let path = entry.unwrap().into_path();
            let is_example = path.components().any(|part| part.as_os_str() == "sites");
            if is_example || path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            checked += 1;
            if !path.ends_with(OWN) && reads_the_development(&fs::read_to_string(&path).unwrap()) {
                reading.push(path);
            }
        }
    }
    assert!(checked > 400, "only {checked} files were found");
    assert!(reading.is_empty(), "read `examples/torre` instead: {reading:#?}");
}

/// The names and places of the developments in this repository. What a project says about itself comes from its files.
const OWN_WORDS: [&str; 9] = [
    "ceibalta",
    "cancun",
    "cancún",
    "tulum",
    "quintana roo",
    "riviera maya",
    "querétaro",
    "juriquilla",
    "los olivos",
];

/// The part of a source that is not its tests.
fn product_code<'a>(path: &Path, source: &'a str) -> &'a str {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name == "tests.rs" || name.contains(".test.") {
        return "";
    }
    source.split("#[cfg(test)]").next().unwrap_or_default()
}

#[test]
fn no_development_is_named_in_the_code() {
    let mut naming = Vec::new();
    let mut checked = 0;
    for folder in [
        "generator/src",
        "generator/model/src",
        "generator/building/src",
        "generator/formats/src",
        "platform/src",
        "functions/src",
        "functions/site/src",
        "functions/templates",
        "islands/src",
        "templates",
    ] {
        for entry in WalkDir::new(engine_file(folder)) {
            let path = entry.unwrap().into_path();
            let Ok(source) = fs::read_to_string(&path) else {
                continue; // A folder, or no text.
            };
            checked += 1;
            let code = product_code(&path, &source).to_lowercase();
            let found = OWN_WORDS.iter().filter(|word| code.contains(*word));
            naming.extend(found.map(|word| format!("{}: {word}", path.display())));
        }
    }
    assert!(checked > 600, "only {checked} files were found");
    assert!(naming.is_empty(), "{naming:#?}");
}
