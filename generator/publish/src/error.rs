//! Why a publication did not happen.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use object_store::Error;

use crate::layout::RECORD;

/// Why a publication, rollback or restoration did not happen.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what it is")]
pub enum PublishError {
    /// Something that a person must correct first.
    #[error("{0}")]
    Problem(String),
    #[error("{path}: the target failed: {reason}: {advice}")]
    Store {
        path: String,
        reason: String,
        advice: &'static str,
    },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error(
        "{0}: the file changed while it was published: run the command again when no build is running"
    )]
    FileChanged(String),
    #[error(
        "another publisher, {0}, is at work on the target or has just been: run the command again"
    )]
    Leased(String),
    #[error(
        "this publication lost its lease of the target, which lasts {0} seconds without an answer from there: run the \
         command again; it repairs what two publishers wrote"
    )]
    LeaseLost(u32),
    #[error(
        "this publication lost its lease of the target and could not record what it may have changed there ({0}): run \
         `site publish --verify`"
    )]
    LossUnrecorded(Box<PublishError>),
    #[error(
        "another publisher, which had lost its lease, changed files meanwhile: run the command again; it repairs them"
    )]
    Disturbed,
    #[error(
        "nothing is published at the target yet, but it has {} file{}, such as {}: correct the `url` of the target in \
         site.yaml, or run the command with --adopt, which replaces files of the same name and leaves the others",
        .0.len(), if .0.len() == 1 { "" } else { "s" },
        .0.iter().take(5).map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ")
    )]
    Foreign(Vec<String>),
    #[error(
        "the publication was stopped: run the command again; it continues where this one stopped"
    )]
    Stopped,
    #[error("{RECORD}: the record changed while this publication ran: run the command again")]
    Moved,
    /// There is no such target or release.
    #[error("{0}")]
    Usage(String),
}

/// Where the clouds give credentials to their own machines. The libraries ask there when the environment has none.
const METADATA_SERVICE: &str = "169.254.169.254";

/// What the clouds answer to a request that is dated wrongly: S3, Azure, Google.
const WRONG_CLOCK: [&str; 3] = [
    "RequestTimeTooSkewed",
    "date header too old",
    "reasonable timeframe",
];

fn advice(error: &Error) -> &'static str {
    let reason = error.to_string();
    match error {
        _ if WRONG_CLOCK.iter().any(|words| reason.contains(words)) => {
            "the clock of this machine is wrong: set it, for example with NTP"
        }
        Error::Unauthenticated { .. } | Error::PermissionDenied { .. } => {
            "check the credentials in the environment, and that they may list, read, write and delete there"
        }
        // Reading a file that is missing is not an error, so it is the bucket.
        Error::NotFound { .. } => {
            "create the bucket, or correct the `url` of the target in site.yaml"
        }
        _ if reason.contains(METADATA_SERVICE) => {
            "no credentials were found: set the environment variables of the target's cloud"
        }
        _ => "run the command again; it continues where this one stopped",
    }
}

impl PublishError {
    /// What is stored at the target cannot be used.
    pub(crate) fn damaged(path: &str, reason: impl Display) -> PublishError {
        PublishError::Problem(format!("{path}: {reason}"))
    }

    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> PublishError + use<> {
        let path = path.to_owned();
        move |source| PublishError::File { path, source }
    }

    pub(crate) fn store(path: &str) -> impl FnOnce(Error) -> PublishError + use<> {
        let path = path.to_owned();
        move |error| PublishError::Store {
            path,
            advice: advice(&error),
            reason: error.to_string(),
        }
    }

    /// Whether the target changed meanwhile or is leased by another publisher.
    pub fn is_conflict(&self) -> bool {
        use PublishError::{Disturbed, LeaseLost, Leased, LossUnrecorded, Moved};
        matches!(
            self,
            Leased(_) | LeaseLost(_) | LossUnrecorded(_) | Disturbed | Moved
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_store_says_what_to_do() {
        let refused = |reason: &str| Error::PermissionDenied {
            path: String::new(),
            source: reason.into(),
        };
        let failed = |reason: &str| Error::Generic {
            store: "S3",
            source: reason.into(),
        };
        for (error, advice) in [
            (refused("403"), ": check the credentials in the environment"),
            (
                refused("<Code>RequestTimeTooSkewed</Code>"),
                ": the clock of this machine is wrong: set it",
            ),
            (
                failed("PUT http://169.254.169.254/latest/api/token: refused"),
                ": no credentials were found: set",
            ),
            (
                failed("500"),
                ": run the command again; it continues where this one stopped",
            ),
        ] {
            let message = PublishError::store("index.html")(error).to_string();
            assert!(message.contains(advice), "{message}");
        }
    }
}
