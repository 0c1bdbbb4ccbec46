//! Purges the cache in front of a target, with the credentials from the environment.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use publish::purge::{Credentials, Extent, Services, plan, purge};

use super::target::Selected;
use model::config::publishing::Purge;

/// The cache in front of a target.
pub(super) struct Purger {
    settings: Purge,
    base_url: String,
    credentials: Credentials,
    services: Services,
}

impl Purger {
    /// The cache that `site.yaml` names for the target, if it names one.
    pub(super) fn for_target(selected: &Selected) -> Option<Purger> {
        let variable = |name: &str| std::env::var(name).ok();
        let settings = selected
            .config
            .publish
            .targets
            .get(&selected.name)?
            .purge
            .clone()?;
        Some(Purger {
            settings,
            base_url: selected.config.base_url.clone(),
            credentials: Credentials::from(variable),
            services: Services::from(variable),
        })
    }

    /// What a purge of these addresses does: one line for each path, or for a cache as a whole.
    pub(super) fn plan(&self, addresses: &[String]) -> Vec<String> {
        let caches = plan(&self.settings, &self.base_url, addresses).into_iter();
        let lines = caches.flat_map(|cache| {
            let name = format!("{} {}", cache.service, cache.id);
            match cache.extent {
                Extent::Everything => vec![format!("{name}: everything")],
                Extent::Only(paths) => paths.iter().map(|path| format!("{name}: {path}")).collect(),
            }
        });
        lines.collect()
    }

    /// Purges these addresses. The error is a message for people.
    pub(super) fn run(&self, addresses: Vec<String>) -> BoxFuture<'_, Result<(), String>> {
        async move {
            let Purger {
                settings,
                base_url,
                credentials,
                services,
            } = self;
            let purged = purge(settings, base_url, &addresses, credentials, services).await;
            purged.map(drop).map_err(|error| error.to_string())
        }
        .boxed()
    }
}
