//! Configuration of a lead function, read from the environment (`LeadsConfig::from_env`) or made by `site serve`. What belongs to the
//! development is in its `leads.json`. Secrets come only from the environment.

mod environment;

pub(crate) use environment::Reader;

use crate::Secret;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use url::Url;

/// Google's URL to verify captchas.
const GOOGLE_SITEVERIFY: &str = "https://www.google.com/recaptcha/api/siteverify";

/// A span in milliseconds; that of a span without end can still be added to a time.
pub(crate) fn milliseconds(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX / 4)
}

/// Configuration of a lead function.
#[derive(Clone, Debug)]
pub struct LeadsConfig {
    /// Where leads are stored.
    pub store: StoreLocation,
    /// The `leads.json` of the site, which `site build` writes.
    pub site: StoreLocation,
    /// The code of the development whose site it must be; `None`: any.
    pub development: Option<String>,
    /// Who may post.
    pub origins: Origins,
    /// URL of the site, the prefix of redirects and links; empty when the function runs on the site's host.
    pub site_url: String,
    /// The variables that are set of those who receive leads, by their names (`LeadsConfig::read_receivers`).
    pub receivers: BTreeMap<&'static str, Secret>,
    /// The secret of reCAPTCHA v3. Without it captchas are not checked.
    pub captcha_secret: Option<Secret>,
    /// URL to verify captchas.
    pub captcha_url: String,
    /// A lead with at least this spam score is quarantined.
    pub quarantine_from: u32,
    /// How long a lead stays in quarantine, unless an operator releases it. Then it is delivered with a spam warning.
    pub quarantine_time: Duration,
    /// More posts than this per minute from one address get a 429; 0: no limit.
    pub posts_per_minute: usize,
    /// How long a request waits for its first delivery attempt.
    pub within_request: Duration,
    /// Timeout of one attempt at one channel.
    pub attempt: Duration,
    /// After this many failed attempts a delivery is dead-lettered.
    pub attempts: u32,
    /// Wait after the first failed attempt; doubles after each further one.
    pub first_wait: Duration,
    /// The longest wait between two attempts.
    pub longest_wait: Duration,
    /// How long a worker owns a lead. Must be longer than an attempt at all its channels.
    pub lease: Duration,
    /// Leads delivered at the same time.
    pub workers: u32,
    /// Longest interval between two sweeps of a server.
    pub poll: Duration,
    /// Delivered leads are deleted after this many days; `None`: never.
    pub retention_days: Option<u32>,
    /// Most connections of one address; 0: no limit. Without effect behind trusted proxies, which all visitors share.
    pub connections_per_address: usize,
    /// How long a client may take to send the head of a request, and to read an answer.
    pub idle: Duration,
    /// Number of proxies before the server that append to `X-Forwarded-For`; 0 uses the peer's address.
    pub trusted_proxies: usize,
    /// The clock.
    pub clock: Clock,
}

/// A place on a disk, or in a store of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreLocation {
    /// A local folder or file. A folder of leads is created if missing, and every write to it is synced to the disk.
    Path(PathBuf),
    /// `s3://`, `gs://` or `az://` with an optional path. Credentials come from the environment.
    Url(Url),
    /// In memory, for tests.
    Memory,
}

/// Who may post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origins {
    /// Exactly these origins, like `https://development.example`.
    Exact(Vec<String>),
    /// The host in the request's `Host` header, for local servers with an arbitrary port.
    SameHost,
}

impl LeadsConfig {
    /// A configuration that stores the leads of `site` at `store`, accepts posts from its own host and delivers nothing.
    pub fn new(store: StoreLocation, site: StoreLocation) -> Self {
        Self {
            store,
            site,
            development: None,
            origins: Origins::SameHost,
            site_url: String::new(),
            receivers: BTreeMap::new(),
            captcha_secret: None,
            captcha_url: GOOGLE_SITEVERIFY.to_owned(),
            quarantine_from: 5,
            quarantine_time: Duration::from_secs(12 * 3600),
            posts_per_minute: 60,
            within_request: Duration::from_secs(2),
            attempt: Duration::from_secs(15),
            attempts: 40,
            first_wait: Duration::from_secs(10),
            longest_wait: Duration::from_secs(3600),
            lease: Duration::from_secs(60),
            workers: 16,
            poll: Duration::from_secs(5),
            retention_days: None,
            connections_per_address: 64,
            idle: Duration::from_secs(10),
            trusted_proxies: 0,
            clock: Clock::default(),
        }
    }

    /// URL of the site for links in mails: [`LeadsConfig::site_url`], else the first origin that may post, else empty.
    pub(crate) fn public_url(&self) -> &str {
        match &self.origins {
            Origins::Exact(origins) if self.site_url.is_empty() => {
                origins.first().map_or("", String::as_str)
            }
            _ => &self.site_url,
        }
    }
}

/// The system's wall clock, shifted by an amount that tests can set.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    shift_ms: Arc<AtomicI64>,
}

impl Clock {
    /// The current time.
    pub fn now(&self) -> Timestamp {
        let shift = SignedDuration::from_millis(self.shift_ms.load(Ordering::Relaxed));
        Timestamp::now()
            .saturating_add(shift)
            .unwrap_or(Timestamp::MAX)
    }

    /// The current time in milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        self.now().as_millisecond()
    }

    /// Shifts this clock and its clones forward, or back with a negative amount.
    pub fn shift_by(&self, amount: SignedDuration) {
        self.shift_ms.fetch_add(
            i64::try_from(amount.as_millis()).unwrap_or(0),
            Ordering::Relaxed,
        );
    }
}
