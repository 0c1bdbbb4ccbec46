//! What a panic, a defect of this program, may do: end the request or the attempt in which it happens, and nothing else. Its message
//! may contain what a visitor typed, so that the log has only its place in the source.

use futures::FutureExt;
use std::panic::{AssertUnwindSafe, Location, set_hook};

/// Logs the place of each panic from now on, and no message.
pub(crate) fn log_places() {
    set_hook(Box::new(|panic| {
        let place = panic.location().map(Location::to_string);
        tracing::error!(
            place = place.unwrap_or_default(),
            result = "panic",
            "program"
        );
    }));
}

/// The result of work; `None` if it panicked.
pub(crate) async fn catch<T>(work: impl Future<Output = T>) -> Option<T> {
    // What the work has shared are locks that a panic releases, and objects in the store, where a process may end at any point.
    AssertUnwindSafe(work).catch_unwind().await.ok()
}
