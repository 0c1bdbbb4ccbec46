//! A mail server and an S3-compatible server, as processes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use tempfile::TempDir;

static SET_UP: Once = Once::new();

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder with the installed programs; installs them if missing.
pub fn programs() -> PathBuf {
    SET_UP.call_once(|| {
        let done = Command::new(root().join("scripts/set-up-test-servers"))
            .status()
            .unwrap();
        assert!(done.success(), "scripts/set-up-test-servers failed");
    });
    root().join("target/test-servers/bin")
}

/// A running server. Dropping it kills it.
pub struct Server {
    child: Child,
    pub url: String,
}

impl Server {
    fn start(script: &str, arguments: &[&Path]) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/servers")
            .join(script);
        let mut child = Command::new(programs().join("python"))
            .arg(script)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut url)
            .unwrap();
        assert!(url.contains("://"), "the server did not start");
        Self {
            child,
            url: url.trim().to_owned(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A mail server.
pub struct Mail {
    pub server: Server,
    folder: TempDir,
}

impl Mail {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            server: Server::start("mail.py", &[folder.path()]),
            folder,
        }
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
        let mut paths: Vec<PathBuf> = fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
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
