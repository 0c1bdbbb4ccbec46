//! Reports changed source files: the many events of one save become one signal.

use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{RecursiveMode, Watcher as _};
use tokio::sync::mpsc;

use crate::project;

/// Editors write a file in several steps; a save is over after this long without an event. A step that comes later is
/// a save of its own.
const QUIET: Duration = Duration::from_millis(10);

/// The watched folders and files, from the project's root.
const WATCHED: [&str; 6] =
    ["content", "templates", "islands/src", "site.yaml", "theme.yaml", "functions/cases"];

/// The watched folders of the engine, if it is elsewhere.
const SHARED: [&str; 2] = ["templates", "islands/src"];

/// Changed source files, one signal for each save.
#[derive(Debug)]
pub struct FileChanges {
    events: mpsc::UnboundedReceiver<PathBuf>,
    /// Files of a save that is not over.
    pending: Vec<PathBuf>,
    // Watching ends when the watcher is dropped.
    _watcher: notify::RecommendedWatcher,
}

impl FileChanges {
    /// Starts to watch the project at `root`.
    ///
    /// # Errors
    /// When the system cannot watch files.
    pub fn watch(root: &Path) -> notify::Result<FileChanges> {
        let (sender, events) = mpsc::unbounded_channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let changes = event.into_iter().filter(|event| !event.kind.is_access());
            for path in changes.flat_map(|event| event.paths).filter(|path| is_source(path)) {
                // Sending fails when the server has stopped.
                let _ = sender.send(path);
            }
        })?;
        let own = WATCHED.iter().map(|name| root.join(name));
        let engine = project::engine(root);
        let shared = engine.iter().flat_map(|engine| SHARED.map(|name| engine.join(name)));
        for path in own.chain(shared).filter(|path| path.exists()) {
            watcher.watch(&path, RecursiveMode::Recursive)?;
        }
        Ok(FileChanges { events, pending: Vec::new(), _watcher: watcher })
    }

    /// Waits for the next save; returns the changed files, or none when watching has ended. A caller that stops waiting
    /// misses nothing: the next call continues.
    pub async fn next(&mut self) -> Option<Vec<PathBuf>> {
        if self.pending.is_empty() {
            let first = self.events.recv().await?;
            self.pending.push(first);
        }
        while let Ok(Some(path)) = tokio::time::timeout(QUIET, self.events.recv()).await {
            self.pending.push(path);
        }
        let mut changed = std::mem::take(&mut self.pending);
        changed.sort();
        changed.dedup();
        Some(changed)
    }
}

/// Whether a file is not an editor's swap or backup file.
fn is_source(path: &Path) -> bool {
    path.file_name().is_some_and(|name| {
        let name = name.to_string_lossy();
        !name.starts_with('.') && !name.ends_with('~') && !name.ends_with(".swp") && name != "4913"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_save_is_one_signal() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("content/es")).expect("made");
        let mut changes = FileChanges::watch(root.path()).expect("watching");
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
