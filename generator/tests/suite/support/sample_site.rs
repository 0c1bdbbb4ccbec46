//! The base site of the golden tests in a folder of its own, and the real command run on it.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::command::{Ran, site_command};
use super::files::{self, Files, copy_golden_site, read_files};

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

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn dist(&self) -> PathBuf {
        self.root().join("dist")
    }

    pub(crate) fn read(&self, file: &str) -> String {
        files::read(self.root(), file)
    }

    pub(crate) fn edit(&self, file: &str, from: &str, to: &str) {
        files::edit(self.root(), file, from, to);
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = site_command(arguments);
        command.arg("--root").arg(self.root());
        command
    }

    /// A build started by a program with these arguments, like a shell.
    pub(crate) fn build_under(&self, program: &str, arguments: &[&str]) -> Command {
        let build = self.command(&["build", "--offline"]);
        let mut command = Command::new(program);
        command
            .args(arguments)
            .arg(build.get_program())
            .args(build.get_args());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        Ran::run(&mut self.command(arguments))
    }

    #[track_caller]
    pub(crate) fn build(&self) -> Ran {
        self.run(&["build", "--offline"]).ends(0)
    }

    pub(crate) fn files(&self) -> Files {
        read_files(&self.dist())
    }
}
