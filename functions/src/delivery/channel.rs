//! The interface of a delivery channel, and the HTTP request of those that have no client of their own.

use crate::lead::Lead;
use crate::site::{SiteError, SiteSource};
use async_trait::async_trait;
use platform::client::{requested_wait, root_cause};
use reqwest::header::HeaderValue;
use reqwest::{RequestBuilder, Response};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// Why a lead was not sent. The text contains no personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A later attempt may succeed.
    Temporary(String),
    /// A later attempt may succeed; the receiver requested this wait before it, for all leads.
    RetryAfter(Duration, String),
    /// Nothing was sent, because the channel may send no lead before this wait ends. Does not count as an attempt.
    NotYet(Duration),
    /// The receiver will reject the same lead again.
    Permanent(String),
    /// The receiver takes no lead any more, until an operator changes the configuration.
    Stopped(String),
}

/// The site may be readable later.
impl From<SiteError> for Failure {
    fn from(error: SiteError) -> Self {
        Self::Temporary(error.to_string())
    }
}

/// What all channels use.
#[derive(Clone)]
pub(crate) struct ChannelContext {
    /// The site of the leads.
    pub site: Arc<SiteSource>,
    /// URL of the site for links; empty when it is not known.
    pub site_url: String,
    /// It follows no redirect, so that no credential goes to another host.
    pub http: reqwest::Client,
}

/// One attempt to send a lead through one channel.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a> {
    /// What all channels use.
    pub context: &'a ChannelContext,
    pub lead: &'a Lead,
    /// Whether the text for the team says that the lead is suspected spam.
    pub suspected_spam: bool,
    /// Whether an earlier attempt, of this or another process, may have sent the lead.
    pub is_repeat: bool,
    pub deadline: Duration,
}

/// Sends leads to one receiver. Retries, pauses and the delivery history are the worker's.
#[async_trait]
pub(crate) trait Channel: Send + Sync {
    /// Sends the lead once, within the deadline. Returns a note for the lead's delivery history.
    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure>;
}

/// Most bytes of an answer that are read.
const ANSWER_LIMIT: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct Answer {
    pub status: u16,
    /// The JSON of the body; `Null` when it is something else, or too long, or breaks off.
    pub body: Value,
    retry_after: Option<Duration>,
}

/// A header with the credential that the environment variable `name` has.
pub(super) fn credential(name: &str, text: String) -> Result<HeaderValue, Failure> {
    let value = HeaderValue::try_from(text);
    let mut value =
        value.map_err(|_| Failure::Temporary(format!("{name} has a character that no credential has")))?;
    value.set_sensitive(true);
    Ok(value)
}

/// Sends a request and reads the answer, within `deadline`. A body that breaks off does not change the status: what has
/// been accepted must not be sent again.
///
/// # Errors
/// There is no answer. The text has neither the URL nor a header.
pub(super) async fn call(request: RequestBuilder, deadline: Duration) -> Result<Answer, Failure> {
    let request = request.header("user-agent", concat!("leads/", env!("CARGO_PKG_VERSION")));
    let seconds = deadline.as_secs_f32();
    let late = || Failure::Temporary(format!("no answer within {seconds} s"));
    let end = tokio::time::Instant::now() + deadline;
    let response = tokio::time::timeout_at(end, request.send()).await.map_err(|_| late())?;
    let response = response.map_err(|error| {
        Failure::Temporary(match error.is_connect() {
            true => format!("cannot reach the receiver ({})", root_cause(&error)),
            false => format!("the connection broke before an answer ({})", root_cause(&error)),
        })
    })?;
    let (status, retry_after) = (response.status().as_u16(), requested_wait(&response));
    let body = tokio::time::timeout_at(end, read_json(response)).await.ok().flatten();
    Ok(Answer { status, retry_after, body: body.unwrap_or_default() })
}

async fn read_json(mut response: Response) -> Option<Value> {
    let mut text = Vec::new();
    while let Some(chunk) = response.chunk().await.ok()? {
        if text.len() + chunk.len() > ANSWER_LIMIT {
            return None;
        }
        text.extend_from_slice(&chunk);
    }
    serde_json::from_slice(&text).ok()
}

impl Answer {
    /// Fails unless the status is 2xx. Credentials and addresses can be corrected, so that 401, 403, 404, 405 and redirects
    /// are temporary.
    pub(super) fn check_status(&self) -> Result<(), Failure> {
        let what = format!("the receiver answered with status {}", self.status);
        match (self.status, self.retry_after) {
            (200..=299, _) => Ok(()),
            (429 | 503, Some(wait)) => Err(Failure::RetryAfter(wait, what)),
            (300..=399 | 401 | 403 | 404 | 405 | 408 | 425 | 429 | 500.., _) => Err(Failure::Temporary(what)),
            _ => Err(Failure::Permanent(what)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Failure};
    use serde_json::Value;
    use std::time::Duration;

    #[test]
    fn statuses_are_classified() {
        let check = |status, seconds: Option<u64>| {
            let retry_after = seconds.map(Duration::from_secs);
            Answer { status, retry_after, body: Value::Null }.check_status()
        };
        assert_eq!((check(200, None), check(204, None)), (Ok(()), Ok(())));
        for (status, seconds) in [(429, 7), (503, 0)] {
            let failure = check(status, Some(seconds));
            assert!(matches!(failure, Err(Failure::RetryAfter(wait, _)) if wait.as_secs() == seconds));
        }
        for temporary in [302, 401, 403, 404, 408, 429, 500, 503, 599] {
            assert!(matches!(check(temporary, None), Err(Failure::Temporary(_))), "{temporary}");
        }
        for permanent in [400, 410, 413, 422] {
            assert!(matches!(check(permanent, None), Err(Failure::Permanent(_))), "{permanent}");
        }
    }
}
