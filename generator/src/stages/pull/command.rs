//! `platform.command`: a program that prints the units.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use lead_site::foreign_text::one_line;
use platform::client::ErrorKind;
use system::ProcessGroup;
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;

/// Most bytes at the end of a command's error output that a message shows.
const SHOWN_ERRORS: usize = 600;

/// What the names of environment variables with credentials contain.
const SECRET_NAMES: [&str; 8] = [
    "PLATFORM_",
    "TOKEN",
    "SECRET",
    "PASS",
    "KEY",
    "CREDENTIAL",
    "AUTH",
    "COOKIE",
];

/// A shorter value is in many words.
const SHORTEST_SECRET: usize = 4;

/// The text, unless it is longer than `limit` bytes.
pub(super) fn within(text: Vec<u8>, limit: usize) -> Result<Vec<u8>, String> {
    if text.len() > limit {
        Err(ErrorKind::TooLarge { limit }.to_string())
    } else {
        Ok(text)
    }
}

/// What a command prints, run in `root` without a shell. When it fails or is late, it is ended with the processes that it started.
pub(super) async fn output(
    root: &Path,
    command: &[String],
    limit: usize,
    deadline: Duration,
) -> Result<Vec<u8>, String> {
    let Some((program, arguments)) = command.split_first() else {
        return Ok(Vec::new());
    };
    let mut process = Command::new(program);
    process.args(arguments).current_dir(root).kill_on_drop(true);
    process
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let (mut child, _group) = ProcessGroup::spawn(&mut process)
        .map_err(|error| format!("`{program}` cannot be started: {error}"))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let mut errors = LastOutput::new(secrets());
    let work = async {
        let printed = read_start(stdout, limit);
        let ended = async { child.wait().await.map_err(|error| error.to_string()) };
        let shown = errors.read(stderr);
        let (text, status, ()) = tokio::try_join!(printed, ended, shown)?;
        if status.success() {
            Ok(text)
        } else {
            Err(format!("it ended with {status}"))
        }
    };
    let outcome = tokio::time::timeout(deadline, work)
        .await
        .unwrap_or_else(|_| {
            let seconds = deadline.as_secs_f64();
            Err(format!(
                "it did not end within {seconds} s (`platform.limits.deadline_ms`) and was stopped"
            ))
        });
    outcome.map_err(|detail| match errors.shown().as_str() {
        "" => detail,
        shown => format!("{detail}: {shown}"),
    })
}

async fn read_start(
    stream: Option<impl AsyncRead + Unpin>,
    limit: usize,
) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    if let Some(stream) = stream {
        let read = stream.take(limit as u64 + 1).read_to_end(&mut text).await;
        read.map_err(|error| error.to_string())?;
    }
    within(text, limit)
}

/// The values of the environment variables that may hold a credential.
fn secrets() -> Vec<String> {
    let is_named = |name: &str| {
        let name = name.to_ascii_uppercase();
        SECRET_NAMES.iter().any(|word| name.contains(word))
    };
    let variables = std::env::vars_os().filter_map(|(name, value)| {
        let value = value.into_string().ok()?.trim().to_owned();
        let is_secret = is_named(&name.to_string_lossy()) && value.len() >= SHORTEST_SECRET;
        is_secret.then_some(value)
    });
    variables.collect()
}

/// The end of what a command prints as errors, for a message.
struct LastOutput {
    bytes: Vec<u8>,
    /// Whether there was more before it.
    is_cut: bool,
    /// Texts that no message shows; a longer one is before those that it contains.
    secrets: Vec<String>,
}

impl LastOutput {
    fn new(mut secrets: Vec<String>) -> LastOutput {
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        LastOutput {
            bytes: Vec::new(),
            is_cut: false,
            secrets,
        }
    }

    fn longest_secret(&self) -> usize {
        self.secrets.first().map_or(0, String::len)
    }

    async fn read(&mut self, stream: Option<impl AsyncRead + Unpin>) -> Result<(), String> {
        let Some(mut stream) = stream else {
            return Ok(());
        };
        let mut piece = [0; 4096];
        loop {
            let read = stream.read(&mut piece).await;
            match read.map_err(|error| error.to_string())? {
                0 => return Ok(()),
                read => self.add(&piece[..read]),
            }
        }
    }

    fn add(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
        let most = SHOWN_ERRORS + self.longest_secret();
        let surplus = self.bytes.len().saturating_sub(most);
        self.is_cut |= surplus > 0;
        self.bytes.drain(..surplus);
    }

    /// The text on one line, with `***` in place of credentials, and without hidden characters.
    fn shown(&self) -> String {
        let whole = String::from_utf8_lossy(&self.bytes);
        let masked = self
            .secrets
            .iter()
            .fold(whole.into_owned(), |text, secret| {
                text.replace(secret.as_str(), "***")
            });
        // It may begin within a credential.
        let begin = if self.is_cut {
            self.longest_secret()
        } else {
            0
        };
        let mut letters = masked.char_indices().map(|(at, _)| at);
        let start = letters.find(|at| *at >= begin).unwrap_or(masked.len());
        let parts =
            masked[start..].split(|letter: char| letter.is_control() || letter.is_whitespace());
        let words: Vec<String> = parts
            .map(one_line)
            .filter(|word| !word.is_empty())
            .collect();
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_a_credential_is_shown() {
        let secret = "0123456789abcdef";
        for after in 0..2 * SHOWN_ERRORS {
            let mut output = LastOutput::new(vec!["abcd".to_owned(), secret.to_owned()]);
            output.add("x".repeat(SHOWN_ERRORS).as_bytes());
            output.add(format!("{secret}ñ").as_bytes());
            output.add("y".repeat(after).as_bytes());
            let shown = output.shown();
            assert!(!shown.contains(['0', '5', 'a', 'f']), "{after}: {shown}");
            assert!(
                shown.ends_with(&"y".repeat(after.min(9))),
                "{after}: {shown}"
            );
        }
    }

    #[test]
    fn the_errors_are_one_line_without_hidden_characters() {
        let mut output = LastOutput::new(Vec::new());
        output.add("no \u{1b}[31mdata\u{202e}base\nat\u{feff} all \n".as_bytes());
        assert_eq!(output.shown(), "no [31mdatabase at all");
    }
}
