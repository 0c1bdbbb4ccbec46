//! Leases: at most one worker sends a lead, although the store has no operation to update an object.
//!
//! A lease is the object with the next free number. The worker that creates it owns the lead until the time in its
//! content, or until it writes the object that releases the lease. Numbers only grow while the lead waits, so that a
//! create-only write works as compare-and-swap.

use super::paths::work_path;
use super::store::{Created, Durable};
use super::{DeliveryState, Outbox, StoreError, WorkName};
use crate::lead::Reference;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A lease that ends more than this many lease lengths from now was written under a wrong clock and is ignored.
const MAX_LEASES_AHEAD: i64 = 2;

/// Content of a lease object.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LeaseContent {
    /// When it ends (milliseconds since 1970).
    pub until_ms: i64,
    /// A random identifier of the owner.
    pub owner: String,
}

/// The exclusive right to send a lead for some time.
#[derive(Debug)]
pub(crate) struct Lease {
    number: u32,
    taken: Instant,
    length: Duration,
}

impl Lease {
    /// Name of the lease's object.
    pub(crate) fn name(&self) -> WorkName {
        WorkName::Lease(self.number)
    }

    /// Whether the lease lasts long enough for an attempt that may take `attempt`. Uses the monotonic clock, which
    /// cannot be set back.
    pub(crate) fn covers(&self, attempt: Duration) -> bool {
        self.taken.elapsed() + attempt < self.length
    }
}

impl Outbox {
    /// Takes the lease of a lead; `None` when another worker owns it.
    pub(crate) async fn take_lease(
        &self,
        reference: &Reference,
        state: &DeliveryState,
        now_ms: i64,
        length: Duration,
    ) -> Result<Option<Lease>, StoreError> {
        let (newest, _) = state.newest_lease();
        let length_ms = i64::try_from(length.as_millis()).unwrap_or(i64::MAX / 4);
        if !state.lease_is_free() {
            let path = work_path(reference, WorkName::Lease(newest));
            let owned = self
                .read_json::<LeaseContent>(&path)
                .await?
                .is_some_and(|content| {
                    let left = content.until_ms - now_ms;
                    0 < left && left <= MAX_LEASES_AHEAD * length_ms
                });
            if owned {
                return Ok(None);
            }
        }
        let taken = Instant::now();
        let number = newest + 1;
        let content = LeaseContent {
            until_ms: now_ms + length_ms,
            owner: random_id(),
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
            // It may be our own write that the store's client repeated after a lost response.
            Created::Exists => {
                let path = work_path(reference, lease.name());
                let existing = self.read_json::<LeaseContent>(&path).await?;
                Ok(existing
                    .is_some_and(|existing| existing.owner == content.owner)
                    .then_some(lease))
            }
        }
    }

    /// Releases the lease, so that a worker can take the next one before this one ends.
    pub(crate) async fn release_lease(&self, reference: &Reference, lease: &Lease) -> Result<(), StoreError> {
        let name = WorkName::LeaseReleased(lease.number);
        self.write_work(reference, name, &serde_json::json!({}), Durable::No)
            .await
            .map(|_| ())
    }
}

/// A random identifier.
pub(super) fn random_id() -> String {
    let mut bytes = [0_u8; 12];
    // Without randomness all identifiers are equal; the number of the lease still keeps other workers out.
    let _ = getrandom::fill(&mut bytes);
    crate::lead::hex(&bytes)
}
