//! One program, and the requests to it.

use std::fs;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Tools;
use super::process::Environment;
use crate::cache::store::{Key, Kind};
use crate::project;
use model::build_error::BuildError;

/// A program and the results that it makes.
pub(crate) struct NodeTool {
    /// What it makes, for messages.
    pub(crate) makes: &'static str,
    /// The program, from the project's root.
    pub(crate) program: &'static str,
    /// The description of the library that it uses, which has the library's version.
    pub(crate) library: &'static str,
    /// Its results in the store.
    pub(crate) results: Kind,
}

/// The answer of a program that writes its results to files.
#[derive(Deserialize)]
pub(crate) struct Answer {
    /// Why there is no file.
    pub(crate) error: Option<String>,
}

impl NodeTool {
    /// A key with the program and the library's description, which decide how results come out.
    ///
    /// # Errors
    /// One of them is missing.
    pub(crate) fn key(&self, tools: &Tools) -> Result<Key, BuildError> {
        let read = |path: &str| {
            let path = project::path(&tools.root, path);
            fs::read(&path).map_err(|_| self.unusable(&format!("{} is missing", path.display())))
        };
        let key = Key::default().with("program", read(self.program)?);
        Ok(key.with("library", read(self.library)?))
    }

    /// Sends `request` to a process of the program, and reads `jobs` answers. `start` is the digest of what a process reads
    /// only when it starts, such as fonts: a process that waits gets the request only when it started with the same. None
    /// for a program that takes one request.
    ///
    /// # Errors
    /// Node is not installed, the program failed, or an answer is missing.
    pub(crate) fn run<A: DeserializeOwned>(
        &self,
        tools: &Tools,
        start: Option<&str>,
        request: &impl Serialize,
        jobs: usize,
    ) -> Result<Vec<A>, BuildError> {
        self.run_in(&[], tools, start, request, jobs)
    }

    /// The same in a process with these variables of the environment.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(crate) fn run_in<A: DeserializeOwned>(
        &self,
        environment: Environment<'_>,
        tools: &Tools,
        start: Option<&str>,
        request: &impl Serialize,
        jobs: usize,
    ) -> Result<Vec<A>, BuildError> {
        let program = project::path(&tools.root, self.program);
        let mut line = serde_json::to_vec(request).map_err(|error| self.unusable(&error.to_string()))?;
        line.push(b'\n');
        tools
            .node
            .answers(&program, start, environment, &line, jobs)
            .map_err(|error| self.unusable(&error))
    }

    fn unusable(&self, error: &str) -> BuildError {
        let makes = self.makes;
        BuildError::Tool(format!(
            "{makes} need Node and the packages of islands/ (run `make build`): {error}"
        ))
    }
}
