//! Leases: at most one worker sends a lead, on a store that can only create.
//!
//! A lease is the object with the next free number. Whoever creates it owns the lead until the moment
//! in it, or until the owner writes the object that frees it. Numbers only count up while the lead
//! waits, so that creating is compare-and-swap.

use super::paths::work_name;
use super::store::{Created, Durable};
use super::{Outbox, Standing, StoreError, WorkName};
use crate::lead::Reference;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// An end further ahead than this many leases was written under another clock and binds nobody.
const STRANGEST_END: i64 = 2;

/// What a lease object holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LeaseContent {
    /// When it ends (milliseconds since 1970).
    pub until_ms: i64,
    /// A random word that tells whose it is.
    pub owner: String,
}

/// The right to send a lead.
#[derive(Debug)]
pub(crate) struct Lease {
    number: u32,
    taken: Instant,
    length: Duration,
}

impl Lease {
    /// The object's name.
    pub(crate) fn name(&self) -> WorkName {
        WorkName::Lease(self.number)
    }

    /// Whether there is time for another attempt that may take `attempt`. Counted by the monotonic clock,
    /// which nobody sets back.
    pub(crate) fn covers(&self, attempt: Duration) -> bool {
        self.taken.elapsed() + attempt < self.length
    }
}

impl Outbox {
    /// Takes the lead, unless another worker has it.
    pub(crate) async fn lease(
        &self,
        reference: &Reference,
        standing: &Standing,
        now_ms: i64,
        length: Duration,
    ) -> Result<Option<Lease>, StoreError> {
        let (newest, _) = standing.newest_lease();
        let length_ms = i64::try_from(length.as_millis()).unwrap_or(i64::MAX / 4);
        if !standing.lease_is_free() {
            let name = work_name(reference, WorkName::Lease(newest));
            let owned = self
                .read_json::<LeaseContent>(&name)
                .await?
                .is_some_and(|content| {
                    let left = content.until_ms - now_ms;
                    0 < left && left <= STRANGEST_END * length_ms
                });
            if owned {
                return Ok(None);
            }
        }
        let taken = Instant::now();
        let number = newest + 1;
        let content = LeaseContent {
            until_ms: now_ms + length_ms,
            owner: random_word(),
        };
        let lease = Lease {
            number,
            taken,
            length,
        };
        match self
            .write_work(reference, lease.name(), &content, Durable::No)
            .await?
        {
            Created::New => Ok(Some(lease)),
            // Perhaps our own write, repeated by the client after a lost answer: then it bears our word.
            Created::Exists => {
                let name = work_name(reference, lease.name());
                let there = self.read_json::<LeaseContent>(&name).await?;
                Ok(there
                    .is_some_and(|there| there.owner == content.owner)
                    .then_some(lease))
            }
        }
    }

    /// Gives the lead back, for another turn later.
    pub(crate) async fn free(&self, reference: &Reference, lease: &Lease) -> Result<(), StoreError> {
        let name = WorkName::Freed(lease.number);
        self.write_work(reference, name, &serde_json::json!({}), Durable::No)
            .await
            .map(|_| ())
    }
}

/// A word that no other process makes.
pub(super) fn random_word() -> String {
    let mut bytes = [0_u8; 12];
    // Without randomness the word is the same everywhere; the number alone still keeps others out.
    let _ = getrandom::fill(&mut bytes);
    crate::lead::hex(&bytes)
}
