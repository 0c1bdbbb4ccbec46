//! The files below `templates/static/`, which are published unchanged at their paths.

use std::path::Path;

use icu_normalizer::ComposingNormalizerBorrowed;
use walkdir::WalkDir;

use super::files::{self, WELL_KNOWN};
use crate::outputs::reserved_for;
use formats::problem::{Code, Problem};
use model::output::OutputFile;

const FOLDER: &str = "templates/static";

/// How names of files begin that editors and operating systems write.
const NOT_OF_AUTHORS: [&str; 5] = [".DS_Store", "._", ".#", ".git", ".keep"];

/// The files below `home`, which is the project or the copy of its templates with the engine's; `root` is the project's.
pub(super) fn read(root: &Path, home: &Path, problems: &mut Vec<Problem>) -> Vec<OutputFile> {
    problems.extend(unpublished(root));
    files::read_each(home, FOLDER, problems, |file, name| {
        if let Some((message, hint)) = wrong_path(name) {
            let problem = Problem::in_file(Code::InvalidFileName, file, message);
            return Err(problem.hint(hint));
        }
        // Some systems write an accent as a character of its own, and links have it in one with its letter.
        let path = ComposingNormalizerBorrowed::new_nfc().normalize(name);
        let bytes = files::read_bytes(home, file)?;
        Ok(Some(OutputFile::new(&path, bytes, file)))
    })
}

/// Why a file cannot be published at a path, and what to do.
fn wrong_path(path: &str) -> Option<(String, &'static str)> {
    if let Some(what) = reserved_for(&format!("/{path}")) {
        let folder = path.split('/').next().unwrap_or(path);
        let message = format!("the address `/{path}` cannot be used: `/{folder}/` is for {what}");
        return Some((message, "choose another folder or name"));
    }
    for name in path.split('/') {
        if name.starts_with('_') {
            let message =
                format!("hosts do not send `{name}`: names that begin with `_` are theirs");
            return Some((message, "rename it"));
        }
        if let Some(problem) = system::portable_name_problem(name) {
            // The name may have characters that control a terminal.
            return Some((format!("the name {name:?} {problem}"), "rename it"));
        }
    }
    None
}

/// A problem for each file whose name begins with a dot: it is not published, and hosts would not send it.
fn unpublished(root: &Path) -> Vec<Problem> {
    let entries = WalkDir::new(root.join(FOLDER))
        .min_depth(1)
        .sort_by_file_name();
    let mut problems = Vec::new();
    let mut walk = entries.into_iter();
    // What cannot be listed is reported with the files that can be published.
    while let Some(Ok(entry)) = walk.next() {
        let name = entry.file_name().to_string_lossy();
        if !name.starts_with('.') || name == WELL_KNOWN {
            continue;
        }
        if entry.file_type().is_dir() {
            walk.skip_current_dir();
        }
        let is_swap_file = name.ends_with(".swp");
        if !is_swap_file && !NOT_OF_AUTHORS.iter().any(|start| name.starts_with(start)) {
            let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
            let message = "is not published: its name begins with a dot";
            let problem = Problem::in_file(Code::InvalidFileName, system::slashed(below), message);
            problems.push(problem.hint("rename it, or move it out of templates/static"));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_hosts_or_systems_do_not_have_are_refused() {
        for (path, message) in [
            ("api/leads", "`/api/` is for the lead function"),
            ("assets/x.js", "`/assets/` is for generated files"),
            ("assets", "`/assets/` is for generated files"),
            ("admin/index.html", "`/admin/` is for the hosted editor"),
            ("_headers", "names that begin with `_`"),
            ("a/_b.txt", "names that begin with `_`"),
            ("con.txt", "device"),
            ("a\nb.txt", "\"a\\nb.txt\" has a control character"),
            ("x?y=1.txt", "`?`"),
        ] {
            let found = wrong_path(path).map(|(found, _)| found);
            assert!(
                found.is_some_and(|found| found.contains(message)),
                "{path:?}"
            );
        }
        for path in [
            "a b.txt",
            "café.txt",
            ".well-known/acme",
            "apis/x",
            "manifest.webmanifest",
        ] {
            assert_eq!(wrong_path(path), None, "{path}");
        }
    }

    #[test]
    fn names_with_a_dot_are_reported_and_accents_are_composed() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let names = [
            ".htaccess",
            ".DS_Store",
            ".a.txt.swp",
            ".hidden/x",
            "cafe\u{301}.txt",
            ".well-known/acme",
        ];
        for name in names {
            let path = root.join(FOLDER).join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, "x").expect("written");
        }
        let mut problems = Vec::new();
        let files = read(root, root, &mut problems);
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, [".well-known/acme", "caf\u{e9}.txt"]);
        let what = "is not published: its name begins with a dot: rename it, or move it out of templates/static";
        let expected = [".hidden", ".htaccess"].map(|name| format!("{FOLDER}/{name}: {what}"));
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, expected);
    }
}
