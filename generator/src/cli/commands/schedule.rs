//! `site schedule`.

use std::path::Path;

use clap::Args;

use crate::cli::console::Console;
use crate::cli::failure::ExitStatus;
use crate::starter::ScheduleService;

const AFTER_HELP: &str = "\
Writes the files to the project: .github/workflows/publish.yml, .gitlab-ci.yml, or schedule/ with the
units of systemd; for a project in a folder of the engine's repository, to that repository, under
names of their own. They install the command and run scheduled-publish, which builds, checks and
publishes. docs/publishing.md says which secrets to set.

Example:
  site schedule github";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ScheduleArguments {
    /// What starts the publications
    service: ScheduleService,
    /// Replace files that have another content
    #[arg(long)]
    force: bool,
}

impl ScheduleArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> anyhow::Result<ExitStatus> {
        let files = self.service.write(root, self.force)?;
        files.iter().for_each(|file| console.result(file));
        Ok(ExitStatus::Done)
    }
}
