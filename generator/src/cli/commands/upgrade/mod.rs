//! `site upgrade`.

mod comparison;

use std::fs;
use std::path::{Path, absolute};
use std::process::Command;

use anyhow::Context as _;
use clap::Args;
use serde_json::Value;
use walkdir::WalkDir;

use crate::cache;
use crate::cli::console::{Console, ExitStatus};
use crate::project;
use crate::project::packages::{DESCRIPTION, FOLDER, engine_name};
use crate::stages::pull;
use comparison::compare;
use model::build_error::BuildError;
use model::schema::ENGINE;
use system::SCRIPT_SUFFIX;

const AFTER_HELP: &str = "\
Builds copies of the project with the installed engine and with the other one, from the same inventory, and
lists the files that differ, with a word diff of one page. Then installs that version, unless `--check` is given
or its build fails. The project's dist/ and inventory are not touched: build and check the site afterwards.

Examples:
  site upgrade --check            what the latest version would change
  site upgrade                    the same, and install it
  site upgrade 0.1.0              go back to a version";

/// What a copy of a project does not need.
const NOT_COPIED: [&str; 3] = ["dist", FOLDER, ".git"];

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct UpgradeArguments {
    /// The version of the engine, or the path of its package
    #[arg(default_value = "latest")]
    version: String,
    /// List what would change, and install nothing
    #[arg(long)]
    check: bool,
}

impl UpgradeArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> anyhow::Result<ExitStatus> {
        let root = root.canonicalize().map_err(BuildError::at(root))?;
        let description = root.join(DESCRIPTION);
        let engine = project::engine(&root).filter(|_| self.check || description.is_file());
        let Some(engine) = engine else {
            let description = description.display();
            return Err(BuildError::Usage(format!(
                "{description}: the project does not install its engine with npm: upgrade the folder of the engine instead"
            ))
            .into());
        };
        let package = engine_name();
        let folder = tempfile::tempdir()?;
        let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
        copy(&root, &old).and_then(|()| copy(&root, &new))?;

        let wanted = self.wanted()?;
        console.say(&format!("site: installing {package}@{wanted} in a temporary folder"));
        run(npm(&new, &wanted).arg("--ignore-scripts"), "npm cannot install it")?;
        let installed = new.join(FOLDER);
        let version = text_at(&installed.join(&package).join(DESCRIPTION), "/version").unwrap_or(wanted);
        console.say(&format!("site: building with {ENGINE} and with {version}"));
        let program = std::env::current_exe().context("cannot find this program")?;
        let mut built = Command::new(program);
        run(
            build(&mut built, &old).env("SITE_ENGINE", engine),
            "the build with the installed engine failed",
        )?;
        let mut built = Command::new(installed.join(format!(".bin/{package}{SCRIPT_SUFFIX}")));
        let failed = format!("the build with {version} failed, and nothing is installed");
        run(build(&mut built, &new).env_remove("SITE_ENGINE"), &failed)?;
        let comparison = compare(&old.join("dist"), &new.join("dist"))?;
        console.result(&format!("{package} {ENGINE} -> {version}\n{comparison}"));
        if !self.check {
            let before = ["/dependencies/", "/devDependencies/"];
            let mut before =
                before.iter().filter_map(|group| text_at(&description, &format!("{group}{package}")));
            let before = before.next().unwrap_or_else(|| ENGINE.to_owned());
            let wanted = if self.is_path() { self.wanted()? } else { version };
            run(&mut npm(&root, &wanted), "npm cannot install it")?;
            console.result(&format!("installed; to undo it: npm install --save-exact {package}@{before}"));
        }
        Ok(ExitStatus::Done)
    }

    fn is_path(&self) -> bool {
        self.version.contains(['/', '\\']) || self.version.ends_with(".tgz")
    }

    /// What npm shall install: npm runs in other folders.
    fn wanted(&self) -> anyhow::Result<String> {
        Ok(if self.is_path() { absolute(&self.version)?.display().to_string() } else { self.version.clone() })
    }
}

/// Copies what the build of a project reads: without its output, but with the last good inventory and the results of
/// earlier builds.
fn copy(root: &Path, to: &Path) -> Result<(), BuildError> {
    let is_read = |path: &Path| {
        let path = path.strip_prefix(root).unwrap_or(path);
        let is_state = |kept: &str| path.starts_with(kept) || Path::new(kept).starts_with(path);
        match path.starts_with(".site") {
            true => is_state(pull::STATE) || is_state(cache::FOLDER),
            false => NOT_COPIED.iter().all(|other| path != Path::new(other)),
        }
    };
    let entries = WalkDir::new(root).follow_links(true).into_iter();
    for entry in entries.filter_entry(|entry| is_read(entry.path())) {
        let entry = entry.map_err(|error| BuildError::at(root)(error.into()))?;
        let target = to.join(entry.path().strip_prefix(root).unwrap_or(entry.path()));
        let copied = match entry.file_type().is_dir() {
            true => fs::create_dir_all(&target),
            false => fs::copy(entry.path(), &target).map(drop),
        };
        copied.map_err(BuildError::at(entry.path()))?;
    }
    Ok(())
}

fn npm(project: &Path, wanted: &str) -> Command {
    let mut command = Command::new(format!("npm{SCRIPT_SUFFIX}"));
    command.current_dir(project).args(["install", "--prefix"]).arg(project);
    // A folder is installed like its package, and not linked.
    command.args(["--save-exact", "--install-links", "--no-audit", "--no-fund"]);
    command.arg(format!("{}@{wanted}", engine_name()));
    command
}

fn build<'a>(command: &'a mut Command, project: &Path) -> &'a mut Command {
    command.current_dir(project).args(["build", "--offline", "--root", "."])
}

/// Runs a command to its end. An inventory that is too old is not a failure.
fn run(command: &mut Command, failed: &str) -> Result<(), BuildError> {
    let error = match command.output() {
        Ok(output) if output.status.success() || output.status.code() == Some(ExitStatus::Overdue as i32) => {
            return Ok(());
        }
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim_end().to_owned(),
        Err(error) => format!("{}: {error}", command.get_program().display()),
    };
    Err(BuildError::Tool(format!("{failed}:\n{error}")))
}

/// The text at a pointer in a JSON file.
fn text_at(file: &Path, pointer: &str) -> Option<String> {
    let value: Value = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    value.pointer(pointer)?.as_str().map(str::to_owned)
}
