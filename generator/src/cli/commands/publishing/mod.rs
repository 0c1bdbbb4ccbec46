//! The commands for published sites.

mod release;

use std::future::ready;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use clap::{Args, Subcommand};
use futures::FutureExt as _;
use jiff::Timestamp;
use serde_json::json;

use super::{absolute, block_on, variable};
use crate::cache::stored_file;
use crate::cli::console::{CommandResult, Console, ExitStatus};
use crate::pipeline::{Progress as _, publication};
use crate::stages::load;
use crate::stages::render::INVENTORY_PATH;
use model::build_error::BuildError;
use model::config::{Config, PublishTarget};
use model::dates::TimeZone;
use publish::lease::LIFETIME;
use publish::publication::{Publication, Published, Purge};
use publish::purge::{self, Environment};
use publish::record::{Record, Release, find_release};
use publish::state::{Restored, State};
use publish::target::{self, Target};
use release::{PublishArguments, publication, report};

const RELEASES_HELP: &str = "\
Prints the releases that the target keeps (`publish.keep`), newest first: number, time, publisher,
git revision, and what changed in words.

Example:
  site releases live";

const ROLLBACK_HELP: &str = "\
Publishes an older release again, as a new release; it needs neither dist/ nor a build. The next
`site publish` publishes dist/: stop a schedule before, or correct the project.

Examples:
  site rollback                               the release before the current one
  site rollback 12 live                       release 12 of the target `live`; see `site releases`";

const RESTORE_HELP: &str = "\
Gets the last good inventory and the history from the target, where `site publish` stored them, and
the published inventory, with which the news of `site build` and `site pull` compare. Call
it before `site build` on a machine that may have lost .site/. It changes nothing when the project's
own inventory is as new or newer, or when nothing is published yet.

Example:
  site restore live && site build && site publish live";

#[derive(Debug, Subcommand)]
pub enum PublishingCommand {
    /// Publish dist/ to a target of site.yaml: a folder or an object store
    Publish(PublishArguments),
    /// List the releases that a target keeps
    #[command(after_help = RELEASES_HELP)]
    Releases(TargetArguments),
    /// Publish an older release again
    #[command(after_help = ROLLBACK_HELP)]
    Rollback(RollbackArguments),
    /// Get the last good inventory and the history from a target
    #[command(after_help = RESTORE_HELP)]
    Restore(TargetArguments),
}

impl PublishingCommand {
    /// Runs the command. Also returns whether its result is JSON.
    pub(crate) fn run(&self, root: &Path, console: &Console) -> (CommandResult, bool) {
        match self {
            Self::Publish(arguments) => (arguments.run(root, console), arguments.to.json),
            Self::Releases(of) => (print_releases(root, of, console), of.json),
            Self::Rollback(arguments) => (arguments.run(root, console), arguments.to.json),
            Self::Restore(from) => (restore(root, from, console), from.json),
        }
    }
}

fn print_releases(root: &Path, arguments: &TargetArguments, console: &Console) -> CommandResult {
    let selected = arguments.select(root, None)?;
    let record = block_on(Record::read(selected.target.as_ref()))?;
    let releases = record
        .map(|(record, _)| record.releases)
        .unwrap_or_default();
    let rows = releases
        .iter()
        .rev()
        .map(|release| row(release, &selected.config.time_zone));
    if arguments.json {
        console.result(&serde_json::to_string(&releases)?);
    } else if releases.is_empty() {
        console.note(&format!("{}: nothing is published yet", selected.name));
    } else {
        let headings = ["release", "published", "by", "revision", "changes"].map(str::to_owned);
        let rows: Vec<_> = [headings].into_iter().chain(rows).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        for row in &rows {
            let cells = row
                .iter()
                .enumerate()
                .map(|(column, cell)| format!("{cell:0$}", width(column).unwrap_or_default()));
            console.result(cells.collect::<Vec<_>>().join("  ").trim_end());
        }
    }
    Ok(ExitStatus::Done)
}

fn row(release: &Release, zone: &TimeZone) -> [String; 5] {
    let time = zone
        .local(release.published_at)
        .strftime("%Y-%m-%d %H:%M")
        .to_string();
    let rollback = release
        .rollback_to
        .map(|number| format!("rollback to {number}"));
    // One line for each release.
    let news = release
        .news
        .as_ref()
        .map(|news| news.lines().collect::<Vec<_>>().join("; "));
    let changes: Vec<String> = rollback.into_iter().chain(news).collect();
    let revision = release.revision.clone().unwrap_or_else(|| "-".to_owned());
    [
        release.number.to_string(),
        time,
        release.publisher.clone(),
        revision,
        changes.join("; "),
    ]
}

#[derive(Debug, Args)]
pub struct RollbackArguments {
    /// The number of the release [default: the one before the current one]
    release: Option<String>,
    #[command(flatten)]
    to: TargetArguments,
    /// Print what would be done, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Delete more files than `publish.max_deletes` allows
    #[arg(long)]
    allow_deletes: bool,
}

