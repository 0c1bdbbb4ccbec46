//! Changed source files start builds, and open pages follow them with a script from the server's own origin, as the
//! Content-Security-Policy requires: changed pages reload, styles are replaced in place, and problems show on top of the last good page.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures::stream::{self, Stream};
use notify::{RecursiveMode, Watcher as _};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::state::ServeState;
use crate::project;
use crate::stages::render::STYLE_LINK;

pub const SCRIPT_PATH: &str = "/_dev/live.js";
pub const EVENTS_PATH: &str = "/_dev/events";
pub const SCRIPT: &str = include_str!("live.js");

/// A page with the script's element before `</body>`. Its address contains what is served, `page` or a message of `failure`, with
/// its version, which the script compares with what it shows; and the state of a page that is not public.
pub fn with_script(page: &str, kind: &str, unpublished: Option<&str>) -> String {
    let version = version(page);
    let state = unpublished.map_or_else(String::new, |state| {
        format!(
            "&amp;state={}",
            utf8_percent_encode(state, NON_ALPHANUMERIC)
        )
    });
    let tag = format!(
        "<script type=\"module\" src=\"{SCRIPT_PATH}?{kind}={version:016x}{state}\"></script>"
    );
    let (before, after) = page.split_at(page.rfind("</body>").unwrap_or(page.len()));
    [before, &tag, after].concat()
}

/// A hash of what a page shows: without the addresses of its style sheets, which are replaced without a reload, and without what
/// only other programs read (`INVISIBLE` of live.js), such as the share picture, which is drawn after the page.
fn version(page: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    for part in page.split('<') {
        let is_hidden = part.starts_with("meta ") || part.starts_with(&STYLE_LINK[1..]);
        let is_structured = part.starts_with("script type=\"application/ld+json\"")
            || part.starts_with("script type=application/ld+json");
        let shown = if is_structured {
            ""
        } else if is_hidden {
            part.split_once('>').map_or("", |(_, after)| after)
        } else {
            part
        };
        hasher.write(shown.as_bytes());
        hasher.write_u8(0);
    }
    hasher.finish()
}

