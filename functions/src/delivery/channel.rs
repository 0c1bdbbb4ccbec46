//! The interface of a delivery channel.

use crate::lead::Lead;
use crate::site::{SiteError, SiteSource};
use async_trait::async_trait;
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
