//! `site upgrade`, with packages in folders in place of those of the registry.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::overrides;
use crate::process::command::{stderr, stdout};
use crate::support::files::read_files;

/// The command of a package: builds with the engine of the tests, as an engine that finds itself, and changes the result.
const COMMAND: &str = r#"#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
if (process.env.SITE_ENGINE) throw new Error("the engine of the other version");
const env = { ...process.env, SITE_ENGINE: process.env.TEST_ENGINE };
const built = spawnSync(process.env.TEST_SITE, process.argv.slice(2), { env, stdio: "inherit" });
const page = readFileSync("dist/index.html", "utf8");
writeFileSync("dist/index.html", page.replace("</h1>", "</h1> newer words"));
writeFileSync("dist/added.txt", "");
rmSync("dist/robots.txt");
process.exitCode = built.status;
"#;

/// A project below an engine, and the packages of other versions in the folder `packages`.
struct Project {
    folder: TempDir,
    root: PathBuf,
}

impl Project {
    fn new() -> Project {
        let folder = overrides::engine();
        let root = folder.path().join("Año nuevo");
        fs::rename(overrides::root(&folder, "one"), &root).unwrap();
        let project = Project { folder, root };
        project.package("0.1.0", "");
        project.package("0.2.0", COMMAND);
        project.package("0.3.0", "#!/usr/bin/env node\nthrow new Error('no paper');");
        fs::write(project.root.join("package.json"), "{\"private\": true}").unwrap();
        let install = ["install", "--save-exact", "--offline", "../packages/0.1.0"];
        let npm = Command::new("npm").current_dir(&project.root).args(install).output().unwrap();
        assert!(npm.status.success(), "{npm:?}");
        project
    }

    fn package(&self, version: &str, command: &str) {
        let folder = self.folder.path().join("packages").join(version);
        fs::create_dir_all(&folder).unwrap();
        let description = json!({"name": "ceibalta", "version": version, "bin": "command.mjs"});
        fs::write(folder.join("package.json"), description.to_string()).unwrap();
        fs::write(folder.join("command.mjs"), command).unwrap();
    }

    fn upgrade(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
        command.arg("upgrade").args(arguments).current_dir(&self.root);
        command.env("SITE_ENGINE", self.folder.path()).env("npm_config_offline", "true");
        command.env("TEST_ENGINE", self.folder.path()).env("TEST_SITE", env!("CARGO_BIN_EXE_site"));
        command.output().unwrap()
    }

    /// The version of the package that the project has installed, and how the project names it.
    fn installed(&self) -> (String, String) {
        let read = |file: &str| -> Value {
            serde_json::from_slice(&fs::read(self.root.join(file)).unwrap()).unwrap()
        };
        let version = read("node_modules/ceibalta/package.json")["version"].as_str().unwrap().to_owned();
        let named = read("package.json")["dependencies"]["ceibalta"].as_str().unwrap().to_owned();
        (version, named)
    }
}

/// The files of a project, without what npm wrote.
fn own_files(root: &Path) -> Vec<(String, Vec<u8>)> {
    let files = read_files(root).into_iter();
    files.filter(|(path, _)| !path.starts_with("node_modules")).collect()
}

#[test]
fn an_upgrade_lists_what_it_changes_and_can_be_undone() {
    let project = Project::new();
    let before = own_files(&project.root);
    let checked = project.upgrade(&["../packages/0.2.0", "--check"]);
    assert!(checked.status.success(), "{}", stderr(&checked));
    let printed = stdout(&checked);
    let version = env!("CARGO_PKG_VERSION");
    assert!(printed.starts_with(&format!("ceibalta {version} -> 0.2.0\n")), "{printed}");
    for line in [
        " the same, 1 different, 1 new, 1 gone\n",
        "\n  differs index.html\n  new     added.txt\n  gone    robots.txt\n",
        "\n\nindex.html, [-old words-] and {+new words+}:\n",
        "{+ newer words",
    ] {
        assert!(printed.contains(line), "{line}: {printed}");
    }
    assert_eq!(own_files(&project.root), before, "a check changes nothing");
    assert_eq!(project.installed(), ("0.1.0".to_owned(), "file:../packages/0.1.0".to_owned()));

    let printed = stdout(&project.upgrade(&["../packages/0.2.0"]));
    let undo = printed.lines().last().unwrap();
    assert_eq!(undo, "installed; to undo it: npm install --save-exact ceibalta@file:../packages/0.1.0");
    assert_eq!(project.installed(), ("0.2.0".to_owned(), "file:../packages/0.2.0".to_owned()));
    assert!(!project.root.join("dist").exists());
}

#[test]
fn a_version_that_cannot_build_the_project_is_not_installed() {
    let project = Project::new();
    let failed = project.upgrade(&["../packages/0.3.0"]);
    assert_eq!(failed.status.code(), Some(1), "{}", stderr(&failed));
    let printed = stderr(&failed);
    assert!(
        printed.contains("the build with 0.3.0 failed, and nothing is installed:")
            && printed.contains("no paper"),
        "{printed}"
    );
    assert_eq!(project.installed().0, "0.1.0");
    fs::remove_file(project.root.join("package.json")).unwrap();
    let refused = project.upgrade(&["../packages/0.2.0"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("package.json: the project does not install its engine with npm: "));
}
