//! Golden tests: every folder below `sites/` is a small site and its expected result, and is one test of that name.
//! `sites/README.md` says how they are laid out and how a changed result is accepted.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "suite/support/files.rs"]
#[allow(dead_code, reason = "the integration tests use all of it")]
mod files;
#[path = "suite/support/requests.rs"]
#[allow(dead_code, reason = "the integration tests use all of it")]
mod requests;

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use files::{Files, copy_golden_site, golden_sites, read_files, write};
use generator::pipeline;
use generator::pipeline::Silent;
use generator::stages::pull::Origin;
use libtest_mimic::{Arguments, Failed, Trial};
use model::build_error::BuildError;

/// The site that every case starts from.
const BASE: &str = "base";

static BASE_RESULT: LazyLock<Files> = LazyLock::new(|| build(BASE));

/// The result of a build that is refused.
const PROBLEMS: &str = "problems.txt";

fn main() {
    let accept = std::env::var_os("ACCEPT").is_some();
    let golden = cases().into_iter().map(|case| {
        let name = case.clone();
        Trial::test(name, move || check(&case, accept))
    });
    libtest_mimic::run(&Arguments::from_args(), golden.collect()).exit();
}

/// Builds a case and compares it with what is expected, or accepts what it gives.
fn check(case: &str, accept: bool) -> Result<(), Failed> {
    let mut actual = build(case);
    if case != BASE && !actual.contains_key(PROBLEMS) {
        // A file that only the base has is listed as empty.
        let gone: Vec<String> = BASE_RESULT
            .keys()
            .filter(|path| !actual.contains_key(*path))
            .cloned()
            .collect();
        actual.retain(|path, bytes| BASE_RESULT.get(path) != Some(bytes));
        actual.extend(gone.into_iter().map(|path| (path, Vec::new())));
    }
    let folder = golden_sites().join(case);
    if accept {
        let _ = fs::remove_file(folder.join(PROBLEMS));
        let _ = fs::remove_dir_all(folder.join("out"));
        actual
            .iter()
            .for_each(|(path, bytes)| write(&folder, path, bytes));
        return Ok(());
    }
    let mut expected = read_files(&folder);
    expected.retain(|path, _| path == PROBLEMS || path.starts_with("out/"));
    let paths: BTreeSet<&String> = actual.keys().chain(expected.keys()).collect();
    let differing = paths
        .into_iter()
        .filter(|path| actual.get(*path) != expected.get(*path));
    let text = |files: &Files, path: &str| match files.get(path) {
        Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        None => "(no such file)".to_owned(),
    };
    let differences: Vec<String> = differing
        .map(|path| {
            format!(
                "{path}: actual:\n{}\nexpected:\n{}\n",
                text(&actual, path),
                text(&expected, path)
            )
        })
        .collect();
    assert!(
        differences.is_empty(),
        "{}\nACCEPT=1 accepts this result; look at the difference first",
        differences.join("\n")
    );
    Ok(())
}

fn cases() -> BTreeSet<String> {
    let entries = fs::read_dir(golden_sites()).unwrap().map(Result::unwrap);
    let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
    folders
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

/// Builds the base site with the case's files over it, in a folder of its own: the files below `out/`, or `problems.txt`.
fn build(case: &str) -> Files {
    let root = tempfile::tempdir().unwrap();
    copy_golden_site(case, root.path());
    let mut pull = requests::pull(Origin::Offline);
    pull.now = "2026-11-21T12:00:00Z".parse().unwrap();
    let request = requests::build(root.path(), pull);
    let problems: String = match pipeline::build(&request, &Silent, None) {
        Ok(_) => {
            let files = read_files(&request.out).into_iter();
            return files
                .map(|(path, bytes)| (format!("out/{path}"), bytes))
                .collect();
        }
        Err(BuildError::Problems(problems)) => problems
            .iter()
            .map(|problem| problem.labelled() + "\n")
            .collect(),
        Err(other) => format!("{other}\n").replace(&*root.path().to_string_lossy(), "ROOT"),
    };
    Files::from([(PROBLEMS.to_owned(), problems.into_bytes())])
}
