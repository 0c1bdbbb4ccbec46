//! Prints why a build failed, and maps the error to the exit status.

use serde_json::json;

use crate::cli::console::Console;
use crate::cli::exit_status::Status;
use model::build_error::BuildError;

/// Prints the problems one per line, or with `as_json` everything as one JSON object on stdout.
pub(super) fn report(console: &Console, error: &BuildError, as_json: bool) -> Status {
    console.clear();
    if as_json {
        let problems = match error {
            BuildError::Problems(problems) => problems.as_slice(),
            _ => &[],
        };
        let reasons = match error {
            BuildError::InventoryRefused { reasons, .. } => reasons.as_slice(),
            BuildError::InventoryFile(reason) => std::slice::from_ref(reason),
            _ => &[],
        };
        let result =
            json!({"done": false, "error": error.to_string(), "problems": problems, "reasons": reasons});
        console.result(&result.to_string());
    } else {
        match error {
            BuildError::Problems(problems) => console.problems(problems),
            other => console.say(&format!("site: {other}")),
        }
    }
    status(error)
}

fn status(error: &BuildError) -> Status {
    match error {
        BuildError::Problems(_) | BuildError::InventoryFile(_) | BuildError::Tool(_) | BuildError::Bug(_) => {
            Status::Problems
        }
        BuildError::InventoryRefused { .. } => Status::Refused,
        BuildError::File { .. } | BuildError::ForeignOutput(_) | BuildError::ChangedUrls { .. } => {
            Status::NotWritten
        }
    }
}
