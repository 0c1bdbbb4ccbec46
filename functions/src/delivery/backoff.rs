//! How long to wait after a failed attempt.

use crate::config::DeliveryLimits;
use std::time::Duration;

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
    use super::{requested, wait};
    use crate::config::DeliveryLimits;
    use std::time::Duration;

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