/// The event stream for one open page: the problems of the last build, now and after each build.
pub fn stream(state: Arc<ServeState>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let builds = state.builds.subscribe();
    let events = stream::unfold(
        (state, builds, true),
        |(state, mut builds, is_first)| async move {
            // After missed builds the last one counts.
            if !is_first && matches!(builds.recv().await, Err(RecvError::Closed)) {
                return None;
            }
            let event = Event::default().event("build");
            let problems = &state.last_build().problems;
            let event = event.json_data(problems).unwrap_or_default();
            Some((Ok(event), (state, builds, false)))
        },
    );
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

/// Editors write a file in several steps; a save is over after this long without an event.
const QUIET: Duration = Duration::from_millis(10);

/// The folders and files of sources, from the project's root.
const OWN: [&str; 6] = [
    "content",
    "templates",
    "islands/src",
    "site.yaml",
    "theme.yaml",
    "functions/cases",
];
/// Those that a project has from its engine.
const SHARED: [&str; 2] = ["templates", "islands/src"];

/// Changed source files, one signal for each save.
#[derive(Debug)]
pub struct FileChanges {
    events: mpsc::UnboundedReceiver<PathBuf>,
    /// Files of a save that is not over.
    pending: Vec<PathBuf>,
    /// The folders and files of sources, also those that do not exist.
    sources: Vec<PathBuf>,
    // Watching ends when the watcher is dropped.
    watcher: notify::RecommendedWatcher,
}

impl FileChanges {
    /// Starts to watch the project at `root`.
    #[expect(
        clippy::disallowed_methods,
        reason = "folders and files of fixed names"
    )]
    pub fn watch(root: &Path) -> notify::Result<FileChanges> {
        let (sender, events) = mpsc::unbounded_channel();
        let engine = project::engine(root);
        let shared = engine
            .iter()
            .flat_map(|engine| SHARED.map(|name| engine.join(name)));
        let sources: Vec<PathBuf> = OWN
            .map(|name| root.join(name))
            .into_iter()
            .chain(shared)
            .collect();
        let known = sources.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let changes = event.into_iter().filter(|event| !event.kind.is_access());
            let paths = changes.flat_map(|event| event.paths);
            for path in paths.filter(|path| known.iter().any(|source| path.starts_with(source))) {
                if is_source(&path) {
                    // Sending fails when the server has stopped.
                    let _ = sender.send(path);
                }
            }
        })?;
        let mut changes = FileChanges {
            events,
            pending: Vec::new(),
            sources,
            watcher,
        };
        // The folders around them, because a file that is replaced and a folder that appears are watched anew.
        for folder in [Some(root), engine.as_deref()].into_iter().flatten() {
            changes.watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        changes.watch_folders(|_| true)?;
        Ok(changes)
    }

    /// Watches those of the folders that exist.
    #[expect(clippy::disallowed_methods, reason = "folders of fixed names")]
    fn watch_folders(&mut self, is_wanted: impl Fn(&PathBuf) -> bool) -> notify::Result<()> {
        let mut folders = self
            .sources
            .iter()
            .filter(|path| is_wanted(path) && path.is_dir());
        folders.try_for_each(|folder| self.watcher.watch(folder, RecursiveMode::Recursive))
    }

    /// Waits for the next save; returns its files, or none when watching has ended. A caller that stops waiting misses nothing.
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
        // A folder that was removed meanwhile is watched when it is back.
        let _ = self.watch_folders(|folder| changed.contains(folder));
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

    fn version_in(page: &str, kind: &str) -> String {
        let text = with_script(page, kind, None);
        let (_, rest) = text.split_once(SCRIPT_PATH).expect("a script");
        rest.split('"').next().expect("an address").to_owned()
    }

    #[test]
    fn the_version_changes_with_what_a_page_shows_and_not_with_styles_or_the_share_picture() {
        let page =
            |text: &str, sheet: &str| format!("{STYLE_LINK}/assets/{sheet}.css\"><p>{text}</p>");
        let version = |text: &str, sheet: &str| version_in(&page(text, sheet), "page");
        assert_eq!(version("a", "site-1"), version("a", "site-2"));
        assert_ne!(version("a", "site-1"), version("b", "site-1"));
        let two = page("", "a") + &page("a", "b");
        assert_ne!(version_in(&two, "page"), version("a", "site-1"));
        let shared = |picture: &str| {
            format!(
                "<meta property=\"og:image\" content={picture}>\
                 <script type=\"application/ld+json\">{{\"image\":\"{picture}\"}}</script><p>a</p>"
            )
        };
        assert_eq!(
            version_in(&shared("/1.png"), "page"),
            version_in(&shared("/2.png"), "page")
        );
    }

    #[test]
    fn the_script_at_the_end_of_the_body_has_the_kind_and_state_of_the_page() {
        let draft = with_script(
            "<body>x</body></html>",
            "page",
            Some("scheduled for 2026-12-01 00:00"),
        );
        let end = "&amp;state=scheduled%20for%202026%2D12%2D01%2000%3A00\"></script></body></html>";
        assert!(
            draft.starts_with("<body>x<script type=\"module\" src=\"/_dev/live.js?page="),
            "{draft}"
        );
        assert!(draft.ends_with(end), "{draft}");
        assert!(version_in("x", "failure").starts_with("?failure="));
    }

    /// The names of the files of the next save.
    async fn next(changes: &mut FileChanges) -> Vec<String> {
        let changed = tokio::time::timeout(Duration::from_secs(10), changes.next())
            .await
            .expect("in time")
            .expect("a change");
        changed
            .iter()
            .map(|path| {
                path.file_name()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect()
    }

    #[tokio::test]
    async fn one_save_is_one_signal() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("content/es")).expect("made");
        let mut changes = FileChanges::watch(root.path()).expect("watching");
        for (file, text) in [
            (".index.md.swp", "x"),
            ("index.md", "one"),
            ("index.md", "two"),
        ] {
            std::fs::write(root.path().join("content/es").join(file), text).expect("written");
        }
        assert_eq!(next(&mut changes).await, ["index.md"]);
    }

    #[tokio::test]
    async fn replaced_files_and_folders_stay_watched() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        std::fs::create_dir(root.join("content")).expect("made");
        std::fs::write(root.join("site.yaml"), "").expect("written");
        let mut changes = FileChanges::watch(root).expect("watching");
        for text in ["one", "two"] {
            std::fs::write(root.join("temporary"), text).expect("written");
            std::fs::rename(root.join("temporary"), root.join("site.yaml")).expect("renamed");
            while next(&mut changes).await != ["site.yaml"] {}
        }
        for folder in ["content", "templates", "content"] {
            let _ = std::fs::remove_dir_all(root.join(folder));
            std::fs::create_dir(root.join(folder)).expect("made");
            while !next(&mut changes).await.contains(&folder.to_owned()) {}
            std::fs::write(root.join(folder).join(format!("{folder}.md")), "").expect("written");
            while !next(&mut changes).await.contains(&format!("{folder}.md")) {}
        }
    }
}
