//! The exit statuses of `site`.

use std::process::ExitCode;

/// The exit status of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
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
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
