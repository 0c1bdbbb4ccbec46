//! What `site schedule` writes for GitHub and GitLab, run in shells as the services do; the commands of docs/publishing.md.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::project::Project;
use crate::support::command::{Ran, site_binary, site_command};
use crate::support::files::{engine_file, read, write};

/// More than half of the two units need approval.
const SETTINGS: &str =
    "publish:\n  targets: { production: { url: public } }\n  approve_above: { percent: 50 }\n";

/// What `make release` is for these tests, as bash imports a function from the environment.
const COMPILE: &str =
    r#"() { mkdir -p target/release && ln -sf "$BINARY_OF_TESTS" target/release/site; }"#;

/// What `npm ci` is for these tests: it installs the package's commands as links.
const NPM: &str = r#"() {
  mkdir -p node_modules/.bin
  ln -sf "$BINARY_OF_TESTS" node_modules/.bin/site
  ln -sf "$SCRIPT_OF_TESTS" node_modules/.bin/scheduled-publish
}"#;

/// A machine of a service with the project checked out.
struct Machine {
    project: Project,
    /// What the service passes on: secrets, variables and inputs.
    secrets: BTreeMap<&'static str, String>,
    /// What `site schedule` wrote.
    schedules: TempDir,
}

impl Machine {
    /// A machine with this repository, or with a project that has the engine as a package.
    fn start(package: bool) -> Machine {
        let project = Project::start();
        project.configure(SETTINGS);
        if package {
            fs::remove_dir_all(project.site.root().join("scripts")).unwrap();
        }
        Machine {
            secrets: project.secrets(),
            project,
            schedules: write_schedules(package),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.project.site.root().join(name)
    }

    fn run(&self, script: &str, environment: &BTreeMap<&str, String>) -> Ran {
        let mut shell = self.project.command("bash");
        for name in ["SITE_BINARY", "PLATFORM_URL", "PLATFORM_TOKEN", "APPROVE"] {
            shell.env_remove(name);
        }
        shell
            .env("BINARY_OF_TESTS", site_binary())
            .env("SCRIPT_OF_TESTS", engine_file("scripts/scheduled-publish"))
            .env("BASH_FUNC_make%%", COMPILE)
            .env("BASH_FUNC_npm%%", NPM)
            .env("BASH_FUNC_apt-get%%", "() { true; }")
            .env("GITHUB_STEP_SUMMARY", self.path("summary.md"))
            .envs(environment);
        Ran::run(shell.args(["-eo", "pipefail", "-c", script]))
    }

    /// Runs the job for GitHub. Returns whether every step succeeded, and the summary.
    fn run_github(&self) -> (bool, String) {
        let _ = fs::remove_file(self.path("summary.md"));
        let (mut succeeds, mut messages) = (true, String::new());
        let workflow = self.schedule(".github/workflows/publish.yml");
        for step in workflow["jobs"]["publish"]["steps"].as_array().unwrap() {
            let is_run = match step["if"].as_str() {
                None => succeeds,
                Some("always()") => true,
                Some(other) => panic!("a condition that this test does not know: {other}"),
            };
            if is_run && let Some(script) = step["run"].as_str() {
                let ran = self.run(script, &self.environment(&step["env"]));
                succeeds &= ran.code == Some(0);
                messages += &ran.stderr;
            }
        }
        let summary = fs::read_to_string(self.path("summary.md"));
        (
            succeeds,
            summary.unwrap_or_else(|error| panic!("no summary ({error}): {messages}")),
        )
    }

    /// The environment of a step; an expression without a value is empty there.
    fn environment<'a>(&self, step: &'a Value) -> BTreeMap<&'a str, String> {
        let variables = step.as_object().into_iter().flatten();
        variables
            .map(|(name, expression)| {
                let (_, key) = expression.as_str().unwrap().split_once('.').unwrap();
                let key = key.strip_suffix(" }}").unwrap();
                (
                    name.as_str(),
                    self.secrets.get(key).cloned().unwrap_or_default(),
                )
            })
            .collect()
    }

    /// Runs the job for GitLab, whose variables are all in the environment.
    fn run_gitlab(&self) -> Ran {
        let job = &self.schedule(".gitlab-ci.yml")["publish"];
        let lines: Vec<&str> = ["before_script", "script"]
            .into_iter()
            .flat_map(|part| job[part].as_array().unwrap())
            .map(|line| line.as_str().unwrap())
            .collect();
        self.run(&lines.join("\n"), &self.secrets)
    }

    fn sell_both(&self) {
        for code in ["L-101", "O-301"] {
            self.project.change_unit(code, "status", json!("vendido"));
        }
    }

    fn schedule(&self, path: &str) -> Value {
        serde_yaml::from_str(&read(self.schedules.path(), path)).unwrap()
    }

    #[track_caller]
    fn assert_published(&self) {
        assert!(self.project.public_files() == self.project.site.files());
    }
}

fn schedule_command(folder: &Path, service: &str) -> Command {
    let mut command = site_command(&["schedule", service]);
    command
        .current_dir(folder)
        .env("SITE_ENGINE", engine_file("."));
    command
}

