//! `site rollback`.

use std::future::ready;

use clap::Args;
use futures::FutureExt as _;
use publish::publication::Publication;
use publish::releases;

use super::publish::{publication, report};
use super::target::ProjectArguments;
use crate::cli::commands::server::block_on;
use crate::cli::console::Console;
use crate::cli::failure::Status;

const AFTER_HELP: &str = "\
Publishes an older release again, as a new release; it needs neither dist/ nor a build. The next
`site publish` publishes dist/: stop a schedule before, or correct the project.

Examples:
  site rollback                               the release before the current one
  site rollback 12 live                       release 12 of the target `live`; see `site releases`";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct RollbackArguments {
    /// The number of the release [default: the one before the current one]
    release: Option<String>,
    /// The target's name in site.yaml; not needed when there is only one
    target: Option<String>,
    #[command(flatten)]
    pub(super) project: ProjectArguments,
    /// Print what would be done, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Delete more files than `publish.max_deletes` allows
    #[arg(long)]
    allow_deletes: bool,
}

impl RollbackArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let (number, target) = self.words();
        let selected = self.project.select(target)?;
        let found = async { Ok(releases::find_release(selected.target.as_ref(), number).await?) };
        let (release, files) = block_on(found)?;
        let news = || ready(Ok(release.news.clone())).boxed();
        let publication = Publication {
            files,
            rollback_to: Some(release.number),
            revision: release.revision.clone(),
            allow_deletes: self.allow_deletes,
            dry_run: self.dry_run,
            ..publication(&selected, &self.project, &news, console)
        };
        let published = block_on(async { Ok(publication.run().await?) })?;
        if !self.dry_run {
            selected.record_published()?;
        }
        report(console, &selected, &published, None, self.dry_run, self.project.json)
    }

    /// The number and the target; a single word that is not a number is the target.
    fn words(&self) -> (Option<u64>, Option<&str>) {
        let number = self.release.as_deref().and_then(|word| word.parse().ok());
        let word = self.release.as_deref().filter(|_| number.is_none());
        (number, self.target.as_deref().or(word))
    }
}
