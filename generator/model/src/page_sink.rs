//! Where finished unit pages go while others are still rendered: the contract between the render and the write stage.

use crate::build_error::BuildError;
use crate::fingerprint::Fingerprint;
use crate::output::OutputFile;

/// Keeps finished unit pages.
pub trait PageSink: Sync {
    /// Whether these files stand in the last site as the same inputs made them.
    fn has(&self, paths: &[String], inputs: &Fingerprint) -> bool;

    /// Takes a file that was made from these inputs and, where it is noted, from the whole inventory.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep(&self, file: &OutputFile, inputs: &Fingerprint, whole_inventory: bool) -> Result<(), BuildError>;
}
