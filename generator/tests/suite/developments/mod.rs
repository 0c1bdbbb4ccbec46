//! Several developments with one engine: templates that a project overrides, `site new`, the examples, and the development
//! of this repository.

mod at_the_root;
mod examples;
mod forms;
mod mistakes;
mod new_site;
mod overrides;
mod specification;
mod upgrade;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use generator::check::content;
use generator::check::{self, check_drawings};
use generator::outputs::share;
use generator::pipeline::RenderedSite;
use generator::stages::pull::Origin;
use tempfile::TempDir;

use crate::support::files::engine_file;
use crate::support::requests;
use crate::support::torre::link_cache;

/// What an engine consists of for its projects.
const ENGINE: [&str; 5] = ["examples", "generator", "islands", "starter", "templates"];

/// A folder with links to this repository's engine, so that projects below it leave nothing in the repository,
/// and without its development.
fn linked_engine() -> TempDir {
    let engine = tempfile::tempdir().unwrap();
    for part in ENGINE {
        symlink(engine_file(part), engine.path().join(part)).unwrap();
    }
    engine
}

/// The finished site of a project with the inventory that it ships, and everything that `site check` reports about it.
fn checked(root: &Path) -> (RenderedSite, Vec<String>) {
    if !root.join(".site").exists() {
        link_cache(root);
    }
    let site = requests::make(root, requests::pull(Origin::Offline));
    let mut problems = check::check(&site.site, &site.files);
    problems.extend(check_drawings(&site.site, &share::drawings(root, &site.site).unwrap()));
    problems.extend(site.warnings.iter().cloned());
    let texts = content::check(root);
    assert!(texts.unchecked_spelling.is_empty(), "every language has a dictionary");
    problems.extend(texts.findings.into_iter().map(|finding| finding.problem));
    (site, problems.iter().map(ToString::to_string).collect())
}

/// The text of a file of a site.
fn text(site: &RenderedSite, path: &str) -> String {
    let file = site.files.iter().find(|file| file.path == path);
    let file = file.unwrap_or_else(|| panic!("the site has no {path}"));
    String::from_utf8_lossy(&file.bytes).into_owned()
}

/// The paths of a folder's files below it, and their texts.
fn texts(folder: &Path) -> impl Iterator<Item = (String, String)> {
    let files = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    files.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let bytes = fs::read(entry.path()).unwrap();
        let name = entry.path().display().to_string();
        (name, String::from_utf8_lossy(&bytes).into_owned())
    })
}
