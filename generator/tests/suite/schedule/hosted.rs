//! What `site schedule` writes for GitHub and GitLab, run in shells as the services do; the commands of docs/publishing.md.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use serde_yaml::Value;
use tempfile::TempDir;

use super::project::Project;
use crate::support::command::{Ran, site_command};
use crate::support::files::{engine_file, read, write};

/// More than half of the two units need approval.
const SETTINGS: &str = "\
publish:
  targets: { production: { url: public } }
  approve_above: { percent: 50 }
";

/// What `make release` is for these tests, as bash imports a function from the environment.
const COMPILE: &str = r#"() { mkdir -p target/release && ln -sf "$BINARY_OF_TESTS" target/release/site; }"#;

/// What `npm ci` is for these tests: it installs the package's commands as links.
const NPM: &str = r#"() {
  mkdir -p node_modules/.bin
  ln -sf "$BINARY_OF_TESTS" node_modules/.bin/site
  ln -sf "$SCRIPT_OF_TESTS" node_modules/.bin/scheduled-publish
}"#;

/// What `apt-get` is for these tests.
const INSTALL: &str = "() { true; }";

/// A machine of a service with the project checked out.
struct Machine {
    project: Project,
    /// What the service passes on: secrets, variables and inputs.
    secrets: BTreeMap<String, String>,
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
        let variables = project.command("true");
        let secrets = variables
            .get_envs()
            .filter_map(|(name, value)| Some((name.to_str()?.to_owned(), value?.to_str()?.to_owned())))
            .filter(|(name, _)| name.starts_with("PLATFORM_"));
        let secrets = secrets.collect();
        Machine { project, secrets, schedules: write_schedules(package) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.project.site.root().join(name)
    }

    fn run(&self, script: &str, environment: &BTreeMap<String, String>) -> Ran {
        let mut shell = self.project.command("bash");
        for name in ["SITE_BINARY", "PLATFORM_URL", "PLATFORM_TOKEN", "APPROVE"] {
            shell.env_remove(name);
        }
        shell
            .env("BINARY_OF_TESTS", env!("CARGO_BIN_EXE_site"))
            .env("SCRIPT_OF_TESTS", engine_file("scripts/scheduled-publish"))
            .env("BASH_FUNC_make%%", COMPILE)
            .env("BASH_FUNC_npm%%", NPM)
            .env("BASH_FUNC_apt-get%%", INSTALL)
            .env("GITHUB_STEP_SUMMARY", self.path("summary.md"))
            .envs(environment);
        Ran::of(shell.args(["-eo", "pipefail", "-c", script]))
    }

    /// Runs the job for GitHub. Returns whether every step succeeded, and the summary.
    fn run_github(&self) -> (bool, String) {
        let _ = fs::remove_file(self.path("summary.md"));
        let workflow = self.schedule(".github/workflows/publish.yml");
        let steps = workflow["jobs"]["publish"]["steps"].as_sequence().unwrap();
        let mut succeeds = true;
        let mut messages = String::new();
        for step in steps.iter().filter(|step| step.get("run").is_some()) {
            let is_always_run = match step.get("if").map(|condition| condition.as_str().unwrap()) {
                None => false,
                Some("always()") => true,
                Some(other) => panic!("a condition that this test does not know: {other}"),
            };
            if succeeds || is_always_run {
                let ran = self.run(step["run"].as_str().unwrap(), &self.environment(step));
                succeeds &= ran.code == Some(0);
                messages += &ran.stderr;
            }
        }
        let summary = fs::read_to_string(self.path("summary.md"));
        (succeeds, summary.unwrap_or_else(|error| panic!("no summary ({error}): {messages}")))
    }

    /// The environment of a step; an expression without a value is empty there.
    fn environment(&self, step: &Value) -> BTreeMap<String, String> {
        let pairs = step.get("env").and_then(Value::as_mapping);
        let pairs = pairs.into_iter().flatten();
        pairs
            .map(|(name, expression)| {
                let expression = expression.as_str().unwrap();
                let inner = expression.strip_prefix("${{ ").and_then(|rest| rest.strip_suffix(" }}"));
                let (_, key) = inner.unwrap().split_once('.').unwrap();
                let value = self.secrets.get(key).cloned().unwrap_or_default();
                (name.as_str().unwrap().to_owned(), value)
            })
            .collect()
    }

