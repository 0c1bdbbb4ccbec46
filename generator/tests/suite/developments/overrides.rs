//! Projects below an engine: they share its templates, and their own files replace them.

use std::fs;
use std::path::PathBuf;

use generator::pipeline::Silent;
use generator::pipeline::{self, RenderedSite};
use generator::stages::pull::Origin;
use tempfile::TempDir;

use crate::support::files::{copy_folder, golden_sites};
use crate::support::requests;

/// The template of the engine that the tests change.
const PAGE: &str = "templates/pages/text.html";

/// An engine with two projects, `sites/one` and `sites/two`.
pub(super) fn engine() -> TempDir {
    let engine = tempfile::tempdir().unwrap();
    let base = golden_sites().join("base/in");
    fs::create_dir(engine.path().join("islands")).unwrap();
    copy_folder(&base.join("templates"), &engine.path().join("templates"));
    for name in ["one", "two"] {
        let root = engine.path().join("sites").join(name);
        copy_folder(&base.join("content"), &root.join("content"));
        fs::copy(base.join("site.yaml"), root.join("site.yaml")).unwrap();
    }
    engine
}

pub(super) fn root(engine: &TempDir, name: &str) -> PathBuf {
    engine.path().join("sites").join(name)
}

fn make(root: &std::path::Path) -> RenderedSite {
    requests::make(root, requests::pull(Origin::Offline))
}

fn home(site: &RenderedSite) -> String {
    let file = site.files.iter().find(|file| file.path == "index.html").unwrap();
    String::from_utf8(file.bytes.to_vec()).unwrap()
}

/// The message of the only problem of a project.
fn problem(root: &std::path::Path) -> String {
    let request = requests::build(root, requests::pull(Origin::Offline));
    let error = pipeline::render(&request, &Silent).unwrap_err();
    error.details()
}

#[test]
fn a_template_of_a_project_replaces_the_one_of_the_engine() {
    let engine = engine();
    let (one, two) = (root(&engine, "one"), root(&engine, "two"));
    let own = one.join(PAGE);
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    fs::write(&own, "{% extends \"layouts/base.html\" %}{% block main %}own {{ page.body }}{% endblock %}")
        .unwrap();
    assert!(home(&make(&one)).contains("\nown "));
    assert!(home(&make(&two)).contains("<h1>"));

    fs::remove_file(&own).unwrap();
    assert_eq!(home(&make(&one)), home(&make(&two)));
}

#[test]
fn problems_name_the_file_of_the_project_or_of_the_engine() {
    let engine = engine();
    let (one, two) = (root(&engine, "one"), root(&engine, "two"));
    fs::write(engine.path().join(PAGE), "{{ wrong").unwrap();
    let of_engine = problem(&two);
    assert!(of_engine.starts_with("../../templates/pages/text.html:1:4: "), "{of_engine}");

    let own = one.join(PAGE);
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    fs::write(&own, "\n{{ wrong").unwrap();
    let of_project = problem(&one);
    assert!(of_project.starts_with("templates/pages/text.html:2:4: "), "{of_project}");
}

#[test]
fn templates_that_lead_out_of_the_project_are_refused() {
    let engine = engine();
    let one = root(&engine, "one");
    fs::create_dir_all(one.join("templates/parts")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", one.join("templates/parts/a.html")).unwrap();
    let message = problem(&one);
    assert!(message.starts_with("templates/parts/a.html: this link leads out of the project"), "{message}");
}
