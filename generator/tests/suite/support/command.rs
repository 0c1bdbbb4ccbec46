//! The `site` command as a process: how it ends, and what it prints.

use std::process::{Command, Output};

use serde_json::Value;

/// The program under test: the one built with the tests, or the one that `SITE_BINARY` names.
pub fn site_binary() -> String {
    std::env::var("SITE_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_site").to_owned())
}

/// The command with these arguments, ready to start, without anything from our own environment.
pub fn site_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(site_binary());
    for name in ["PLATFORM_URL", "PLATFORM_TOKEN", "RUST_LOG", "CI"] {
        command.env_remove(name);
    }
    command.args(arguments);
    command
}

/// How a process ended, and what it printed.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    pub fn run(command: &mut Command) -> Ran {
        command.output().unwrap().into()
    }

    #[track_caller]
    pub fn ends(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub fn prints(self, words: &str) -> Ran {
        assert!(
            self.stdout.contains(words),
            "not printed: {words}\n{}{}",
            self.stdout,
            self.stderr
        );
        self
    }

    #[track_caller]
    pub fn says(self, words: &str) -> Ran {
        assert!(
            self.stderr.contains(words),
            "not said: {words}\n{}",
            self.stderr
        );
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        let parsed = serde_json::from_str(&self.stdout);
        parsed.unwrap_or_else(|error| panic!("{error}: {}{}", self.stdout, self.stderr))
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        Ran {
            code: output.status.code(),
            stdout,
            stderr,
        }
    }
}
