//! A site with feeds, files and a unit that is no longer offered, its files for hosts, and a running `site serve`, which
//! is a host itself and the lead function behind the others.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::feeds::project::Project;
use crate::feeds::{FIRST, SECOND};
use crate::support::files::copy_folder;

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

    /// Waits until the process listens.
    pub fn wait_for(&mut self, address: &str) {
        let started = Instant::now();
        while std::net::TcpStream::connect(address).is_err() {
            assert!(self.0.try_wait().unwrap().is_none(), "the server ended at once");
            assert!(started.elapsed() < PATIENCE, "nothing listens on {address}");
            std::thread::sleep(POLL);
        }
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
            let file = root.join(format!("content/{lang}/strings.json"));
            let mut strings: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            strings["errors"] = json!({"fallback": fallback, "home": home});
            fs::write(file, strings.to_string()).unwrap();
        }
        project.build(FIRST);
        project.fixture.put("units/O-305", &json!({"propertyCode": "O-905"}));
        project.build(SECOND);
        let written = site(root, &["host-files"]).output().unwrap();
        assert!(written.status.success(), "{written:?}");
        let mut command = site(root, &["serve", "--port", "0", "--offline", "--no-watch"]);
        let mut server = Process::start(command.stdout(Stdio::piped()).stderr(Stdio::null()));
        let mut line = String::new();
        BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let serve = line.trim().strip_prefix("http://").expect("an address").to_owned();
        // As `site publish` stores it in a folder and in a bucket.
        let record = project.dist().join(".site/current.json");
        fs::create_dir(record.parent().unwrap()).unwrap();
        fs::write(record, "{}").unwrap();
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
    let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
    command.args(arguments).arg("--root").arg(root);
    for name in ["PLATFORM_URL", "PLATFORM_TOKEN", "RUST_LOG", "CI"] {
        command.env_remove(name);
    }
    command
}

/// An address of this machine that nothing listens on.
pub fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}
