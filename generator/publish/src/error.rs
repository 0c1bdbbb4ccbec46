//! Why a publication did not happen.

use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use object_store::Error;

/// Why a publication, rollback or restoration did not happen.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The target in `site.yaml` cannot be used.
    #[error("{0}")]
    Target(String),
    /// An operation at the target failed.
    #[error("{path}: the target failed: {reason}: {advice}")]
    Store {
        /// The path at the target.
        path: String,
        /// The error of the store.
        reason: String,
        /// What to do.
        advice: &'static str,
    },
    /// A file of this machine could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The folder is no built site.
    #[error("{0}: `site build` did not write this folder: run `site build` first")]
    NotBuilt(PathBuf),
    /// A file of the built site changed while it was published.
    #[error("{0}: the file changed while it was published: run the command again when no build is running")]
    FileChanged(String),
    /// Another publisher is at work.
    #[error("the target is leased by {owner} until {until}: run the command again after that")]
    Leased {
        /// Who has the lease.
        owner: String,
        /// When it ends.
        until: Timestamp,
    },
    /// Another publisher took over the lease, because this one was too slow.
    #[error("the lease of the target was lost after {0} seconds without an answer: run the command again")]
    LeaseLost(u64),
    /// The user or the machine asked the process to end.
    #[error("the publication was stopped: run the command again; it continues where this one stopped")]
    Stopped,
    /// Somebody else wrote the record meanwhile.
    #[error("{0}: the record changed while this publication ran: run the command again")]
    Moved(&'static str),
    /// The publication would delete many files.
    #[error(
        "{deleted} of {total} pages and other files would be deleted, more than `publish.max_deletes` ({limit} %): \
         check dist/, then run the command with --allow-deletes"
    )]
    TooManyDeletes {
        /// How many files.
        deleted: usize,
        /// How many files without a hash in their name the target has.
        total: usize,
        /// The limit in percent.
        limit: u32,
    },
    /// What this crate stored at the target cannot be used.
    #[error("{path}: {reason}")]
    Damaged {
        /// The path at the target.
        path: String,
        /// What is wrong and what to do.
        reason: String,
    },
    /// There is no such target or release.
    #[error("{0}")]
    Usage(String),
}

/// Where the clouds give credentials to their own machines. The libraries ask there when the environment has none.
const METADATA_SERVICE: &str = "169.254.169.254";

/// What to do after an error of a store.
fn advice(error: &Error) -> &'static str {
    match error {
        Error::Unauthenticated { .. } | Error::PermissionDenied { .. } => {
            "check the credentials in the environment, and that they may list, read, write and delete there"
        }
        // Reading a file that is missing is no error, so it is the bucket.
        Error::NotFound { .. } => "create the bucket, or correct the `url` of the target in site.yaml",
        other if other.to_string().contains(METADATA_SERVICE) => {
            "no credentials were found: set the environment variables of the target's cloud"
        }
        _ => "run the command again; it continues where this one stopped",
    }
}

impl PublishError {
    /// Adds the path to an error of the operating system.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> PublishError + use<> {
        let path = path.to_owned();
        move |source| PublishError::File { path, source }
    }

    /// Adds the path at the target to an error of the store.
    pub(crate) fn store(path: &str) -> impl FnOnce(Error) -> PublishError + use<> {
        let path = path.to_owned();
        move |error| PublishError::Store {
            path,
            advice: advice(&error),
            reason: error.to_string(),
        }
    }

    /// Whether the target changed meanwhile or is leased by another publisher.
    #[must_use]
    pub fn is_conflict(&self) -> bool {
        matches!(
            self,
            PublishError::Leased { .. } | PublishError::LeaseLost(_) | PublishError::Moved(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_store_says_what_to_do() {
        let message = |error: Error| PublishError::store("index.html")(error).to_string();
        let refused = message(Error::PermissionDenied {
            path: String::new(),
            source: "403".into(),
        });
        assert!(
            refused.contains(": check the credentials in the environment"),
            "{refused}"
        );
        let failed = |reason: &str| {
            message(Error::Generic {
                store: "S3",
                source: reason.into(),
            })
        };
        let without_credentials = failed("PUT http://169.254.169.254/latest/api/token: connection refused");
        assert!(
            without_credentials.contains(": no credentials were found: set"),
            "{without_credentials}"
        );
        assert!(failed("500").ends_with(": run the command again; it continues where this one stopped"));
    }
}
