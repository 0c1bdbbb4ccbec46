//! The interface of a delivery channel, the HTTP request of those without a client of their own, and how long leads wait. Whether a
//! channel is paused or stopped is only in memory: after a restart the next attempt gets the same answer.

use super::mail::MailChannel;
use crate::config::{LeadsConfig, Reader};
use crate::lead::{ChannelName, Lead};
use crate::site::{SiteError, SiteSource};
use async_trait::async_trait;
use parking_lot::Mutex;
use platform::client::{read_limited, requested_wait, root_cause};
use reqwest::RequestBuilder;
use reqwest::header::HeaderValue;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use strum::IntoStaticStr;
use tinystr::TinyAsciiStr;

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

#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a> {
    pub site: &'a SiteSource,
    /// URL of the site for links; empty when it is not known.
    pub site_url: &'a str,
    pub http: &'a reqwest::Client,
    pub lead: &'a Lead,
    /// Whether the text for the team says that the lead is suspected spam.
    pub suspected_spam: bool,
    /// Whether an earlier attempt, of this or another process, may have sent the lead.
    pub is_repeat: bool,
    pub deadline: Duration,
}

/// Who receives leads: a row of [`super::RECEIVERS`].
pub(crate) struct Receiver {
    /// Its environment variables. It is configured if the first one is set.
    pub variables: &'static [&'static str],
    /// What `leads check` notes without it.
    pub without: Option<&'static str>,
    /// Reads the variables, of which it reports problems. `None` unless it is configured.
    pub read: fn(&mut Reader<'_>) -> Option<Opener>,
}

impl Receiver {
    /// Whether it is configured.
    pub(crate) fn is_configured(&self, config: &LeadsConfig) -> bool {
        config.receivers.contains_key(self.variables[0])
    }
}

/// Opens the channels to a receiver with their names, without the network.
pub(crate) type Opener = Box<dyn FnOnce() -> anyhow::Result<Vec<NamedChannel>>>;
pub(crate) type NamedChannel = (ChannelName, Arc<dyn Channel>);

/// The opener of one channel that cannot fail.
pub(super) fn opener(name: TinyAsciiStr<16>, channel: impl Channel + 'static) -> Option<Opener> {
    Some(Box::new(move || {
        let channel: Arc<dyn Channel> = Arc::new(channel);
        Ok(vec![(name.into(), channel)])
    }))
}

/// Sends leads to one receiver. Retries, pauses and the delivery history are the worker's.
#[async_trait]
pub(crate) trait Channel: Send + Sync {
    /// Sends the lead once, within the deadline. Returns a note for the lead's delivery history.
    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure>;

    /// The channel as the one that can send the team other mails, too.
    fn as_mail(&self) -> Option<&MailChannel> {
        None
    }
}

