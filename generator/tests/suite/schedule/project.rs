//! A small project with a platform that can be made to fail, and a dead man's switch.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use platform::stub::{Behaviour, Mode};
use serde_json::{Map, Value};

use crate::support::command::site_binary;
use crate::support::files::{Files, change, change_json, engine_file, read_files};
use crate::support::platform::TestPlatform;
use crate::support::recorder::Recorder;
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
    approval: RefCell<String>,
}

impl Project {
    /// A platform that answers correctly, and a project that never asked it.
    pub(super) fn start() -> Project {
        let site = SampleSite::with("units");
        copy_script(site.root());
        // The sample's texts name only the months of its other tests; these tests run with the date of today.
        for language in ["es", "en"] {
            change_json(
                site.root(),
                &format!("content/{language}/strings.json"),
                |texts| {
                    for month in 1..=12 {
                        texts["months"][month.to_string()] = format!("month {month}").into();
                    }
                },
            );
        }
        let platform = TestPlatform::start(&site.root().join("content"), TOKEN);
        let project = Project {
            site,
            platform,
            approval: RefCell::default(),
        };
        project.configure(SETTINGS);
        project
    }

    pub(super) fn configure(&self, yaml: &str) {
        change(self.site.root(), "site.yaml", |text| text.to_owned() + yaml);
    }

    /// A program in the project's folder, with `site` and the platform in its environment.
    pub(super) fn command(&self, program: &str) -> Command {
        let site = PathBuf::from(site_binary());
        let path = std::env::var("PATH").unwrap();
        let mut command = Command::new(program);
        command
            .current_dir(self.site.root())
            .env(
                "PATH",
                format!("{}:{path}", site.parent().unwrap().display()),
            )
            .env("SITE_BINARY", &site)
            .envs(self.secrets())
            .env_remove("PING_URL")
            .env("RETRY_AFTER", "")
            .env("APPROVE", &*self.approval.borrow());
        command
    }

    /// The variables with the platform's address and credential.
    pub(super) fn secrets(&self) -> BTreeMap<&'static str, String> {
        [
            ("PLATFORM_URL", self.platform.url.clone()),
            ("PLATFORM_TOKEN", TOKEN.to_owned()),
        ]
        .into()
    }

    /// How the platform answers each call from now on.
    pub(super) fn platform_answers(&self, mode: Mode) {
        self.platform.stub.set_behaviour(Behaviour::new("*", mode));
    }

    /// Confirms the changes of this digest from now on.
    pub(super) fn approve(&self, digest: String) {
        self.approval.replace(digest);
    }

    /// The digest that confirms what waits for approval.
    pub(super) fn digest(&self) -> String {
        let page = self.site.read(".site/confirm-publication.md");
        let (_, digest) = page.split_once("site publish --approve ").unwrap();
        digest.split_whitespace().next().unwrap().to_owned()
    }

    pub(super) fn change_unit(&self, code: &str, field: &str, value: Value) {
        let changes = Map::from_iter([(field.to_owned(), value)]);
        assert!(self.platform.stub.change_unit(code, changes), "{code}");
    }

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

pub(super) fn copy_script(root: &Path) {
    fs::create_dir(root.join("scripts")).unwrap();
    let script = "scripts/scheduled-publish";
    fs::copy(engine_file(script), root.join(script)).unwrap();
}

/// A dead man's switch; its pings are what they append to the path of the check.
pub(super) fn ping_server() -> Recorder {
    Recorder::start("/canary-of-the-check-51c0", &[])
}
