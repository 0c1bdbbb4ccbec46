//! Tells when an author's file changed: many events of one saving become one signal.

use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{RecursiveMode, Watcher as _};
use tokio::sync::mpsc;

/// Editors write a file in several steps; a build starts when this long nothing more happened.
const QUIET: Duration = Duration::from_millis(60);

/// The folders and files whose changes matter, from the project's root.
const WATCHED: [&str; 5] = [
    "content",
    "templates",
    "islands/src",
    "site.yaml",
    "functions/cases",
];

/// Changes of the author's files, one signal for each saving.
#[derive(Debug)]
pub struct Changes {
    events: mpsc::UnboundedReceiver<PathBuf>,
    // Dropping the watcher ends the watching.
    _watcher: notify::RecommendedWatcher,
}

impl Changes {
    /// Starts to watch the project at `root`.
    ///
    /// # Errors
    /// When the system cannot watch files.
    pub fn watch(root: &Path) -> notify::Result<Changes> {
        let (sender, events) = mpsc::unbounded_channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            if event.kind.is_access() {
                return;
            }
            for path in event.paths.into_iter().filter(|path| is_authors(path)) {
                // The server is gone: nobody to tell.
                let _ = sender.send(path);
            }
        })?;
        for path in WATCHED
            .iter()
            .map(|name| root.join(name))
            .filter(|path| path.exists())
        {
            watcher.watch(&path, RecursiveMode::Recursive)?;
        }
        Ok(Changes {
            events,
            _watcher: watcher,
        })
    }

    /// Waits for the next saving; gives the changed files, or nothing when watching ended.
    pub async fn next(&mut self) -> Option<Vec<PathBuf>> {
        let mut changed = vec![self.events.recv().await?];
        while let Ok(Some(path)) = tokio::time::timeout(QUIET, self.events.recv()).await {
            changed.push(path);
        }
        changed.sort();
        changed.dedup();
        Some(changed)
    }
}

/// Not an editor's swap or backup file.
fn is_authors(path: &Path) -> bool {
    path.file_name().is_some_and(|name| {
        let name = name.to_string_lossy();
        !name.starts_with('.') && !name.ends_with('~') && !name.ends_with(".swp") && name != "4913"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_saving_is_one_signal() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("content/es")).expect("made");
        let mut changes = Changes::watch(root.path()).expect("watching");
        std::fs::write(root.path().join("content/es/.index.md.swp"), "x").expect("written");
        std::fs::write(root.path().join("content/es/index.md"), "one").expect("written");
        std::fs::write(root.path().join("content/es/index.md"), "two").expect("written");
        let changed = tokio::time::timeout(Duration::from_secs(10), changes.next())
            .await
            .expect("in time")
            .expect("a change");
        assert_eq!(changed.len(), 1, "{changed:?}");
        assert!(changed[0].ends_with("content/es/index.md"));
    }
}
