//! Stage 6: files to the output folder, all or nothing.
//!
//! Each file is compared with the last site. The new site is put together in a fresh folder, where unchanged files are
//! the old ones under a second name (so that they keep their modification times), and then both folders change places
//! in one step. A build that is killed at any moment leaves the old site or the new one, never a part. Nothing
//! changed: nothing is written. The folder that was replaced stays as a spare (`spare`), so that the next site is made
//! of it by changing little.

mod compare;
mod draft;
mod kept;
mod lock;
mod spare;
mod swap;
mod tree;

use std::path::Path;

pub use draft::Draft;
pub use lock::Lock;

use model::build_error::BuildError;
use model::fingerprint::Fingerprint;
use model::output::OutputFile;

/// What every site of ours has: a folder without it is somebody's, and is not replaced.
const MARK: &str = "_headers";

/// What the stage did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Addresses whose content is new, changed or gone, sorted: what caches must forget.
    pub changed: Vec<String>,
    /// How many files stayed as they were.
    pub unchanged: usize,
}

/// Writes a site that is all in memory to `out`. The caller holds the project's [`Lock`].
///
/// # Errors
/// See [`BuildError`].
pub fn write(out: &Path, files: &[OutputFile]) -> Result<Written, BuildError> {
    Draft::open(out, None, Fingerprint::default())?.finish(files)
}

/// Writes the addresses that caches must forget, one per line, unless the file says so already.
///
/// # Errors
/// [`BuildError::ChangedUrls`].
pub fn write_changed_urls(file: &Path, base_url: &str, written: &Written) -> Result<(), BuildError> {
    let text: String = written
        .changed
        .iter()
        .map(|url| format!("{base_url}{url}\n"))
        .collect();
    if std::fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let half = file.with_extension("part");
    let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder
        .and_then(|()| std::fs::write(&half, text))
        .and_then(|()| std::fs::rename(&half, file))
        .map_err(|source| BuildError::ChangedUrls {
            path: file.to_owned(),
            source,
        })
}

#[cfg(test)]
mod tests;
