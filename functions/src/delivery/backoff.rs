//! How long to wait after a failed attempt.

use crate::config::DeliveryLimits;
use std::time::Duration;

/// No other side may send a lead further away than this.
const LONGEST_ASKED: Duration = Duration::from_secs(24 * 3600);

/// The wait after the `failures`-th failure (from 1): doubling from the first wait up to the longest,
/// of which a random part between a half and the whole, so that leads that failed together do not
/// come back together. `random` is from 0 to 1.
pub(super) fn wait(failures: u32, limits: &DeliveryLimits, random: f64) -> Duration {
    let doubled = limits
        .first_wait
        .saturating_mul(1_u32.checked_shl(failures.saturating_sub(1)).unwrap_or(u32::MAX));
    doubled
        .min(limits.longest_wait)
        .mul_f64(0.5 + random.clamp(0.0, 1.0) / 2.0)
}

/// The wait that the other side asked for: never shorter, a tenth longer at most.
pub(super) fn asked(wait: Duration, random: f64) -> Duration {
    wait.min(LONGEST_ASKED)
        .mul_f64(1.0 + random.clamp(0.0, 1.0) / 10.0)
}

/// A random number from 0 to 1.
pub(super) fn random() -> f64 {
    getrandom::u32().map_or(0.5, |number| f64::from(number) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::{asked, wait};
    use crate::config::DeliveryLimits;
    use std::time::Duration;

    #[test]
    fn waits_double_up_to_the_longest() {
        let limits = DeliveryLimits::default();
        assert_eq!(wait(1, &limits, 1.0), Duration::from_secs(10));
        assert_eq!(wait(1, &limits, 0.0), Duration::from_secs(5));
        assert_eq!(wait(4, &limits, 1.0), Duration::from_secs(80));
        for failures in [10, 31, 32, 33, 64, u32::MAX] {
            assert_eq!(wait(failures, &limits, 1.0), limits.longest_wait, "{failures}");
        }
    }

    #[test]
    fn forty_attempts_last_longer_than_a_night_and_a_day() {
        let limits = DeliveryLimits::default();
        let shortest: Duration = (1..limits.attempts)
            .map(|failures| wait(failures, &limits, 0.0))
            .sum();
        assert!(shortest > Duration::from_secs(15 * 3600), "{shortest:?}");
    }

    #[test]
    fn what_is_asked_is_kept() {
        assert_eq!(asked(Duration::from_secs(100), 0.0), Duration::from_secs(100));
        assert_eq!(asked(Duration::from_secs(100), 1.0), Duration::from_secs(110));
        assert_eq!(
            asked(Duration::from_secs(10_000_000), 0.0),
            Duration::from_secs(86_400)
        );
    }
}
