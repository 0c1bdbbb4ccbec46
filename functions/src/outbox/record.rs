//! Results of the outbox's operations, and the contents of its objects beside the lead.

use super::state::DeliveryState;
use crate::lead::{Lead, Reference};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SaveResult {
    /// The lead is new and durably stored.
    New,
    /// The same lead was saved before.
    Existing,
    /// A different lead has this key.
    Conflict,
}

/// A lead that was delivered through all its channels, with its delivery history.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DeliveredLead {
    /// The lead as accepted.
    pub lead: Lead,
    /// When the last channel delivered it.
    pub finished_at: Timestamp,
    /// All its attempts, oldest first.
    pub history: Vec<HistoryEntry>,
}

/// One entry of a lead's delivery history.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct HistoryEntry {
    /// Name of the work object, like `lead.0001.delivered`.
    pub object: String,
    #[serde(flatten)]
    pub content: RecordContent,
}

/// Content of an attempt record, and of a release from quarantine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RecordContent {
    /// When it was written.
    pub at: Timestamp,
    /// What happened, without personal data.
    pub note: String,
}

/// The state of the whole outbox, taken from the names of its objects alone.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Waiting leads and when each was saved (milliseconds since 1970).
    pub waiting: BTreeMap<Reference, i64>,
    /// State by lead; may contain leads that were deleted.
    pub work: BTreeMap<Reference, DeliveryState>,
}

impl SaveResult {
    /// Compares a lead with the earlier lead of the same key.
    pub(super) fn compare(earlier: &Lead, lead: &Lead) -> Self {
        if earlier.fingerprint == lead.fingerprint { Self::Existing } else { Self::Conflict }
    }
}
