//! Painted pictures kept under `.site/cache/share`, each named by the key of its drawing.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::part;

/// Where painted pictures are kept, from the project's root.
const FOLDER: &str = ".site/cache/share";
/// How many pictures of earlier builds are kept beside those of the last one.
const UNUSED_KEPT: usize = 600;

/// The folder of painted pictures.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
}

impl Store {
    /// Opens the folder, or makes it.
    pub(super) fn open(root: &Path) -> Result<Store, (PathBuf, io::Error)> {
        let folder = root.join(FOLDER);
        match fs::create_dir_all(&folder) {
            Ok(()) => Ok(Store { folder }),
            Err(error) => Err((folder, error)),
        }
    }

    /// The picture of that key, if it was painted before.
    pub(super) fn get(&self, key: &str) -> Option<Vec<u8>> {
        fs::read(self.path(key)).ok()
    }

    /// Keeps a picture. A file with its name is whole: it gets the name when it is finished.
    pub(super) fn keep(&self, key: &str, bytes: &[u8]) -> Result<(), (PathBuf, io::Error)> {
        let part = self.folder.join(format!("{key}.{}", part::ending()));
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, self.path(key)));
        written.map_err(|error| (part, error))
    }

    /// Removes the oldest pictures that this build did not use.
    pub(super) fn forget_unused(&self, used: &HashSet<&str>) {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return;
        };
        let is_used = |path: &Path| {
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            stem.is_some_and(|stem| used.contains(stem.as_str()))
        };
        let mut unused: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| !is_used(path))
            .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
            .collect();
        unused.sort_unstable();
        let too_many = unused.len().saturating_sub(UNUSED_KEPT);
        for (_, path) in unused.into_iter().take(too_many) {
            // What stays is only a little room on the disk.
            let _ = fs::remove_file(path);
        }
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.png"))
    }
}
