//! The clock of this crate. Tests can shift it.

use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// The system's wall clock, shifted by an amount that tests can set.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    shift_ms: Arc<AtomicI64>,
}

impl Clock {
    /// The system's clock.
    pub fn system() -> Self {
        Self::default()
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        let shift = SignedDuration::from_millis(self.shift_ms.load(Ordering::Relaxed));
        Timestamp::now().saturating_add(shift).unwrap_or(Timestamp::MAX)
    }

    /// The current time in milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        self.now().as_millisecond()
    }

    /// Shifts this clock and its clones forward, or back with a negative amount.
    pub fn shift_by(&self, amount: SignedDuration) {
        self.shift_ms.fetch_add(i64::try_from(amount.as_millis()).unwrap_or(0), Ordering::Relaxed);
    }
}
