//! Child processes that are killed when a test ends. The generator's tests use this file, too.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Dropping it kills it.
pub struct ChildProcess(Child);

impl ChildProcess {
    pub fn start(command: &mut Command) -> Self {
        Self(command.spawn().unwrap())
    }

    /// Starts `command` and returns the first line that it prints, without white space around it.
    pub fn start_and_read_line(command: &mut Command) -> (Self, String) {
        let mut process = Self::start(command.stdout(Stdio::piped()));
        let mut line = String::new();
        BufReader::new(process.0.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        (process, line.trim().to_owned())
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Sends SIGTERM; returns whether the exit status is 0.
    pub async fn terminate(mut self) -> bool {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        tokio::task::spawn_blocking(move || self.0.wait().unwrap().success())
            .await
            .unwrap()
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
