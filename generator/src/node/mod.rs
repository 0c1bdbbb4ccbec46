//! The small programs of `islands/tools` that make documents and pictures: a Node process gets a request as one line of
//! JSON and answers with one line of JSON for each job. Who waits for one has a thread of its own: a thread of rayon's pool
//! that waits is missing for other work.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::{self, ScopedJoinHandle};

use bytes::Bytes;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::cache::{Key, Kind, ResultStore};
use crate::project::{self, packages};
use model::build_error::BuildError;

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
        Tools {
            root: root.to_owned(),
            store: ResultStore::open(root),
            node: "node".into(),
        }
    }
}

/// Runs both at the same time. `waiting` gets a thread of its own, because it waits for Node most of the time.
pub fn run_concurrently<A, B: Send>(
    work: impl FnOnce() -> A,
    waiting: impl FnOnce() -> B + Send,
) -> (A, B) {
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

/// A program and the results that it makes.
pub(crate) struct NodeTool {
    /// What it makes, for messages.
    pub(crate) makes: &'static str,
    /// The program, from the project's root.
    pub(crate) program: &'static str,
    /// The npm package that it uses.
    pub(crate) library: &'static str,
    /// Its results in the store.
    pub(crate) results: Kind,
}

/// The answer of a program to one job.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum ToolAnswer<T> {
    Refused { error: String },
    Made(T),
}

impl NodeTool {
    /// A key with the program and the library's description, which has its version: they decide how results come out.
    pub(crate) fn key(&self, tools: &Tools) -> Result<Key, BuildError> {
        let read = |path: &Path| fs::read(path).map_err(BuildError::at(path));
        let library = packages::installed(&tools.root, self.library)?;
        let key = Key::default().with("program", read(&project::path(&tools.root, self.program))?);
        Ok(key.with("library", read(&library.join(packages::DESCRIPTION))?))
    }

    /// Sends `request` to a process of the program with these variables of the environment, and reads `jobs` answers.
    pub(crate) fn run<A: DeserializeOwned>(
        &self,
        tools: &Tools,
        environment: &[(&str, &str)],
        request: &impl Serialize,
        jobs: usize,
    ) -> Result<Vec<A>, BuildError> {
        let mut command = Command::new(&tools.node);
        command
            .arg(project::path(&tools.root, self.program))
            // Node reads these certificates when it starts (30 ms for those of Debian). No program uses the network.
            .env_remove("NODE_EXTRA_CA_CERTS")
            .envs(environment.iter().copied());
        let mut line =
            serde_json::to_vec(request).map_err(|error| self.unusable(&error.to_string()))?;
        line.push(b'\n');
        let answers = answers(&mut command, &line, jobs);
        answers.map_err(|error| self.unusable(&error))
    }

    /// The picture of each of these SVG drawings, or why there is none; `request` is what they have in common.
    pub(crate) fn draw(
        &self,
        tools: &Tools,
        mut request: Value,
        drawings: &[impl AsRef<str>],
    ) -> Result<Vec<Result<Bytes, String>>, BuildError> {
        let folder = tempfile::tempdir().map_err(BuildError::at(&std::env::temp_dir()))?;
        let outs: Vec<PathBuf> = (0..drawings.len())
            .map(|index| folder.path().join(format!("{index}.png")))
            .collect();
        let jobs = drawings
            .iter()
            .zip(&outs)
            .map(|(svg, out)| json!({ "svg": svg.as_ref(), "out": out }));
        request["jobs"] = jobs.collect();
        let answers: Vec<ToolAnswer<IgnoredAny>> =
            self.run(tools, &[], &request, drawings.len())?;
        let answers = answers
            .into_iter()
            .zip(&outs)
            .map(|(answer, out)| match answer {
                ToolAnswer::Refused { error } => Ok(Err(error)),
                ToolAnswer::Made(_) => {
                    Ok(Ok(Bytes::from(fs::read(out).map_err(BuildError::at(out))?)))
                }
            });
        answers.collect()
    }

    fn unusable(&self, error: &str) -> BuildError {
        let makes = self.makes;
        BuildError::Tool(format!(
            "{makes} need Node and the package {}: {error}",
            self.library
        ))
    }
}

/// The answers of a process to one request, or one sentence about what failed.
fn answers<A: DeserializeOwned>(
    command: &mut Command,
    request: &[u8],
    jobs: usize,
) -> Result<Vec<A>, String> {
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = pipes.spawn().map_err(|error| error.to_string())?;
    // The program reads its whole input before it writes, so that this cannot block on its answers.
    let input = process.stdin.take();
    let written = input.map_or(Ok(()), |mut input| input.write_all(request));
    let output = process
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let lines = output.stdout.split(|byte| *byte == b'\n');
    let answers: Vec<A> = lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    if answers.len() == jobs {
        return Ok(answers);
    }
    // If it failed early, its own message is more useful than the error of the broken pipe.
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        let line = messages.lines().find(|line| line.contains("Error"));
        return Err(line.unwrap_or("it stopped").to_owned());
    }
    written.map_err(|error| error.to_string())?;
    Err("it did not answer for every job".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TOOL: NodeTool = NodeTool {
        makes: "the answers",
        program: "answer.mjs",
        library: "paper",
        results: Kind {
            name: "answers",
            unused_kept: 0,
        },
    };

    /// The message of a request for one answer.
    fn failure(program: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(TOOL.program), program).unwrap();
        let answers = TOOL.run::<u32>(&Tools::new(folder.path()), &[], &json!({}), 1);
        answers.unwrap_err().to_string()
    }

    #[test]
    fn a_program_that_fails_is_reported_with_its_own_message() {
        let message = failure("console.error('Error: no paper'); process.exitCode = 1;");
        assert!(message.contains("the answers need Node"), "{message}");
        assert!(message.ends_with("Error: no paper"), "{message}");
        let message = failure("process.stdin.resume();");
        assert!(
            message.ends_with("it did not answer for every job"),
            "{message}"
        );
    }
}
