//! The small programs of `islands/tools` that make documents and pictures: a Node process gets a request as one line of
//! JSON and answers with one line of JSON for each job. Who waits for one has a thread of its own: a thread of rayon's pool
//! that waits is missing for other work.

mod tool;

pub(crate) use tool::NodeTool;

use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use crate::cache::store::ResultStore;

/// What stages work with that make files by programs.
#[derive(Debug)]
pub struct Tools {
    /// The project's root.
    pub root: PathBuf,
    /// The results of earlier builds.
    pub store: ResultStore,
    /// The program `node`.
    pub node: PathBuf,
}

impl Tools {
    /// The tools of one build of the project at `root`.
    #[must_use]
    pub fn new(root: &Path) -> Tools {
        Tools { root: root.to_owned(), store: ResultStore::open(root), node: "node".into() }
    }
}

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
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
