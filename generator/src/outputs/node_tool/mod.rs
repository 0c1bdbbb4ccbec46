//! The small programs of `islands/tools` that make documents and pictures: one Node process gets one JSON request and
//! answers with one JSON line for each job. Results come from the cache as long as their inputs are the same.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cache::fingerprint::Inputs;
use crate::cache::{self, store::Store};
use crate::project;
use model::build_error::BuildError;
use model::fingerprint::hex;

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

    /// Runs the program with `request` as its input, and reads `jobs` answers.
    ///
    /// # Errors
    /// Node is not installed, the program failed, or an answer is missing.
    pub(super) fn run<A: DeserializeOwned>(
        &self,
        root: &Path,
        node: &Path,
        request: &impl Serialize,
        jobs: usize,
    ) -> Result<Vec<A>, BuildError> {
        answers(node, &project::path(root, self.program), request, jobs)
            .map_err(|error| self.unusable(&error))
    }

    fn unusable(&self, error: &str) -> BuildError {
        let makes = self.makes;
        BuildError::Tool(format!(
            "{makes} need Node and the packages of islands/ (run `make build`): {error}"
        ))
    }
}

/// The answers of the program, or one sentence about what failed.
fn answers<A: DeserializeOwned>(
    node: &Path,
    program: &Path,
    request: &impl Serialize,
    jobs: usize,
) -> Result<Vec<A>, String> {
    let mut child = Command::new(node)
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let text = serde_json::to_vec(request).map_err(|error| error.to_string())?;
    // The program reads its whole input before it writes, so that this cannot block on its answers. If it failed
    // early, its own message, read below, is more useful than the error of the broken pipe.
    let written = child
        .stdin
        .take()
        .map_or(Ok(()), |mut input| input.write_all(&text));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        let line = complaint.lines().find(|line| line.contains("Error"));
        return Err(line.unwrap_or("it stopped").to_owned());
    }
    written.map_err(|error| error.to_string())?;
    let answers: Vec<A> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    match answers.len() == jobs {
        true => Ok(answers),
        false => Err("it did not answer for every job".to_owned()),
    }
}
