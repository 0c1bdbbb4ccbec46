//! One call to a service, repeated a few times while the service fails.

use std::time::Duration;

use platform::client::is_localhost;
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use url::Url;

use super::{Environment, PurgeError};

/// How many times a call is made before it has failed.
pub(super) const ATTEMPTS: u32 = 4;

/// The longest wait between two attempts, also when the service asks for a longer one.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

const CONNECT: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(30);

/// How much of a service's explanation an error repeats, in characters.
const DETAIL: usize = 200;

/// Calls one service.
pub(super) struct Caller<'a> {
    service: &'static str,
    environment: &'a Environment,
    pub(super) http: Client,
}

impl<'a> Caller<'a> {
    pub(super) fn new(service: &'static str, environment: &'a Environment) -> Result<Caller<'a>, PurgeError> {
        // Fails when the process has already installed a provider, which is ring as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client =
            Client::builder().connect_timeout(CONNECT).timeout(ANSWER).redirect(Policy::none()).build();
        let http =
            client.map_err(|error| PurgeError::Failed { service, attempts: 0, detail: error.to_string() })?;
        Ok(Caller { service, environment, http })
    }

    /// Checks that credentials are only sent encrypted, or to this machine.
    pub(super) fn url(&self, base: &str, path: &str) -> Result<Url, PurgeError> {
        let bad = || PurgeError::BadUrl { service: self.service, url: base.to_owned() };
        let url = Url::parse(&format!("{base}{path}")).map_err(|_| bad())?;
        let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_localhost(&url));
        if is_safe { Ok(url) } else { Err(bad()) }
    }

    /// Sends the request that `request` makes for each attempt, until the service accepts or refuses it. `explain` finds
    /// the service's explanation in the body of an answer.
    pub(super) async fn call(
        &self,
        request: impl Fn() -> Result<RequestBuilder, PurgeError>,
        explain: impl Fn(&str) -> Option<String>,
    ) -> Result<(), PurgeError> {
        let mut attempt = 1;
        loop {
            let (detail, asked) = match request()?.send().await {
                Ok(answer) => {
                    let (status, asked) = (answer.status(), retry_after(&answer));
                    // An answer whose body is cut off still has its status.
                    let body = answer.text().await.unwrap_or_default();
                    if status.is_success() {
                        return Ok(());
                    }
                    let detail = self.detail(explain(&body), status);
                    if !is_temporary(status) {
                        return Err(self.refused(status, detail));
                    }
                    (detail, asked)
                }
                Err(error) => (self.detail(Some(reason(&error)), StatusCode::OK), None),
            };
            if attempt == ATTEMPTS {
                return Err(PurgeError::Failed { service: self.service, attempts: attempt, detail });
            }
            let wait = asked.unwrap_or(self.environment.backoff * 2_u32.pow(attempt - 1));
            tokio::time::sleep(wait.min(LONGEST_WAIT)).await;
            attempt += 1;
        }
    }

    fn refused(&self, status: StatusCode, detail: String) -> PurgeError {
        let hint = match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                "check the credential and its permission to purge"
            }
            StatusCode::NOT_FOUND => "check the ID under `purge:` in site.yaml",
            _ => "correct what the service reports; the next publication repeats the purge",
        };
        PurgeError::Refused { service: self.service, status: status.as_u16(), detail, hint }
    }

    /// An explanation that is safe to print: one line without credentials.
    fn detail(&self, explanation: Option<String>, status: StatusCode) -> String {
        let text = explanation.unwrap_or_else(|| status.to_string());
        let text = self.environment.removed_from(&text);
        let line = text.lines().next().unwrap_or_default();
        line.chars().take(DETAIL).collect()
    }
}

fn is_temporary(status: StatusCode) -> bool {
    status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
}

/// What the innermost error says: the outer ones only repeat the URL.
fn reason(error: &reqwest::Error) -> String {
    let mut innermost: &dyn std::error::Error = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

/// The wait that a service asks for, in whole seconds.
fn retry_after(answer: &Response) -> Option<Duration> {
    let seconds = answer.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}