    /// Runs the job for GitLab, whose variables are all in the environment.
    fn run_gitlab(&self) -> Ran {
        let job = &self.schedule(".gitlab-ci.yml")["publish"];
        let commands = ["before_script", "script"].map(|part| job[part].as_sequence().unwrap().clone());
        let lines = commands.concat();
        let lines: Vec<&str> = lines.iter().map(|line| line.as_str().unwrap()).collect();
        self.run(&lines.join("\n"), &self.secrets)
    }

    fn sell(&self, codes: &[&str]) {
        for code in codes {
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

/// The command in a folder, with this repository as its engine.
fn schedule_command(folder: &Path, service: &str) -> Command {
    let mut command = site_command(&["schedule", service]);
    command.current_dir(folder).env("SITE_ENGINE", engine_file("."));
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
        for path in Ran::of(&mut schedule_command(folder.path(), service)).ends(0).stdout.lines() {
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
        assert!(summary.starts_with("### Cambios del inventario"), "{summary}");
        machine.assert_published();

        machine.sell(&["L-101", "O-301"]);
        let (succeeds, summary) = machine.run_github();
        assert!(!succeeds);
        assert!(summary.contains("## Publicación por confirmar"), "{summary}");

        machine.secrets.insert("approve".to_owned(), machine.project.digest());
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

        machine.sell(&["L-101", "O-301"]);
        assert_ne!(machine.run_gitlab().code, Some(0));
        let artifacts = &machine.schedule(".gitlab-ci.yml")["publish"]["artifacts"]["paths"];
        for path in artifacts.as_sequence().unwrap() {
            assert!(machine.path(path.as_str().unwrap()).exists(), "{path:?}");
        }

        machine.secrets.insert("APPROVE".to_owned(), machine.project.digest());
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
    let refused = Ran::of(&mut schedule_command(folder.path(), "systemd")).ends(2).stderr;
    let message =
        "site: schedule/site-publish.timer: the file has another content: add --force to replace it\n";
    assert_eq!(refused, message);
    assert!(!service.exists(), "nothing is written");
    Ran::of(schedule_command(folder.path(), "systemd").arg("--force")).ends(0);
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
        let written = Ran::of(schedule_command(&project, service).env_remove("SITE_ENGINE"));
        assert_eq!(written.stdout.lines().next(), Some(file), "{written:?}");
        let text = read(&project, file);
        assert!(text.contains("scripts/scheduled-publish --root sites/torre\n"), "{text}");
        assert!(service == "systemd" || text.contains("sites/torre/.site/cache"), "{text}");
    }
    let odd = repository.path().join("sites/torre é's");
    fs::create_dir(&odd).unwrap();
    let refused = Ran::of(schedule_command(&odd, "github").env_remove("SITE_ENGINE")).ends(2).stderr;
    assert!(refused.contains("no service can run the folder `sites/torre é's`"), "{refused}");
}

/// The fenced blocks of a Markdown text that are marked `run`, each with its language.
fn marked(text: &str) -> Vec<(&str, &str)> {
    let blocks = text.split("\n```").skip(1).step_by(2);
    blocks
        .filter_map(|block| {
            let (mark, content) = block.split_once('\n')?;
            Some((mark.strip_suffix(" run")?, content))
        })
        .collect()
}

#[test]
fn the_commands_of_the_documentation_succeed() {
    let text = fs::read_to_string(engine_file("docs/publishing.md")).unwrap();
    let blocks = marked(&text);
    let project = Project::start();
    for (language, content) in &blocks {
        match *language {
            "yaml" => project.configure(content),
            "sh" => {
                let mut shell = project.command("bash");
                Ran::of(shell.args(["-euxo", "pipefail", "-c", content])).ends(0);
            }
            other => panic!("a block of {other} cannot be run: mark only yaml and sh"),
        }
    }
    assert!(blocks.len() > 3, "{blocks:?}");
    assert!(project.public_files().contains_key("index.html"));
}
