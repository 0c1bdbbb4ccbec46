//! Machine-readable outputs, from real builds with a test platform: news, redirects of units that are gone, prices.

mod atom;
mod last_change;
mod vanished;

use std::fs;
use std::path::Path;

use generator::pipeline::{self, Silent};
use generator::stages::pull;
use serde_json::{Value, json};

use self::atom::Feed;
use crate::support::files::{Files, change, copy_files, golden_sites, read_files, write};
use crate::support::pull_fixture::{self, PullFixture, noon};
use crate::support::{requests, torre};

pub(crate) const FIRST: &str = "2026-11-19";
pub(crate) const SECOND: &str = "2026-11-20";
const THIRD: &str = "2026-11-21";

#[test]
fn one_price_change_reaches_every_form_in_one_build() {
    let project = Project::start();
    let before = project.build(FIRST);
    project.put("O-305", &json!({"price": 3_333_333.5}));
    let after = project.build(SECOND);

    let json: Value = serde_json::from_str(&after.text("data/inventory.json")).unwrap();
    let unit = json["units"]
        .as_array()
        .unwrap()
        .iter()
        .find(|unit| unit["code"] == "O-305")
        .unwrap();
    assert_eq!(unit["price"], 333_333_350);
    assert_eq!(json["date"], SECOND);

    // 3,333,333.50 + 16 % (533,333.36) = 3,866,666.86
    for file in ["data/inventory.csv", "data/inventory.en.csv"] {
        let row = "3333333.50,533333.36,3866666.86";
        assert!(!before.text(file).contains(row));
        let text = after.text(file);
        let line = text
            .lines()
            .find(|line| line.starts_with("O-305,"))
            .unwrap();
        assert!(line.contains(row) && line.contains(SECOND), "{line}");
    }
    for file in [
        "inventario",
        "inventario/O-305",
        "en/inventario",
        "en/inventario/O-305",
    ] {
        assert!(
            after
                .text(&format!("{file}.md"))
                .contains("$3,333,333.50 MXN"),
            "{file}.md"
        );
    }
    for (file, title) in [
        ("inventario.atom", "Oficina O-305: nuevo precio"),
        ("en/inventario.atom", "Office O-305: new price"),
    ] {
        assert_eq!(
            before.feed(file).entries.len(),
            0,
            "the first pull is not news"
        );
        let [entry] = &after.feed(file).entries[..] else {
            panic!("{file}: not one entry")
        };
        assert_eq!(entry.title, title);
        assert!(entry.updated.starts_with(SECOND), "{}", entry.updated);
        for part in ["$3,333,333.50", "$3,866,666.86", "$3,200,000"] {
            assert!(entry.content.contains(part), "{}", entry.content);
        }
    }
    assert!(after.text("inventario/O-305.html").contains("3,333,333.50"));
}

#[test]
fn a_damaged_history_is_reported_and_does_not_stop_the_build() {
    let project = Project::start();
    project.build(FIRST);
    project.put("O-305", &json!({"status": "vendido"}));
    project.build(SECOND);
    let history = project.root().join(".site/snapshot/history.json");
    let whole = fs::read_to_string(&history).unwrap();
    for damaged in [
        whole.replace("disponible", "reservado"),
        whole[..whole.len() / 2].to_owned(),
        "null".to_owned(),
        String::new(),
    ] {
        assert_ne!(damaged, whole);
        fs::write(&history, &damaged).unwrap();
        let offline = project.build_with(project.fixture.offline(), SECOND);
        assert_eq!(offline.warnings, ["damaged_history"]);
        assert_eq!(offline.feed("inventario.atom").entries.len(), 0);
        assert!(offline.has("inventario/O-305.html"));

        project.put("O-306", &json!({"status": "vendido"}));
        let anew = project.build_with(project.fixture.strict(), THIRD);
        assert_eq!(anew.warnings, ["damaged_history"]);
        assert_eq!(
            anew.feed("inventario.atom").entries.len(),
            1,
            "what is new since the snapshot"
        );
        let aside = history.with_file_name("history.damaged.json");
        assert_eq!(fs::read_to_string(aside).unwrap(), damaged);
        project.put("O-306", &json!({"status": "disponible"}));
        assert!(project.build(THIRD).warnings.is_empty());
    }
}

pub(crate) struct Project {
    pub(crate) fixture: PullFixture,
}

pub(crate) struct Built {
    pub(crate) files: Files,
    warnings: Vec<&'static str>,
}

impl Project {
    pub(crate) fn start() -> Project {
        let fixture = PullFixture::start();
        // The units and amenities are the tower's.
        let own = ["content/inventory.json", "content/amenities.json"].map(Path::new);
        for case in ["base", "feeds"] {
            let source = golden_sites().join(case).join("in");
            copy_files(&source, fixture.root(), |path| !own.contains(&path));
        }
        change(fixture.root(), "site.yaml", |text| {
            let text = text.replace("offices: 1", "offices: 30");
            text.replace("commercial_units: 1", "commercial_units: 4")
                + "platform: { project_code: TEST }\n"
        });
        // Units without a plan have no sheet, so that no sheet is typeset; their redirects are there all the same.
        write(fixture.root(), "templates/documents/unit.typ", "");
        Project { fixture }
    }

    fn root(&self) -> &Path {
        self.fixture.root()
    }

    /// Changes what the platform says of a unit.
    fn put(&self, unit: &str, values: &Value) {
        self.fixture.put(unit, values);
    }

    pub(crate) fn build(&self, day: &str) -> Built {
        self.build_with(self.fixture.request(), day)
    }

    fn build_from_file(&self) -> Built {
        self.build_with(
            self.fixture.file(&torre::source("content/inventory.json")),
            THIRD,
        )
    }

    fn build_with(&self, pull: pull::PullRequest, day: &str) -> Built {
        let request = requests::build(
            self.root(),
            pull::PullRequest {
                now: noon(day),
                ..pull
            },
        );
        let built = pipeline::build(&request, &Silent, None)
            .unwrap_or_else(|error| panic!("{error}: {error:?}"));
        let warnings = pull_fixture::kinds(&built.rendered.pulled.warnings);
        Built {
            files: read_files(&request.out),
            warnings,
        }
    }
}

impl Built {
    fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    #[track_caller]
    fn text(&self, path: &str) -> String {
        let bytes = self
            .files
            .get(path)
            .unwrap_or_else(|| panic!("the site has no {path}"));
        String::from_utf8(bytes.clone()).unwrap()
    }

    #[track_caller]
    fn feed(&self, path: &str) -> Feed {
        Feed::read(&self.text(path))
    }
}
