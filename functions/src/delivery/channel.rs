//! The interface of a delivery channel.

use crate::lead::Lead;
use crate::site::SiteError;
use async_trait::async_trait;
use std::time::Duration;

/// Why a lead was not sent. The text contains no personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A later attempt may succeed.
    Temporary(String),
    /// A later attempt may succeed; the receiver requested this wait before it.
    RetryAfter(Duration, String),
    /// The receiver will reject the same lead again.
    Permanent(String),
}

/// The site may be readable later.
impl From<SiteError> for Failure {
    fn from(error: SiteError) -> Self {
        Self::Temporary(error.to_string())
    }
}

/// Sends leads to one receiver.
#[async_trait]
pub(crate) trait Channel: Send + Sync {
    /// Sends `lead` once, within `deadline`. With `suspected_spam` the text for the team says so.
    /// Returns a note for the lead's delivery history.
    async fn send(&self, lead: &Lead, suspected_spam: bool, deadline: Duration) -> Result<String, Failure>;
}
