//! Prints results to stdout, and messages and progress to stderr. Exit statuses, and how a command that failed says why.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::ProgressBar;
#[cfg(feature = "publish")]
use indicatif::ProgressStyle;
#[cfg(feature = "publish")]
use publish::error::PublishError;
use serde_json::json;

use crate::pipeline::publication::Unconfirmed;
use crate::pipeline::{Progress, Stage};
use formats::problem::{Code, Problem};
use model::build_error::BuildError;

/// The time between two frames of the animated line.
const TICK: Duration = Duration::from_millis(80);

/// How many warnings of one code are printed.
const MOST_OF_A_CODE: usize = 20;

/// The output of a command.
#[derive(Clone, Debug)]
pub struct Console {
    /// Hidden where nobody sees its animation.
    bar: ProgressBar,
    has_lost_results: Arc<AtomicBool>,
}

impl Console {
    /// Animates the progress if stderr is a terminal outside continuous integration; elsewhere, each stage has a line.
    pub fn detect() -> Console {
        let in_ci =
            std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
        let is_interactive = io::stderr().is_terminal() && !in_ci;
        let bar = if is_interactive {
            ProgressBar::new_spinner()
        } else {
            ProgressBar::hidden()
        };
        Console {
            bar,
            has_lost_results: Arc::default(),
        }
    }

    /// Prints a result to stdout. A reader that closed its end of a pipe is not an error.
    pub fn result(&self, text: &str) {
        self.clear();
        let written = writeln!(io::stdout().lock(), "{text}");
        if written.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe) {
            self.has_lost_results.store(true, Ordering::Relaxed);
        }
    }

    /// The status of a command, unless it succeeded and what it printed could not be written.
    pub(super) fn checked(&self, status: ExitStatus) -> ExitStatus {
        if status != ExitStatus::Done || !self.has_lost_results.load(Ordering::Relaxed) {
            return status;
        }
        self.say("site: the results could not be written to stdout: make room on the disk, and run it again");
        ExitStatus::NotWritten
    }

    /// Prints a message to stderr.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| say_plainly(text));
    }

    /// Prints problems and their number to stderr.
    pub fn problems(&self, problems: &[Problem]) {
        self.clear();
        for problem in problems {
            self.say(&problem.labelled());
        }
        self.say(&count(problems.len(), "problem", "problems"));
    }

    /// Removes the animated line.
    pub fn clear(&self) {
        self.bar.disable_steady_tick();
        self.bar.finish_and_clear();
    }
}

impl Progress for Console {
    fn stage(&self, stage: Stage) {
        if self.bar.is_hidden() {
            return say_plainly(&format!("site: {stage}"));
        }
        // `site serve` builds repeatedly: show the line again for each build.
        if self.bar.is_finished() {
            self.bar.reset();
        }
        self.bar.set_message(<&str>::from(stage));
        self.bar.enable_steady_tick(TICK);
    }

    fn note(&self, text: &str) {
        self.say(&format!("site: {text}"));
    }
}

#[cfg(feature = "publish")]
impl publish::upload::UploadProgress for Console {
    fn waiting(&self, owner: &str, seconds: u32) {
        self.note(&format!(
            "{owner} has the target: waiting up to {seconds} seconds to see whether that publisher is at work"
        ));
    }

    fn begin(&self, files: usize, bytes: u64) {
        let bar = &self.bar;
        if bar.is_hidden() {
            let size = indicatif::HumanBytes(bytes);
            return say_plainly(&format!(
                "site: uploading {}, {size}",
                count(files, "file", "files")
            ));
        }
        let style = ProgressStyle::with_template(
            "{spinner} uploading {bytes} of {total_bytes} [{wide_bar}] {eta}",
        );
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_length(bytes);
        bar.reset();
        bar.enable_steady_tick(TICK);
    }

    fn uploaded(&self, bytes: u64) {
        self.bar.inc(bytes);
    }
}

/// A line for each warning, but only for the first ones of each code.
pub fn warning_lines(warnings: &[Problem]) -> Vec<String> {
    let mut numbers: BTreeMap<Code, usize> = BTreeMap::new();
    let mut lines = Vec::new();
    for warning in warnings {
        let number = numbers.entry(warning.code).or_default();
        *number += 1;
        if *number <= MOST_OF_A_CODE {
            lines.push(format!("warning: {}", warning.labelled()));
        }
    }
    let others = numbers
        .into_iter()
        .filter(|(_, number)| *number > MOST_OF_A_CODE);
    lines.extend(others.map(|(code, number)| {
        let more = number - MOST_OF_A_CODE;
        format!("warning: and {more} more: `site check` lists all [{code}]")
    }));
    lines
}

