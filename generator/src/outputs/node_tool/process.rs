//! One Node process. While the site is served, processes wait for the next request: starting one and loading its libraries
//! takes longer than a document, and the documents' compiler lays out again only what changed.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde::de::DeserializeOwned;

/// How many processes wait at most: those of both languages' documents, and one for share pictures.
const MOST_WAITING: usize = 4;

static KEEPS_RUNNING: AtomicBool = AtomicBool::new(false);
/// The processes that wait for a request, the one that has waited longest first.
static WAITING: Mutex<Vec<Process>> = Mutex::new(Vec::new());

/// From now on, processes wait for the next request instead of ending with their batch. They end with this process.
pub fn keep_running() {
    KEEPS_RUNNING.store(true, Ordering::Relaxed);
}

/// Variables of a process's environment, each with its value.
pub(super) type Environment<'a> = &'a [(&'a str, &'a str)];

/// See the module.
pub(super) struct Process {
    program: PathBuf,
    /// What it read when it started; none if it takes only one request.
    start: Option<Vec<u8>>,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a process of the program, with these variables of the environment.
    pub(super) fn start(
        node: &Path,
        program: &Path,
        start: Option<&[u8]>,
        environment: Environment<'_>,
    ) -> Result<Process, String> {
        let child = Command::new(node)
            .arg(program)
            // Node reads these certificates when it starts (30 ms for those of Debian). No program uses the network.
            .env_remove("NODE_EXTRA_CA_CERTS")
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|error| error.to_string())?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or("it has no pipes")?;
        Ok(Process {
            program: program.to_owned(),
            start: start.map(<[u8]>::to_owned),
            child,
            input,
            output: BufReader::new(output),
        })
    }

    /// A process of the program that waits for a request and read the same when it started.
    pub(super) fn waiting(program: &Path, start: &[u8]) -> Option<Process> {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        let found = waiting
            .iter()
            .position(|process| process.program == program && process.start.as_deref() == Some(start))?;
        Some(waiting.remove(found))
    }

    /// The answers to one request, or one sentence about what failed.
    pub(super) fn answers<A: DeserializeOwned>(
        mut self,
        request: &[u8],
        jobs: usize,
    ) -> Result<Vec<A>, String> {
        // The program reads the whole request before it writes, so that this cannot block on its answers. If it failed
        // early, its own message is more useful than the error of the broken pipe.
        let written = self
            .input
            .as_mut()
            .map_or(Ok(()), |input| input.write_all(request));
        let waits = self.start.is_some() && KEEPS_RUNNING.load(Ordering::Relaxed);
        if !waits {
            self.input = None;
        }
        let mut answers = Vec::with_capacity(jobs);
        let mut line = String::new();
        while answers.len() < jobs && self.output.read_line(&mut line).is_ok_and(|read| read > 0) {
            answers.extend(serde_json::from_str(&line).ok());
            line.clear();
        }
        if answers.len() < jobs {
            let complaint = self.end()?;
            return Err(written.map_or_else(|error| error.to_string(), |()| complaint));
        }
        if waits {
            self.wait_for_next();
        } else {
            // Nothing waits for its end, which takes Node some milliseconds.
            thread::spawn(|| self.end());
        }
        Ok(answers)
    }

    fn wait_for_next(self) {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(self);
        let too_many = waiting.len().saturating_sub(MOST_WAITING);
        let ended: Vec<Process> = waiting.drain(..too_many).collect();
        drop(waiting);
        for process in ended {
            let _ = process.end();
        }
    }

    /// Ends the process, which stops at the end of its input. The sentence says that an answer is missing; an error what
    /// went wrong.
    fn end(mut self) -> Result<String, String> {
        drop(self.input);
        let mut complaint = String::new();
        if let Some(mut messages) = self.child.stderr.take() {
            let _ = messages.read_to_string(&mut complaint);
        }
        let status = self.child.wait().map_err(|error| error.to_string())?;
        match status.success() {
            true => Ok("it did not answer for every job".to_owned()),
            false => {
                let line = complaint.lines().find(|line| line.contains("Error"));
                Err(line.unwrap_or("it stopped").to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::super::NodeTool;
    use super::keep_running;

    const TOOL: NodeTool = NodeTool {
        makes: "the answers",
        program: "answer.mjs",
        library: "package.json",
        store: "answers",
        unused_kept: 0,
    };

    /// Answers every request with the number of its process. It stops without a word after one that says so.
    const PROGRAM: &str = r#"
        import { createInterface } from "node:readline";
        for await (const line of createInterface({ input: process.stdin })) {
          process.stdout.write(`${process.pid}\n`, () => JSON.parse(line).stop && process.exit());
        }
    "#;

    #[test]
    fn a_process_waits_for_requests_with_the_same_start_and_is_replaced_when_it_ended() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(TOOL.program), PROGRAM).unwrap();
        keep_running();
        let ask = |start: Option<&str>, stop: bool| -> u32 {
            let start = start.map(str::as_bytes);
            let request = json!({ "stop": stop });
            let answers = TOOL.run(folder.path(), Path::new("node"), start, &request, 1);
            answers.unwrap()[0]
        };
        let first = ask(Some("one font"), false);
        assert_eq!(ask(Some("one font"), false), first);
        let other = ask(Some("another font"), false);
        assert_ne!(other, first);
        assert_ne!(ask(None, false), ask(None, false), "each takes one request");
        assert_eq!(ask(Some("another font"), true), other);
        let replaced = ask(Some("another font"), false);
        assert!(replaced != first && replaced != other);
        assert_eq!(ask(Some("one font"), false), first);
    }

    #[test]
    fn a_program_that_fails_is_reported_with_its_own_message() {
        let folder = tempfile::tempdir().unwrap();
        let program = "console.error('Error: no paper'); process.exitCode = 1;";
        std::fs::write(folder.path().join(TOOL.program), program).unwrap();
        keep_running();
        let answers = TOOL.run::<u32>(folder.path(), Path::new("node"), Some(b""), &json!({}), 1);
        let message = answers.unwrap_err().to_string();
        assert!(
            message.contains("the answers need Node") && message.ends_with("Error: no paper"),
            "{message}"
        );
    }
}
