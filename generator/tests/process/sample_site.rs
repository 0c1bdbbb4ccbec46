//! The base site of the golden tests in a folder of its own, and the real command run on it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use walkdir::WalkDir;

/// A project that a test may change.
pub(crate) struct SampleSite {
    folder: tempfile::TempDir,
}

impl SampleSite {
    /// The base site with the files of one golden case over it.
    pub(crate) fn with(case: &str) -> SampleSite {
        let sites = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
        let folder = tempfile::tempdir().unwrap();
        for source in ["base", case] {
            copy(&sites.join(source).join("in"), folder.path());
        }
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
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let dist = self.dist();
        let files = WalkDir::new(&dist)
            .into_iter()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.file_type().is_file());
        files
            .map(|entry| {
                (
                    entry.path().strip_prefix(&dist).unwrap().to_owned(),
                    fs::read(entry.path()).unwrap(),
                )
            })
            .collect()
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}
