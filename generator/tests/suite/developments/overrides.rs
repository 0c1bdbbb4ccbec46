//! Projects below an engine: they share its templates, and their own files replace them.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::support::files::{copy_folder, golden_sites, write};
use crate::support::rendered::text;
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

fn home(root: &Path) -> String {
    text(&requests::render(root).unwrap(), "index.html")
}

/// The message of the only problem of a project.
fn problem(root: &Path) -> String {
    requests::render(root).unwrap_err().details()
}

#[test]
fn a_template_of_a_project_replaces_the_one_of_the_engine() {
    let engine = engine();
    let (one, two) = (root(&engine, "one"), root(&engine, "two"));
    let own = "{% extends \"layouts/base.html\" %}{% block main %}own {{ page.body }}{% endblock %}";
    write(&one, PAGE, own);
    assert!(home(&one).contains("\nown "));
    assert!(home(&two).contains("<h1>"));

    fs::remove_file(one.join(PAGE)).unwrap();
    assert_eq!(home(&one), home(&two));
}

#[test]
fn problems_name_the_file_of_the_project_or_of_the_engine() {
    let engine = engine();
    let (one, two) = (root(&engine, "one"), root(&engine, "two"));
    write(engine.path(), PAGE, "{{ wrong");
    let of_engine = problem(&two);
    assert!(of_engine.starts_with("../../templates/pages/text.html:1:4: "), "{of_engine}");

    write(&one, PAGE, "\n{{ wrong");
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
