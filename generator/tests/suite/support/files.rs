//! Folders: the repository, the golden sites, copies, and the files of a built site.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::Value;
use walkdir::WalkDir;

/// The files of a folder by their path below it.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What belongs to the development at the root of this repository, which its editors change; no test of the engine reads it.
pub const DEVELOPMENT: [&str; 4] = ["content", "dist", "site.yaml", "theme.yaml"];

/// A file or folder of the engine, by its path in this repository.
pub fn engine_file(path: impl AsRef<Path>) -> PathBuf {
    let path = path.as_ref();
    let first = path.iter().next().expect("a path");
    assert!(
        DEVELOPMENT.iter().all(|part| first != *part),
        "{} belongs to the development of this repository, not to the engine",
        path.display()
    );
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    repository.canonicalize().unwrap().join(path)
}

pub fn golden_sites() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites")
}

/// Copies the base site, and the files of one golden case over it; before them, what its `start.txt` names.
pub fn copy_golden_site(case: &str, to: &Path) {
    let copy = |source: &str| copy_folder(&golden_sites().join(source).join("in"), to);
    copy("base");
    let start = fs::read_to_string(golden_sites().join(case).join("start.txt"));
    for line in start.unwrap_or_default().lines() {
        match line.strip_prefix("without ") {
            Some(path) => fs::remove_dir_all(to.join(path)).unwrap(),
            None => copy(line),
        }
    }
    copy(case);
}

/// Copies a folder into another one; links are copied as links.
pub fn copy_folder(from: &Path, to: &Path) {
    copy_files(from, to, |_| true);
}

/// Copies those files of a folder whose path below it is accepted.
pub fn copy_files(from: &Path, to: &Path, accept: impl Fn(&Path) -> bool) {
    for entry in WalkDir::new(from).into_iter().map(Result::unwrap) {
        let path = entry.path().strip_prefix(from).unwrap();
        let target = to.join(path);
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else if !accept(path) {
            continue;
        } else if entry.file_type().is_symlink() {
            symlink(fs::read_link(entry.path()).unwrap(), &target).unwrap();
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

pub fn read_files(folder: &Path) -> Files {
    let entries = WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap();
            (
                path.to_string_lossy().into_owned(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect()
}

#[track_caller]
pub fn read(root: &Path, file: &str) -> String {
    fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Writes a file of a project, with the folders above it and in place of a link.
pub fn write(root: &Path, file: &str, text: impl AsRef<[u8]>) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if path.is_symlink() {
        fs::remove_file(&path).unwrap();
    }
    fs::write(path, text).unwrap();
}

/// Writes a file of a project anew from its text.
pub fn change(root: &Path, file: &str, change: impl FnOnce(&str) -> String) {
    write(root, file, change(&read(root, file)));
}

/// Replaces a text of a file wherever it is, which must be somewhere.
#[track_caller]
pub fn edit(root: &Path, file: &str, from: &str, to: &str) {
    let text = read(root, file);
    assert!(text.contains(from), "{file} has no {from}");
    write(root, file, text.replace(from, to));
}

pub fn read_json(root: &Path, file: &str) -> Value {
    serde_json::from_str(&read(root, file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

pub fn change_json(root: &Path, file: &str, change: impl FnOnce(&mut Value)) {
    let mut value = read_json(root, file);
    change(&mut value);
    write(root, file, value.to_string());
}
