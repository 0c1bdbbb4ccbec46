//! What a lead function must know: where leads are kept, who may post, where leads go.
//!
//! Built by hand (`site serve` passes values of `site.yaml`) or read from the environment
//! ([`Config::from_env`], Lambda and `leads serve`). Secrets come from the environment only.

mod environment;

pub use environment::ConfigProblem;

use crate::{Clock, Secret};
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// Where Google verifies captchas.
const GOOGLE_SITEVERIFY: &str = "https://www.google.com/recaptcha/api/siteverify";
/// The largest accepted body, in bytes (issue: 16 KB).
pub(crate) const BODY_LIMIT: usize = 16 * 1024;
/// How long a request may take from its first byte to its answer.
pub(crate) const REQUEST_LIMIT: Duration = Duration::from_secs(10);

/// Everything a lead function must know.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where leads are kept.
    pub store: StoreLocation,
    /// Who may post.
    pub origins: Origins,
    /// Address of the site, put before redirects and links; empty when the function answers on the site's own host.
    pub site_url: String,
    /// The project's name as the platform knows it (call 1, `zones`).
    pub zones: String,
    /// Call 2, `emailTo`: a no-reply address.
    pub email_to: String,
    /// Call 2, `emailCC`: the project's info address.
    pub email_cc: String,
    /// The telephone an error page offers as another way to reach us.
    pub phone: Option<String>,
    /// The developer's address for the foot of an error page: who is responsible for the data.
    pub address: Option<String>,
    /// The platform's API; without it nothing is sent there (calls 1 and 2).
    pub platform: Option<PlatformAccess>,
    /// The mail server; without it there is no notice to the team and no call 6.
    pub mail: Option<MailAccess>,
    /// The secret of reCAPTCHA v3; without it no captcha is checked.
    pub captcha_secret: Option<Secret>,
    /// Where captchas are verified.
    pub captcha_url: String,
    /// Bounds of the spam score and of floods.
    pub spam: SpamLimits,
    /// Times and counts of delivery.
    pub delivery: DeliveryLimits,
    /// Delivered leads are deleted after this many days; `None` keeps them.
    pub retention_days: Option<u32>,
    /// How many proxies in front of the server append to `X-Forwarded-For` (0: the peer's address counts).
    pub trusted_proxies: usize,
    /// Where "now" comes from.
    pub clock: Clock,
}

/// Where leads are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreLocation {
    /// A local folder, made when missing; every write is synced to the disk.
    Folder(PathBuf),
    /// `s3://`, `gs://` or `az://` with an optional path; credentials from the environment.
    Url(Url),
    /// Memory, for tests: nothing survives.
    Memory,
}

/// Who may post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origins {
    /// These origins to the letter, like `https://ceibalta.example`.
    Exact(Vec<String>),
    /// The host that was asked itself: for local servers, whose port is not known beforehand.
    SameHost,
}

/// Address and credential of the real-estate platform.
#[derive(Clone, Debug)]
pub struct PlatformAccess {
    /// The host's address, like `https://platform.example`.
    pub url: String,
    /// The path before every call (specification, section 7): `/v2/api`.
    pub base_path: String,
    /// The bearer credential.
    pub token: Secret,
}

/// The mail server and the addresses of the team's notice.
#[derive(Clone, Debug)]
pub struct MailAccess {
    /// `smtps://user:password@host:port` or `smtp://host:port[?tls=required]`.
    pub url: Secret,
    /// The sender.
    pub from: String,
    /// Who of the team gets the notice.
    pub to: Vec<String>,
}

/// Bounds of the spam score and of floods.
#[derive(Clone, Debug)]
pub struct SpamLimits {
    /// From this score on a lead is quarantined.
    pub quarantine_from: u32,
    /// How long a quarantined lead waits for a release before it is delivered marked.
    pub hold: Duration,
    /// More posts than this per minute from one address answer 429; 0 switches it off.
    pub posts_per_minute: u32,
}

impl Default for SpamLimits {
    fn default() -> Self {
        Self {
            quarantine_from: 5,
            hold: Duration::from_secs(12 * 3600),
            posts_per_minute: 60,
        }
    }
}

/// Times and counts of delivery.
#[derive(Clone, Debug)]
pub struct DeliveryLimits {
    /// How long an answer waits for a quick platform.
    pub within_request: Duration,
    /// The longest single attempt.
    pub attempt: Duration,
    /// After this many attempts a delivery is parked.
    pub attempts: u32,
    /// Wait after the first failed attempt; doubles each time.
    pub first_wait: Duration,
    /// The longest wait between two attempts.
    pub longest_wait: Duration,
    /// How long a worker owns a lead; longer than the slowest pass over its deliveries.
    pub lease: Duration,
    /// Leads delivered at the same time.
    pub workers: usize,
    /// How often the loop of a server looks for due leads.
    pub poll: Duration,
}

impl Default for DeliveryLimits {
    fn default() -> Self {
        Self {
            within_request: Duration::from_secs(2),
            attempt: Duration::from_secs(15),
            attempts: 40,
            first_wait: Duration::from_secs(10),
            longest_wait: Duration::from_secs(3600),
            lease: Duration::from_secs(60),
            workers: 16,
            poll: Duration::from_secs(5),
        }
    }
}

impl Config {
    /// A configuration that keeps leads at `store`, accepts posts from its own host and delivers nowhere.
    pub fn new(store: StoreLocation) -> Self {
        Self {
            store,
            origins: Origins::SameHost,
            site_url: String::new(),
            zones: String::new(),
            email_to: String::new(),
            email_cc: String::new(),
            phone: None,
            address: None,
            platform: None,
            mail: None,
            captcha_secret: None,
            captcha_url: GOOGLE_SITEVERIFY.to_owned(),
            spam: SpamLimits::default(),
            delivery: DeliveryLimits::default(),
            retention_days: None,
            trusted_proxies: 0,
            clock: Clock::system(),
        }
    }
}
