//! Golden tests: every folder below `sites/` is a small site and its expected result, and is one test of that name.
//! `sites/README.md` says how they are laid out and how a changed result is accepted.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "suite/support/files.rs"]
#[allow(dead_code, reason = "the integration tests use all of it")]
mod files;
#[path = "suite/support/requests.rs"]
#[allow(dead_code, reason = "the integration tests use all of it")]
mod requests;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use files::{Files, copy_golden_site, golden_sites, read_files};
use generator::pipeline;
use generator::pipeline::Silent;
use generator::stages::pull::Origin;
use libtest_mimic::{Arguments, Failed, Trial};
use model::build_error::BuildError;

/// The site that every case starts from.
const BASE: &str = "base";

/// The built base site.
static BASE_FILES: LazyLock<Files> = LazyLock::new(|| build(BASE).expect("the base site builds"));

fn main() {
    let accept = std::env::var_os("ACCEPT").is_some();
    let golden = cases().into_iter().map(|case| {
        let name = case.clone();
        Trial::test(name, move || check(&case, accept))
    });
    let repeated = [BASE, "units", "markdown"].map(|case| {
        Trial::test(format!("{case}: two builds are equal"), move || match build(case) == build(case) {
            true => Ok(()),
            false => Err(Failed::from("two builds in two folders differ")),
        })
    });
    libtest_mimic::run(&Arguments::from_args(), golden.chain(repeated).collect()).exit();
}

/// Builds a case and compares it with what is expected, or accepts what it gives.
fn check(case: &str, accept: bool) -> Result<(), Failed> {
    let actual = match build(case) {
        Ok(files) if case == BASE => Outcome::Files(files),
        Ok(files) => Outcome::Files(different(files, &BASE_FILES)),
        Err(problems) => Outcome::Problems(problems),
    };
    let folder = golden_sites().join(case);
    if accept {
        actual.write(&folder);
        return Ok(());
    }
    match actual.difference(&Outcome::read(&folder)) {
        None => Ok(()),
        Some(difference) => Err(Failed::from(format!(
            "{difference}\n\nACCEPT=1 accepts this result; look at the difference first"
        ))),
    }
}

fn cases() -> Vec<String> {
    let mut cases: Vec<String> = fs::read_dir(golden_sites())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    cases.sort();
    cases
}

/// Builds the base site with the case's files over it, in a folder of its own.
fn build(case: &str) -> Result<Files, String> {
    let root = tempfile::tempdir().unwrap();
    copy_golden_site(case, root.path());
    let mut pull = requests::pull(Origin::Offline);
    pull.now = "2026-11-21T12:00:00Z".parse().unwrap();
    let request = requests::build(root.path(), pull);
    match pipeline::build(&request, &Silent, None) {
        Ok(_) => Ok(read_files(&request.out)),
        Err(BuildError::Problems(problems)) => {
            Err(problems.iter().map(|problem| problem.labelled() + "\n").collect())
        }
        Err(other) => Err(format!("{other}\n").replace(&*root.path().to_string_lossy(), "ROOT")),
    }
}

/// The files that the base site does not have, or has with other content. A file that only the base has is listed as
/// empty.
fn different(mut files: Files, base: &Files) -> Files {
    for (path, bytes) in base {
        match files.get(path) {
            Some(own) if own == bytes => {
                files.remove(path);
            }
            Some(_) => {}
            None => {
                files.insert(path.clone(), Vec::new());
            }
        }
    }
    files
}

#[derive(PartialEq)]
enum Outcome {
    Files(Files),
    Problems(String),
}

impl Outcome {
    fn read(case: &Path) -> Outcome {
        match fs::read_to_string(case.join("problems.txt")) {
            Ok(problems) => Outcome::Problems(problems),
            Err(_) if case.join("out").is_dir() => Outcome::Files(read_files(&case.join("out"))),
            Err(_) => Outcome::Files(Files::new()),
        }
    }

    fn write(&self, case: &Path) {
        let _ = fs::remove_file(case.join("problems.txt"));
        let _ = fs::remove_dir_all(case.join("out"));
        match self {
            Outcome::Problems(problems) => fs::write(case.join("problems.txt"), problems).unwrap(),
            Outcome::Files(files) => {
                for (path, bytes) in files {
                    let target = case.join("out").join(path);
                    fs::create_dir_all(target.parent().unwrap()).unwrap();
                    fs::write(target, bytes).unwrap();
                }
            }
        }
    }

    /// The difference, for a person to read.
    fn difference(&self, expected: &Outcome) -> Option<String> {
        match (self, expected) {
            (actual, expected) if actual == expected => None,
            (Outcome::Problems(actual), Outcome::Problems(expected)) => {
                Some(format!("expected problems:\n{expected}actual problems:\n{actual}"))
            }
            (Outcome::Problems(actual), Outcome::Files(_)) => {
                Some(format!("expected a site; actual problems:\n{actual}"))
            }
            (Outcome::Files(_), Outcome::Problems(expected)) => {
                Some(format!("the build succeeded; expected problems:\n{expected}"))
            }
            (Outcome::Files(actual), Outcome::Files(expected)) => {
                let paths = actual
                    .keys()
                    .chain(expected.keys())
                    .filter(|path| actual.get(*path) != expected.get(*path));
                let mut lines: Vec<String> = paths
                    .map(|path| {
                        let text = |files: &Files| {
                            files.get(path).map_or("(no such file)".into(), |bytes| {
                                String::from_utf8_lossy(bytes).into_owned()
                            })
                        };
                        format!("{path}: actual:\n{}\nexpected:\n{}", text(actual), text(expected))
                    })
                    .collect();
                lines.dedup();
                Some(lines.join("\n"))
            }
        }
    }
}
