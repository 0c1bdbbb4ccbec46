//! On Unix; releases are made for Linux and macOS.

use std::fs::{self, File, Permissions};
use std::future::pending;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{self, Stdio};

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Mode, OFlags, fchmod, mkdirat, open, openat, renameat, unlinkat};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::NamedTempFile;
use tokio::process::{Child, Command};
use tokio::signal::unix::{SignalKind, signal};

use crate::check_names;

/// A folder's flags. Its own path may be a link; no path below it is followed through one.
const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);
/// A file's flags, without access. Opening a named pipe must not wait for a writer.
const FILE: OFlags = OFlags::NOFOLLOW
    .union(OFlags::NONBLOCK)
    .union(OFlags::CLOEXEC);

/// A group of processes, which is ended when this is dropped, and when this process ends, by whatever signal.
#[derive(Debug)]
pub struct ProcessGroup {
    /// A shell that ends the group at the end of its input, which this process alone holds open. It is the first of the group, so
    /// that there is no moment at which a command runs without it.
    guard: process::Child,
}

impl ProcessGroup {
    /// Starts a command in a new group.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, ProcessGroup)> {
        let guard = process::Command::new("/bin/sh")
            .args(["-c", "read -r line; kill -s KILL 0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let group = ProcessGroup { guard };
        let id = i32::try_from(group.guard.id()).map_err(io::Error::other)?;
        let child = command.process_group(id).spawn()?;
        Ok((child, group))
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // Until the guard is waited for, no other group gets this one's number.
        kill_group(self.guard.id());
        let _ = self.guard.wait();
    }
}

/// A group that has ended is no error.
fn kill_group(id: u32) {
    let group = i32::try_from(id).ok().and_then(Pid::from_raw);
    // It fails only where nothing is left to end.
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
}

/// Opens the regular file at a path below a folder. As in every function here whose name ends in `_below`, each name of the path is
/// that of a file or folder, and no link is on the way.
pub fn open_below(folder: &Path, path: &str) -> io::Result<File> {
    let (folder, name) = folder_of(folder, path)?;
    let file = File::from(openat(&folder, name, FILE | OFlags::RDONLY, Mode::empty())?);
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Replaces the file at a path below a folder as a whole.
pub fn replace_below(folder: &Path, path: &str, bytes: &[u8]) -> io::Result<()> {
    let (folder, name) = folder_of(folder, path)?;
    let temporary = format!(".{name}.new");
    let flags = FILE | OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC;
    let mode = Mode::from_raw_mode(crate::ORDINARY_FILE);
    let mut file = File::from(openat(&folder, &temporary, flags, mode)?);
    let replaced = file
        .write_all(bytes)
        .and_then(|()| Ok(renameat(&folder, &temporary, &folder, name)?));
    if replaced.is_err() {
        let _ = unlinkat(&folder, &temporary, AtFlags::empty());
    }
    replaced
}

/// Creates the file at a path below a folder, to write to it, with this mode. It fails where something is there.
pub fn create_below(folder: &Path, path: &str, mode: u32) -> io::Result<File> {
    let (folder, name) = folder_of(folder, path)?;
    let flags = FILE | OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
    let mode = Mode::from_raw_mode(mode);
    let file = openat(&folder, name, flags, mode)?;
    // The process's umask may have removed a part of the mode.
    fchmod(&file, mode)?;
    Ok(file.into())
}

/// Creates the folders of a path below a folder that are missing, with this mode. Those that exist keep theirs.
pub fn create_folders_below(folder: &Path, path: &str, mode: u32) -> io::Result<()> {
    check_names(path)?;
    let mut folder = open(folder, FOLDER, Mode::empty())?;
    for name in path.split('/') {
        let created = mkdirat(&folder, name, Mode::from_raw_mode(mode));
        folder = match created {
            Ok(()) | Err(Errno::EXIST) => open_folder(&folder, name)?,
            Err(error) => return Err(error.into()),
        };
        if created.is_ok() {
            // The process's umask may have removed a part of the mode.
            fchmod(&folder, Mode::from_raw_mode(mode))?;
        }
    }
    Ok(())
}

/// Gives a file below a folder another path there, in place of a file that has it.
pub fn rename_below(folder: &Path, from: &str, to: &str) -> io::Result<()> {
    let (from_folder, from_name) = folder_of(folder, from)?;
    let (to_folder, to_name) = folder_of(folder, to)?;
    Ok(renameat(from_folder, from_name, to_folder, to_name)?)
}

/// Removes the file at a path below a folder, or a link there.
pub fn remove_below(folder: &Path, path: &str) -> io::Result<()> {
    let (folder, name) = folder_of(folder, path)?;
    Ok(unlinkat(folder, name, AtFlags::empty())?)
}

/// Removes the empty folder at a path below a folder.
pub fn remove_folder_below(folder: &Path, path: &str) -> io::Result<()> {
    let (folder, name) = folder_of(folder, path)?;
    Ok(unlinkat(folder, name, AtFlags::REMOVEDIR)?)
}

/// The open folder that a file is in, and the file's name.
fn folder_of<'a>(folder: &Path, path: &'a str) -> io::Result<(OwnedFd, &'a str)> {
    check_names(path)?;
    let mut folder = open(folder, FOLDER, Mode::empty())?;
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    for segment in folders.split_terminator('/') {
        folder = open_folder(&folder, segment)?;
    }
    Ok((folder, name))
}

fn open_folder(folder: &OwnedFd, name: &str) -> io::Result<OwnedFd> {
    match openat(folder, name, FOLDER | OFlags::NOFOLLOW, Mode::empty()) {
        // A link: some systems have an error of its own for it.
        Err(Errno::LOOP) => Err(io::ErrorKind::NotADirectory.into()),
        opened => Ok(opened?),
    }
}

/// Exchanges two folders in one step, or changes nothing where the system cannot.
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    return {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
    };
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    Err(io::ErrorKind::Unsupported.into())
}

/// Flushes to the disk what was written below a folder; on Linux the whole file system, elsewhere the folder's own entries.
pub fn flush_below(folder: &Path) -> io::Result<()> {
    let folder = File::open(folder)?;
    #[cfg(target_os = "linux")]
    return Ok(rustix::fs::syncfs(folder)?);
    #[cfg(not(target_os = "linux"))]
    folder.sync_all()
}

/// Flushes the names of a folder's files to the disk.
pub fn flush_names(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Sets the mode of a file or folder.
pub fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Creates a file with this mode, less the umask, and a name that begins with `prefix`. It is removed unless it is persisted.
pub fn temporary_file(folder: &Path, prefix: &str, mode: u32) -> io::Result<NamedTempFile> {
    tempfile::Builder::new()
        .prefix(prefix)
        .permissions(Permissions::from_mode(mode))
        .tempfile_in(folder)
}

/// Waits for SIGTERM, which from this call on does not end the process.
pub(crate) fn terminated() -> impl Future<Output = ()> {
    let received = signal(SignalKind::terminate());
    async {
        match received {
            Ok(mut signal) => drop(signal.recv().await),
            // Without a handler the signal ends the process.
            Err(_) => pending().await,
        }
    }
}