/// The statuses that say that the receiver will reject the same lead again. All others may end: wrong credentials and addresses
/// are corrected, accounts are paid, conflicts and blocks pass.
pub(super) const REJECTIONS: [u16; 5] = [400, 410, 413, 415, 422];

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
    let header = HeaderValue::try_from(text);
    let mut value = header.map_err(|_| {
        Failure::Temporary(format!("{name} has a character that no credential has"))
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// Sends a request and reads the answer. A body that breaks off does not change the status: what was accepted is not sent again.
pub(super) async fn call(request: RequestBuilder, deadline: Duration) -> Result<Answer, Failure> {
    let request = request.header("user-agent", concat!("leads/", env!("CARGO_PKG_VERSION")));
    let seconds = deadline.as_secs_f32();
    let late = || Failure::Temporary(format!("no answer within {seconds} s"));
    let end = tokio::time::Instant::now() + deadline;
    let response = tokio::time::timeout_at(end, request.send())
        .await
        .map_err(|_| late())?
        .map_err(|error| {
            Failure::Temporary(if error.is_connect() {
                format!("cannot reach the receiver ({})", root_cause(&error))
            } else {
                format!(
                    "the connection broke before an answer ({})",
                    root_cause(&error)
                )
            })
        })?;
    let (status, retry_after) = (response.status().as_u16(), requested_wait(&response));
    let read = tokio::time::timeout_at(end, read_limited(response, ANSWER_LIMIT)).await;
    let body = read
        .ok()
        .and_then(|body| serde_json::from_slice(&body.ok()??).ok());
    Ok(Answer {
        status,
        retry_after,
        body: body.unwrap_or_default(),
    })
}

impl Answer {
    /// Fails unless the status is 2xx. Only [`REJECTIONS`] are permanent.
    pub(super) fn check_status(&self) -> Result<(), Failure> {
        let what = format!("the receiver answered with status {}", self.status);
        match (self.status, self.retry_after) {
            (200..=299, _) => Ok(()),
            (429 | 503, Some(wait)) => Err(Failure::RetryAfter(wait, what)),
            (status, _) if REJECTIONS.contains(&status) => Err(Failure::Permanent(what)),
            _ => Err(Failure::Temporary(what)),
        }
    }
}

/// Whether a channel sends leads now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Availability {
    Ready,
    Paused(Duration),
    /// Not until the function is restarted.
    Stopped,
}

/// The end of each channel's pause; `None` for a stop.
#[derive(Debug, Default)]
pub(super) struct Pauses(Mutex<BTreeMap<ChannelName, Option<Instant>>>);

impl Pauses {
    /// Pauses `channel` for `wait`, unless a longer pause is running or it is stopped.
    pub(super) fn pause(&self, channel: ChannelName, wait: Duration) {
        let end = Instant::now() + wait;
        let mut ends = self.0.lock();
        let current = ends.entry(channel).or_insert(Some(end));
        *current = current.map(|current| end.max(current));
    }

    pub(super) fn stop(&self, channel: ChannelName) {
        self.0.lock().insert(channel, None);
    }

    pub(super) fn availability(&self, channel: ChannelName) -> Availability {
        let now = Instant::now();
        match self.0.lock().get(&channel) {
            Some(None) => Availability::Stopped,
            Some(Some(end)) if now < *end => Availability::Paused(*end - now),
            _ => Availability::Ready,
        }
    }
}

/// The longest wait that an operator can set.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);

/// The wait after the `failures`-th failure (from 1): doubles from `first_wait` up to `longest_wait`, times a random
/// factor from 0.5 to 1, so that leads that failed together are not retried together. `random` is from 0 to 1.
pub(super) fn wait(failures: u32, config: &LeadsConfig, random: f64) -> Duration {
    let doubled = config.first_wait.saturating_mul(
        1_u32
            .checked_shl(failures.saturating_sub(1))
            .unwrap_or(u32::MAX),
    );
    doubled
        .min(config.longest_wait)
        .min(LONGEST_WAIT)
        .mul_f64(0.5 + random.clamp(0.0, 1.0) / 2.0)
}

/// The longest wait that a channel can request, if `longest_wait` is not longer: maintenance pages of CDNs ask for a day, and
/// leads would wait for it after the receiver is back.
const LONGEST_REQUESTED: Duration = Duration::from_secs(3600);

/// The wait that a channel requested, within bounds, plus a random tenth. `random` is from 0 to 1.
pub(super) fn requested(wait: Duration, config: &LeadsConfig, random: f64) -> Duration {
    wait.min(config.longest_wait.max(LONGEST_REQUESTED))
        .min(LONGEST_WAIT)
        .mul_f64(1.0 + random.clamp(0.0, 1.0) / 10.0)
}

pub(super) fn random() -> f64 {
    getrandom::u32().map_or(0.5, |number| f64::from(number) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::{Answer, Availability, Failure, LONGEST_WAIT, Pauses, requested, wait};
    use crate::config::{LeadsConfig, StoreLocation};
    use crate::tests::named;
    use serde_json::Value;
    use std::time::Duration;

    #[test]
    fn statuses_are_classified() {
        let check = |status, seconds: Option<u64>| {
            let retry_after = seconds.map(Duration::from_secs);
            Answer {
                status,
                retry_after,
                body: Value::Null,
            }
            .check_status()
        };
        assert_eq!((check(200, None), check(204, None)), (Ok(()), Ok(())));
        for (status, seconds) in [(429, 7), (503, 0)] {
            let failure = check(status, Some(seconds));
            assert!(
                matches!(failure, Err(Failure::RetryAfter(wait, _)) if wait.as_secs() == seconds)
            );
        }
        for temporary in [
            101, 302, 401, 402, 403, 404, 407, 408, 409, 423, 429, 451, 499, 500, 503, 599,
        ] {
            assert!(
                matches!(check(temporary, None), Err(Failure::Temporary(_))),
                "{temporary}"
            );
        }
        for permanent in [400, 410, 413, 415, 422] {
            assert!(
                matches!(check(permanent, None), Err(Failure::Permanent(_))),
                "{permanent}"
            );
        }
    }

    #[test]
    fn only_the_paused_or_stopped_channel_sends_nothing() {
        let pauses = Pauses::default();
        let [lead, contact, notice] = ["lead", "contact", "notice"].map(named);
        assert_eq!(pauses.availability(lead), Availability::Ready);
        pauses.pause(lead, Duration::from_secs(60));
        pauses.pause(lead, Duration::ZERO);
        assert!(matches!(pauses.availability(lead), Availability::Paused(_)));
        assert_eq!(pauses.availability(contact), Availability::Ready);
        pauses.pause(notice, Duration::ZERO);
        assert_eq!(pauses.availability(notice), Availability::Ready);
        pauses.stop(lead);
        pauses.pause(lead, Duration::ZERO);
        assert_eq!(pauses.availability(lead).into_str(), "stopped");
    }

    #[test]
    fn waits_double_up_to_the_longest_wait() {
        let mut config = LeadsConfig::new(StoreLocation::Memory, StoreLocation::Memory);
        let waited = |failures, random| wait(failures, &config, random);
        assert_eq!(
            [waited(1, 1.0), waited(1, 0.0), waited(4, 1.0)],
            [10, 5, 80].map(Duration::from_secs)
        );
        for failures in [10, 31, 32, 33, 64, u32::MAX] {
            assert_eq!(waited(failures, 1.0), config.longest_wait, "{failures}");
        }
        let shortest: Duration = (1..config.attempts)
            .map(|failures| waited(failures, 0.0))
            .sum();
        assert!(shortest > Duration::from_secs(15 * 3600), "{shortest:?}");
        (config.first_wait, config.longest_wait) = (Duration::MAX, Duration::MAX);
        assert_eq!(
            wait(1, &config, 1.0),
            LONGEST_WAIT,
            "longer is a wrong clock"
        );
        for (longest, waits) in [
            (1, [100, 110, 3_600]),
            (7_200, [100, 110, 7_200]),
            (1_000_000, [100, 110, 86_400]),
        ] {
            config.longest_wait = Duration::from_secs(longest);
            let requested = |seconds, random| {
                requested(Duration::from_secs(seconds), &config, random).as_secs()
            };
            let made = [
                requested(100, 0.0),
                requested(100, 1.0),
                requested(10_000_000, 0.0),
            ];
            assert_eq!(made, waits, "{longest}");
        }
    }
}
