//! Pauses and stops of whole channels: after a 429 with `Retry-After` no lead is sent through that channel for the requested
//! time, after a 410 none at all. Only in memory: after a restart the next attempt gets the same answer.

use super::channel::Failure;
use crate::lead::ChannelKind;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use strum::IntoStaticStr;

/// Whether a channel sends leads now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Availability {
    /// It does.
    Ready,
    /// Not before this wait ends.
    Paused(Duration),
    /// Not until the function is restarted.
    Stopped,
}

impl Availability {
    /// The name in the health check.
    pub(crate) fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The end of a pause; `None` for a stop.
type End = Option<Instant>;

#[derive(Debug, Default)]
pub(super) struct Pauses {
    ends: Mutex<HashMap<ChannelKind, End>>,
}

impl Pauses {
    /// Pauses `channel` for `wait`, unless a longer pause is running or it is stopped.
    pub(super) fn pause(&self, channel: ChannelKind, wait: Duration) {
        let end = Instant::now() + wait;
        let mut ends = self.ends.lock();
        let current = ends.entry(channel).or_insert(Some(end));
        *current = current.map(|current| end.max(current));
    }

    pub(super) fn stop(&self, channel: ChannelKind) {
        let mut ends = self.ends.lock();
        ends.insert(channel, None);
    }

    pub(super) fn availability(&self, channel: ChannelKind) -> Availability {
        let ends = self.ends.lock();
        match ends.get(&channel) {
            Some(None) => Availability::Stopped,
            Some(Some(end)) if Instant::now() < *end => {
                Availability::Paused(end.saturating_duration_since(Instant::now()))
            }
            _ => Availability::Ready,
        }
    }

    /// Fails when `channel` is paused or stopped.
    pub(super) fn check(&self, channel: ChannelKind) -> Result<(), Failure> {
        match self.availability(channel) {
            Availability::Ready => Ok(()),
            Availability::Paused(wait) => Err(Failure::NotYet(wait)),
            Availability::Stopped => {
                Err(Failure::Permanent("not sent: the receiver stopped this channel".to_owned()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Availability, Pauses};
    use crate::lead::ChannelKind::{Contact, Lead, Notice};
    use std::time::Duration;

    #[test]
    fn only_the_paused_or_stopped_channel_sends_nothing() {
        let pauses = Pauses::default();
        assert_eq!(pauses.availability(Lead), Availability::Ready);
        pauses.pause(Lead, Duration::from_secs(60));
        pauses.pause(Lead, Duration::ZERO);
        assert!(matches!(pauses.availability(Lead), Availability::Paused(_)));
        assert!(pauses.check(Lead).is_err() && pauses.check(Contact).is_ok());
        pauses.pause(Notice, Duration::ZERO);
        assert_eq!(pauses.availability(Notice), Availability::Ready);
        pauses.stop(Lead);
        pauses.pause(Lead, Duration::ZERO);
        assert_eq!(pauses.availability(Lead).as_str(), "stopped");
    }
}
