//! The schedule from end to end: runs of the script while the platform changes, fails, lies and comes back.

use std::fs;
use std::process::Stdio;

use platform::stub::Mode;
use serde_json::{Value, json};

use super::project::{Project, ping_server};
use crate::support::command::Ran;
use crate::support::files::{Files, read_json};
use crate::support::recorder::Recorder;

/// Both units together are more than a publication may change without approval, one is not.
const SETTINGS: &str = "gates: { max_age_hours: 24 }\n\
    publish:\n  targets: { production: { url: public } }\n  approve_above: { percent: 60 }\n";

fn public_unit(project: &Project, code: &str, field: &str) -> Value {
    let data = read_json(&project.public(), "data/inventory.json");
    let mut units = data["units"].as_array().unwrap().iter();
    units.find(|unit| unit["code"] == code).unwrap()[field].clone()
}

/// The project with the service that hears from its runs.
struct Nights {
    project: Project,
    pings: Recorder,
}

impl Nights {
    /// One run of the script. Its status and its pings must be these.
    fn run(&self, status: i32, pings: &[&str]) {
        let script = self.project.site.root().join("scripts/scheduled-publish");
        // By its name: a file that was just written cannot be executed while a process that another test starts has it open.
        let mut command = self.project.command("bash");
        command
            .arg(script)
            .env("PING_URL", &self.pings.url)
            .stdin(Stdio::null());
        let Ran { stdout, stderr, .. } = Ran::run(&mut command).ends(status);
        assert_eq!(self.pings.take(), pings, "{stderr}");
        for secret in ["canary", "bearer"] {
            assert!(
                !stdout.contains(secret) && !stderr.contains(secret),
                "{stdout}{stderr}"
            );
        }
    }

    /// A run after which the public site is the built one.
    fn run_publishes(&self, status: i32, pings: &[&str]) -> Files {
        self.run(status, pings);
        let public = self.project.public_files();
        assert_eq!(public, self.project.site.files());
        public
    }

    /// A run that changes nothing at the target, not even the record.
    fn run_leaves(&self, status: i32, pings: &[&str], public: &Files) {
        let record = self.record();
        self.run(status, pings);
        assert!(
            self.project.public_files() == *public,
            "the public site changed"
        );
        assert_eq!(self.record(), record);
    }

    fn record(&self) -> Vec<u8> {
        fs::read(self.project.public().join(".site/current.json")).unwrap()
    }
}

#[test]
#[ignore = "make test-rest"]
fn the_public_site_is_right_after_each_run() {
    let nights = Nights {
        project: Project::start(),
        pings: ping_server(),
    };
    let project = &nights.project;
    project.configure(SETTINGS);

    // 1: the platform is down and nothing is stored: the shipped inventory is published and reported as too old.
    project.site.edit(
        "content/inventory.json",
        "\"date\": \"2026-11-20\"",
        "\"date\": \"2026-01-02\"",
    );
    project.platform_answers(Mode::ServerError);
    nights.run_publishes(5, &["/start", "/5"]);
    // 2: the platform is back.
    project.platform_answers(Mode::Ok);
    let second = nights.run_publishes(0, &["/start", ""]);
    // 3: nothing changed.
    nights.run_leaves(0, &["/start", ""], &second);
    // 4: a new price.
    project.change_unit("L-101", "price", json!(5_100_000));
    let fourth = nights.run_publishes(0, &["/start", ""]);
    assert_eq!(public_unit(project, "L-101", "price"), 510_000_000);
    // 5: the platform fails.
    project.platform_answers(Mode::ServerError);
    nights.run_leaves(0, &["/start", ""], &fourth);
    // 6: the platform lies.
    project.platform_answers(Mode::PriceTimesTen);
    nights.run_leaves(0, &["/start", ""], &fourth);
    // 7: the platform hangs, on a machine that lost everything: the state comes from the target.
    fs::remove_dir_all(project.site.root().join(".site")).unwrap();
    fs::remove_dir_all(project.site.dist()).unwrap();
    project.platform_answers(Mode::Hang);
    nights.run_leaves(0, &["/start", ""], &fourth);
    // 8: a mistake in a text.
    project.platform_answers(Mode::Ok);
    project.site.edit("content/es/index.md", "title:", "titel:");
    nights.run_leaves(1, &["/start", "/1"], &fourth);
    project.site.edit("content/es/index.md", "titel:", "title:");
    // 9: more changes than may be published without approval.
    project.change_unit("L-101", "status", json!("vendido"));
    project.change_unit("O-301", "status", json!("vendido"));
    nights.run_leaves(6, &["/start", "/6"], &fourth);
    // 10: a person confirms them.
    project.approve(project.digest());
    nights.run_publishes(0, &["/start", ""]);
    assert_eq!(public_unit(project, "O-301", "status"), "vendido");
}
