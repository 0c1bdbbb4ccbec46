//! The timer of a publication, which tests replace.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use futures::future::BoxFuture;

/// Measures time. Changes of the system's clock do not affect it.
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
