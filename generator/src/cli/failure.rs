//! Exit statuses, and how a command that failed says why.

use std::process::ExitCode;

use serde_json::json;

use super::console::Console;
use crate::pipeline::publication::Unconfirmed;
use model::build_error::BuildError;

/// The exit status of a command.
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
pub(super) fn report(console: &Console, error: &anyhow::Error, as_json: bool) -> ExitStatus {
    let build_error = error.downcast_ref();
    let problems = match build_error {
        Some(BuildError::Problems(problems) | BuildError::Examples(problems)) => &problems[..],
        _ => &[],
    };
    let reasons = match build_error {
        Some(BuildError::InventoryRefused { reasons, .. } | BuildError::NoInventory { reasons, .. }) => {
            &reasons[..]
        }
        Some(BuildError::InventoryFile(reason)) => std::slice::from_ref(reason),
        _ => &[],
    };
    console.clear();
    if as_json {
        let result =
            json!({"done": false, "error": error.to_string(), "problems": problems, "reasons": reasons});
        console.result(&result.to_string());
    } else if problems.is_empty() {
        console.say(&format!("site: {error}"));
    } else {
        console.problems(problems);
    }
    if let Some(BuildError::Examples(_)) = build_error {
        console.say(
            "site: nothing is published: replace each of them as it says, run `site build`, and publish again; or write \
             `staging: true` below a target of `publish.targets` that is only for trials",
        );
    }
    status(error)
}

/// The exit status of a command that failed.
fn status(error: &anyhow::Error) -> ExitStatus {
    #[cfg(feature = "publish")]
    if let Some(failed) = error.downcast_ref() {
        return publication_status(failed);
    }
    if error.is::<Unconfirmed>() {
        return ExitStatus::Unconfirmed;
    }
    match error.downcast_ref() {
        Some(BuildError::Examples(_)) => ExitStatus::Unconfirmed,
        Some(BuildError::Usage(_)) => ExitStatus::Usage,
        Some(BuildError::InventoryRefused { .. }) => ExitStatus::Refused,
        Some(BuildError::File { .. } | BuildError::ForeignOutput(_) | BuildError::ChangedUrls { .. })
        | None => ExitStatus::NotWritten,
        Some(_) => ExitStatus::Problems,
    }
}

/// The exit status of a publication that failed.
#[cfg(feature = "publish")]
fn publication_status(error: &publish::error::PublishError) -> ExitStatus {
    use publish::error::PublishError;
    match error {
        error if error.is_conflict() => ExitStatus::Conflict,
        PublishError::Foreign(_) => ExitStatus::Unconfirmed,
        PublishError::Usage(_) => ExitStatus::Usage,
        PublishError::Target(_)
        | PublishError::NotBuilt(_)
        | PublishError::TooManyDeletes { .. }
        | PublishError::Damaged { .. } => ExitStatus::Problems,
        _ => ExitStatus::NotWritten,
    }
}
