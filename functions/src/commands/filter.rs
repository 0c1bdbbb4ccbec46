//! Selects leads for an export or a deletion.

use crate::lead::Lead;
use jiff::Timestamp;

/// Conditions that a lead must meet. `None` accepts every lead.
#[derive(Default)]
pub(super) struct LeadFilter {
    /// Mail address, compared without case.
    pub email: Option<String>,
    /// Received at or after this time.
    pub since: Option<Timestamp>,
    /// Received before this time.
    pub until: Option<Timestamp>,
}

impl LeadFilter {
    /// Whether `lead` meets all conditions.
    pub(super) fn matches(&self, lead: &Lead) -> bool {
        self.email
            .as_ref()
            .is_none_or(|email| lead.email.reveal().eq_ignore_ascii_case(email.trim()))
            && self.since.is_none_or(|since| lead.received_at >= since)
            && self.until.is_none_or(|until| lead.received_at < until)
    }
}
