//! What the outbox answers, and what stands in its objects beside the lead.

use super::standing::Standing;
use crate::lead::{Lead, Reference};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What became of saving a lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// It is durably stored, and new.
    New,
    /// The same lead was accepted before.
    Before,
    /// Another lead has this key.
    Conflict,
}

/// A lead that has arrived everywhere, with the story of its deliveries.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The lead as accepted.
    pub lead: Lead,
    /// When the last delivery had arrived.
    pub finished_at: Timestamp,
    /// All its marks, oldest first.
    pub history: Vec<Event>,
}

/// One line of a lead's story.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Event {
    /// The mark's name, like `lead.0001.done`.
    pub mark: String,
    /// When it was written.
    pub at: Option<Timestamp>,
    /// What happened, without any person in it.
    pub note: String,
}

/// The content of a mark.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MarkContent {
    /// When.
    pub at: Timestamp,
    /// What happened, without any person in it.
    pub note: String,
}

/// What a look at the whole outbox shows, from names alone.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Waiting leads and when each was saved.
    pub waiting: BTreeMap<Reference, i64>,
    /// Progress by lead; may hold leads that are gone.
    pub work: BTreeMap<Reference, Standing>,
}

impl Saved {
    /// Whether two posts with one key say the same.
    pub(super) fn compare(earlier: &Lead, lead: &Lead) -> Self {
        if earlier.fingerprint == lead.fingerprint {
            Self::Before
        } else {
            Self::Conflict
        }
    }
}
