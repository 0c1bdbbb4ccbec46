//! Numbers about the outbox, for `leads status`, the log and its alarms.

use crate::outbox::Scan;
use jiff::Timestamp;
use serde::Serialize;

/// Numbers about the outbox.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Metrics {
    /// Leads that are not delivered yet, including dead-lettered and quarantined ones.
    pub waiting: usize,
    /// Dead-lettered leads.
    pub dead_lettered: usize,
    /// Leads in quarantine.
    pub quarantined: usize,
    /// Age in seconds of the oldest lead that is not delivered yet.
    pub oldest_undelivered_seconds: i64,
    /// When these numbers were measured.
    pub at: Timestamp,
}

impl Metrics {
    /// The numbers of `scan` at the time `now`.
    pub(super) fn from_scan(scan: &Scan, now: Timestamp) -> Self {
        let now_ms = now.as_millisecond();
        let states = scan
            .waiting
            .keys()
            .filter_map(|reference| scan.work.get(reference));
        let oldest = scan
            .waiting
            .values()
            .min()
            .map_or(0, |saved| (now_ms - saved) / 1000);
        Self {
            waiting: scan.waiting.len(),
            dead_lettered: states.clone().filter(|state| state.is_dead_lettered()).count(),
            quarantined: states
                .filter(|state| state.quarantined_until().is_some_and(|until| now_ms < until))
                .count(),
            oldest_undelivered_seconds: oldest.max(0),
            at: now,
        }
    }
}
