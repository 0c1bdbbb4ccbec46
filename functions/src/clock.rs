//! The only source of "now" in this crate, so that tests can move time.

use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A wall clock: the machine's, shifted by an amount that tests set.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    shift_ms: Arc<AtomicI64>,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self::default()
    }

    /// The present moment.
    pub fn now(&self) -> Timestamp {
        let shift = SignedDuration::from_millis(self.shift_ms.load(Ordering::Relaxed));
        Timestamp::now().saturating_add(shift).unwrap_or(Timestamp::MAX)
    }

    /// The present moment in milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        self.now().as_millisecond()
    }

    /// Moves this clock (and its clones) forwards, or backwards with a negative amount.
    pub fn shift_by(&self, amount: SignedDuration) {
        self.shift_ms
            .fetch_add(i64::try_from(amount.as_millis()).unwrap_or(0), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;
    use jiff::SignedDuration;

    #[test]
    fn clones_move_together() {
        let clock = Clock::system();
        let other = clock.clone();
        let before = other.now_ms();
        clock.shift_by(SignedDuration::from_hours(2));
        assert!(other.now_ms() >= before + 7_200_000);
    }
}
