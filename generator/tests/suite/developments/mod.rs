//! Several developments with one engine: overridden templates, `site new`, the examples, and that of this repository.

mod at_the_root;
mod examples;
mod forms;
pub(crate) mod mistakes;
mod new_site;
mod park;
mod specification;
mod upgrade;

use std::os::unix::fs::symlink;
use std::path::Path;

use formats::problem::Problem;
use generator::check::content;
use generator::check::{self, check_drawings};
use generator::outputs::share;
use generator::pipeline::RenderedSite;
use generator::stages::pull::Origin;
use tempfile::TempDir;

use crate::support::files::engine_file;
use crate::support::pdf::Pdf;
use crate::support::rendered::{assert_none, text};
use crate::support::requests;
use crate::support::torre::link_cache;

/// What an engine consists of for its projects.
const ENGINE: [&str; 5] = ["examples", "generator", "islands", "starter", "templates"];

/// A folder with links to this repository's engine without its development; projects below it leave nothing here.
fn linked_engine() -> TempDir {
    let engine = tempfile::tempdir().unwrap();
    for part in ENGINE {
        symlink(engine_file(part), engine.path().join(part)).unwrap();
    }
    engine
}

/// The finished site of a project with the inventory that it ships, about which `site check` reports nothing.
fn checked(root: &Path) -> RenderedSite {
    if !root.join(".site").exists() {
        link_cache(root);
    }
    let site = requests::make(root, requests::pull(Origin::Offline));
    assert_none(findings(root, &site));
    site
}

fn findings(root: &Path, site: &RenderedSite) -> Vec<Problem> {
    let mut problems = check::check(&site.described, &site.files);
    problems.extend(check_drawings(
        &site.site,
        &share::drawings(root, &site.described).unwrap(),
    ));
    problems.extend(site.warnings.iter().cloned());
    let (findings, unchecked_spelling) = content::check(root);
    assert!(
        unchecked_spelling.is_empty(),
        "every language has a dictionary"
    );
    problems.extend(findings.into_iter().map(|finding| finding.problem));
    problems
}

fn assert_says(site: &RenderedSite, expected: &[(&str, &str)]) {
    for (path, words) in expected {
        let text = text(site, path);
        assert!(text.contains(words), "{path} does not say {words}:\n{text}");
    }
}

/// The texts of all documents that cannot be read on paper, with the document.
fn small_texts(site: &RenderedSite) -> Vec<String> {
    let documents = site.files.iter().filter(|file| file.path.ends_with(".pdf"));
    let texts = documents.flat_map(|file| {
        let texts = Pdf::read(&file.bytes).small_texts().into_iter();
        texts.map(|text| format!("{}: {text}", file.path))
    });
    texts.collect()
}
