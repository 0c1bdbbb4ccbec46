//! A site with feeds and a unit that is gone, with a running `site serve`, and real web servers with the files for hosts.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::feeds::{FIRST, Project, SECOND};
use crate::support::PATIENCE;
use crate::support::child::ChildProcess;
use crate::support::command::{Ran, site_command};
use crate::support::files::{change_json, copy_folder, engine_file, write};

const POLL: Duration = Duration::from_millis(20);

/// The texts of the last-resort page in each language.
pub const TEXTS: [(&str, &str, &str); 2] = [
    ("es", "Algo salió mal en {site} por $5.", "Volver"),
    ("en", "Something failed in {site} for $5.", "Home"),
];

/// A web server of this machine, which is killed with the processes that it started when it is dropped.
pub struct Server {
    pub name: &'static str,
    pub address: String,
    process: Child,
}

impl Server {
    fn start(name: &'static str, address: String, command: &mut Command) -> Server {
        let process = command
            .process_group(0)
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut server = Server {
            name,
            address,
            process,
        };
        let started = Instant::now();
        while TcpStream::connect(&server.address).is_err() {
            assert!(
                server.process.try_wait().unwrap().is_none(),
                "{name} ended at once"
            );
            assert!(
                started.elapsed() < PATIENCE,
                "nothing listens on {}",
                server.address
            );
            std::thread::sleep(POLL);
        }
        server
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let group = format!("-{}", self.process.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.process.wait();
    }
}

/// The running project and its files for hosts.
pub struct Fixture {
    project: Project,
    /// The host and port of `site serve`.
    pub serve: String,
    _server: ChildProcess,
}

impl Fixture {
    pub fn start() -> Fixture {
        let project = Project::start();
        let root = project.fixture.root();
        let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts");
        copy_folder(&files.join("in"), root);
        for (lang, fallback, home) in TEXTS {
            change_json(root, &format!("content/{lang}/strings.json"), |strings| {
                strings["errors"] = json!({"fallback": fallback, "home": home});
            });
        }
        project.build(FIRST);
        project
            .fixture
            .put("O-305", &json!({"propertyCode": "O-905"}));
        project.build(SECOND);
        Ran::run(site_command(&["host-files", "--root"]).arg(root)).ends(0);
        let mut command =
            site_command(&["serve", "--port", "0", "--offline", "--no-watch", "--root"]);
        let (server, url) =
            ChildProcess::start_and_read_line(command.arg(root).stderr(Stdio::null()));
        let serve = url.strip_prefix("http://").expect("an address").to_owned();
        // A script, a style sheet and a document as builds of other projects make them.
        copy_folder(&files.join("built"), &root.join("dist"));
        // As `site publish` stores it in a folder and in a bucket.
        write(root, "dist/.site/current.json", "{}");
        Fixture {
            project,
            serve,
            _server: server,
        }
    }

    pub fn dist(&self) -> PathBuf {
        self.project.fixture.root().join("dist")
    }

    pub fn deploy(&self) -> PathBuf {
        self.project.fixture.root().join("deploy")
    }

    /// An address of this machine that nothing listens on, and a folder for the files of a server.
    fn place(&self) -> (String, PathBuf) {
        let folder = self.project.fixture.root().join("scratch");
        fs::create_dir_all(&folder).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        (listener.local_addr().unwrap().to_string(), folder)
    }
}

/// A program that `scripts/set-up-test-servers` installed.
fn program(name: &str) -> PathBuf {
    let program = engine_file("target/test-hosts").join(name);
    assert!(
        program.exists(),
        "{name} is not installed: run `make set-up`"
    );
    program
}

/// nginx with the site and the configuration of docs/hosting.md.
pub fn nginx(fixture: &Fixture) -> Server {
    let (address, scratch) = fixture.place();
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {}/{kind};\n", scratch.display()))
        .concat();
    let text = format!(
        "daemon off;\nmaster_process off;\npid {scratch}/pid;\nerror_log stderr crit;\nevents {{}}\nhttp {{\naccess_log off;\n\
         {temporary}{documented}}}\n",
        scratch = scratch.display(),
        documented = documented_configuration(fixture, &address),
    );
    write(&scratch, "nginx.conf", text);
    let mut command = Command::new(program("nginx"));
    command
        .args(["-e", "stderr", "-p"])
        .arg(&scratch)
        .arg("-c")
        .arg(scratch.join("nginx.conf"));
    Server::start("nginx", address, &mut command)
}

/// The block of docs/hosting.md with the places of this machine. Only the certificate is left out.
fn documented_configuration(fixture: &Fixture, address: &str) -> String {
    let text = fs::read_to_string(engine_file("docs/hosting.md")).unwrap();
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("    upstream leads"));
    let block = lines.take_while(|line| line.starts_with("    "));
    let kept = block.filter(|line| !line.contains("ssl_certificate"));
    let text: String = kept.map(|line| format!("{line}\n")).collect();
    let places = [
        ("127.0.0.1:8787", fixture.serve.clone()),
        ("listen 443 ssl http2", format!("listen {address}")),
        ("/srv/site/deploy", fixture.deploy().display().to_string()),
        ("/var/www/ceibalta", fixture.dist().display().to_string()),
    ];
    places.iter().fold(text, |text, (documented, here)| {
        assert!(
            text.contains(documented),
            "no `{documented}` in docs/hosting.md"
        );
        text.replace(documented, here)
    })
}

pub fn caddy(fixture: &Fixture) -> Server {
    let (address, scratch) = fixture.place();
    let generated = fixture.deploy().join("caddy/Caddyfile");
    let options = "{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n";
    write(
        &scratch,
        "Caddyfile",
        format!("{options}import {}\n", generated.display()),
    );
    let mut command = Command::new(program("caddy"));
    command
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(scratch.join("Caddyfile"));
    command
        .env("SITE_ADDRESS", format!("http://{address}"))
        .env("SITE_FOLDER", fixture.dist());
    command
        .env("LEADS_ADDRESS", &fixture.serve)
        .env("HOME", &scratch);
    Server::start("caddy", address, &mut command)
}

/// Cloudflare Pages on this machine.
pub fn pages(fixture: &Fixture) -> Server {
    let (address, scratch) = fixture.place();
    let project = fixture.deploy().join("pages");
    // Pages publishes the built site, without the publisher's records.
    fs::remove_dir_all(fixture.dist().join(".site")).unwrap();
    let program = engine_file("islands/tools/hosts/node_modules/.bin/wrangler");
    assert!(
        program.exists(),
        "wrangler is not installed: run `make test-hosts`"
    );
    let (ip, port) = address.split_once(':').unwrap();
    let mut command = Command::new(program);
    command
        .args(["pages", "dev"])
        .arg(fixture.dist())
        .args(["--ip", ip, "--port", port]);
    command.args(["--compatibility-date", "2026-04-01", "--binding"]);
    command
        .arg(format!("LEADS_URL=http://{}", fixture.serve))
        .current_dir(project)
        .env("HOME", &scratch);
    command
        .env("WRANGLER_SEND_METRICS", "false")
        .env("CI", "true");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    Server::start("pages", address, &mut command)
}
