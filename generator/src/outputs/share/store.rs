//! Painted pictures kept under `.site/cache/share`, each named by the key of its drawing.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cache::{part, unused};
use model::build_error::BuildError;

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
    pub(super) fn open(root: &Path) -> Result<Store, BuildError> {
        let folder = root.join(FOLDER);
        fs::create_dir_all(&folder).map_err(BuildError::at(&folder))?;
        Ok(Store { folder })
    }

    /// The picture of that key, if it was painted before.
    pub(super) fn get(&self, key: &str) -> Option<Vec<u8>> {
        fs::read(self.path(key)).ok()
    }

    /// Keeps a picture. A file with its name is whole: it gets the name when it is finished.
    pub(super) fn keep(&self, key: &str, bytes: &[u8]) -> Result<(), BuildError> {
        let part = self.folder.join(format!("{key}.{}", part::ending()));
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, self.path(key)));
        written.map_err(BuildError::at(&part))
    }

    /// Removes the oldest pictures that this build did not use.
    pub(super) fn forget_unused(&self, used: &HashSet<&str>) {
        unused::forget(&self.folder, UNUSED_KEPT, |path| {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            stem.is_some_and(|stem| used.contains(stem))
        });
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.png"))
    }
}
