//! Exit statuses, and how a command that failed says why.

use std::process::ExitCode;

use serde_json::json;

use super::console::Console;
use crate::pipeline::publication::Unconfirmed;
use formats::problem::Problem;
use model::build_error::{BuildError, InventoryReason};

/// The exit status of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Status {
    /// The command succeeded.
    Done = 0,
    /// Problems in the author's files, a tool that is missing or failed, an unusable file of `--inventory`, or a bug.
    Problems = 1,
    /// The arguments are wrong.
    Usage = 2,
    /// The inventory is refused under `--strict`.
    Refused = 3,
    /// A file could not be read or written, or a server could not listen on its address.
    NotWritten = 4,
    /// The command succeeded, but the inventory is older than `gates.max_age_hours`.
    Overdue = 5,
    /// A person must confirm the publication.
    Unconfirmed = 6,
    /// The target of a publication changed meanwhile, or another publisher is at work there.
    #[cfg(feature = "publish")]
    Conflict = 7,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Prints an error; with `as_json` as one JSON object on stdout. Errors other than [`BuildError`] are those of servers.
pub(super) fn report(console: &Console, error: &anyhow::Error, as_json: bool) -> Status {
    #[cfg(feature = "publish")]
    if let Some(failed) = error.downcast_ref() {
        return print(console, error, &[], &[], of_publication(failed), as_json);
    }
    if error.is::<Unconfirmed>() {
        return print(console, error, &[], &[], Status::Unconfirmed, as_json);
    }
    let (problems, reasons, status) = match error.downcast_ref() {
        Some(BuildError::Problems(problems)) => (&problems[..], &[][..], Status::Problems),
        Some(BuildError::InventoryRefused { reasons, .. }) => (&[][..], &reasons[..], Status::Refused),
        Some(BuildError::NoInventory { reasons, .. }) => (&[][..], &reasons[..], Status::Problems),
        Some(BuildError::InventoryFile(reason)) => (&[][..], std::slice::from_ref(reason), Status::Problems),
        Some(BuildError::Tool(_) | BuildError::Bug(_)) => (&[][..], &[][..], Status::Problems),
        Some(BuildError::File { .. } | BuildError::ForeignOutput(_) | BuildError::ChangedUrls { .. })
        | None => (&[][..], &[][..], Status::NotWritten),
    };
    print(console, error, problems, reasons, status, as_json)
}

fn print(
    console: &Console,
    error: &anyhow::Error,
    problems: &[Problem],
    reasons: &[InventoryReason],
    status: Status,
    as_json: bool,
) -> Status {
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
    status
}

/// The exit status of a publication that failed.
#[cfg(feature = "publish")]
fn of_publication(error: &publish::error::PublishError) -> Status {
    use publish::error::PublishError;
    match error {
        PublishError::Leased(_)
        | PublishError::LeaseLost(_)
        | PublishError::LossUnrecorded(_)
        | PublishError::Disturbed
        | PublishError::Moved(_) => Status::Conflict,
        PublishError::Foreign(_) => Status::Unconfirmed,
        PublishError::Usage(_) => Status::Usage,
        PublishError::Target(_)
        | PublishError::NotBuilt(_)
        | PublishError::TooManyDeletes { .. }
        | PublishError::Damaged { .. } => Status::Problems,
        PublishError::Stopped
        | PublishError::Store { .. }
        | PublishError::File { .. }
        | PublishError::FileChanged(_) => Status::NotWritten,
    }
}
