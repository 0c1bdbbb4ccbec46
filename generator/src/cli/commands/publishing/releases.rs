//! `site releases`.

use clap::Args;
use model::time_zone::TimeZone;
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
        let zone = &selected.config.time_zone;
        let rows: Vec<[String; 5]> = releases.iter().rev().map(|release| row(release, zone)).collect();
        if !rows.is_empty() {
            report.lines(table(&[vec![HEADINGS.map(str::to_owned)], rows].concat()));
        }
        report.print(console, self.project.json);
        Ok(Status::Done)
    }
}

/// The headings of the columns.
const HEADINGS: [&str; 5] = ["release", "published", "by", "revision", "changes"];

/// A release, with its time in the development's time zone.
fn row(release: &Release, zone: &TimeZone) -> [String; 5] {
    let time = zone.local(release.published_at).strftime("%Y-%m-%d %H:%M").to_string();
    let rollback = release.rollback_to.map(|number| format!("rollback to {number}"));
    // One line for each release.
    let news = release.news.as_ref().map(|news| news.lines().collect::<Vec<_>>().join("; "));
    let changes: Vec<String> = rollback.into_iter().chain(news).collect();
    let revision = release.revision.clone().unwrap_or_else(|| "-".to_owned());
    [release.number.to_string(), time, release.publisher.clone(), revision, changes.join("; ")]
}

/// Rows with columns of equal width.
fn table<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let line = |row: &[String; COLUMNS]| {
        let cells = row.iter().enumerate().map(|(column, cell)| format!("{cell:0$}", width(column)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
