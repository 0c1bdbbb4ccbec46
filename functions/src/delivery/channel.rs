//! What a way out of the outbox is: something that sends one lead, once, within a deadline.

use crate::lead::Lead;
use async_trait::async_trait;
use std::time::Duration;

/// Why a lead was not sent, and what helps. The text names no person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Another attempt may succeed.
    Later(String),
    /// Another attempt may succeed after this long, which the other side asked for.
    After(Duration, String),
    /// The same lead will be refused again.
    Refused(String),
}

/// A way out.
#[async_trait]
pub(crate) trait Channel: Send + Sync {
    /// Sends `lead` once. `doubtful` leads are marked as such for the people who read them.
    /// Answers what to note in the lead's story.
    async fn send(&self, lead: &Lead, doubtful: bool, deadline: Duration) -> Result<String, Failure>;
}
