//! Threads that wait for Node: a thread of rayon's pool that waits is missing for other work.

use std::thread::{self, ScopedJoinHandle};

/// Runs both at the same time. `waiting` gets a thread of its own, because it waits for Node most of the time.
pub fn run_concurrently<A, B: Send>(work: impl FnOnce() -> A, waiting: impl FnOnce() -> B + Send) -> (A, B) {
    thread::scope(|scope| {
        let waiting = scope.spawn(waiting);
        (work(), joined(waiting))
    })
}

/// The results of all, which run at the same time, each in a thread of its own as in [`run_concurrently`].
pub(crate) fn run_all<T: Send>(waiting: impl Iterator<Item: FnOnce() -> T + Send>) -> Vec<T> {
    thread::scope(|scope| {
        let threads: Vec<_> = waiting.map(|waiting| scope.spawn(waiting)).collect();
        threads.into_iter().map(joined).collect()
    })
}

/// The result of a thread; its panic goes on in this one.
fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
