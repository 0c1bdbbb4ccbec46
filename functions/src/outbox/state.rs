//! The delivery state of a lead, computed from the names of its work objects; and leases: at most one worker sends a lead.
//!
//! A lease is the object with the next free number. The worker that creates it owns the lead until the time in its content, or until
//! it writes the object that releases it. Numbers only grow while the lead waits: a create-only write works as compare-and-swap.

use super::names::{Outcome, WorkName, work_path};
use super::store::{Outbox, StoreResult};
use crate::config::milliseconds;
use crate::lead::{ChannelName, Reference};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// An object written this much later than now was written before the clock was set back; its times are ignored.
const CLOCK_TOLERANCE_MS: i64 = 60_000;

/// Longer than any wait, which is a day at most. Such a wait was computed while the clock was ahead of the store's.
const LONGER_THAN_ANY_WAIT_MS: i64 = 2 * 24 * 3_600_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorkObject {
    pub name: WorkName,
    /// When it was written, by the store's clock (milliseconds since 1970).
    pub written_ms: i64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct DeliveryState {
    pub objects: Vec<WorkObject>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChannelState {
    /// Number of the newest attempt record; 0 before the first.
    pub number: u32,
    /// Failed attempts since the start, or since an operator asked for a retry.
    pub failures: u32,
    pub outcome: Option<Outcome>,
    /// When the newest attempt record was written, by the store's clock (milliseconds since 1970).
    written_ms: i64,
}

impl DeliveryState {
    pub(crate) fn is_released(&self) -> bool {
        self.has(WorkName::Released)
    }

    fn has(&self, name: WorkName) -> bool {
        self.objects.iter().any(|object| object.name == name)
    }

    pub(crate) fn channel(&self, channel: ChannelName) -> ChannelState {
        let of_channel = |object: &WorkObject| match object.name {
            WorkName::Attempt {
                channel: of,
                number,
                outcome,
            } if of == channel => Some((number, outcome, object.written_ms)),
            _ => None,
        };
        let mut attempts: Vec<(u32, Outcome, i64)> =
            self.objects.iter().filter_map(of_channel).collect();
        attempts.sort_by_key(|(number, ..)| *number);
        let mut state = ChannelState::default();
        for (number, outcome, written_ms) in attempts {
            (state.number, state.written_ms) = (number, written_ms);
            match outcome {
                Outcome::RetryAt(_) => state.failures += 1,
                Outcome::Restarted => state.failures = 0,
                _ => {}
            }
            // A delivery is final whatever was written after it: after a broken lease two workers may both have written.
            if state.outcome != Some(Outcome::Delivered) {
                state.outcome = Some(outcome);
            }
        }
        state
    }

    /// The channels that were attempted.
    pub(crate) fn channels(&self) -> BTreeSet<ChannelName> {
        let of_attempt = |object: &WorkObject| match object.name {
            WorkName::Attempt { channel, .. } => Some(channel),
            _ => None,
        };
        self.objects.iter().filter_map(of_attempt).collect()
    }

    /// Number of the newest lease and when it was written (milliseconds since 1970); zeros before the first.
    pub(crate) fn newest_lease(&self) -> (u32, i64) {
        let leases = self.objects.iter().filter_map(|object| match object.name {
            WorkName::Lease(number) => Some((number, object.written_ms)),
            _ => None,
        });
        leases.max().unwrap_or((0, 0))
    }

    /// Whether there is no lease, or the newest one was released.
    pub(crate) fn lease_is_free(&self) -> bool {
        let (newest, _) = self.newest_lease();
        newest == 0 || self.has(WorkName::LeaseReleased(newest))
    }

    /// When the lead's quarantine ends (milliseconds since 1970); `None` when it was released, never quarantined, or when the clock
    /// was set back since.
    fn quarantined_until(&self, now_ms: i64) -> Option<i64> {
        if self.is_released() {
            return None;
        }
        let ends = self.objects.iter().filter_map(|object| match object.name {
            WorkName::QuarantinedUntil(until)
                if object.written_ms <= now_ms + CLOCK_TOLERANCE_MS =>
            {
                Some(until)
            }
            _ => None,
        });
        ends.min()
    }

    pub(crate) fn is_quarantined(&self, now_ms: i64) -> bool {
        self.quarantined_until(now_ms)
            .is_some_and(|until| now_ms < until)
    }

    pub(crate) fn is_due(&self, channel: ChannelName, now_ms: i64) -> bool {
        self.next_attempt(channel, now_ms)
            .is_some_and(|next| now_ms >= next)
    }

    /// When the next attempt at `channel` is due (milliseconds since 1970); `None` after the last one.
    fn next_attempt(&self, channel: ChannelName, now_ms: i64) -> Option<i64> {
        let state = self.channel(channel);
        let next = match state.outcome {
            None | Some(Outcome::Restarted) => now_ms,
            Some(Outcome::RetryAt(next) | Outcome::PostponedTo(next)) => {
                // The time means nothing when the clock was set back since it was written, or was ahead then.
                let is_wrong = state.written_ms > now_ms + CLOCK_TOLERANCE_MS
                    || next > state.written_ms + LONGER_THAN_ANY_WAIT_MS;
                if is_wrong { now_ms } else { next }
            }
            Some(Outcome::Delivered | Outcome::DeadLettered) => return None,
        };
        // The notice does not wait: it tells the team about the quarantined lead.
        let quarantine = self
            .quarantined_until(now_ms)
            .filter(|until| channel != ChannelName::NOTICE && now_ms < *until);
        Some(quarantine.map_or(next, |until| next.max(until)))
    }

    pub(crate) fn is_dead_lettered(&self) -> bool {
        let is_given_up = |channel| self.channel(channel).outcome == Some(Outcome::DeadLettered);
        self.channels().into_iter().any(is_given_up)
    }

    /// When a worker should process the lead next (milliseconds since 1970). `None`: not until an operator retries, because a
    /// channel is dead-lettered and all others have delivered. `lease_ms` is the length of a lease in milliseconds.
    pub(crate) fn due_ms(&self, now_ms: i64, lease_ms: i64) -> Option<i64> {
        if !self.lease_is_free() {
            let (_, written) = self.newest_lease();
            // A lease from the future means that the clock was set back. Taking the next lease checks its content.
            return Some(if written > now_ms + CLOCK_TOLERANCE_MS {
                now_ms
            } else {
                written + lease_ms
            });
        }
        // When a quarantine ends, the channels that have waited for it are due. A lease since then has tried them.
        let (leases, leased_ms) = self.newest_lease();
        let quarantine_end = self
            .quarantined_until(now_ms)
            .filter(|until| leased_ms < *until);
        let attempted = self.channels().into_iter();
        let attempts = attempted.filter_map(|channel| self.next_attempt(channel, now_ms));
        let due_after_quarantine = if leases > 0 { quarantine_end } else { None };
        let next = attempts.chain(due_after_quarantine).min();
        let is_given_up = self.is_dead_lettered() && quarantine_end.is_none();
        next.or((!is_given_up).then_some(now_ms))
    }
}

/// A lease that ends more than this many lease lengths from now was written under a wrong clock and is ignored.
const MAX_LEASES_AHEAD: i64 = 2;

#[derive(Serialize, Deserialize)]
struct LeaseContent {
    /// When it ends (milliseconds since 1970).
    until_ms: i64,
    /// A random identifier of the owner.
    owner: String,
}

/// The exclusive right to send a lead for some time.
#[derive(Debug)]
pub(crate) struct LeadLease {
    /// From 1: nobody took a lease of the lead before.
    pub number: u32,
    taken: Instant,
    length: Duration,
}

impl LeadLease {
    pub(crate) fn name(&self) -> WorkName {
        WorkName::Lease(self.number)
    }

    /// Whether an attempt that may take `attempt` ends within the lease, by the monotonic clock, which cannot be set back.
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
    ) -> StoreResult<Option<LeadLease>> {
        let (newest, _) = state.newest_lease();
        let length_ms = milliseconds(length);
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
        let lease = LeadLease {
            number: newest + 1,
            taken: Instant::now(),
            length,
        };
        let content = LeaseContent {
            until_ms: now_ms + length_ms,
            owner: random_id(),
        };
        let created = self.create_work(reference, lease.name(), &content).await?;
        // An existing one may be our own write that the store's client repeated after a lost response.
        let is_own = created
            || read(lease.number)
                .await?
                .is_some_and(|existing| existing.owner == content.owner);
        Ok(is_own.then_some(lease))
    }

    /// Releases the lease, so that a worker can take the next one before this one ends.
    pub(crate) async fn release_lease(
        &self,
        reference: &Reference,
        lease: &LeadLease,
    ) -> StoreResult<()> {
        self.create_work(reference, WorkName::LeaseReleased(lease.number), &json!({}))
            .await
            .map(drop)
    }
}

pub(super) fn random_id() -> String {
    let mut bytes = [0_u8; 12];
    // Without randomness all identifiers are equal; the number of the lease still keeps other workers out.
    let _ = getrandom::fill(&mut bytes);
    crate::lead::hex(&bytes)
}

#[cfg(test)]
mod tests;
