//! Pauses of whole channels: after a 429 with `Retry-After` no lead is sent through that channel for the requested time.
//! Only in memory: after a restart the next attempt gets the same answer and starts the pause again.

use crate::lead::ChannelKind;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The paused channels.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    until: Mutex<HashMap<ChannelKind, Instant>>,
}

impl Pauses {
    /// Pauses `channel` for `wait`, unless a longer pause is running.
    pub(super) fn pause(&self, channel: ChannelKind, wait: Duration) {
        let end = Instant::now() + wait;
        let mut until = self.until.lock();
        let current = until.entry(channel).or_insert(end);
        *current = end.max(*current);
    }

    /// Whether `channel` is paused.
    pub(super) fn is_paused(&self, channel: ChannelKind) -> bool {
        let until = self.until.lock();
        until.get(&channel).is_some_and(|end| Instant::now() < *end)
    }

    /// The longest remaining pause of any channel; `None` when no channel is paused.
    pub(super) fn longest(&self) -> Option<Duration> {
        let until = self.until.lock();
        let left = until.values().map(|end| end.saturating_duration_since(Instant::now()));
        left.max().filter(|left| !left.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::Pauses;
    use crate::lead::ChannelKind::{Contact, Lead};
    use std::time::Duration;

    #[test]
    fn only_the_paused_channel_is_paused() {
        let pauses = Pauses::default();
        assert_eq!(pauses.longest(), None);
        pauses.pause(Lead, Duration::from_secs(60));
        pauses.pause(Lead, Duration::ZERO);
        assert!(pauses.is_paused(Lead) && !pauses.is_paused(Contact));
        assert!(pauses.longest().is_some());
    }
}
