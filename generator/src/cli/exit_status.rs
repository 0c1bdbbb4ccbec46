//! The exit statuses of `site`.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// What was asked is done.
    Done = 0,
    /// Problems in the author's files, a tool that is missing, or a fault of this command.
    Problems = 1,
    /// Wrong use of the command.
    Usage = 2,
    /// The data is refused under `--strict`.
    Refused = 3,
    /// The site could not be written, or an address could not be served.
    NotWritten = 4,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
