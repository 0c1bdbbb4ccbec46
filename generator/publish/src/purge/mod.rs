//! Purges the caches in front of a target after a publication, CloudFront and Cloudflare, and tells search engines.
//!
//! A purge that failed can be repeated as a whole: purging an address twice does no harm.

mod services;

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::time::Duration;

use model::config::PurgeSettings;
use platform::client::{is_localhost, requested_wait, root_cause};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde::Serialize;
use url::Url;

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

/// Why a purge failed: the service, and what is wrong. No message contains a credential.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}: {1}")]
pub struct PurgeError(&'static str, String);

/// The environment variables with credentials.
const CREDENTIALS: [&str; 4] =
    ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "CLOUDFLARE_API_TOKEN"];

/// Where the services are, with which credentials they are called, and how long to wait before the first repetition of a
/// failed call. The credentials are in no message, not even in that of `Debug`.
#[derive(Clone)]
pub struct Environment {
    /// The URL of CloudFront's API.
    pub cloudfront: String,
    /// The URL of Cloudflare's API.
    pub cloudflare: String,
    /// The URL of IndexNow.
    pub index_now: String,
    /// The wait before the first repetition; each further one waits twice as long.
    pub backoff: Duration,
    /// The values of [`CREDENTIALS`] that are set.
    credentials: BTreeMap<&'static str, String>,
}

impl Environment {
    /// The credentials in the usual variables, and the public services, unless the variables that AWS's and Cloudflare's own
    /// tools read name others: `AWS_ENDPOINT_URL_CLOUDFRONT`, `CLOUDFLARE_API_BASE_URL`; and `INDEXNOW_URL`. `variable` gives
    /// the value of an environment variable.
    #[must_use]
    pub fn from(variable: impl Fn(&str) -> Option<String>) -> Environment {
        let read = |name: &str| {
            let value = variable(name)?.trim().to_owned();
            (!value.is_empty()).then_some(value)
        };
        let url = |name: &str, public: &str| {
            let url = read(name);
            url.map_or_else(|| public.to_owned(), |url| url.trim_end_matches('/').to_owned())
        };
        Environment {
            cloudfront: url("AWS_ENDPOINT_URL_CLOUDFRONT", "https://cloudfront.amazonaws.com"),
            cloudflare: url("CLOUDFLARE_API_BASE_URL", "https://api.cloudflare.com/client/v4"),
            // It hands an address on to every search engine.
            index_now: url("INDEXNOW_URL", "https://api.indexnow.org"),
            backoff: Duration::from_secs(1),
            credentials: CREDENTIALS.iter().filter_map(|name| Some((*name, read(name)?))).collect(),
        }
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}

/// What a purge of these addresses (`/inventario`) does, without a request: above `max_paths` of a cache everything at once.
/// `pages` are the addresses to announce by IndexNow.
#[must_use]
pub fn plan(
    purge: &PurgeSettings,
    base_url: &str,
    addresses: &[String],
    pages: &[String],
) -> Vec<CachePurge> {
    let max_paths = purge.max_paths as usize;
    let planned = |service, id: &Option<String>, paths: Vec<String>, most| {
        let extent = if paths.len() > most { PurgeExtent::Everything } else { PurgeExtent::Only(paths) };
        id.clone().map(|id| CachePurge { service, id, extent })
    };
    let most_paths = max_paths.min(services::MOST_PATHS);
    let planned = [
        planned(services::CLOUDFRONT, &purge.cloudfront, services::paths(addresses), most_paths),
        planned(services::CLOUDFLARE, &purge.cloudflare, services::urls(base_url, addresses), max_paths),
        planned(services::INDEX_NOW, &purge.index_now, services::urls(base_url, pages), usize::MAX),
    ];
    let is_empty = |purge: &CachePurge| purge.extent == PurgeExtent::Only(Vec::new());
    planned.into_iter().flatten().filter(|purge| !is_empty(purge)).collect()
}

/// Purges these addresses (`/inventario`) from the caches, tells search engines the `pages`, and returns what was purged. A
/// failed call is repeated a few times. Every cache is tried.
///
/// # Errors
/// The first failure. The purge must then be repeated as a whole.
pub async fn purge(
    purge: &PurgeSettings,
    base_url: &str,
    addresses: &[String],
    pages: &[String],
    environment: &Environment,
) -> Result<Vec<CachePurge>, PurgeError> {
    let plan = plan(purge, base_url, addresses, pages);
    let mut result = Ok(());
    for cache in &plan {
        let caller = Caller::new(cache.service, environment)?;
        let purged = match cache.service {
            services::CLOUDFRONT => services::purge_cloudfront(&caller, cache).await,
            services::CLOUDFLARE => services::purge_cloudflare(&caller, cache).await,
            _ => services::tell_search_engines(&caller, cache, base_url).await,
        };
        result = result.and(purged);
    }
    result.map(|()| plan)
}

/// How many times a call is made before it has failed.
const ATTEMPTS: u32 = 4;

/// The longest wait between two attempts, also when the service asks for a longer one.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

const CONNECT: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(30);

/// How much of a service's explanation an error repeats, in characters.
const DETAIL: usize = 200;

/// Calls one service.
struct Caller<'a> {
    service: &'static str,
    environment: &'a Environment,
    http: Client,
}

