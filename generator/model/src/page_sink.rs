//! The interface to the write stage: pages and sheets of units are written as soon as they are made.

use crate::build_error::BuildError;
use crate::fingerprint::Fingerprint;
use crate::output::OutputFile;

/// Receives finished pages and sheets of units.
pub trait PageSink: Sync {
    /// Takes these files over from the last site if they were made there from the same inputs. Returns whether it did;
    /// if not, they must be rendered and written.
    fn reuse(&self, paths: &[&str], inputs: &Fingerprint) -> bool;

    /// Writes a file that was made from these inputs and, if `uses_whole_inventory`, from the whole inventory.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(
        &self,
        file: &OutputFile,
        inputs: &Fingerprint,
        uses_whole_inventory: bool,
    ) -> Result<(), BuildError>;
}
