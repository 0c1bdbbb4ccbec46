//! Arguments that the commands for published sites share: the target, the project, and the clock.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use clap::Args;
use futures::FutureExt as _;
use jiff::Timestamp;
use publish::clock::PublishClock;
use publish::lease::LIFETIME;
use publish::publication::{Published, Purge};
use publish::purge::{self, Environment, PurgeExtent};
use publish::target::{self, Target};

use crate::cli::commands::{block_on, source};
use crate::pipeline::publication;
use crate::stages::load;
use crate::stages::render::INVENTORY_PATH;
use model::build_error::BuildError;
use model::config::{Config, PublishTarget};

#[derive(Debug, Args)]
pub struct TargetArguments {
    /// The target's name in site.yaml; not needed when there is only one
    target: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// The time, instead of that of the system's clock; for tests
    #[arg(long, hide = true)]
    now: Option<Timestamp>,
    /// How many seconds the lease of a target lasts without being renewed; for tests
    #[arg(long, hide = true, value_name = "SECONDS", default_value_t = LIFETIME)]
    pub(super) lease: u32,
}

pub(super) struct Selected {
    /// The project's folder as an absolute path.
    pub(super) root: PathBuf,
    pub(super) config: Config,
    pub(super) name: String,
    pub(super) settings: PublishTarget,
    pub(super) target: Arc<dyn Target>,
}

impl TargetArguments {
    /// Opens the target that the arguments name, or else `other`, or else the only one.
    ///
    /// # Errors
    /// Problems in `site.yaml`, no such target, or one that cannot be used.
    pub(super) fn select(&self, root: &Path, other: Option<&str>) -> anyhow::Result<Selected> {
        let root = source::absolute(root);
        let config = load::read_config(&root).map_err(BuildError::from)?;
        let (name, settings) = target::select(&config.publish, self.target.as_deref().or(other))?;
        let (name, settings, target) = (name.to_owned(), settings.clone(), target::open(&root, settings)?);
        Ok(Selected { root, config, name, settings, target })
    }

    /// The clock that dates a publication.
    pub(super) fn clock(&self) -> PublishClock {
        PublishClock::starting_at(self.now.unwrap_or_else(Timestamp::now))
    }
}

impl Selected {
    /// The data file of the published site, which has its inventory; nothing when nothing is published.
    pub(super) fn published_inventory(&self) -> anyhow::Result<Option<Bytes>> {
        let file = block_on(async { Ok(self.target.read(INVENTORY_PATH).await?) })?;
        Ok(file.map(|(bytes, _)| bytes))
    }

    /// Purges the cache in front of the target, if `site.yaml` names one, with the credentials from the environment. Its error is a message for people.
    pub(super) fn purge(&self) -> Option<Box<Purge<'_>>> {
        let cache = self.settings.purge.as_ref()?;
        Some(Box::new(move |addresses, pages| {
            let purge = async move {
                let variable = |name: &str| std::env::var(name).ok();
                let environment = Environment::from(variable);
                let base_url = &self.config.base_url;
                let purged = purge::purge(cache, base_url, &addresses, &pages, &environment).await;
                purged.map(drop).map_err(|error| error.to_string())
            };
            purge.boxed()
        }))
    }

    /// What a purge after a publication does: one line for each path, or for a cache as a whole.
    pub(super) fn purge_plan(&self, published: &Published) -> Vec<String> {
        let cache = self.settings.purge.as_ref();
        let caches = cache.map(|cache| {
            purge::plan(cache, &self.config.base_url, &published.changed, &published.changed_pages)
        });
        let lines = caches.into_iter().flatten().flat_map(|cache| {
            let name = format!("{} {}", cache.service, cache.id);
            match cache.extent {
                PurgeExtent::Everything => vec![format!("{name}: everything")],
                PurgeExtent::Only(paths) => paths.iter().map(|path| format!("{name}: {path}")).collect(),
            }
        });
        lines.collect()
    }

    /// Records the inventory of the published site, with which news compare.
    pub(super) fn record_published(&self) -> anyhow::Result<()> {
        if let Some(bytes) = self.published_inventory()? {
            publication::record_published(&self.root, &bytes)?;
        }
        Ok(())
    }
}

/// Who publishes: `PUBLISHER`, or else the user that CI names, or else the user of this machine.
pub(super) fn publisher() -> String {
    ["PUBLISHER", "GITHUB_ACTOR", "GITLAB_USER_LOGIN", "USER", "LOGNAME"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.trim().is_empty()))
        .unwrap_or_else(|| "-".to_owned())
}

/// The git revision of the project, if it has one.
pub(super) fn revision(root: &Path) -> Option<String> {
    let git = std::process::Command::new("git")
        .args(["rev-parse", "--short=12", "HEAD"])
        .current_dir(root)
        .stderr(std::process::Stdio::null())
        .output()
        .ok()?;
    let revision = String::from_utf8(git.stdout).ok()?.trim().to_owned();
    (git.status.success() && !revision.is_empty()).then_some(revision)
}
