//! Leases: at most one worker sends a lead, although the store has no operation to update an object.
//!
//! A lease is the object with the next free number. The worker that creates it owns the lead until the time in its
//! content, or until it writes the object that releases the lease. Numbers only grow while the lead waits, so that a
//! create-only write works as compare-and-swap.

use super::names::work_path;
use super::store::Durable;
use super::{DeliveryState, Outbox, StoreError, WorkName};
use crate::lead::Reference;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::{Duration, Instant};

/// A lease that ends more than this many lease lengths from now was written under a wrong clock and is ignored.
const MAX_LEASES_AHEAD: i64 = 2;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LeaseContent {
    /// When it ends (milliseconds since 1970).
    pub until_ms: i64,
    /// A random identifier of the owner.
    pub owner: String,
}

/// The exclusive right to send a lead for some time.
#[derive(Debug)]
pub(crate) struct LeadLease {
    number: u32,
    taken: Instant,
    length: Duration,
}

impl LeadLease {
    pub(crate) fn name(&self) -> WorkName {
        WorkName::Lease(self.number)
    }

    /// Whether nobody took a lease of the lead before.
    pub(crate) fn is_first(&self) -> bool {
        self.number == 1
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
    ) -> Result<Option<LeadLease>, StoreError> {
        let (newest, _) = state.newest_lease();
        let length_ms = i64::try_from(length.as_millis()).unwrap_or(i64::MAX / 4);
        let read = async |number| {
            let path = work_path(reference, WorkName::Lease(number));
            self.read_json::<LeaseContent>(&path).await
        };
        if !state.lease_is_free()
            && let Some(content) = read(newest).await?
            && (1..=MAX_LEASES_AHEAD * length_ms).contains(&(content.until_ms - now_ms))
        {
            return Ok(None);
        }
        let lease = LeadLease { number: newest + 1, taken: Instant::now(), length };
        let content = LeaseContent { until_ms: now_ms + length_ms, owner: random_id() };
        let created = self.write_work(reference, lease.name(), &content, Durable::No).await?;
        // An existing one may be our own write that the store's client repeated after a lost response.
        let is_own =
            created || read(lease.number).await?.is_some_and(|existing| existing.owner == content.owner);
        Ok(is_own.then_some(lease))
    }

    /// Releases the lease, so that a worker can take the next one before this one ends.
    pub(crate) async fn release_lease(
        &self,
        reference: &Reference,
        lease: &LeadLease,
    ) -> Result<(), StoreError> {
        let name = WorkName::LeaseReleased(lease.number);
        self.write_work(reference, name, &json!({}), Durable::No).await.map(drop)
    }
}

pub(super) fn random_id() -> String {
    let mut bytes = [0_u8; 12];
    // Without randomness all identifiers are equal; the number of the lease still keeps other workers out.
    let _ = getrandom::fill(&mut bytes);
    crate::lead::hex(&bytes)
}
