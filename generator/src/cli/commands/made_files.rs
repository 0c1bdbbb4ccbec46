//! `site schema`, `site theme`, `site host-files` and `site schedule`: what is made from the settings of a project.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::cache::file;
use crate::cli::console::{CommandResult, Console, ExitStatus, count};
use crate::hosts;
use crate::outputs::theme::{style_sheet, wordmark};
use crate::pipeline;
use crate::project;
use crate::stages::load::{self, Unsaved};
use crate::stages::pull::{Origin, PullRequest};
use crate::starter::ScheduleService;
use model::build_error::BuildError;
use model::schema::{FILES, FOLDER, schema};

pub const AFTER_SCHEMA_HELP: &str = "\
Editors read the schemas that the first line of site.yaml and theme.yaml and .vscode/settings.json name. Each build writes
them again, so that they are those of the installed version.

Examples:
  site schema              write the schemas of all files to .site/schemas
  site schema site         print the schema of site.yaml";

pub fn schemas(root: &Path, name: Option<&str>, console: &Console) -> CommandResult {
    match name.and_then(schema) {
        Some(schema) => console.result(&serde_json::to_string_pretty(&schema)?),
        None => {
            load::config_text(root).map_err(BuildError::from)?;
            project::write_schemas(root).map_err(BuildError::at(&root.join(FOLDER)))?;
            for (name, file, _) in FILES {
                console.result(&format!("{FOLDER}/{name}.json: {file}"));
            }
        }
    }
    Ok(ExitStatus::Done)
}

const AFTER_THEME_HELP: &str = "\
docs/theme.md explains every key of theme.yaml.

Examples:
  site theme css                  print the colours and fonts of theme.yaml as a style sheet
  site theme wordmark TORRE > templates/logo/wordmark.svg
                                  outline a name in the font of headings, for `logo.wordmark`";

#[derive(Debug, Subcommand)]
#[command(after_help = AFTER_THEME_HELP)]
pub enum ThemeCommand {
    /// Print the style sheet that is made from theme.yaml
    Css,
    /// Print a name as SVG, outlined in the font of headings
    Wordmark {
        /// The name
        name: String,
        /// Space between letters, in parts of the font size
        #[arg(long, value_name = "EM", default_value_t = 0.1)]
        spacing: f32,
    },
}

impl ThemeCommand {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> CommandResult {
        load::merge_templates(root).map_err(BuildError::from)?;
        let text = match self {
            Self::Css => {
                let theme = load::read_theme_with_logo(root).map_err(BuildError::from)?;
                let text = style_sheet(root, &theme).map_err(BuildError::from)?;
                text.trim_end().to_owned()
            }
            Self::Wordmark { name, spacing } => {
                // Without the logo, a file of which may be what this prints.
                let theme = load::read_theme(root).map_err(BuildError::from)?;
                wordmark(root, &theme, name, *spacing).map_err(BuildError::from)?
            }
        };
        console.result(&text);
        Ok(ExitStatus::Done)
    }
}

pub const AFTER_HOST_FILES_HELP: &str = "\
Uses the last good inventory: units that are no longer offered redirect.

Examples:
  site host-files                             write deploy/
  site host-files --out /etc/site             for a web server on this machine";

pub fn host_files(root: &Path, out: Option<&Path>, console: &Console) -> CommandResult {
    let out = out.map_or_else(|| root.join("deploy"), Path::to_owned);
    let request = super::request(
        root.to_owned(),
        PathBuf::new(),
        PullRequest::new(Origin::Offline),
    );
    let files = hosts::files(&pipeline::resolve(&request, &Unsaved::new())?.site)?;
    for output in &files {
        let path = out.join(&output.path);
        file::replace(&path, &output.bytes).map_err(BuildError::at(&path))?;
    }
    console.result(&format!(
        "{} written to {}",
        count(files.len(), "file", "files"),
        out.display()
    ));
    Ok(ExitStatus::Done)
}

pub const AFTER_SCHEDULE_HELP: &str = "\
Writes the files to the project: .github/workflows/publish.yml, .gitlab-ci.yml, or schedule/ with the
units of systemd; for a project in a folder of the engine's repository, to that repository, under
names of their own. They install the command and run scheduled-publish, which builds, checks and
publishes. docs/publishing.md says which secrets to set.

Example:
  site schedule github";

pub fn schedule(
    root: &Path,
    service: ScheduleService,
    force: bool,
    console: &Console,
) -> CommandResult {
    service
        .write(root, force)?
        .iter()
        .for_each(|file| console.result(file));
    Ok(ExitStatus::Done)
}
