//! Purges the caches in front of a target, and tells search engines. Purging an address twice does no harm.

mod services;

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use lead_site::foreign_text::one_line;
use model::config::PurgeSettings;
use platform::address::is_localhost;
use platform::client::{read_limited, requested_wait, root_cause};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};
use url::Url;

/// A cache and what is purged from it, or IndexNow and the addresses that are sent to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachePurge {
    /// The name of the service.
    pub service: &'static str,
    /// The ID of the distribution or zone, or the key for IndexNow.
    pub id: String,
    /// The paths of CloudFront, or URLs of Cloudflare and IndexNow; `None`: everything.
    pub extent: Option<Vec<String>>,
}

const CREDENTIALS: [&str; 4] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "CLOUDFLARE_API_TOKEN",
];

/// Where the services are, and with which credentials they are called, which are in no message, not even in that of `Debug`.
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
    credentials: BTreeMap<&'static str, String>,
}

impl Environment {
    /// The credentials in the usual environment variables, whose values `variable` gives; and the public services, unless these or
    /// `INDEXNOW_URL` name others.
    pub fn from(variable: impl Fn(&str) -> Option<String>) -> Environment {
        let read =
            |name: &str| Some(variable(name)?.trim().to_owned()).filter(|value| !value.is_empty());
        let url = |name: &str, public: &str| {
            read(name)
                .as_deref()
                .unwrap_or(public)
                .trim_end_matches('/')
                .to_owned()
        };
        Environment {
            cloudfront: url(
                "AWS_ENDPOINT_URL_CLOUDFRONT",
                "https://cloudfront.amazonaws.com",
            ),
            cloudflare: url(
                "CLOUDFLARE_API_BASE_URL",
                "https://api.cloudflare.com/client/v4",
            ),
            // It hands an address on to every search engine.
            index_now: url("INDEXNOW_URL", "https://api.indexnow.org"),
            backoff: Duration::from_secs(1),
            credentials: CREDENTIALS
                .iter()
                .filter_map(|name| Some((*name, read(name)?)))
                .collect(),
        }
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}

/// What a purge of addresses does: above `max_paths` of a cache everything at once. `pages` are to be announced by IndexNow.
pub fn plan(
    purge: &PurgeSettings,
    base_url: &str,
    addresses: &[String],
    pages: &[String],
) -> Vec<CachePurge> {
    let max_paths = purge.max_paths as usize;
    let planned = |service, id: &Option<String>, paths: Vec<String>, most| {
        let extent = (paths.len() <= most).then_some(paths);
        id.clone().map(|id| CachePurge {
            service,
            id,
            extent,
        })
    };
    let most_paths = max_paths.min(services::MOST_PATHS);
    let planned = [
        planned(
            services::CLOUDFRONT,
            &purge.cloudfront,
            services::paths(addresses),
            most_paths,
        ),
        planned(
            services::CLOUDFLARE,
            &purge.cloudflare,
            services::urls(base_url, addresses),
            max_paths,
        ),
        planned(
            services::INDEX_NOW,
            &purge.index_now,
            services::urls(base_url, pages),
            usize::MAX,
        ),
    ];
    let is_empty = |purge: &CachePurge| purge.extent.as_ref().is_some_and(Vec::is_empty);
    planned
        .into_iter()
        .flatten()
        .filter(|purge| !is_empty(purge))
        .collect()
}

/// Purges these addresses (`/inventario`) from the caches, tells search engines the `pages`, and returns what was purged. Every
/// cache is tried, a failed call a few times. The error is the first failure, without a credential: repeat the purge as a whole.
pub async fn purge(
    purge: &PurgeSettings,
    base_url: &str,
    addresses: &[String],
    pages: &[String],
    environment: &Environment,
) -> Result<Vec<CachePurge>, String> {
    let plan = plan(purge, base_url, addresses, pages);
    // Fails when the process has already installed a provider, which is ring as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = Client::builder()
        .connect_timeout(CONNECT)
        .timeout(ANSWER)
        .redirect(Policy::none())
        .build()
        .map_err(|error| error.to_string())?;
    let mut result = Ok(());
    for cache in &plan {
        let requests = match cache.service {
            services::CLOUDFRONT => services::cloudfront(environment, &http, cache),
            services::CLOUDFLARE => services::cloudflare(environment, &http, cache),
            _ => services::index_now(environment, &http, cache, base_url),
        };
        let purged = async { environment.call_all(&requests?).await };
        result = result.and(
            purged
                .await
                .map_err(|what| format!("{}: {what}", cache.service)),
        );
    }
    result.map(|()| plan)
}

const ATTEMPTS: u32 = 4;

/// The longest wait between two attempts, also when the service asks for a longer one.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

const CONNECT: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(30);

/// The longest explanation of a service that is read, in bytes.
const ANSWER_BYTES: usize = 64 * 1024;

/// How much of a service's explanation an error repeats, in characters.
const DETAIL: usize = 200;

impl Environment {
    fn credential(&self, variable: &str) -> Result<String, String> {
        let missing = || format!("no credential: set the environment variable {variable}");
        self.credentials.get(variable).cloned().ok_or_else(missing)
    }

