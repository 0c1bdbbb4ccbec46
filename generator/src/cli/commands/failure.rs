//! How a build's failure is told, and its exit status.

use serde_json::json;

use crate::cli::console::Console;
use crate::cli::exit_status::Status;
use crate::outputs::documents::TypesetError;
use crate::outputs::pictures::PictureError;
use crate::pipeline::error::BuildError;
use crate::stages::pull::PullError;

/// Tells why there is no new site: problems one per line, or everything as one JSON object on stdout.
pub(super) fn tell(console: &Console, error: &BuildError, as_json: bool) -> Status {
    console.clear();
    if as_json {
        let problems = match error {
            BuildError::Problems(refusal) => refusal.problems.as_slice(),
            _ => &[],
        };
        let reasons = match error {
            BuildError::Pull(PullError::Refused(reasons)) => reasons.as_slice(),
            BuildError::Pull(PullError::File(reason)) => std::slice::from_ref(reason),
            _ => &[],
        };
        let result =
            json!({"done": false, "error": error.to_string(), "problems": problems, "reasons": reasons});
        console.result(&result.to_string());
    } else {
        match error {
            BuildError::Problems(refusal) => console.problems(&refusal.problems),
            other => console.say(&format!("site: {other}")),
        }
    }
    status(error)
}

fn status(error: &BuildError) -> Status {
    match error {
        BuildError::Write(_)
        | BuildError::Share(_)
        | BuildError::Documents(TypesetError::File { .. })
        | BuildError::Pictures(PictureError::File { .. }) => Status::NotWritten,
        BuildError::Problems(_)
        | BuildError::Pull(PullError::File(_))
        | BuildError::Bug(_)
        | BuildError::Tool(_)
        | BuildError::Documents(_)
        | BuildError::Pictures(_) => Status::Problems,
        BuildError::Pull(PullError::Refused(_)) => Status::Refused,
    }
}
