//! When a channel asked for quiet (429, Retry-After), the whole channel is left alone, not just one lead.
//! In memory only: a restarted worker asks once more and is told again.

use crate::lead::DeliveryKind;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The channels that asked for quiet.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    until: Mutex<HashMap<DeliveryKind, Instant>>,
}

impl Pauses {
    /// Leaves `delivery` alone for `wait`; a longer pause that is running stays.
    pub(super) fn pause(&self, delivery: DeliveryKind, wait: Duration) {
        let end = Instant::now() + wait;
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = until.entry(delivery).or_insert(end);
        *slot = end.max(*slot);
    }

    /// Whether `delivery` is to be left alone now.
    pub(super) fn is_paused(&self, delivery: DeliveryKind) -> bool {
        let until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        until.get(&delivery).is_some_and(|end| Instant::now() < *end)
    }

    /// How long some channel is still to be left alone; none when all may be asked.
    pub(super) fn longest(&self) -> Option<Duration> {
        let until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        let left = until
            .values()
            .map(|end| end.saturating_duration_since(Instant::now()));
        left.max().filter(|left| !left.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::Pauses;
    use crate::lead::DeliveryKind::{Contact, Lead};
    use std::time::Duration;

    #[test]
    fn only_who_asked_is_left_alone() {
        let pauses = Pauses::default();
        assert_eq!(pauses.longest(), None);
        pauses.pause(Lead, Duration::from_secs(60));
        pauses.pause(Lead, Duration::ZERO);
        assert!(pauses.is_paused(Lead) && !pauses.is_paused(Contact));
        assert!(pauses.longest().is_some());
    }
}
