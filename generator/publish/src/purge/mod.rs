//! Purges the caches in front of a target after a publication: CloudFront and Cloudflare.
//!
//! A purge that failed can be repeated as a whole: purging an address twice does no harm.

mod call;
mod cloudflare;
mod cloudfront;
mod credentials;
mod error;

use std::time::Duration;

use serde::Serialize;

use call::Caller;
pub use credentials::Credentials;
pub use error::PurgeError;
use model::config::publishing::Purge;

/// Where the services are, and how long to wait before the first repetition of a failed call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Services {
    /// The URL of CloudFront's API.
    pub cloudfront: String,
    /// The URL of Cloudflare's API.
    pub cloudflare: String,
    /// The wait before the first repetition; each further one waits twice as long.
    pub backoff: Duration,
}

impl Services {
    /// The public services, unless the variables that AWS's and Cloudflare's own tools read name others:
    /// `AWS_ENDPOINT_URL_CLOUDFRONT` and `CLOUDFLARE_API_BASE_URL`. `variable` gives the value of an environment
    /// variable.
    #[must_use]
    pub fn from(variable: impl Fn(&str) -> Option<String>) -> Services {
        let url = |name, public: &str| {
            let url = variable(name).filter(|url| !url.is_empty());
            url.map_or_else(|| public.to_owned(), |url| url.trim_end_matches('/').to_owned())
        };
        Services {
            cloudfront: url("AWS_ENDPOINT_URL_CLOUDFRONT", cloudfront::PUBLIC),
            cloudflare: url("CLOUDFLARE_API_BASE_URL", cloudflare::PUBLIC),
            backoff: Duration::from_secs(1),
        }
    }
}

/// What is purged from one cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// These paths of CloudFront, or URLs of Cloudflare.
    Only(Vec<String>),
    /// Everything.
    Everything,
}

/// A cache and what is purged from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CachePurge {
    /// The name of the service.
    pub service: &'static str,
    /// The ID of the distribution or zone.
    pub id: String,
    /// What is purged.
    pub extent: Extent,
}

/// What a purge of these addresses (`/inventario`) does, without a request: nothing for no addresses, and above
/// `max_paths` of a cache everything at once.
#[must_use]
pub fn plan(purge: &Purge, base_url: &str, addresses: &[String]) -> Vec<CachePurge> {
    if addresses.is_empty() {
        return Vec::new();
    }
    let max_paths = purge.max_paths as usize;
    let extent = |paths: Vec<String>, most| match paths.len() > most {
        true => Extent::Everything,
        false => Extent::Only(paths),
    };
    let cloudfront = purge.cloudfront.iter().map(|id| CachePurge {
        service: cloudfront::NAME,
        id: id.clone(),
        extent: extent(
            cloudfront::paths(addresses),
            max_paths.min(cloudfront::MOST_PATHS),
        ),
    });
    let cloudflare = purge.cloudflare.iter().map(|id| CachePurge {
        service: cloudflare::NAME,
        id: id.clone(),
        extent: extent(cloudflare::urls(base_url, addresses), max_paths),
    });
    cloudfront.chain(cloudflare).collect()
}

/// Purges these addresses (`/inventario`) from the caches, and returns what was purged. A failed call is repeated a few
/// times. Every cache is tried.
///
/// # Errors
/// The first failure. The purge must then be repeated as a whole.
pub async fn purge(
    purge: &Purge,
    base_url: &str,
    addresses: &[String],
    credentials: &Credentials,
    services: &Services,
) -> Result<Vec<CachePurge>, PurgeError> {
    let plan = plan(purge, base_url, addresses);
    let mut result = Ok(());
    for cache in &plan {
        let caller = Caller::new(cache.service, credentials, services.backoff)?;
        let purged = match cache.service {
            cloudfront::NAME => cloudfront::purge(&caller, cache, credentials, services).await,
            _ => cloudflare::purge(&caller, cache, credentials, services).await,
        };
        result = result.and(purged);
    }
    result.map(|()| plan)
}
