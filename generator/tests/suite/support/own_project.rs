//! The repository's own project, without what earlier builds left in the repository (`.site/`, `dist/`).

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use generator::pipeline::RenderedSite;
use generator::stages::pull::{self, Origin};
use platform::client::Token;
use tempfile::TempDir;

use super::changed_project::STATED;
use super::files::repository;
use super::requests;

/// The credential of the own site's build; it may appear in no output.
pub const TOKEN: &str = "canary-of-the-own-site-2f9c";

/// What a project is made from.
const SOURCES: [&str; 5] = ["site.yaml", "theme.yaml", "content", "templates", "islands"];

/// The tests' own cache, which outlives a run. The first test that needs an empty one fills it by building the site, and the
/// others wait: each would make every picture and document itself.
static CACHE: LazyLock<PathBuf> = LazyLock::new(|| {
    let cache = cache_folder();
    if !cache.exists() {
        fs::create_dir_all(&cache).unwrap();
        LazyLock::force(&SITE);
    }
    cache
});

/// The site in memory; [`CACHE`] comes first.
static SITE: LazyLock<RenderedSite> = LazyLock::new(|| make_with(&cache_folder()));

fn cache_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("site-cache")
}

/// A folder with links to the project's sources.
pub fn linked() -> TempDir {
    linked_with(&CACHE)
}

fn linked_with(cache: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for source in SOURCES {
        symlink(repository().join(source), folder.path().join(source)).unwrap();
    }
    link(cache, folder.path());
    folder
}

/// Replaces texts of a linked project's `site.yaml`; each must be there.
pub fn configure(root: &Path, changes: &[(&str, &str)]) {
    let path = root.join("site.yaml");
    let mut text = fs::read_to_string(&path).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "site.yaml has no `{from}`");
        text = text.replace(from, to);
    }
    fs::remove_file(&path).unwrap();
    fs::write(&path, text).unwrap();
}

/// The site of the project with a changed `site.yaml`, and of the shipped inventory only the units with these codes.
pub fn configured(changes: &[(&str, &str)], codes: &[&str]) -> RenderedSite {
    let project = linked();
    configure(project.path(), changes);
    requests::make(project.path(), inventory_of(project.path(), codes))
}

/// A pull of the units with these codes from the shipped inventory, by way of a file of the project at `root`.
pub fn inventory_of(root: &Path, codes: &[&str]) -> pull::Request {
    let mut answer = STATED.clone();
    let units = answer["Data"]["Property"].as_array_mut().unwrap();
    units.retain(|unit| codes.iter().any(|code| unit["propertyCode"] == *code));
    let file = root.join("units.json");
    fs::write(&file, answer.to_string()).unwrap();
    requests::pull(Origin::File(file))
}

/// Gives a project the tests' own cache. Scripts, pictures and documents are found in it by what they are made from,
/// so that one cache serves every test and every run.
pub fn link_cache(root: &Path) {
    link(&CACHE, root);
}

fn link(cache: &Path, root: &Path) {
    fs::create_dir_all(root.join(".site")).unwrap();
    symlink(cache, root.join(".site/cache")).unwrap();
}

/// The inventory that the project ships.
pub fn inventory() -> PathBuf {
    repository().join("content/inventory.json")
}

/// A strict pull of the shipped inventory.
pub fn pull() -> pull::Request {
    pull::Request {
        strict: true,
        token: Token::new(TOKEN),
        ..requests::pull(Origin::File(inventory()))
    }
}

/// Builds the site in memory.
pub fn make() -> RenderedSite {
    make_with(&CACHE)
}

fn make_with(cache: &Path) -> RenderedSite {
    requests::make(linked_with(cache).path(), pull())
}

/// The site in memory, built once for all tests.
pub fn site() -> &'static RenderedSite {
    LazyLock::force(&CACHE);
    &SITE
}

/// The text of a file of the site.
pub fn text(path: &str) -> String {
    let file = site()
        .files
        .iter()
        .find(|file| file.path == path)
        .unwrap_or_else(|| panic!("the site has no {path}"));
    String::from_utf8(file.bytes.to_vec()).unwrap()
}