impl<'a> Caller<'a> {
    fn new(service: &'static str, environment: &'a Environment) -> Result<Caller<'a>, PurgeError> {
        // Fails when the process has already installed a provider, which is ring as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client =
            Client::builder().connect_timeout(CONNECT).timeout(ANSWER).redirect(Policy::none()).build();
        let http = client.map_err(|error| PurgeError(service, error.to_string()))?;
        Ok(Caller { service, environment, http })
    }

    /// An error of this service.
    fn error(&self, what: impl Display) -> PurgeError {
        PurgeError(self.service, what.to_string())
    }

    /// The credential in an environment variable.
    fn credential(&self, variable: &str) -> Result<String, PurgeError> {
        let missing = || self.error(format!("no credential: set the environment variable {variable}"));
        self.environment.credentials.get(variable).cloned().ok_or_else(missing)
    }

    /// Checks that credentials are only sent encrypted, or to this machine.
    fn url(&self, base: &str, path: &str) -> Result<Url, PurgeError> {
        let is_safe = |url: &Url| url.scheme() == "https" || (url.scheme() == "http" && is_localhost(url));
        let url = Url::parse(&format!("{base}{path}")).ok().filter(is_safe);
        url.ok_or_else(|| {
            let what = "is not the URL of a service: write an https URL, or http for this machine";
            self.error(format!("`{base}` {what}"))
        })
    }

    /// Sends the request until the service accepts or refuses it. `explain` finds the service's explanation in the body of an
    /// answer.
    async fn call(
        &self,
        request: &RequestBuilder,
        explain: fn(&str) -> Option<String>,
    ) -> Result<(), PurgeError> {
        let mut attempt = 1;
        loop {
            let request = request.try_clone().ok_or_else(|| self.error("the request cannot be repeated"))?;
            let (detail, asked) = match request.send().await {
                Ok(answer) => {
                    let (status, asked) = (answer.status(), requested_wait(&answer));
                    // An answer whose body is cut off still has its status.
                    let body = answer.text().await.unwrap_or_default();
                    if status.is_success() {
                        return Ok(());
                    }
                    let detail = self.detail(&explain(&body).unwrap_or_else(|| status.to_string()));
                    if !is_temporary(status) {
                        let (status, hint) = (status.as_u16(), hint(status));
                        let what = format!("the purge was refused with status {status}: {detail}: {hint}");
                        return Err(self.error(what));
                    }
                    (detail, asked)
                }
                Err(error) => (self.detail(&root_cause(&error)), None),
            };
            if attempt == ATTEMPTS {
                let times = format!("the purge failed {attempt} times");
                return Err(self.error(format!("{times}: {detail}: the next publication repeats it")));
            }
            let wait = asked.unwrap_or(self.environment.backoff * 2_u32.pow(attempt - 1));
            tokio::time::sleep(wait.min(LONGEST_WAIT)).await;
            attempt += 1;
        }
    }

    /// An explanation that is safe to print: one line without credentials, which AWS repeats when it explains a wrong
    /// signature.
    fn detail(&self, explanation: &str) -> String {
        let secrets = self.environment.credentials.values();
        let text = secrets.fold(explanation.to_owned(), |text, secret| text.replace(secret, "***"));
        text.lines().next().unwrap_or_default().chars().take(DETAIL).collect()
    }
}

/// What to do about a refusal.
fn hint(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            "check the credential and its permission to purge"
        }
        StatusCode::NOT_FOUND => "check the ID under `purge:` in site.yaml",
        _ => "correct what the service reports; the next publication repeats the purge",
    }
}

fn is_temporary(status: StatusCode) -> bool {
    status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
}
