//! The development at the root of this repository has no problem, whatever its editors write; no other test reads it.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use generator::check;
use generator::hosts;
use generator::pipeline;
use generator::stages::documents;
use generator::stages::load::Unsaved;
use tempfile::TempDir;

use super::{checked, forms, small_texts};
use crate::support::files::{Files, read_files};
use crate::support::rendered::assert_none;
use crate::support::requests;

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A folder with links to the development, which leaves nothing in the repository.
fn development() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in ["content", "islands", "site.yaml", "templates", "theme.yaml"] {
        symlink(Path::new(ROOT).canonicalize().unwrap().join(part), folder.path().join(part)).unwrap();
    }
    folder
}

#[test]
fn the_development_of_this_repository_has_no_problem() {
    let root = development();
    let site = checked(root.path());
    assert_none(small_texts(&site));
    let jobs = documents::jobs(&site.site, &Arc::default()).unwrap();
    assert_none(check::check_documents(&site.site, &jobs));
    forms::every_form_is_accepted(&site);
}

#[test]
fn the_committed_files_for_hosts_are_those_of_the_development() {
    let root = development();
    let resolved = pipeline::resolve(&requests::offline(root.path()), &Unsaved::new()).unwrap();
    let files = hosts::files(&resolved.site).unwrap().into_iter();
    let expected: Files = files.map(|file| (file.path, file.bytes.to_vec())).collect();
    let committed = read_files(&Path::new(ROOT).join("deploy"));
    let differs = |path: &&String| expected.get(*path) != committed.get(*path);
    let differing: Vec<&String> = expected.keys().chain(committed.keys()).filter(differs).collect();
    assert!(differing.is_empty(), "run `site host-files`: {differing:?}");
}
