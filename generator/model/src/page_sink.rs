//! Where finished unit pages go while others are still rendered: the contract between the render and the write stage.

use std::io;
use std::path::{Path, PathBuf};

use crate::output::OutputFile;

/// What something was made from, in sixteen bytes. Equal fingerprints mean equal inputs.
pub type Fingerprint = [u8; 16];

/// Keeps finished unit pages.
pub trait PageSink: Sync {
    /// Whether these files stand in the last site as the same inputs made them.
    fn has(&self, paths: &[String], inputs: &Fingerprint) -> bool;

    /// Takes a file that was made from these inputs and, where it is noted, from the whole inventory.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep(&self, file: &OutputFile, inputs: &Fingerprint, whole_inventory: bool) -> Result<(), WriteError>;
}

/// Why the site could not be written. The last site is untouched, unless it says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The system refused something.
    #[error("{path}: {source}")]
    File {
        /// What was being written, read or moved.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The output folder holds something else.
    #[error(
        "{0} holds files, but is no site that this command built; choose another folder with --out, or empty it"
    )]
    NotOurs(PathBuf),
    /// The list for caches; by then the site is in its place.
    #[error(
        "{path}: {source}; the new site is in place, but what caches must forget could not be listed: purge everything"
    )]
    Unlisted {
        /// The list, or its folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl WriteError {
    /// Adds the path to an error of the system.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
        let path = path.to_owned();
        move |source| WriteError::File { path, source }
    }
}
