//! How long leads wait: after a failed attempt, and while a whole channel is paused or stopped: after a 429 with `Retry-After` no
//! lead is sent through that channel for the requested time, after a 410 none at all. Pauses are only in memory: after a restart
//! the next attempt gets the same answer.

use super::channel::Failure;
use crate::config::DeliveryLimits;
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

/// The longest wait that a channel can request.
const MAX_REQUESTED: Duration = Duration::from_secs(24 * 3600);

/// The wait after the `failures`-th failure (from 1): doubles from `first_wait` up to `longest_wait`, times a random
/// factor from 0.5 to 1, so that leads that failed together are not retried together. `random` is from 0 to 1.
pub(super) fn wait(failures: u32, limits: &DeliveryLimits, random: f64) -> Duration {
    let doubled =
        limits.first_wait.saturating_mul(1_u32.checked_shl(failures.saturating_sub(1)).unwrap_or(u32::MAX));
    doubled.min(limits.longest_wait).mul_f64(0.5 + random.clamp(0.0, 1.0) / 2.0)
}

/// The wait that a channel requested, at most a day, plus a random tenth. `random` is from 0 to 1.
pub(super) fn requested(wait: Duration, random: f64) -> Duration {
    wait.min(MAX_REQUESTED).mul_f64(1.0 + random.clamp(0.0, 1.0) / 10.0)
}

/// A random number from 0 to 1.
pub(super) fn random() -> f64 {
    getrandom::u32().map_or(0.5, |number| f64::from(number) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::{Availability, Pauses, requested, wait};
    use crate::config::DeliveryLimits;
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

    #[test]
    fn waits_double_up_to_the_longest_wait() {
        let limits = DeliveryLimits::default();
        let waited = |failures, random| wait(failures, &limits, random);
        assert_eq!(waited(1, 1.0), Duration::from_secs(10));
        assert_eq!(waited(1, 0.0), Duration::from_secs(5));
        assert_eq!(waited(4, 1.0), Duration::from_secs(80));
        for failures in [10, 31, 32, 33, 64, u32::MAX] {
            assert_eq!(waited(failures, 1.0), limits.longest_wait, "{failures}");
        }
        let shortest: Duration = (1..limits.attempts).map(|failures| waited(failures, 0.0)).sum();
        assert!(shortest > Duration::from_secs(15 * 3600), "{shortest:?}");
    }

    #[test]
    fn a_requested_wait_is_never_shortened_below_a_day() {
        for (seconds, random, expected) in [(100, 0.0, 100), (100, 1.0, 110), (10_000_000, 0.0, 86_400)] {
            let wait = requested(Duration::from_secs(seconds), random);
            assert_eq!(wait, Duration::from_secs(expected));
        }
    }
}
