//! Why a publication did not happen.

use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

/// Why a publication, rollback or restoration did not happen.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The target in `site.yaml` cannot be used.
    #[error("{0}")]
    Target(String),
    /// An operation at the target failed.
    #[error(
        "{path}: the target failed: {reason}: run the command again; it continues where this one stopped"
    )]
    Store {
        /// The path at the target.
        path: String,
        /// The error of the store.
        reason: String,
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

impl PublishError {
    /// Adds the path to an error of the operating system.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> PublishError + use<> {
        let path = path.to_owned();
        move |source| PublishError::File { path, source }
    }

    /// Adds the path at the target to an error of the store.
    pub(crate) fn store(path: &str) -> impl FnOnce(object_store::Error) -> PublishError + use<> {
        let path = path.to_owned();
        move |error| PublishError::Store {
            path,
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
