//! What differs between operating systems. Each need is one function with two implementations, that of Unix and a portable
//! one, which the tests run on Unix too; no other module of the repository names an operating system's interface.

mod names;
#[cfg(any(test, not(unix)))]
mod portable;
#[cfg(all(test, unix))]
mod tests;
#[cfg(unix)]
mod unix;

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Component, Path};

#[cfg(not(unix))]
use portable as own;
#[cfg(unix)]
use unix as own;

pub use names::{is_of_a_program, portable_name_problem};
pub use own::{
    ProcessGroup, create_below, create_folders_below, exchange, flush_below, flush_names,
    open_below, remove_below, remove_folder_below, rename_below, replace_below, set_mode,
    temporary_file,
};

/// The mode of an ordinary new file or folder, from which the process's umask is subtracted.
pub const ORDINARY_FILE: u32 = 0o666;

/// How the names of scripts end that npm installs, and its own.
pub const SCRIPT_SUFFIX: &str = if cfg!(windows) { ".cmd" } else { "" };

/// A relative path with `/` between its parts on every system, as addresses and records have it.
pub fn slashed(path: &Path) -> String {
    let parts = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// Whether a text is the name of one file or folder on this system: not a path, a parent, a root or a drive.
pub fn is_file_name(text: &str) -> bool {
    let mut parts = Path::new(text).components();
    let is_name = matches!(parts.next(), Some(Component::Normal(name)) if name == text);
    is_name && parts.next().is_none()
}

/// Refuses a path of which a part, between `/`, is not the name of a file or folder.
fn check_names(path: &str) -> io::Result<()> {
    if path.split('/').all(is_file_name) {
        Ok(())
    } else {
        let reason = "the path may lead out of the folder";
        Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
    }
}

/// Replaces a file whole, and creates its folder where there is none. `prepare` gets the new file before it has its name.
pub fn replace(
    path: &Path,
    bytes: &[u8],
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    let folder = parent(path);
    fs::create_dir_all(folder)?;
    let mut temporary = temporary_file(folder, ".tmp", ORDINARY_FILE)?;
    temporary.write_all(bytes)?;
    prepare(temporary.as_file())?;
    temporary.persist(path)?;
    Ok(())
}

/// Creates the folders of a path that are missing, with this mode whatever the process's umask is. Those that exist keep theirs.
pub fn create_folders(path: &Path, mode: u32) -> io::Result<()> {
    let is_missing = |folder: &&Path| *folder != Path::new("") && !folder.exists();
    let missing: Vec<&Path> = path.ancestors().take_while(is_missing).collect();
    fs::create_dir_all(path)?;
    missing
        .into_iter()
        .try_for_each(|folder| set_mode(folder, mode))
}

/// The content of a file; `None` when it is not there.
pub fn read_optional(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Removes a file, which may be missing.
pub fn remove_optional(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// The folder that a path is in.
pub fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Waits for Ctrl+C, or for SIGTERM, which from this call on does not end the process. Call it within an async runtime.
pub fn stop_signal() -> impl Future<Output = ()> {
    let terminated = own::terminated();
    async {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            () = terminated => {}
        }
    }
}