/// What the command writes for every service, in a new folder: of this repository, or of a project with the package.
fn write_schedules(package: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    if !package {
        fs::create_dir(folder.path().join("islands")).unwrap();
        std::os::unix::fs::symlink(engine_file("starter"), folder.path().join("starter")).unwrap();
    }
    for service in ["github", "gitlab", "systemd"] {
        for path in Ran::run(&mut schedule_command(folder.path(), service))
            .ends(0)
            .stdout
            .lines()
        {
            assert!(folder.path().join(path).is_file(), "{path}");
        }
    }
    folder
}

#[test]
fn the_job_for_github_publishes_and_summarizes_the_news() {
    for package in [false, true] {
        let mut machine = Machine::start(package);
        let (succeeds, summary) = machine.run_github();
        assert!(succeeds, "{summary}");
        assert!(
            summary.starts_with("### Cambios del inventario"),
            "{summary}"
        );
        machine.assert_published();

        if package {
            continue; // Only the installation differs.
        }
        machine.sell_both();
        let (succeeds, summary) = machine.run_github();
        assert!(!succeeds);
        assert!(
            summary.contains("## Publicación por confirmar"),
            "{summary}"
        );

        machine.secrets.insert("approve", machine.project.digest());
        let (succeeds, summary) = machine.run_github();
        assert!(succeeds, "{summary}");
        assert!(!summary.contains("por confirmar"), "{summary}");
        machine.assert_published();
    }
}

#[test]
fn the_job_for_gitlab_publishes_and_keeps_what_waits_for_approval() {
    for package in [false, true] {
        let mut machine = Machine::start(package);
        machine.run_gitlab().ends(0);
        machine.assert_published();

        if package {
            continue; // Only the installation differs.
        }
        machine.sell_both();
        assert_ne!(machine.run_gitlab().code, Some(0));
        let artifacts = &machine.schedule(".gitlab-ci.yml")["publish"]["artifacts"]["paths"];
        for path in artifacts.as_array().unwrap() {
            assert!(machine.path(path.as_str().unwrap()).exists(), "{path:?}");
        }

        machine.secrets.insert("APPROVE", machine.project.digest());
        machine.run_gitlab().ends(0);
        machine.assert_published();
    }
}

#[test]
fn a_schedule_that_an_author_changed_is_replaced_only_with_force() {
    let folder = write_schedules(true);
    let timer = || read(folder.path(), "schedule/site-publish.timer");
    let written = timer();
    write(folder.path(), "schedule/site-publish.timer", "[Timer]\n");
    let service = folder.path().join("schedule/site-publish.service");
    fs::remove_file(&service).unwrap();
    let refused = Ran::run(&mut schedule_command(folder.path(), "systemd"))
        .ends(2)
        .stderr;
    let message = "site: schedule/site-publish.timer: the file has another content: add --force to replace it\n";
    assert_eq!(refused, message);
    assert!(!service.exists(), "nothing is written");
    Ran::run(schedule_command(folder.path(), "systemd").arg("--force")).ends(0);
    assert_eq!(timer(), written);
}

#[test]
fn a_project_in_a_folder_of_the_repository_has_schedules_of_its_own() {
    let repository = tempfile::tempdir().unwrap();
    let project = repository.path().join("sites/torre");
    for folder in ["islands", "templates", "sites/torre"] {
        fs::create_dir_all(repository.path().join(folder)).unwrap();
    }
    std::os::unix::fs::symlink(engine_file("starter"), repository.path().join("starter")).unwrap();
    for (service, file) in [
        ("github", "../../.github/workflows/publish-torre.yml"),
        ("gitlab", "../../.gitlab/publish-torre.yml"),
        ("systemd", "schedule/site-publish-torre.service"),
    ] {
        let written = Ran::run(schedule_command(&project, service).env_remove("SITE_ENGINE"));
        assert_eq!(written.stdout.lines().next(), Some(file), "{written:?}");
        let text = read(&project, file);
        assert!(
            text.contains("scripts/scheduled-publish --root sites/torre\n"),
            "{text}"
        );
        assert!(
            service == "systemd" || text.contains("sites/torre/.site/cache"),
            "{text}"
        );
    }
    let odd = repository.path().join("sites/torre é's");
    fs::create_dir(&odd).unwrap();
    let refused = Ran::run(schedule_command(&odd, "github").env_remove("SITE_ENGINE"))
        .ends(2)
        .stderr;
    assert!(
        refused.contains("no service can run the folder `sites/torre é's`"),
        "{refused}"
    );
}

#[test]
fn the_commands_of_the_documentation_succeed() {
    let text = fs::read_to_string(engine_file("docs/publishing.md")).unwrap();
    // The fenced blocks that are marked `run`, each with its language.
    let blocks: Vec<(&str, &str)> = text
        .split("\n```")
        .skip(1)
        .step_by(2)
        .filter_map(|block| {
            let (mark, content) = block.split_once('\n')?;
            Some((mark.strip_suffix(" run")?, content))
        })
        .collect();
    let project = Project::start();
    for (language, content) in &blocks {
        match *language {
            "yaml" => project.configure(content),
            "sh" => {
                let mut shell = project.command("bash");
                Ran::run(shell.args(["-euxo", "pipefail", "-c", content])).ends(0);
            }
            other => panic!("a block of {other} cannot be run: mark only yaml and sh"),
        }
    }
    assert!(blocks.len() > 3, "{blocks:?}");
    assert!(project.public_files().contains_key("index.html"));
}
