//! A copy of this repository's own project, with units that a test changes.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use generator::pipeline;
use generator::stages::pull::{self, Origin};
use generator::stages::{load, resolve};
use model::site::Site;
use serde_json::Value;

use super::files::{copy_folder, repository};
use super::requests;

/// The inventory that the platform's stub sends by default.
pub static STATED: LazyLock<Value> = LazyLock::new(|| {
    let file = repository().join("content/inventory.json");
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
});

/// A copy of the files that pages and pictures are made from.
pub struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    pub fn new() -> Project {
        let folder = tempfile::tempdir().unwrap();
        for part in ["content", "templates"] {
            copy_folder(&repository().join(part), &folder.path().join(part));
        }
        for file in ["site.yaml", "theme.yaml"] {
            fs::copy(repository().join(file), folder.path().join(file)).unwrap();
        }
        std::os::unix::fs::symlink(repository().join("islands"), folder.path().join("islands")).unwrap();
        Project { folder }
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }
}

/// The resolved site after `change` of every unit.
pub fn site_with(project: &Project, change: impl Fn(&mut Value)) -> Site {
    let mut stated = STATED.clone();
    let units = stated["Data"]["Property"].as_array_mut().unwrap();
    units.iter_mut().for_each(change);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("inventory.json");
    fs::write(&file, stated.to_string()).unwrap();
    let request = pull::Request {
        strict: true,
        accept: true,
        ..requests::pull(Origin::File(file))
    };
    let inventory = pipeline::pull_only(project.root(), &request).unwrap().inventory;
    let sources = load::load(project.root()).unwrap();
    resolve::resolve(sources, inventory, requests::view()).site
}
