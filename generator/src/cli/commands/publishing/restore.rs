//! `site restore`.

use clap::Args;
use publish::state::{Restored, State};
use serde_json::json;

use super::target::ProjectArguments;
use crate::cli::commands::server::block_on;
use crate::cli::console::Console;
use crate::cli::failure::Status;
use crate::cli::report::Report;
use crate::stages::pull;

const AFTER_HELP: &str = "\
Gets the last good inventory and the history from the target, where `site publish` stored them, and
the published inventory, with which the news of `site build` and `site pull` compare. Call
it before `site build` on a machine that may have lost .site/. It changes nothing when the project's
own inventory is as new or newer, or when nothing is published yet.

Example:
  site restore live && site build && site publish live";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct RestoreArguments {
    /// The target's name in site.yaml; not needed when there is only one
    target: Option<String>,
    #[command(flatten)]
    pub(super) project: ProjectArguments,
}

impl RestoreArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let selected = self.project.select(self.target.as_deref())?;
        let folder = selected.root.join(pull::STATE);
        let restored = block_on(async { Ok(State::restore(selected.target.as_ref(), &folder).await?) })?;
        selected.record_published()?;
        let words = match restored {
            Restored::Restored => "the inventory and its history are restored",
            Restored::Unneeded => "the project's own inventory is as new or newer",
            Restored::Missing => "nothing to restore: nothing is published yet",
        };
        let json = json!({"done": true, "target": selected.name, "state": restored});
        let mut report = Report::new(json);
        report.lines([format!("{}: {words}", selected.name)]);
        report.print(console, self.project.json);
        Ok(Status::Done)
    }
}
