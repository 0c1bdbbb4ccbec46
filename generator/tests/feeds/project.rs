//! The golden site `feeds` in a folder of its own, with the repository's 69 units on a platform that answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use generator::pipeline::progress::Silent;
use generator::pipeline::{self, Request};
use generator::stages::pull;
use walkdir::WalkDir;

use crate::atom::Feed;
use crate::pull_rig::Rig;

pub struct Project {
    pub rig: Rig,
}

/// A finished site.
pub struct Built {
    pub files: BTreeMap<String, Vec<u8>>,
    pub warnings: Vec<&'static str>,
}

impl Project {
    pub fn start() -> Project {
        let rig = Rig::start();
        let sites = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
        for case in ["base", "feeds"] {
            copy(&sites.join(case).join("in"), rig.root());
        }
        let config = rig.root().join("site.yaml");
        let text = fs::read_to_string(&config)
            .unwrap()
            .replace("offices: 1", "offices: 46")
            .replace("commercial_units: 1", "commercial_units: 23");
        fs::write(config, format!("{text}platform: {{ project_code: TEST }}\n")).unwrap();
        // Units without a plan have no sheet, so that no sheet is typeset; their redirects are there all the same.
        let documents = rig.root().join("templates/documents");
        fs::create_dir_all(&documents).unwrap();
        fs::write(documents.join("unit.typ"), "").unwrap();
        Project { rig }
    }

    pub fn history(&self) -> PathBuf {
        self.rig.root().join(".site/snapshot/history.json")
    }

    pub fn dist(&self) -> PathBuf {
        self.rig.root().join("dist")
    }

    /// Builds from the platform on this day.
    pub fn build(&self, day: &str) -> Built {
        self.built(self.rig.request(), day)
    }

    pub fn build_strict(&self, day: &str) -> Built {
        self.built(self.rig.strict(), day)
    }

    pub fn build_offline(&self, day: &str) -> Built {
        self.built(self.rig.offline(), day)
    }

    /// Builds from the repository's own file of units.
    pub fn build_from_file(&self) -> Built {
        let text = fs::read_to_string(crate::pull_rig::repository().join("content/inventory.json")).unwrap();
        self.built(self.rig.file(&text), crate::THIRD)
    }

    fn built(&self, pull: pull::Request, day: &str) -> Built {
        let request = Request {
            root: self.rig.root().to_owned(),
            out: self.dist(),
            pull: pull::Request {
                now: format!("{day}T12:00:00Z").parse().unwrap(),
                ..pull
            },
            base_url: None,
            drafts: false,
            debug_islands: false,
        };
        let built = pipeline::build(&request, &Silent).unwrap_or_else(|error| panic!("{error}: {error:?}"));
        Built {
            files: read(&self.dist()),
            warnings: crate::pull_rig::kinds(&built.made.pulled.warnings),
        }
    }
}

impl Built {
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    pub fn text(&self, path: &str) -> String {
        let bytes = self
            .files
            .get(path)
            .unwrap_or_else(|| panic!("the site has no {path}"));
        String::from_utf8(bytes.clone()).unwrap()
    }

    pub fn feed(&self, path: &str) -> Feed {
        Feed::read(&self.text(path))
    }
}

/// Copies a golden case; the units and amenities are the repository's.
fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from).into_iter().map(Result::unwrap) {
        let path = entry.path().strip_prefix(from).unwrap();
        let target = to.join(path);
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else if path != Path::new("content/inventory.json") && path != Path::new("content/amenities.json") {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

fn read(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = WalkDir::new(folder).into_iter().map(Result::unwrap);
    files
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap();
            (
                path.to_string_lossy().into_owned(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect()
}
