//! Golden tests: every folder below `sites/` is a small site and what must come of it. How they are
//! laid out and accepted is told in `sites/README.md`.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use generator::pipeline::error::BuildError;
use generator::pipeline::progress::Silent;
use generator::pipeline::{self, Request};
use generator::stages::pull::{self, Origin};
use platform::client::Token;
use walkdir::WalkDir;

/// The site that every case starts from.
const BASE: &str = "base";

type Files = BTreeMap<String, Vec<u8>>;

#[test]
fn every_site_comes_out_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    let accept = std::env::var_os("ACCEPT").is_some();
    let base = build(&folder, BASE).expect("the base site builds");
    let mut wrong = Vec::new();
    for case in cases(&folder) {
        let made = match build(&folder, &case) {
            Ok(files) if case == BASE => Outcome::Files(files),
            Ok(files) => Outcome::Files(different(files, &base)),
            Err(problems) => Outcome::Problems(problems),
        };
        if accept {
            made.write(&folder.join(&case));
        } else if let Some(difference) = made.difference(&Outcome::read(&folder.join(&case))) {
            wrong.push(format!("{case}: {difference}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n\nACCEPT=1 takes these over; look at the difference",
        wrong.join("\n\n")
    );
}

#[test]
fn two_builds_in_two_folders_are_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    for case in [BASE, "units", "markdown"] {
        assert_eq!(
            build(&folder, case).unwrap(),
            build(&folder, case).unwrap(),
            "{case}"
        );
    }
}

fn cases(folder: &Path) -> Vec<String> {
    let mut cases: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    cases.sort();
    cases
}

/// Builds the base site with the case's files over it, in a folder of its own.
fn build(folder: &Path, case: &str) -> Result<Files, String> {
    let root = tempfile::tempdir().unwrap();
    copy(&folder.join(BASE).join("in"), root.path());
    copy(&folder.join(case).join("in"), root.path());
    let request = Request {
        root: root.path().to_owned(),
        out: root.path().join("dist"),
        pull: pull::Request {
            origin: Origin::Offline,
            strict: false,
            accept: false,
            token: Token::new("unused"),
            now: "2026-11-21T12:00:00Z".parse().unwrap(),
        },
        base_url: None,
        drafts: false,
        debug_islands: false,
    };
    match pipeline::build(&request, &Silent) {
        Ok(_) => Ok(read_files(&request.out)),
        Err(BuildError::Problems(refusal)) => Err(refusal
            .problems
            .iter()
            .map(|problem| format!("{problem}\n"))
            .collect()),
        Err(other) => Err(format!("{other}\n").replace(&*root.path().to_string_lossy(), "ROOT")),
    }
}

/// Copies a folder, links as links.
fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else if entry.file_type().is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path()).unwrap(), &target).unwrap();
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

fn read_files(folder: &Path) -> Files {
    let files = WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let path: PathBuf = entry.path().strip_prefix(folder).unwrap().to_owned();
            (
                path.to_string_lossy().into_owned(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect()
}

/// The files that the base site has not, or has otherwise. A file that only the base has stands there empty.
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

    /// What differs, for a person to read.
    fn difference(&self, expected: &Outcome) -> Option<String> {
        match (self, expected) {
            (made, expected) if made == expected => None,
            (Outcome::Problems(made), Outcome::Problems(expected)) => {
                Some(format!("expected\n{expected}but the build says\n{made}"))
            }
            (Outcome::Problems(made), Outcome::Files(_)) => {
                Some(format!("expected a site, but the build says\n{made}"))
            }
            (Outcome::Files(_), Outcome::Problems(expected)) => {
                Some(format!("the build went well, but expected\n{expected}"))
            }
            (Outcome::Files(made), Outcome::Files(expected)) => {
                let paths = made
                    .keys()
                    .chain(expected.keys())
                    .filter(|path| made.get(*path) != expected.get(*path));
                let mut lines: Vec<String> = paths
                    .map(|path| {
                        let text = |files: &Files| {
                            files.get(path).map_or("(no such file)".into(), |bytes| {
                                String::from_utf8_lossy(bytes).into_owned()
                            })
                        };
                        format!("{path} is\n{}\nbut should be\n{}", text(made), text(expected))
                    })
                    .collect();
                lines.dedup();
                Some(lines.join("\n"))
            }
        }
    }
}
