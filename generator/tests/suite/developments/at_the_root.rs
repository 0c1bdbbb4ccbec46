//! The development at the root of this repository, which its editors change at any time: it has no problem, whatever its
//! texts, units and prices are. No other test reads its `site.yaml` and `content/`.

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use generator::check;
use generator::hosts;
use generator::pipeline;
use generator::stages::documents;
use generator::stages::load::Unsaved;
use generator::stages::pull::Origin;
use tempfile::TempDir;

use super::{checked, forms};
use crate::support::files::{Files, read_files};
use crate::support::pdf::Pdf;
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
    let (site, problems) = checked(root.path());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let jobs = documents::jobs(&site.site, &Arc::default()).unwrap();
    let documents = site.files.iter().filter(|file| file.path.ends_with(".pdf"));
    for file in documents {
        assert_eq!(Pdf::read(&file.bytes).small_texts(), Vec::<String>::new(), "{}", file.path);
    }
    let problems = check::check_documents(&site.site, &jobs);
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    forms::every_form_is_accepted(&site);
}

#[test]
fn the_committed_files_for_hosts_are_those_of_the_development() {
    let root = development();
    let request = requests::build(root.path(), requests::pull(Origin::Offline));
    let files =
        hosts::files(&pipeline::resolve(&request, &Unsaved::new()).unwrap().site).unwrap().into_iter();
    let expected: Files = files.map(|file| (file.path, file.bytes.to_vec())).collect();
    let committed = read_files(&Path::new(ROOT).join("deploy"));
    let paths: BTreeSet<&String> = expected.keys().chain(committed.keys()).collect();
    let differing: Vec<_> =
        paths.into_iter().filter(|path| expected.get(*path) != committed.get(*path)).collect();
    assert!(differing.is_empty(), "run `site host-files`: {differing:?}");
}