    /// Checks that credentials are only sent encrypted, or to this machine.
    fn url(&self, base: &str, path: &str) -> Result<Url, String> {
        let is_safe =
            |url: &Url| url.scheme() == "https" || (url.scheme() == "http" && is_localhost(url));
        let what = "is not the URL of a service: write an https URL, or http for this machine";
        Url::parse(&format!("{base}{path}"))
            .ok()
            .filter(is_safe)
            .ok_or_else(|| format!("`{base}` {what}"))
    }

    async fn call_all(&self, requests: &[RequestBuilder]) -> Result<(), String> {
        for request in requests {
            let mut attempt = 1;
            while let Some((detail, asked)) = self.failure(request).await? {
                if attempt == ATTEMPTS {
                    let advice = "the next publication repeats it";
                    return Err(format!(
                        "the purge failed {attempt} times: {detail}: {advice}"
                    ));
                }
                let wait = asked.unwrap_or(self.backoff * 2_u32.pow(attempt - 1));
                tokio::time::sleep(wait.min(LONGEST_WAIT)).await;
                attempt += 1;
            }
        }
        Ok(())
    }

    /// Sends a request once. Returns why it failed for now, with the wait that the service asks for.
    async fn failure(
        &self,
        request: &RequestBuilder,
    ) -> Result<Option<(String, Option<Duration>)>, String> {
        let request = request
            .try_clone()
            .ok_or("the request cannot be repeated")?;
        let answer = match request.send().await {
            Ok(answer) if answer.status().is_success() => return Ok(None),
            Ok(answer) => answer,
            Err(error) => return Ok(Some((self.detail(&root_cause(&error)), None))),
        };
        let (status, asked) = (answer.status(), requested_wait(&answer));
        // An answer whose body is cut off or too long still has its status.
        let read = read_limited(answer, ANSWER_BYTES).await;
        let body = read.ok().flatten().unwrap_or_default();
        let explained = services::explanation(&String::from_utf8_lossy(&body));
        let detail = self.detail(&explained.unwrap_or_else(|| status.to_string()));
        let status = status.as_u16();
        let hint = match status {
            408 | 429 | 500..=599 => return Ok(Some((detail, asked))),
            401 | 403 => "check the credential and its permission to purge",
            404 => "check the ID under `purge:` in site.yaml",
            _ => "correct what the service reports; the next publication repeats the purge",
        };
        Err(format!(
            "the purge was refused with status {status}: {detail}: {hint}"
        ))
    }

    /// One line of an explanation without credentials, which AWS repeats when it explains a wrong signature.
    fn detail(&self, explanation: &str) -> String {
        let secrets = self.credentials.values();
        let text = secrets.fold(explanation.to_owned(), |text, secret| {
            text.replace(secret, "***")
        });
        let line = text.lines().next().unwrap_or_default();
        one_line(line).chars().take(DETAIL).collect()
    }
}
