//! The base site of the golden tests in a folder of its own, and the real command run on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::files::{Files, copy_golden_site, read_files};

/// A project that a test may change.
pub(crate) struct SampleSite {
    folder: tempfile::TempDir,
}

impl SampleSite {
    /// The base site with the files of one golden case over it.
    pub(crate) fn with(case: &str) -> SampleSite {
        let folder = tempfile::tempdir().unwrap();
        copy_golden_site(case, folder.path());
        SampleSite { folder }
    }

    /// The project's folder.
    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// The built site.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root().join("dist")
    }

    /// Replaces words in a file.
    pub(crate) fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.root().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(path, text.replace(from, to)).unwrap();
    }

    /// The command with these arguments, ready to start, without anything from our own environment.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
        command.args(arguments).arg("--root").arg(self.root());
        for name in ["PLATFORM_URL", "PLATFORM_TOKEN", "RUST_LOG", "CI"] {
            command.env_remove(name);
        }
        command
    }

    /// Runs the command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Every file of the built site with its content.
    pub(crate) fn files(&self) -> Files {
        read_files(&self.dist())
    }
}
