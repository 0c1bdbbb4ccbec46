//! The small programs of `islands/tools` that make documents and pictures: a Node process gets a request as one line of
//! JSON and answers with one line of JSON for each job, request after request. Results come from the cache as long as
//! their inputs are the same.

mod process;

use std::fs;
use std::path::Path;
use std::thread::{self, ScopedJoinHandle};

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cache::fingerprint::Inputs;
use crate::cache::{self, store::Store};
use crate::project;
use model::build_error::BuildError;
use model::fingerprint::hex;
pub use process::keep_running;
use process::{Environment, Process};

/// A program and the cache of its results.
pub(super) struct NodeTool {
    /// What it makes, for messages.
    pub(super) makes: &'static str,
    /// The program, from the project's root.
    pub(super) program: &'static str,
    /// The description of the library that it uses, which has the library's version.
    pub(super) library: &'static str,
    /// The store of finished results. Another name whenever their type changes.
    pub(super) store: &'static str,
    /// How many results of earlier builds are kept.
    pub(super) unused_kept: usize,
}

/// The answer of a program that writes its results to files.
#[derive(Deserialize)]
pub(super) struct Answer {
    /// Why there is no file.
    pub(super) error: Option<String>,
}

/// The name of a result in the cache, from all that it is made from: the same name, the same bytes.
pub(super) fn key<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut inputs = Inputs::default();
    parts.into_iter().for_each(|part| inputs.add(part));
    hex(&inputs.finish())
}

/// Runs both at the same time. `waiting` gets a thread of its own: it waits for Node most of the time, and a thread of
/// rayon's pool that waits is missing for `work`.
pub fn beside<A, B: Send>(work: impl FnOnce() -> A, waiting: impl FnOnce() -> B + Send) -> (A, B) {
    thread::scope(|scope| {
        let waiting = scope.spawn(waiting);
        (work(), joined(waiting))
    })
}

/// The results of all, which run at the same time, each in a thread of its own as in [`beside`].
pub(super) fn at_once<T: Send>(waiting: impl Iterator<Item: FnOnce() -> T + Send>) -> Vec<T> {
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

impl NodeTool {
    /// The content of the program and of the library's description, which decide how results come out.
    ///
    /// # Errors
    /// One of them is missing.
    pub(super) fn sources(&self, root: &Path) -> Result<Vec<Vec<u8>>, BuildError> {
        let read = |path: &str| {
            let path = project::path(root, path);
            fs::read(&path).map_err(|_| self.unusable(&format!("{} is missing", path.display())))
        };
        [self.program, self.library].into_iter().map(read).collect()
    }

    /// The result of every key, in their order, and how many were not in the cache. `make` returns the results of the
    /// keys with the given indices.
    ///
    /// # Errors
    /// Those of `make`.
    pub(super) fn results<T: DeserializeOwned + Send + Serialize>(
        &self,
        root: &Path,
        keys: &[String],
        make: impl FnOnce(&[usize]) -> Result<Vec<T>, BuildError>,
    ) -> Result<(Vec<T>, usize), BuildError> {
        let store = Store::new(&root.join(cache::FOLDER), self.store);
        let mut results: Vec<Option<T>> = keys.par_iter().map(|key| store.get(key)).collect();
        let missing: Vec<usize> = (0..keys.len())
            .filter(|index| results[*index].is_none())
            .collect();
        if !missing.is_empty() {
            for (&index, result) in missing.iter().zip(make(&missing)?) {
                store.put(&keys[index], &result);
                results[index] = Some(result);
            }
            store.remove_oldest(&keys.iter().map(String::as_str).collect(), self.unused_kept);
        }
        Ok((results.into_iter().flatten().collect(), missing.len()))
    }

    /// Sends `request` to a process of the program, and reads `jobs` answers. `start` is a digest of what a process reads
    /// only when it starts, such as fonts: a process that waits gets the request only when it started with the same. None
    /// for a program that takes one request.
    ///
    /// # Errors
    /// Node is not installed, the program failed, or an answer is missing.
    pub(super) fn run<A: DeserializeOwned>(
        &self,
        root: &Path,
        node: &Path,
        start: Option<&[u8]>,
        request: &impl Serialize,
        jobs: usize,
    ) -> Result<Vec<A>, BuildError> {
        self.run_in(&[], root, node, start, request, jobs)
    }

    /// The same in a process with these variables of the environment.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(super) fn run_in<A: DeserializeOwned>(
        &self,
        environment: Environment<'_>,
        root: &Path,
        node: &Path,
        start: Option<&[u8]>,
        request: &impl Serialize,
        jobs: usize,
    ) -> Result<Vec<A>, BuildError> {
        let program = project::path(root, self.program);
        let mut line = serde_json::to_vec(request).map_err(|error| self.unusable(&error.to_string()))?;
        line.push(b'\n');
        // A process that waited may have been killed meanwhile.
        if let Some(waiting) = start.and_then(|start| Process::waiting(&program, start))
            && let Ok(answers) = waiting.answers(&line, jobs)
        {
            return Ok(answers);
        }
        let started = Process::start(node, &program, start, environment);
        started
            .and_then(|process| process.answers(&line, jobs))
            .map_err(|error| self.unusable(&error))
    }

    fn unusable(&self, error: &str) -> BuildError {
        let makes = self.makes;
        BuildError::Tool(format!(
            "{makes} need Node and the packages of islands/ (run `make build`): {error}"
        ))
    }
}
