//! The golden site `feeds` in a folder of its own, with the tower's units on a platform that answers.

use std::path::{Path, PathBuf};

use generator::pipeline;
use generator::pipeline::Silent;
use generator::stages::pull;

use crate::feeds::atom::Feed;
use crate::support::files::{Files, change, copy_files, golden_sites, read_files, write};
use crate::support::pull_fixture::{self, PullFixture};
use crate::support::{requests, torre};

pub struct Project {
    pub fixture: PullFixture,
}

/// A finished site.
pub struct Built {
    pub files: Files,
    pub warnings: Vec<&'static str>,
}

impl Project {
    pub fn start() -> Project {
        let fixture = PullFixture::start();
        // The units and amenities are the tower's.
        let own = ["content/inventory.json", "content/amenities.json"].map(Path::new);
        for case in ["base", "feeds"] {
            let source = golden_sites().join(case).join("in");
            copy_files(&source, fixture.root(), |path| !own.contains(&path));
        }
        change(fixture.root(), "site.yaml", |text| {
            let text = text.replace("offices: 1", "offices: 30");
            text.replace("commercial_units: 1", "commercial_units: 4") + "platform: { project_code: TEST }\n"
        });
        // Units without a plan have no sheet, so that no sheet is typeset; their redirects are there all the same.
        write(fixture.root(), "templates/documents/unit.typ", "");
        Project { fixture }
    }

    pub fn history(&self) -> PathBuf {
        self.fixture.root().join(".site/snapshot/history.json")
    }

    pub fn dist(&self) -> PathBuf {
        self.fixture.root().join("dist")
    }

    /// Builds from the platform on this day.
    pub fn build(&self, day: &str) -> Built {
        self.built(self.fixture.request(), day)
    }

    pub fn build_strict(&self, day: &str) -> Built {
        self.built(self.fixture.strict(), day)
    }

    pub fn build_offline(&self, day: &str) -> Built {
        self.built(self.fixture.offline(), day)
    }

    /// Builds from the tower's file of units.
    pub fn build_from_file(&self) -> Built {
        self.built(self.fixture.file(&torre::source("content/inventory.json")), crate::feeds::THIRD)
    }

    fn built(&self, pull: pull::PullRequest, day: &str) -> Built {
        let pull = pull::PullRequest { now: format!("{day}T12:00:00Z").parse().unwrap(), ..pull };
        let request = requests::build(self.fixture.root(), pull);
        let built =
            pipeline::build(&request, &Silent, None).unwrap_or_else(|error| panic!("{error}: {error:?}"));
        Built {
            files: read_files(&self.dist()),
            warnings: pull_fixture::kinds(&built.rendered.pulled.warnings),
        }
    }
}

impl Built {
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    pub fn text(&self, path: &str) -> String {
        let bytes = self.files.get(path).unwrap_or_else(|| panic!("the site has no {path}"));
        String::from_utf8(bytes.clone()).unwrap()
    }

    pub fn feed(&self, path: &str) -> Feed {
        Feed::read(&self.text(path))
    }
}
