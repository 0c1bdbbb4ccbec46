//! The development that most tests build: `examples/torre` up to its fourth level with the files of `tests/torre/` over it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use generator::pipeline::{self, RenderedSite};
use generator::stages::pull::{self, Origin};
use generator::stages::{load, resolve};
use model::site::Site;
use platform::client::bearer;
use serde_json::Value;
use tempfile::TempDir;

use super::files::{
    change, change_json, copy_folder, edit, engine_file, read, read_files, read_json, write,
};
use super::{pull_fixture, rendered, requests};

/// The credential of the sample's build; it may appear in no output.
pub const TOKEN: &str = "canary-of-the-sample-site-2f9c";

/// How many units the sample has: 4 commercial units on the first level, 10 offices on each of the next three.
pub const UNITS: usize = 34;

const LEVELS: u64 = 4;

/// What some units have that the tower's do not, so that each status and a terrace are there, and one unit is the cheapest.
const UNIT_CHANGES: [(&str, &str, &str); 8] = [
    ("L-101", "status", "\"reservado\""),
    ("L-103", "status", "\"vendido\""),
    ("O-301", "status", "\"disponible\""),
    ("O-301", "price", "8270000"),
    ("O-305", "price", "3200000"),
    ("O-306", "status", "\"disponible\""),
    ("O-401", "interiorArea", "90.6"),
    ("O-401", "terraceArea", "12"),
];

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
static SITE: LazyLock<RenderedSite> =
    LazyLock::new(|| requests::make(linked_with(&cache_folder()).path(), pull()));

/// The sample's files, which no test changes.
static ROOT: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let tower = engine_file("examples/torre");
    copy_folder(&engine_file("templates"), &root.join("templates"));
    // Without the tower's own home page: most tests are about the engine's.
    for part in ["content", "templates/documents", "templates/fonts"] {
        copy_folder(&tower.join(part), &root.join(part));
    }
    for lang in ["es", "en"] {
        change(root, &format!("content/{lang}/index.md"), |text| {
            text.replace("theme: light", "theme: dark")
        });
    }
    fs::remove_dir_all(root.join("content/pt")).unwrap();
    // Tests of other things know pages by their file, so that no page has an address of its own.
    for file in read_files(&root.join("content/en"))
        .keys()
        .filter(|file| file.ends_with(".md"))
    {
        change(root, &format!("content/en/{file}"), |text| {
            text.split_inclusive('\n')
                .filter(|line| !line.starts_with("address:"))
                .collect()
        });
    }
    fs::copy(tower.join("theme.yaml"), root.join("theme.yaml")).unwrap();
    let islands = engine_file("islands");
    copy_folder(&islands.join("src"), &root.join("islands/src"));
    for file in ["browsers.json", "package-lock.json", "tsconfig.json"] {
        fs::copy(islands.join(file), root.join("islands").join(file)).unwrap();
    }
    for packages in ["node_modules", "tools"] {
        symlink(islands.join(packages), root.join("islands").join(packages)).unwrap();
    }
    copy_folder(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/torre"),
        root,
    );

    for (lang, label) in [("es", "Avance de obra"), ("en", "Construction progress")] {
        let nav = format!("\"nav\": {{\n    \"progress\": \"{label}\",");
        change(root, &format!("content/{lang}/strings.json"), |text| {
            text.replacen("\"nav\": {", &nav, 1)
        });
    }
    let is_in_sample = |item: &Value| item["level"].as_u64().unwrap() <= LEVELS;
    change_json(root, "content/geometry.json", |geometry| {
        geometry["levels"]
            .as_array_mut()
            .unwrap()
            .retain(is_in_sample);
    });
    change_json(root, "content/inventory.json", |answer| {
        answer["date"] = pull_fixture::TODAY.into();
        let units = answer["Data"]["Property"].as_array_mut().unwrap();
        units.retain(is_in_sample);
        assert_eq!(units.len(), UNITS);
        for (code, field, value) in UNIT_CHANGES {
            let unit = units.iter_mut().find(|unit| unit["propertyCode"] == code);
            unit.unwrap()[field] = serde_json::from_str(value).unwrap();
        }
    });
    change_json(root, "content/amenities.json", |answer| {
        answer["date"] = pull_fixture::TODAY.into()
    });
    folder
});

/// The inventory that the sample ships, and that the platform's stub sends by default.
pub static STATED: LazyLock<Value> = LazyLock::new(|| read_json(root(), INVENTORY));

const INVENTORY: &str = "content/inventory.json";

fn cache_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("site-cache")
}

pub fn root() -> &'static Path {
    ROOT.path()
}

pub fn source(path: &str) -> String {
    read(root(), path)
}

/// A folder with links to the sample's files.
pub fn linked() -> TempDir {
    linked_with(&CACHE)
}

fn linked_with(cache: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for source in ["site.yaml", "theme.yaml", "content", "templates", "islands"] {
        symlink(root().join(source), folder.path().join(source)).unwrap();
    }
    link(cache, folder.path());
    folder
}

/// A copy of the sample's files that a test may change, without a cache.
pub fn copied() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy_folder(root(), folder.path());
    folder
}

/// Replaces texts of a project's `site.yaml`; each must be there.
pub fn configure(root: &Path, changes: &[(&str, &str)]) {
    changes
        .iter()
        .for_each(|(from, to)| edit(root, "site.yaml", from, to));
}

/// A pull of the units with these codes from the sample's inventory, by way of a file of the project at `root`.
pub fn inventory_of(root: &Path, codes: &[&str]) -> pull::PullRequest {
    let mut answer = STATED.clone();
    let units = answer["Data"]["Property"].as_array_mut().unwrap();
    units.retain(|unit| codes.iter().any(|code| unit["propertyCode"] == *code));
    pull_of(root, &answer)
}

/// A pull of this answer of the platform, by way of a file of the project at `root`.
pub fn pull_of(root: &Path, answer: &Value) -> pull::PullRequest {
    write(root, "units.json", answer.to_string());
    requests::pull(Origin::File(root.join("units.json")))
}

/// One more unit like the sample's first one, as the platform sends it.
pub fn another_unit(code: String, number: usize) -> Value {
    let mut unit = STATED["Data"]["Property"][0].clone();
    (unit["propertyCode"], unit["unit"]) = (code.into(), number.to_string().into());
    unit
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

/// A strict pull of the shipped inventory.
pub fn pull() -> pull::PullRequest {
    let shipped = requests::pull(Origin::File(root().join(INVENTORY)));
    pull::PullRequest {
        strict: true,
        token: bearer(TOKEN),
        ..shipped
    }
}

/// The site in memory, built once for all tests.
pub fn site() -> &'static RenderedSite {
    LazyLock::force(&CACHE);
    &SITE
}

pub fn text(path: &str) -> String {
    rendered::text(site(), path)
}

/// The resolved site of a project after `change` of every unit of the sample's inventory.
pub fn site_with(project: &Path, change: impl Fn(&mut Value)) -> Arc<Site> {
    let mut stated = STATED.clone();
    let units = stated["Data"]["Property"].as_array_mut().unwrap();
    units.iter_mut().for_each(change);
    let folder = tempfile::tempdir().unwrap();
    let request = pull::PullRequest {
        strict: true,
        accept: true,
        ..pull_of(folder.path(), &stated)
    };
    let inventory = pipeline::pull(project, &request).unwrap().inventory;
    let sources = load::load(project).unwrap();
    Arc::new(resolve::resolve(sources, inventory, requests::view()).site)
}
