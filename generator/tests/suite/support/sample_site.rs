//! The base site of the golden tests in a folder of its own, and the real command run on it.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::command::{Ran, site_command};
use super::files::{self, Files, copy_golden_site, read_files};

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

    /// The text of a file.
    pub(crate) fn read(&self, file: &str) -> String {
        files::read(self.root(), file)
    }

    /// Replaces words in a file.
    pub(crate) fn edit(&self, file: &str, from: &str, to: &str) {
        files::edit(self.root(), file, from, to);
    }

    /// The command with these arguments, ready to start.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = site_command(arguments);
        command.arg("--root").arg(self.root());
        command
    }

    /// Runs the command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(&mut self.command(arguments))
    }

    /// Builds the site, which must succeed.
    #[track_caller]
    pub(crate) fn build(&self) -> Ran {
        self.run(&["build", "--offline"]).ends(0)
    }

    /// Every file of the built site with its content.
    pub(crate) fn files(&self) -> Files {
        read_files(&self.dist())
    }
}
