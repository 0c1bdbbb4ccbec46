//! Purges the caches in front of a target after a publication, CloudFront and Cloudflare, and tells search engines.
//!
//! A purge that failed can be repeated as a whole: purging an address twice does no harm.

mod call;
mod cloudflare;
mod cloudfront;
mod environment;
mod index_now;

use serde::Serialize;

use call::Caller;
pub use environment::Environment;
use model::config::PurgeSettings;

/// What is purged from one cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PurgeExtent {
    /// These paths of CloudFront, or URLs of Cloudflare and IndexNow.
    Only(Vec<String>),
    /// Everything.
    Everything,
}

/// A cache and what is purged from it, or IndexNow and the addresses that are sent to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CachePurge {
    /// The name of the service.
    pub service: &'static str,
    /// The ID of the distribution or zone, or the key for IndexNow.
    pub id: String,
    /// What is purged.
    pub extent: PurgeExtent,
}

/// What a purge of these addresses (`/inventario`) does, without a request: nothing for no addresses, and above
/// `max_paths` of a cache everything at once.
#[must_use]
pub fn plan(purge: &PurgeSettings, base_url: &str, addresses: &[String]) -> Vec<CachePurge> {
    if addresses.is_empty() {
        return Vec::new();
    }
    let max_paths = purge.max_paths as usize;
    let extent = |paths: Vec<String>, most| match paths.len() > most {
        true => PurgeExtent::Everything,
        false => PurgeExtent::Only(paths),
    };
    let cloudfront = purge.cloudfront.iter().map(|id| CachePurge {
        service: cloudfront::NAME,
        id: id.clone(),
        extent: extent(cloudfront::paths(addresses), max_paths.min(cloudfront::MOST_PATHS)),
    });
    let cloudflare = purge.cloudflare.iter().map(|id| CachePurge {
        service: cloudflare::NAME,
        id: id.clone(),
        extent: extent(cloudflare::urls(base_url, addresses), max_paths),
    });
    let index_now = purge.index_now.iter().map(|key| CachePurge {
        service: index_now::NAME,
        id: key.clone(),
        extent: PurgeExtent::Only(index_now::urls(base_url, addresses)),
    });
    cloudfront.chain(cloudflare).chain(index_now).collect()
}

/// Purges these addresses (`/inventario`) from the caches, and returns what was purged. A failed call is repeated a few
/// times. Every cache is tried.
///
/// # Errors
/// The first failure. The purge must then be repeated as a whole.
pub async fn purge(
    purge: &PurgeSettings,
    base_url: &str,
    addresses: &[String],
    environment: &Environment,
) -> Result<Vec<CachePurge>, PurgeError> {
    let plan = plan(purge, base_url, addresses);
    let mut result = Ok(());
    for cache in &plan {
        let caller = Caller::new(cache.service, environment)?;
        let purged = match cache.service {
            cloudfront::NAME => cloudfront::purge(&caller, cache, environment).await,
            index_now::NAME => {
                if let Err(error) = index_now::tell(&caller, cache, base_url, environment).await {
                    tracing::warn!("{error}");
                }
                Ok(())
            }
            _ => cloudflare::purge(&caller, cache, environment).await,
        };
        result = result.and(purged);
    }
    result.map(|()| plan)
}

/// Why a purge failed. No message contains a credential.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PurgeError {
    /// A credential is not set.
    #[error("{service}: no credential: set the environment variable {variable}")]
    NoCredential {
        /// The service.
        service: &'static str,
        /// The variable.
        variable: &'static str,
    },
    /// The URL of a service cannot be used.
    #[error("{service}: `{url}` is not the URL of a service: write an https URL, or http for this machine")]
    BadUrl {
        /// The service.
        service: &'static str,
        /// The URL.
        url: String,
    },
    /// The service refused the purge.
    #[error("{service}: the purge was refused with status {status}: {detail}: {hint}")]
    Refused {
        /// The service.
        service: &'static str,
        /// The HTTP status.
        status: u16,
        /// What the service said.
        detail: String,
        /// What to do.
        hint: &'static str,
    },
    /// The service did not answer, or only with temporary errors.
    #[error("{service}: the purge failed {attempts} times: {detail}: the next publication repeats it")]
    Failed {
        /// The service.
        service: &'static str,
        /// How many calls were made.
        attempts: u32,
        /// The last error.
        detail: String,
    },
}
