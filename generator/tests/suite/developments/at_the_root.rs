//! The development at the root of this repository has no problem, whatever its editors write; no other test reads it.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use generator::check;
use generator::hosts;
use generator::stages::documents;

use super::{checked, forms, small_texts};
use crate::support::rendered::assert_none;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[test]
fn the_development_of_this_repository_has_no_problem_and_files_for_hosts() {
    let repository = Path::new(ROOT).canonicalize().unwrap();
    // A folder with links to the development, so that nothing is left in the repository.
    let root = tempfile::tempdir().unwrap();
    for part in ["content", "islands", "site.yaml", "templates", "theme.yaml"] {
        symlink(repository.join(part), root.path().join(part)).unwrap();
    }
    let site = checked(root.path());
    assert_none(small_texts(&site));
    let jobs = documents::jobs(&site.described, &Arc::default()).unwrap();
    assert_none(check::check_documents(&site.site, &jobs));
    forms::every_form_is_accepted(&site);
    // `suite::hosts` has what they do.
    assert!(!hosts::files(&site.site).unwrap().is_empty());
}
