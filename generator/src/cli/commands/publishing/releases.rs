//! `site releases`.

use clap::Args;
use publish::record::Release;
use publish::releases;

use super::target::ProjectArguments;
use crate::cli::commands::server::block_on;
use crate::cli::console::Console;
use crate::cli::failure::Status;
use crate::cli::report::Report;

const AFTER_HELP: &str = "\
Prints the releases that the target keeps (`publish.keep`), newest first: number, time, publisher,
git revision, and what changed in words.

Example:
  site releases live";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ReleasesArguments {
    /// The target's name in site.yaml; not needed when there is only one
    target: Option<String>,
    #[command(flatten)]
    pub(super) project: ProjectArguments,
}

impl ReleasesArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let selected = self.project.select(self.target.as_deref())?;
        let releases = block_on(async { Ok(releases::list_releases(selected.target.as_ref()).await?) })?;
        let mut report = Report::new(serde_json::to_value(&releases)?);
        if releases.is_empty() {
            report.message(format!("{}: nothing is published yet", selected.name));
        }
        report.lines(releases.iter().rev().map(line));
        report.print(console, self.project.json);
        Ok(Status::Done)
    }
}

fn line(release: &Release) -> String {
    let mut words = vec![
        release.number.to_string(),
        release.published_at.to_string(),
        release.publisher.clone(),
        release.revision.clone().unwrap_or_else(|| "-".to_owned()),
    ];
    words.extend(release.rollback_to.map(|number| format!("rollback to {number}")));
    // One line for each release.
    words.extend(release.news.as_ref().map(|news| news.lines().collect::<Vec<_>>().join("; ")));
    words.join("  ")
}