/// `1 problem`, `2 problems`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{number} {noun}")
}

fn say_plainly(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

pub(super) type CommandResult = anyhow::Result<ExitStatus>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum ExitStatus {
    Done = 0,
    /// Problems in the author's files, a tool that is missing or failed, an unusable file of `--inventory`, or a bug.
    Problems = 1,
    Usage = 2,
    /// The inventory is refused under `--strict`.
    Refused = 3,
    /// A file could not be read or written, or a server could not listen on its address.
    NotWritten = 4,
    /// The command succeeded, but the inventory is older than `gates.max_age_hours`.
    Overdue = 5,
    /// A person must confirm the publication, or replace its examples.
    Unconfirmed = 6,
    /// The target of a publication changed meanwhile, or another publisher is at work there.
    #[cfg(feature = "publish")]
    Conflict = 7,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Prints an error; with `as_json` as one JSON object on stdout. Errors other than [`BuildError`] are those of servers.
pub(super) fn report_failure(
    console: &Console,
    error: &anyhow::Error,
    as_json: bool,
) -> ExitStatus {
    let build_error = error.downcast_ref();
    let (mut problems, mut reasons) = (&[][..], &[][..]);
    match build_error {
        Some(BuildError::Problems(found) | BuildError::Examples(found)) => problems = found,
        Some(BuildError::InventoryRefused(_, found) | BuildError::NoInventory(_, found)) => {
            reasons = found
        }
        Some(BuildError::InventoryFile(reason)) => reasons = std::slice::from_ref(reason),
        _ => {}
    }
    console.clear();
    if as_json {
        let result = json!({"done": false, "error": error.to_string(), "problems": problems, "reasons": reasons});
        console.result(&result.to_string());
    } else if problems.is_empty() {
        console.say(&format!("site: {error}"));
    } else {
        console.problems(problems);
    }
    if let Some(BuildError::Examples(_)) = build_error {
        console.note(
            "nothing is published: replace each of them as it says, run `site build`, and publish again; or write \
             `staging: true` below a target of `publish.targets` that is only for trials",
        );
    }
    failure_status(error)
}

fn failure_status(error: &anyhow::Error) -> ExitStatus {
    #[cfg(feature = "publish")]
    if let Some(failed) = error.downcast_ref::<PublishError>() {
        return match failed {
            error if error.is_conflict() => ExitStatus::Conflict,
            PublishError::Foreign(_) => ExitStatus::Unconfirmed,
            PublishError::Usage(_) => ExitStatus::Usage,
            PublishError::Problem(_) => ExitStatus::Problems,
            _ => ExitStatus::NotWritten,
        };
    }
    if error.is::<Unconfirmed>() {
        return ExitStatus::Unconfirmed;
    }
    match error.downcast_ref() {
        Some(BuildError::Examples(_)) => ExitStatus::Unconfirmed,
        Some(BuildError::Usage(_)) => ExitStatus::Usage,
        Some(BuildError::InventoryRefused(..)) => ExitStatus::Refused,
        Some(BuildError::File { .. } | BuildError::NotWritten(_)) | None => ExitStatus::NotWritten,
        Some(_) => ExitStatus::Problems,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_shortened_by_code() {
        let of = |code, number| {
            (0..number).map(move |at| Problem::in_file(code, format!("{at}.md"), "is wrong"))
        };
        let few: Vec<Problem> = of(Code::UndrawnUnit, MOST_OF_A_CODE).collect();
        assert_eq!(warning_lines(&few).len(), MOST_OF_A_CODE);
        let many: Vec<Problem> = of(Code::UnequalGeometry, 1)
            .chain(of(Code::UndrawnUnit, 834))
            .collect();
        let lines = warning_lines(&many);
        assert_eq!(lines.len(), 1 + MOST_OF_A_CODE + 1);
        assert_eq!(lines[0], "warning: 0.md: is wrong [unequal-geometry]");
        let last = "warning: and 814 more: `site check` lists all [undrawn-unit]";
        assert_eq!(lines.last().unwrap(), last);
    }
}
