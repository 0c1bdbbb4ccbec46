//! A site with feeds, files and a unit that is no longer offered, its files for hosts, and a running `site serve`, which
//! is a host itself and the lead function behind the others.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::feeds::project::Project;
use crate::feeds::{FIRST, SECOND};
use crate::support::command::{Ran, site_command};
use crate::support::files::{change_json, copy_folder, write};

/// Time limit for the start of a server on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The interval between two checks of a condition.
const POLL: Duration = Duration::from_millis(20);

/// The texts of the last-resort page in each language.
pub const TEXTS: [(&str, &str, &str); 2] = [
    ("es", "Algo salió mal en {site} por $5.", "Volver"),
    ("en", "Something failed in {site} for $5.", "Home"),
];

/// A process that is killed when it is dropped, with the processes that it started.
pub struct Process(Child);

impl Process {
    pub fn start(command: &mut Command) -> Process {
        Process(command.process_group(0).spawn().unwrap_or_else(|error| panic!("{command:?}: {error}")))
    }

    /// Starts a process and waits until it listens.
    pub fn start_at(address: &str, command: &mut Command) -> Process {
        let mut process = Process::start(command);
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(process.0.try_wait().unwrap().is_none(), "the server ended at once");
            assert!(started.elapsed() < PATIENCE, "nothing listens on {address}");
            std::thread::sleep(POLL);
        }
        process
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.0.wait();
    }
}

/// The running project and its files for hosts.
pub struct Fixture {
    project: Project,
    /// The host and port of `site serve`.
    pub serve: String,
    _server: Process,
}

impl Fixture {
    pub fn start() -> Fixture {
        let project = Project::start();
        let root = project.fixture.root();
        copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/in"), root);
        for (lang, fallback, home) in TEXTS {
            change_json(root, &format!("content/{lang}/strings.json"), |strings| {
                strings["errors"] = json!({"fallback": fallback, "home": home});
            });
        }
        project.build(FIRST);
        project.fixture.put("units/O-305", &json!({"propertyCode": "O-905"}));
        project.build(SECOND);
        Ran::of(&mut site(root, &["host-files"])).ends(0);
        let mut command = site(root, &["serve", "--port", "0", "--offline", "--no-watch"]);
        let mut server = Process::start(command.stdout(Stdio::piped()).stderr(Stdio::null()));
        let mut line = String::new();
        BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let serve = line.trim().strip_prefix("http://").expect("an address").to_owned();
        // As `site publish` stores it in a folder and in a bucket.
        write(&project.dist(), ".site/current.json", "{}");
        Fixture { project, serve, _server: server }
    }

    /// The built site.
    pub fn dist(&self) -> PathBuf {
        self.project.dist()
    }

    /// What `site host-files` wrote.
    pub fn deploy(&self) -> PathBuf {
        self.project.fixture.root().join("deploy")
    }

    /// A folder for the files of a server.
    pub fn scratch(&self) -> PathBuf {
        let folder = self.project.fixture.root().join("scratch");
        fs::create_dir_all(&folder).unwrap();
        folder
    }
}

fn site(root: &Path, arguments: &[&str]) -> Command {
    let mut command = site_command(arguments);
    command.arg("--root").arg(root);
    command
}

/// An address of this machine that nothing listens on.
pub fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}
