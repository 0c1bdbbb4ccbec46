//! Operations on the files of a folder.

use std::fs;
use std::io;
use std::path::Path;

/// Creates a folder and those above it, up to `root`, with a mode. Those that exist keep theirs.
pub(super) fn create_folder(root: &Path, folder: &Path, mode: u32) -> io::Result<()> {
    let is_missing = |above: &&Path| *above != root && above.starts_with(root) && !above.is_dir();
    let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    fs::create_dir_all(folder)?;
    for above in missing {
        system::set_mode(above, mode)?;
    }
    Ok(())
}

/// The content of a file; `None` when there is none.
pub(super) fn read_optional(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes a file, if there is one.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
