//! The clock of a publication, which tests replace.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};

/// Measures time. Nobody sets it.
pub trait Timer: Debug + Send + Sync {
    /// The time since it was started.
    fn elapsed(&self) -> Duration;

    /// Waits.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;
}

impl Timer for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        tokio::time::sleep(duration).boxed()
    }
}

/// A clock that runs from a given time on. Changes of the system's clock do not affect it.
#[derive(Clone, Debug)]
pub struct PublishClock {
    start: Timestamp,
    pub(crate) timer: Arc<dyn Timer>,
}

impl PublishClock {
    /// The clock that shows `start` when the timer starts.
    pub fn with_timer(start: Timestamp, timer: Arc<dyn Timer>) -> PublishClock {
        PublishClock { start, timer }
    }

    /// The time, to the second. It dates releases, and nothing else depends on it.
    pub fn now(&self) -> Timestamp {
        let passed = SignedDuration::try_from(self.timer.elapsed()).unwrap_or(SignedDuration::MAX);
        let time = self.start.saturating_add(passed).unwrap_or(Timestamp::MAX);
        Timestamp::from_second(time.as_second()).unwrap_or(time)
    }
}