impl RollbackArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> CommandResult {
        // A single word that is not a number is the target.
        let number = self.release.as_deref().and_then(|word| word.parse().ok());
        let target = match number {
            Some(_) => None,
            None => self.release.as_deref(),
        };
        let selected = self.to.select(root, target)?;
        let (release, files) = block_on(find_release(selected.target.as_ref(), number))?;
        let news = || ready(Ok(release.news.clone())).boxed();
        let publication = Publication {
            files,
            rollback_to: Some(release.number),
            revision: release.revision.clone(),
            allow_deletes: self.allow_deletes,
            dry_run: self.dry_run,
            ..publication(&selected, &self.to, &news, console)
        };
        let published = block_on(publication.run())?;
        if !self.dry_run {
            selected.record_published()?;
        }
        report(
            console,
            &selected,
            &published,
            None,
            self.dry_run,
            self.to.json,
        )
    }
}

fn restore(root: &Path, arguments: &TargetArguments, console: &Console) -> CommandResult {
    let selected = arguments.select(root, None)?;
    let folder = selected.root.join(stored_file::STATE);
    let restored = block_on(State::restore(selected.target.as_ref(), &folder))?;
    selected.record_published()?;
    let words = match restored {
        Restored::Restored => "the inventory and its history are restored",
        Restored::Unneeded => "the project's own inventory is as new or newer",
        Restored::Missing => "nothing to restore: nothing is published yet",
    };
    let json = json!({"done": true, "target": selected.name, "state": restored});
    console.result(&if arguments.json {
        json.to_string()
    } else {
        format!("{}: {words}", selected.name)
    });
    Ok(ExitStatus::Done)
}

#[derive(Debug, Args)]
pub struct TargetArguments {
    /// The target's name in site.yaml; not needed when there is only one
    target: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// The time, instead of that of the system's clock; for tests
    #[arg(long, hide = true)]
    now: Option<Timestamp>,
    /// How many seconds the lease of a target lasts without being renewed; for tests
    #[arg(long, hide = true, value_name = "SECONDS", default_value_t = LIFETIME)]
    lease: u32,
}

struct Selected {
    root: PathBuf,
    config: Config,
    name: String,
    settings: PublishTarget,
    target: Arc<dyn Target>,
}

impl TargetArguments {
    /// Opens the target that the arguments name, or else `other`, or else the only one.
    fn select(&self, root: &Path, other: Option<&str>) -> anyhow::Result<Selected> {
        let root = absolute(root);
        let config = load::read_config(&root).map_err(BuildError::from)?;
        let (name, settings) = target::select(&config.publish, self.target.as_deref().or(other))?;
        let (name, settings, target) = (
            name.to_owned(),
            settings.clone(),
            target::open(&root, settings)?,
        );
        Ok(Selected {
            root,
            config,
            name,
            settings,
            target,
        })
    }
}

impl Selected {
    /// The data file of the published site, which has its inventory; nothing when nothing is published.
    fn published_inventory(&self) -> anyhow::Result<Option<Bytes>> {
        Ok(block_on(self.target.read(INVENTORY_PATH))?.map(|(bytes, _)| bytes))
    }

    /// Purges the cache in front of the target, if `site.yaml` names one, with the credentials from the environment. Its error is a message for people.
    fn purge(&self) -> Option<Box<Purge<'_>>> {
        let cache = self.settings.purge.as_ref()?;
        Some(Box::new(move |addresses, pages| {
            let purge = async move {
                let environment = Environment::from(|name| std::env::var(name).ok());
                purge::purge(
                    cache,
                    &self.config.base_url,
                    &addresses,
                    &pages,
                    &environment,
                )
                .await
                .map(drop)
            };
            purge.boxed()
        }))
    }

    /// What a purge after a publication does: one line for each path, or for a cache as a whole.
    fn purge_plan(&self, published: &Published) -> Vec<String> {
        let plan = |cache| {
            purge::plan(
                cache,
                &self.config.base_url,
                &published.changed,
                &published.changed_pages,
            )
        };
        let caches = self.settings.purge.iter().flat_map(plan);
        let lines = caches.flat_map(|cache| {
            let name = format!("{} {}", cache.service, cache.id);
            match cache.extent {
                None => vec![format!("{name}: everything")],
                Some(paths) => paths.iter().map(|path| format!("{name}: {path}")).collect(),
            }
        });
        lines.collect()
    }

    /// Records the inventory of the published site, with which news compare.
    fn record_published(&self) -> anyhow::Result<()> {
        let inventory = self.published_inventory()?;
        Ok(inventory.map_or(Ok(()), |bytes| {
            publication::record_published(&self.root, &bytes)
        })?)
    }
}

/// Who publishes: `PUBLISHER`, or else the user that CI names, or else the user of this machine.
fn publisher() -> String {
    let names = [
        "PUBLISHER",
        "GITHUB_ACTOR",
        "GITLAB_USER_LOGIN",
        "USER",
        "LOGNAME",
    ];
    names
        .into_iter()
        .find_map(variable)
        .unwrap_or_else(|| "-".to_owned())
}

fn revision(root: &Path) -> Option<String> {
    let git = std::process::Command::new("git")
        .args(["rev-parse", "--short=12", "HEAD"])
        .current_dir(root)
        .output()
        .ok()?;
    let revision = String::from_utf8(git.stdout).ok()?.trim().to_owned();
    (git.status.success() && !revision.is_empty()).then_some(revision)
}
