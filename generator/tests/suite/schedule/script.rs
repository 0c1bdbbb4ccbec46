//! The script with a fake `site` command: which steps run, the status, and the pings.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::project::{copy_script, ping_server};
use crate::support::PATIENCE;
use crate::support::command::Ran;
use crate::support::files::{engine_file, write};
use crate::support::recorder::Recorder;

/// A project with nothing but the script and the fake command.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new() -> Project {
        let folder = tempfile::tempdir().unwrap();
        copy_script(folder.path());
        // A link: a program that was just written cannot be started while another test's child still has it open.
        symlink(
            engine_file("generator/tests/suite/schedule/fake-site"),
            folder.path().join("site"),
        )
        .unwrap();
        write(folder.path(), "site.yaml", "");
        Project { folder }
    }

    /// Makes the next call of a command of `site` end with this status.
    fn fails(self, command: &str, status: u8) -> Project {
        let file = self.folder.path().join(format!("{command}.status"));
        let others = fs::read_to_string(&file).unwrap_or_default();
        fs::write(file, format!("{others}{status}\n")).unwrap();
        self
    }

    fn script(&self, ping_url: &str) -> Command {
        let mut command = Command::new("bash");
        command
            .arg(self.folder.path().join("scripts/scheduled-publish"))
            .current_dir("/")
            .env("SITE_BINARY", self.folder.path().join("site"))
            .env("PING_URL", ping_url)
            .env_remove("APPROVE")
            .env("RETRY_AFTER", "")
            .stdin(Stdio::null());
        command
    }

    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.folder.path().join("calls")).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }

    /// Starts the script; its first step waits until the child's stdin is closed.
    fn start_waiting(&self, pings: &Recorder) -> Child {
        let mut script = self.script(&pings.url);
        let child = script
            .stdin(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let started = Instant::now();
        while self.calls().is_empty() {
            assert!(started.elapsed() < PATIENCE, "the first step never started");
            std::thread::sleep(Duration::from_millis(10));
        }
        child
    }
}

#[test]
fn each_step_follows_only_the_success_of_the_one_before() {
    let all = ["restore", "build", "check --offline", "publish"];
    let pings = ping_server();
    for (command, status, steps, ended, reported) in [
        ("restore", 0, 4, 0, &["/start", ""][..]),
        ("restore", 4, 1, 4, &["/start", "/4"]),
        ("build", 1, 2, 1, &["/start", "/1"]),
        ("build", 3, 2, 3, &["/start", "/3"]),
        ("build", 5, 4, 5, &["/start", "/5"]),
        ("build", 6, 2, 6, &["/start", "/6"]),
        ("check", 1, 3, 1, &["/start", "/1"]),
        ("publish", 4, 4, 4, &["/start", "/4"]),
        ("publish", 6, 4, 6, &["/start", "/6"]),
        // The other publisher reports the end.
        ("publish", 7, 4, 0, &["/start"]),
    ] {
        let project = Project::new().fails(command, status);
        let ran = Ran::run(&mut project.script(&pings.url));
        let case = format!("{command} ends with {status}: {}", ran.stderr);
        assert_eq!(ran.code, Some(ended), "{case}");
        assert_eq!(project.calls(), all[..steps], "{case}");
        assert_eq!(pings.take(), reported, "{case}");
    }
    // An old inventory does not hide a failed publication.
    let project = Project::new().fails("build", 5).fails("publish", 4);
    Ran::run(&mut project.script(&pings.url)).ends(4);
    assert_eq!(pings.take(), ["/start", "/4"]);
}

#[test]
fn a_run_waits_for_another_publisher_and_starts_again() {
    let pings = ping_server();
    for (leased, steps, reported) in [(1, 8, &["/start", ""][..]), (3, 12, &["/start"])] {
        let project = (0..leased).fold(Project::new(), |project, _| project.fails("publish", 7));
        let ran = Ran::run(project.script(&pings.url).env("RETRY_AFTER", "0 0")).ends(0);
        ran.says("trying again in 0 seconds");
        assert_eq!(project.calls().len(), steps);
        assert_eq!(pings.take(), reported);
    }
}

#[test]
fn the_target_is_passed_on_and_no_ping_is_needed() {
    let project = Project::new();
    assert_eq!(
        Ran::run(project.script("").arg("staging")).ends(0).stderr,
        ""
    );
    assert_eq!(
        project.calls(),
        [
            "restore staging",
            "build",
            "check --offline",
            "publish staging"
        ]
    );
    // So is an approval.
    let project = Project::new();
    Ran::run(project.script("").env("APPROVE", "5d0c")).ends(0);
    assert_eq!(project.calls().last().unwrap(), "publish --approve 5d0c");
}

#[test]
fn a_ping_that_fails_changes_nothing_and_does_not_print_its_address() {
    let project = Project::new();
    // Nothing listens on port 9.
    let ran = Ran::run(&mut project.script("http://127.0.0.1:9/secret-check")).ends(0);
    let messages = ran.says("cannot report to PING_URL").stderr;
    assert!(!messages.contains("secret-check"), "{messages}");
    assert_eq!(project.calls().len(), 4);
}

#[test]
fn a_second_run_leaves_the_first_alone() {
    let pings = ping_server();
    let project = Project::new();
    let mut first = project.start_waiting(&pings);
    Ran::run(&mut project.script(&pings.url))
        .ends(0)
        .says("another run is under way");
    assert_eq!(
        (project.calls().len(), pings.take()),
        (1, vec!["/start".to_owned()])
    );
    assert_eq!(first.wait().unwrap().code(), Some(0));
    assert_eq!(
        (project.calls().len(), pings.take()),
        (4, vec![String::new()])
    );
}

#[test]
fn an_interrupted_run_reports_a_failure() {
    let pings = ping_server();
    let project = Project::new();
    let mut run = project.start_waiting(&pings);
    // systemd and CI services signal all processes of a run.
    let group = format!("-{}", run.id());
    let kill = Command::new("kill")
        .args(["-TERM", "--", &group])
        .status()
        .unwrap();
    assert!(kill.success());
    // Closing stdin must not be what ends the run.
    let stdin = run.stdin.take();
    assert_eq!(run.wait().unwrap().code(), Some(143));
    drop(stdin);
    assert_eq!(pings.take(), ["/start", "/fail"]);
    assert_eq!(project.calls(), ["restore"]);
}

#[test]
fn the_project_is_the_current_folder_and_its_package_has_the_command() {
    let repository = Project::new();
    let project = Project::new();
    let commands = project.folder.path().join("node_modules/.bin");
    fs::create_dir_all(&commands).unwrap();
    fs::rename(project.folder.path().join("site"), commands.join("site")).unwrap();
    let link = commands.join("scheduled-publish");
    symlink(
        repository.folder.path().join("scripts/scheduled-publish"),
        &link,
    )
    .unwrap();
    let mut command = Command::new(&link);
    command
        .current_dir(project.folder.path())
        .env_remove("SITE_BINARY")
        .env_remove("PING_URL");
    Ran::run(command.env_remove("APPROVE")).ends(0);
    assert_eq!((project.calls().len(), repository.calls().len()), (4, 0));

    Ran::run(
        command
            .current_dir("/")
            .arg("--root")
            .arg(project.folder.path()),
    )
    .ends(0);
    assert_eq!((project.calls().len(), repository.calls().len()), (8, 0));

    for wrong in ["/nowhere", "/", ""] {
        let mut command = Command::new(&link);
        command
            .args(["--root", wrong])
            .current_dir(project.folder.path());
        Ran::run(&mut command).ends(2).says("--root");
    }
}
