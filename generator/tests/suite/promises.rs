//! The documentation: tests that it names exist, links lead to files and headings, and paths in backticks to files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::support::files::{DEVELOPMENT, engine_file, read};

/// The pages outside of `docs/`, from the root of the repository.
const PAGES: [&str; 8] = [
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "content/README.md",
    "generator/src/check/findings.md",
    "islands/README.md",
    "templates/README.md",
    "templates/share/README.md",
];

/// What begins a path that is not in this repository: of programs' output, of a development, from another folder, in a URL.
const ELSEWHERE: [&str; 9] = [
    ".site/",
    "deploy/",
    "dist/",
    "target/",
    "test-results/",
    "content/",
    "sites/",
    "../",
    "/",
];

/// Extensions of the names that are paths also without a slash.
const ENDINGS: [&str; 14] = [
    "cjs", "css", "html", "json", "md", "mjs", "rs", "sh", "svg", "toml", "ts", "tsx", "typ",
    "yaml",
];

/// Every page, as its path from the root of the repository and its text without blocks of code, and without the examples of
/// findings, which show mistakes.
fn pages(root: &Path) -> Vec<(PathBuf, String)> {
    let docs = fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|entry| Path::new("docs").join(entry.unwrap().file_name()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let paths: Vec<PathBuf> = PAGES.iter().map(PathBuf::from).chain(docs).collect();
    assert!(paths.len() > 20, "only {paths:?} were found");
    let prose = |path: PathBuf| {
        let text = fs::read_to_string(root.join(&path)).unwrap();
        let lines: Vec<&str> = text
            .split("```")
            .step_by(2)
            .flat_map(str::lines)
            .filter(|line| !line.starts_with("- Example: "))
            .collect();
        (path, without_shown_pictures(&lines.join("\n")))
    };
    paths.into_iter().map(prose).collect()
}

/// The text without the code spans that show how to write a picture: they lead nowhere.
fn without_shown_pictures(text: &str) -> String {
    let mut parts = text.split("`![");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once('`').map_or("", |(_, rest)| rest));
    }
    kept
}

#[test]
fn every_promise_names_a_test_that_exists_and_every_link_leads_to_a_heading() {
    let root = engine_file(".");
    let mut wrong = Vec::new();
    for (page, text) in pages(&root) {
        let folder = root.join(page.parent().unwrap());
        let problems = missing(&text, &folder).into_iter();
        wrong.extend(problems.map(|problem| format!("{}: {problem}", page.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (page, at_least) in [("SECURITY.md", 12), ("docs/threat-model.md", 15)] {
        assert!(
            read(&root, page).matches("[`").count() >= at_least,
            "{page}"
        );
    }
}

/// Links to files or headings that do not exist, and tests in backticks that the linked file does not have.
fn missing(text: &str, folder: &Path) -> Vec<String> {
    let parts: Vec<&str> = text.split("](").collect();
    let problem = |link: &[&str]| {
        let name = link[0].rsplit('[').next().unwrap();
        let address = link[1].split(')').next().unwrap();
        let (path, anchor) = address.split_once('#').unwrap_or((address, ""));
        if address.contains("://") {
            return None;
        }
        if !folder.join(path).exists() {
            return Some(format!("{path} is missing"));
        }
        let source = match path {
            "" => text.to_owned(),
            _ => fs::read_to_string(folder.join(path)).unwrap_or_default(), // A picture has no text.
        };
        let mut headings = source.lines().filter(|line| line.starts_with('#'));
        if !anchor.is_empty() && !headings.any(|heading| heading_id(heading) == anchor) {
            return Some(format!("{path} has no heading #{anchor}"));
        }
        let test = name.strip_prefix('`')?.strip_suffix('`')?;
        let is_source = [".rs", ".ts", ".tsx"]
            .iter()
            .any(|ending| path.ends_with(ending));
        // A function in Rust, a title in TypeScript.
        let title = format!("\"{test}\"");
        let mut titles = source.match_indices(&title);
        let is_tested = source.contains(&format!("fn {test}("))
            || titles.any(|(at, _)| source[..at].trim_end().ends_with("test("));
        (is_source && !is_tested).then(|| format!("{name} is not a test of {path}"))
    };
    parts.windows(2).filter_map(problem).collect()
}

/// The id that code hosts give a heading.
fn heading_id(heading: &str) -> String {
    let text = heading
        .trim_start_matches('#')
        .trim()
        .to_lowercase()
        .replace(' ', "-");
    text.chars()
        .filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter))
        .collect()
}

#[test]
fn every_path_in_backticks_exists() {
    let root = engine_file(".");
    let known = files_of_engine(&root);
    let (mut found, mut unknown) = (0, Vec::new());
    for (page, text) in pages(&root) {
        for path in text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|span| is_path(span, &known))
        {
            found += 1;
            let name = path.trim_end_matches('/');
            // From the root, or from a folder that the text speaks of.
            let exists = known.iter().any(|known| Path::new(known).ends_with(name));
            if !exists && !PAGES.contains(&name) && !DEVELOPMENT.contains(&name) {
                unknown.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(found > 150, "only {found} paths were found");
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// The files and folders of this repository without those that programs write and the development at its root.
fn files_of_engine(root: &Path) -> BTreeSet<String> {
    let below = |entry: &DirEntry| {
        entry
            .path()
            .strip_prefix(root)
            .unwrap()
            .to_string_lossy()
            .into_owned()
    };
    let is_engine = |entry: &DirEntry| {
        let (path, name) = (below(entry), entry.file_name().to_string_lossy());
        let is_written = ["target", "fuzz/target"].contains(&&*path);
        let is_named = ["node_modules", ".git", ".site"].contains(&&*name);
        !is_written && !is_named && !DEVELOPMENT.contains(&&*path)
    };
    let entries = WalkDir::new(root)
        .into_iter()
        .filter_entry(is_engine)
        .filter_map(Result::ok);
    entries.map(|entry| below(&entry)).collect()
}

fn is_path(span: &str, known: &BTreeSet<String>) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    let parts = span.rsplit('/').next().unwrap_or_default().rsplit_once('.');
    let is_file = parts.is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.contains(&ending));
    let first = span.split_once('/').map(|(first, _)| first);
    let is_below = first.is_some_and(|first| span.ends_with('/') || known.contains(first));
    let is_elsewhere = ELSEWHERE.iter().any(|start| span.starts_with(start));
    span.chars().all(is_plain) && (is_file || is_below) && !is_elsewhere
}
