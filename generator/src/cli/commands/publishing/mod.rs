//! The commands for published sites.

mod publish;
mod releases;
mod restore;
mod rollback;
mod target;

use clap::Subcommand;

use crate::cli::console::Console;
use crate::cli::failure::Status;

#[derive(Debug, Subcommand)]
pub enum PublishingCommand {
    /// Publish dist/ to a target of site.yaml: a folder or an object store
    Publish(publish::PublishArguments),
    /// List the releases that a target keeps
    Releases(releases::ReleasesArguments),
    /// Publish an older release again
    Rollback(rollback::RollbackArguments),
    /// Get the last good inventory and the history from a target
    Restore(restore::RestoreArguments),
}

impl PublishingCommand {
    /// Runs the command. Also returns whether its result is JSON.
    pub(crate) fn run(&self, console: &Console) -> (anyhow::Result<Status>, bool) {
        match self {
            Self::Publish(arguments) => (arguments.run(console), arguments.project.json),
            Self::Releases(arguments) => (arguments.run(console), arguments.project.json),
            Self::Rollback(arguments) => (arguments.run(console), arguments.project.json),
            Self::Restore(arguments) => (arguments.run(console), arguments.project.json),
        }
    }
}
