//! A small project with a platform that can be made to fail.

use std::cell::RefCell;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use platform::stub::{Behaviour, Mode};
use serde_json::{Map, Value};

use crate::support::files::{Files, engine_file, read_files};
use crate::support::platform::TestPlatform;
use crate::support::sample_site::SampleSite;

const TOKEN: &str = "bearer-of-the-schedule-tests-90d4";

/// Short limits, so that each failure of the platform ends quickly.
const SETTINGS: &str = "\
platform:
  project_code: TEST
  limits: { connect_ms: 500, attempt_ms: 500, deadline_ms: 1200, attempts: 2, backoff_ms: 5, answer_bytes: 1048576 }
";

/// A project of two units, its platform and its public folder.
pub(super) struct Project {
    pub(super) site: SampleSite,
    platform: TestPlatform,
    /// The digest of changes that a person confirms.
    approval: RefCell<Option<String>>,
}

impl Project {
    /// A platform that answers correctly, and a project that never asked it.
    pub(super) fn start() -> Project {
        let site = SampleSite::with("units");
        let scripts = site.root().join("scripts");
        fs::create_dir(&scripts).unwrap();
        let script = engine_file("scripts/scheduled-publish");
        fs::copy(script, scripts.join("scheduled-publish")).unwrap();
        for language in ["es", "en"] {
            name_every_month(&site.root().join(format!("content/{language}/strings.json")));
        }
        let platform = TestPlatform::start(&site.root().join("content"), TOKEN);
        let project = Project { site, platform, approval: RefCell::default() };
        project.configure(SETTINGS);
        project
    }

    /// Appends to `site.yaml`.
    pub(super) fn configure(&self, yaml: &str) {
        let file = self.site.root().join("site.yaml");
        let mut file = OpenOptions::new().append(true).open(file).unwrap();
        file.write_all(yaml.as_bytes()).unwrap();
    }

    /// A program in the project's folder, with `site` and the platform in its environment.
    pub(super) fn command(&self, program: &Path) -> Command {
        let site = Path::new(env!("CARGO_BIN_EXE_site"));
        let path = std::env::var("PATH").unwrap();
        let mut command = Command::new(program);
        command
            .current_dir(self.site.root())
            .env("PATH", format!("{}:{path}", site.parent().unwrap().display()))
            .env("SITE_BINARY", site)
            .env("PLATFORM_URL", &self.platform.url)
            .env("PLATFORM_TOKEN", TOKEN)
            .env_remove("PING_URL")
            .env("RETRY_AFTER", "")
            .env("APPROVE", self.approval.borrow().as_deref().unwrap_or_default());
        command
    }

    /// How the platform answers each call from now on.
    pub(super) fn platform_answers(&self, mode: Mode) {
        self.platform.stub.set_behaviour(Behaviour::new("*", mode));
    }

    /// Confirms the changes of this digest from now on.
    pub(super) fn approve(&self, digest: Option<&str>) {
        self.approval.replace(digest.map(str::to_owned));
    }

    /// Sets a field of a unit on the platform.
    pub(super) fn change_unit(&self, code: &str, field: &str, value: Value) {
        let changes = Map::from_iter([(field.to_owned(), value)]);
        assert!(self.platform.stub.change_unit(code, changes), "{code}");
    }

    /// The target.
    pub(super) fn public(&self) -> PathBuf {
        self.site.root().join("public")
    }

    /// What visitors can get from the target.
    pub(super) fn public_files(&self) -> Files {
        let mut files = read_files(&self.public());
        files.retain(|path, _| !path.starts_with(".site/"));
        files
    }
}

/// The sample's texts name only the months of its other tests; these tests run with the date of today.
fn name_every_month(strings: &Path) {
    let mut texts: Value = serde_json::from_str(&fs::read_to_string(strings).unwrap()).unwrap();
    for month in 1..=12 {
        texts["months"][month.to_string()] = format!("month {month}").into();
    }
    fs::write(strings, texts.to_string()).unwrap();
}
