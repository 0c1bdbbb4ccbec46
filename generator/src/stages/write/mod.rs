//! Stage 8: replaces the output folder as a whole, or leaves it unchanged.
//!
//! Each file is compared with the last site's as soon as it is made. What differs is written to a staging folder; at the
//! end, files that did not change are added there as hard links to those of the last site (which keeps their place on the
//! disk and their modification times), and both folders are exchanged in one step. A build that is killed at any moment
//! leaves the old site or the new one, never a mixture. When nothing changed, nothing is written.

mod folder;
mod site_writer;
mod swap;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::path::Path;

use crate::cache::file;
use model::build_error::BuildError;
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
    /// The paths of the files that were written, sorted.
    pub files: Vec<String>,
    /// The paths of the files that did not change.
    pub unchanged: Vec<String>,
}

/// Writes the addresses that caches must purge, one per line, unless the file already contains them.
///
/// # Errors
/// [`BuildError::ChangedUrls`].
pub fn write_changed_urls(path: &Path, base_url: &str, written: &Written) -> Result<(), BuildError> {
    let text: String = written.changed.iter().map(|url| format!("{base_url}{url}\n")).collect();
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    file::replace(path, text.as_bytes())
        .map_err(|source| BuildError::ChangedUrls { path: path.to_owned(), source })
}

/// Held while a build runs. The operating system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock of the project at `root`. `on_wait` is called when another build holds it.
    ///
    /// # Errors
    /// When the lock file cannot be created.
    pub fn take(root: &Path, on_wait: impl FnOnce()) -> Result<Lock, BuildError> {
        let folder = root.join(".site");
        let path = folder.join("build.lock");
        fs::create_dir_all(&folder).map_err(BuildError::at(&folder))?;
        let file = File::create(&path).map_err(BuildError::at(&path))?;
        if file.try_lock().is_err() {
            on_wait();
            file.lock().map_err(BuildError::at(&path))?;
        }
        Ok(Lock { _file: file })
    }
}
