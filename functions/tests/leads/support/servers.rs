//! A mail server and an S3-compatible server, as processes. The generator's tests use this file, too.

use super::child::ChildProcess;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;
use tempfile::TempDir;

fn root() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders
        .find(|folder| folder.join("Cargo.lock").is_file())
        .unwrap()
}

/// The folder with the installed programs; installs them if missing.
pub fn programs() -> PathBuf {
    static SET_UP: Once = Once::new();
    SET_UP.call_once(|| {
        let done = Command::new(root().join("scripts/set-up-test-servers")).status();
        assert!(
            done.unwrap().success(),
            "scripts/set-up-test-servers failed"
        );
    });
    root().join("target/test-servers/bin")
}

/// A running server. Dropping it kills it.
pub struct Server {
    _process: ChildProcess,
    pub url: String,
}

impl Server {
    fn start(script: &str, arguments: &[&Path]) -> Self {
        let script = root().join("functions/tests/servers").join(script);
        let mut command = Command::new(programs().join("python"));
        let (process, url) = ChildProcess::start_and_read_line(
            command.arg(script).args(arguments).stderr(Stdio::null()),
        );
        assert!(url.contains("://"), "the server did not start");
        Self {
            _process: process,
            url,
        }
    }
}

pub struct Mail {
    pub server: Server,
    folder: TempDir,
}

impl Mail {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// A mail server that takes mails only with TLS (`smtps`: from the start, `starttls`) and from the user `leads`.
    pub fn start_with_tls(tls: &str) -> Self {
        Self::start_with(&[Path::new(tls)])
    }

    fn start_with(mode: &[&Path]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start("mail.py", &[&[folder.path()], mode].concat());
        Self { server, folder }
    }

    /// The certificate of the authority that signed that of the server.
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("authority.pem")
    }

    /// The password in the server's URL.
    pub fn password(&self) -> &str {
        self.server.url.split([':', '@']).nth(2).unwrap()
    }

    /// Sets the SMTP reply to every recipient; `None` accepts them.
    pub fn answer(&self, answer: Option<&str>) {
        let path = self.folder.path().join("answer");
        match answer {
            Some(text) => fs::write(path, text).unwrap(),
            None => fs::remove_file(path).unwrap(),
        }
    }

    /// The received mails, oldest first.
    pub fn mails(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder.path()).unwrap();
        let mut paths: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "eml"));
        paths.sort();
        paths
            .iter()
            .map(|path| fs::read_to_string(path).unwrap())
            .collect()
    }
}

/// An S3-compatible server with the bucket `leads-bucket`.
pub fn s3() -> Server {
    Server::start("s3.py", &[])
}
