//! Stage 8: replaces the output folder as a whole, or leaves it unchanged.
//!
//! Each file is compared with the last site. The new site is assembled in a staging folder, where unchanged files are
//! hard links to those of the last site (which preserves their modification times), and then both folders are
//! exchanged in one step. A build that is killed at any moment leaves the old site or the new one, never a mixture.
//! When nothing changed, nothing is written. The folder that was replaced becomes the standby output (`standby`): the
//! next build only changes the files in which it differs.

mod compare;
mod last_site;
mod lock;
mod site_manifest;
mod site_writer;
mod standby;
mod swap;
#[cfg(test)]
mod tests;
mod tree;

use std::path::Path;

use crate::cache::file;
pub use last_site::LastSite;
pub use lock::Lock;
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::output::OutputFile;
pub use site_manifest::BuildRecord;
pub use site_writer::SiteWriter;

/// A file that every built site has. A folder without it is not replaced: it holds something else.
const SITE_MARKER: &str = "_headers";

/// Whether a build wrote the folder.
pub fn is_built(out: &Path) -> bool {
    out.join(SITE_MARKER).is_file()
}

/// What the stage did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Addresses whose content is new, changed or removed, sorted: what caches must purge.
    pub changed: Vec<String>,
    /// How many files did not change.
    pub unchanged: usize,
}

/// Writes a site that is completely in memory to `out`. The caller holds the project's [`Lock`].
///
/// # Errors
/// See [`LastSite::open`] and [`SiteWriter::finish`].
pub fn write(out: &Path, files: &[OutputFile]) -> Result<Written, BuildError> {
    let writer = LastSite::open(out, None)?.replace(Fingerprint::default());
    writer.finish(files, BuildRecord::default())
}

/// Writes the addresses that caches must purge, one per line, unless the file already contains them.
///
/// # Errors
/// [`BuildError::ChangedUrls`].
pub fn write_changed_urls(path: &Path, base_url: &str, written: &Written) -> Result<(), BuildError> {
    let text: String = written
        .changed
        .iter()
        .map(|url| format!("{base_url}{url}\n"))
        .collect();
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    file::replace(path, text.as_bytes()).map_err(|source| BuildError::ChangedUrls {
        path: path.to_owned(),
        source,
    })
}
