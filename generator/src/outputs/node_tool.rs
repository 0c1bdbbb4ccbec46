//! Runs a small program of `islands/tools` in one Node process: one JSON request in, one JSON line out for each job.
//!
//! Documents and pictures are made this way. An error of the program is returned as one sentence.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Runs `node program` with `request` as its input, and reads `jobs` answers.
///
/// # Errors
/// One sentence: Node is not installed, the program failed, or an answer is missing.
pub(crate) fn run<A: DeserializeOwned>(
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
