//! Node processes. Those of a server wait for the next request: starting one and loading its libraries takes longer than a
//! document, and the documents' compiler lays out again only what changed.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;

/// How many processes of a server wait at most: those of both languages' documents, and one for share pictures.
const MOST_WAITING: usize = 4;

/// Variables of a process's environment, each with its value.
pub(super) type Environment<'a> = &'a [(&'a str, &'a str)];

/// The processes of one build, or of a server. All end when this is dropped.
#[derive(Debug)]
pub struct NodeProcesses {
    /// The program `node`.
    node: PathBuf,
    /// How many processes wait at most for a request of the next build.
    most_waiting: usize,
    /// Processes that answered: those that wait, the one that has waited longest first, and those that are ending.
    answered: Mutex<Vec<Process>>,
}

impl Default for NodeProcesses {
    /// Processes of one build, each for one request.
    fn default() -> NodeProcesses {
        NodeProcesses::with_limit(Path::new("node"), 0)
    }
}

impl NodeProcesses {
    /// Processes that wait for the requests of later builds.
    #[must_use]
    pub fn for_server() -> NodeProcesses {
        NodeProcesses::with_limit(Path::new("node"), MOST_WAITING)
    }

    /// Processes of this program, of which so many wait at most.
    pub(crate) fn with_limit(node: &Path, most_waiting: usize) -> NodeProcesses {
        NodeProcesses {
            node: node.to_owned(),
            most_waiting,
            answered: Mutex::default(),
        }
    }

    /// The answers of a process of the program to one request, or one sentence about what failed. See
    /// [`NodeTool::run`](super::NodeTool::run) for `start`.
    pub(super) fn answers<A: DeserializeOwned>(
        &self,
        program: &Path,
        start: Option<&str>,
        environment: Environment<'_>,
        request: &[u8],
        jobs: usize,
    ) -> Result<Vec<A>, String> {
        let waits = start.is_some() && self.most_waiting > 0;
        // A process that waited may have been killed meanwhile.
        if let Some(mut waiting) = start.and_then(|start| self.take(program, start))
            && let Ok(answers) = waiting.answers(request, jobs, waits)
        {
            self.give_back(waiting);
            return Ok(answers);
        }
        let mut started = Process::start(&self.node, program, start, environment)?;
        let answers = started.answers(request, jobs, waits)?;
        self.give_back(started);
        Ok(answers)
    }

    /// A process of the program that waits for a request and read the same when it started.
    fn take(&self, program: &Path, start: &str) -> Option<Process> {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |process: &Process| {
            process.input.is_some() && process.program == program && process.start.as_deref() == Some(start)
        };
        let found = answered.iter().position(is_same)?;
        Some(answered.remove(found))
    }

    fn give_back(&self, process: Process) {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        answered.retain_mut(|process| !process.has_ended());
        answered.push(process);
        let waiting = answered.iter().filter(|process| process.input.is_some()).count();
        let too_many = waiting.saturating_sub(self.most_waiting);
        let waiting = answered.iter_mut().filter(|process| process.input.is_some());
        waiting.take(too_many).for_each(|process| process.input = None);
    }
}

/// One process. It ends at the end of its input.
#[derive(Debug)]
struct Process {
    program: PathBuf,
    /// What it read when it started; none if it takes only one request.
    start: Option<String>,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a process of the program, with these variables of the environment.
    fn start(
        node: &Path,
        program: &Path,
        start: Option<&str>,
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
            start: start.map(str::to_owned),
            child,
            input,
            output: BufReader::new(output),
        })
    }

    /// The answers to one request, or one sentence about what failed. With `waits`, it then waits for the next one.
    fn answers<A: DeserializeOwned>(
        &mut self,
        request: &[u8],
        jobs: usize,
        waits: bool,
    ) -> Result<Vec<A>, String> {
        // The program reads the whole request before it writes, so that this cannot block on its answers. If it failed
        // early, its own message is more useful than the error of the broken pipe.
        let written = self
            .input
            .as_mut()
            .map_or(Ok(()), |input| input.write_all(request));
        if !waits {
            self.input = None;
        }
        let mut answers = Vec::with_capacity(jobs);
        let mut line = String::new();
        while answers.len() < jobs && self.output.read_line(&mut line).is_ok_and(|read| read > 0) {
            answers.extend(serde_json::from_str(&line).ok());
            line.clear();
        }
        if answers.len() == jobs {
            return Ok(answers);
        }
        let complaint = self.complaint()?;
        Err(written.map_or_else(|error| error.to_string(), |()| complaint))
    }

    /// Ends the process. The sentence says that an answer is missing; an error what went wrong.
    fn complaint(&mut self) -> Result<String, String> {
        self.input = None;
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

    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::cache::store::Kind;
    use crate::node::{NodeTool, Tools};

    const TOOL: NodeTool = NodeTool {
        makes: "the answers",
        program: "answer.mjs",
        library: "package.json",
        results: Kind {
            name: "answers",
            unused_kept: 0,
        },
    };

    /// Answers every request with the number of its process. It stops without a word after one that says so.
    const PROGRAM: &str = r#"
        import { createInterface } from "node:readline";
        for await (const line of createInterface({ input: process.stdin })) {
          process.stdout.write(`${process.pid}\n`, () => JSON.parse(line).stop && process.exit());
        }
    "#;

    /// The answer to one request.
    fn ask(tools: &Tools, start: Option<&str>, stop: bool) -> u32 {
        let answers = TOOL.run(tools, start, &json!({ "stop": stop }), 1);
        answers.unwrap()[0]
    }

    #[test]
    fn a_process_waits_for_requests_with_the_same_start_and_is_replaced_when_it_ended() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(TOOL.program), PROGRAM).unwrap();
        let tools = Tools::new(folder.path(), &Arc::new(NodeProcesses::for_server()));
        let first = ask(&tools, Some("one font"), false);
        assert_eq!(ask(&tools, Some("one font"), false), first);
        let other = ask(&tools, Some("another font"), false);
        assert_ne!(other, first);
        let single = ask(&tools, None, false);
        assert_ne!(ask(&tools, None, false), single, "each takes one request");
        assert_eq!(ask(&tools, Some("another font"), true), other);
        let replaced = ask(&tools, Some("another font"), false);
        assert!(replaced != first && replaced != other);
        assert_eq!(ask(&tools, Some("one font"), false), first);
    }

    #[test]
    fn a_process_of_one_build_takes_one_request() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(TOOL.program), PROGRAM).unwrap();
        let tools = Tools::new(folder.path(), &Arc::default());
        let first = ask(&tools, Some("one font"), false);
        assert_ne!(ask(&tools, Some("one font"), false), first);
    }

    #[test]
    fn a_program_that_fails_is_reported_with_its_own_message() {
        let folder = tempfile::tempdir().unwrap();
        let program = "console.error('Error: no paper'); process.exitCode = 1;";
        std::fs::write(folder.path().join(TOOL.program), program).unwrap();
        let tools = Tools::new(folder.path(), &Arc::default());
        let answers = TOOL.run::<u32>(&tools, Some(""), &json!({}), 1);
        let message = answers.unwrap_err().to_string();
        assert!(
            message.contains("the answers need Node") && message.ends_with("Error: no paper"),
            "{message}"
        );
    }
}
