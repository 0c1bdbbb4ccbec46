//! The documentation: tests that it names exist, links lead to files and headings, and paths in backticks to files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::support::files::{DEVELOPMENT, engine_file};

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
const ELSEWHERE: [&str; 8] =
    [".site/", "dist/", "target/", "test-results/", "content/", "sites/", "../", "/"];

/// Extensions of the names that are paths also without a slash.
const ENDINGS: [&str; 14] =
    ["cjs", "css", "html", "json", "md", "mjs", "rs", "sh", "svg", "toml", "ts", "tsx", "typ", "yaml"];

/// Every page, as its path from the root of the repository and its text.
fn pages(root: &Path) -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> = PAGES.iter().map(PathBuf::from).collect();
    for entry in fs::read_dir(root.join("docs")).unwrap() {
        let name = entry.unwrap().file_name();
        if Path::new(&name).extension().is_some_and(|ending| ending == "md") {
            paths.push(Path::new("docs").join(name));
        }
    }
    assert!(paths.len() > 20, "only {paths:?} were found");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(root.join(&path)).unwrap();
        (path, prose(&text))
    };
    paths.into_iter().map(read).collect()
}

/// A page without its blocks of code, and without the examples of findings, which show mistakes.
fn prose(text: &str) -> String {
    let blocks = text.split("```").step_by(2);
    let lines = blocks.flat_map(str::lines);
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with("- Example: ")).collect();
    lines.join("\n")
}

#[test]
fn every_promise_names_a_test_that_exists_and_every_link_leads_to_a_heading() {
    let root = engine_file(".");
    let wrong: Vec<String> = pages(&root)
        .iter()
        .flat_map(|(page, text)| {
            let folder = root.join(page.parent().unwrap());
            let problems = missing(text, &folder);
            problems.into_iter().map(move |problem| format!("{}: {problem}", page.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (page, at_least) in [("SECURITY.md", 12), ("docs/threat-model.md", 15)] {
        let text = fs::read_to_string(engine_file(page)).unwrap();
        assert!(text.matches("[`").count() >= at_least, "{page}");
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
        let is_source = [".rs", ".ts", ".tsx"].iter().any(|ending| path.ends_with(ending));
        // A function in Rust, a title in TypeScript.
        let exists = source.contains(&format!("fn {test}(")) || source.contains(&format!("test(\"{test}\""));
        (is_source && !exists).then(|| format!("{name} is not a test of {path}"))
    };
    parts.windows(2).filter_map(problem).collect()
}

/// The id that code hosts give a heading.
fn heading_id(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let letters = text.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    letters.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[test]
fn every_path_in_backticks_exists() {
    let root = engine_file(".");
    let engine = Engine::read(&root);
    let pages = pages(&root);
    let paths: Vec<(&Path, &str)> = pages
        .iter()
        .flat_map(|(page, text)| engine.paths(text).map(move |path| (page.as_path(), path)))
        .collect();
    assert!(paths.len() > 150, "only {} paths were found", paths.len());
    let unknown = paths.iter().filter(|(_, path)| !engine.has(path));
    let unknown: Vec<_> = unknown.collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// The files and folders of this repository without those that programs write and the development at its root.
struct Engine(BTreeSet<String>);

impl Engine {
    fn read(root: &Path) -> Engine {
        let below = |path: &Path| path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        let is_engine = |path: &str, name: &str| {
            let is_written = ["target", "fuzz/target"].contains(&path);
            let is_named = ["node_modules", ".git", ".site"].contains(&name);
            !is_written && !is_named && !DEVELOPMENT.contains(&path)
        };
        let walk = WalkDir::new(root).into_iter();
        let entries =
            walk.filter_entry(|entry| is_engine(&below(entry.path()), &entry.file_name().to_string_lossy()));
        let entries = entries.filter_map(Result::ok);
        Engine(entries.map(|entry| below(entry.path())).collect())
    }

    /// The paths in backticks of a text that are paths in this repository.
    fn paths<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let spans = text.split('`').skip(1).step_by(2);
        spans.filter(move |span| {
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
            let name = span.rsplit('/').next().unwrap_or_default();
            let parts = name.rsplit_once('.');
            let is_file = parts.is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.contains(&ending));
            let first = span.split_once('/').map(|(first, _)| first);
            let is_below = first.is_some_and(|first| span.ends_with('/') || self.0.contains(first));
            let is_elsewhere = ELSEWHERE.iter().any(|start| span.starts_with(start));
            span.chars().all(is_plain) && (is_file || is_below) && !is_elsewhere
        })
    }

    /// Whether a file or folder has this path, from the root or from a folder that the text speaks of.
    fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let end = format!("/{path}");
        self.0.iter().any(|known| known == path || known.ends_with(&end))
            || PAGES.contains(&path)
            || DEVELOPMENT.contains(&path)
    }
}
