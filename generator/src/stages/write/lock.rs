//! Only one build of a project runs at a time.

use std::fs::{self, File};
use std::path::Path;

use model::build_error::BuildError;

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
