//! The clock of a publication, which tests replace.

use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

/// A clock that runs from a given time on. Changes of the system's clock do not affect it.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Timestamp,
    started: Instant,
}

impl Clock {
    /// The clock that shows `start` now.
    #[must_use]
    pub fn starting_at(start: Timestamp) -> Clock {
        Clock {
            start,
            started: Instant::now(),
        }
    }

    /// The time, to the second.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.after(Duration::ZERO)
    }

    /// The time in `duration` from now, to the second.
    #[must_use]
    pub fn after(&self, duration: Duration) -> Timestamp {
        let passed =
            SignedDuration::try_from(self.started.elapsed() + duration).unwrap_or(SignedDuration::MAX);
        let time = self.start.saturating_add(passed).unwrap_or(Timestamp::MAX);
        Timestamp::from_second(time.as_second()).unwrap_or(time)
    }
}
