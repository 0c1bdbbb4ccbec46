//! Reads files and folders. Every error becomes a problem that names the file by its path from the project's root.

use std::fs;
use std::io;
use std::path::Path;

use walkdir::WalkDir;

use model::problem::{Place, Problem};

/// A file's bytes without the byte order mark that some editors write: it would end up in the middle of a page, and is
/// not valid JSON.
pub(crate) fn without_byte_order_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The path of every file below `folder`, from the root, with `/` and sorted. A missing folder has no files. Names that
/// begin with a dot belong to editors and operating systems, and are ignored.
pub(super) fn list(root: &Path, folder: &str, problems: &mut Vec<Problem>) -> Vec<String> {
    let top = root.join(folder);
    if !top.exists() {
        return Vec::new();
    }
    let mut files = Vec::new();
    let walk = WalkDir::new(&top)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.file_name())) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => files.push(from_root(root, entry.path())),
            Err(error) => {
                let file = error
                    .path()
                    .map_or_else(|| folder.to_owned(), |path| from_root(root, path));
                let reason = error.io_error().map_or_else(|| error.to_string(), reason);
                problems.push(Problem::in_file(file, format!("cannot be read: {reason}")));
            }
        }
    }
    files
}

/// What `read` makes of each file below `folder`, given its path from the root and its path below `folder`.
pub(super) fn read_each<T>(
    root: &Path,
    folder: &str,
    problems: &mut Vec<Problem>,
    read: impl Fn(&str, &str) -> Result<Option<T>, Problem>,
) -> Vec<T> {
    let mut found = Vec::new();
    for file in list(root, folder, problems) {
        match read(&file, &file[folder.len() + 1..]) {
            Ok(value) => found.extend(value),
            Err(problem) => problems.push(problem),
        }
    }
    found
}

/// The text of a file, without a byte order mark. `file` is its path from the root.
pub(super) fn read_text(root: &Path, file: &str) -> Result<String, Problem> {
    let bytes = read_bytes(root, file)?;
    String::from_utf8(without_byte_order_mark(&bytes).to_vec()).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
        Problem::at(file, Place::of_offset(&before, valid), "is not UTF-8 text")
            .hint("save the file as UTF-8")
    })
}

/// The bytes of a file. `file` is its path from the root.
pub(super) fn read_bytes(root: &Path, file: &str) -> Result<Vec<u8>, Problem> {
    fs::read(root.join(file))
        .map_err(|error| Problem::in_file(file, format!("cannot be read: {}", reason(&error))))
}

/// The same text on every operating system for the frequent errors.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "the file does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

fn from_root(root: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = relative
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

fn is_hidden(name: &std::ffi::OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}
