//! One call to a service, repeated a few times while the service fails.

use std::fmt::Display;
use std::time::Duration;

use platform::client::{is_localhost, requested_wait, root_cause};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode};
use url::Url;

use super::{Environment, PurgeError};

/// How many times a call is made before it has failed.
const ATTEMPTS: u32 = 4;

/// The longest wait between two attempts, also when the service asks for a longer one.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

const CONNECT: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(30);

/// How much of a service's explanation an error repeats, in characters.
const DETAIL: usize = 200;

/// Calls one service.
pub(super) struct Caller<'a> {
    service: &'static str,
    pub(super) environment: &'a Environment,
    pub(super) http: Client,
}

impl<'a> Caller<'a> {
    pub(super) fn new(service: &'static str, environment: &'a Environment) -> Result<Caller<'a>, PurgeError> {
        // Fails when the process has already installed a provider, which is ring as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client =
            Client::builder().connect_timeout(CONNECT).timeout(ANSWER).redirect(Policy::none()).build();
        let http = client.map_err(|error| PurgeError(service, error.to_string()))?;
        Ok(Caller { service, environment, http })
    }

    /// An error of this service.
    pub(super) fn error(&self, what: impl Display) -> PurgeError {
        PurgeError(self.service, what.to_string())
    }

    /// The credential in an environment variable.
    pub(super) fn credential(&self, variable: &str) -> Result<String, PurgeError> {
        let missing = || self.error(format!("no credential: set the environment variable {variable}"));
        self.environment.credentials.get(variable).cloned().ok_or_else(missing)
    }

    /// Checks that credentials are only sent encrypted, or to this machine.
    pub(super) fn url(&self, base: &str, path: &str) -> Result<Url, PurgeError> {
        let is_safe = |url: &Url| url.scheme() == "https" || (url.scheme() == "http" && is_localhost(url));
        let url = Url::parse(&format!("{base}{path}")).ok().filter(is_safe);
        url.ok_or_else(|| {
            let what = "is not the URL of a service: write an https URL, or http for this machine";
            self.error(format!("`{base}` {what}"))
        })
    }

    /// Sends the request until the service accepts or refuses it. `explain` finds the service's explanation in the body of an
    /// answer.
    pub(super) async fn call(
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
