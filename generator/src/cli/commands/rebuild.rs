//! The builds of `site serve`, after changed files and pulls. The page of a changed file is shown before the build that checks it.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::cli::console::{self, Console, count, warning_lines};
use crate::pipeline::Progress;
use crate::pipeline::{self, RefusedPages, Request};
use crate::serve::{FileChanges, Overview, ServeState, ShownProblem};
use crate::stages::pull::Origin;
use formats::problem::Bug;

/// The time between two pulls from the platform while the server runs.
const PULL_INTERVAL: Duration = Duration::from_secs(60);
/// After a page was shown, a build waits this long for another save: meanwhile the processor draws the page.
const SETTLE: Duration = Duration::from_millis(150);

/// The request of a build after an edit, which does not wait for the network.
pub(super) fn edited(request: &Request) -> Request {
    let mut edited = request.clone();
    if matches!(request.pull.origin, Origin::Platform { .. }) {
        edited.pull.origin = Origin::Offline;
    }
    edited.pull.now = Timestamp::now();
    edited
}

/// Rebuilds on each change with the last good inventory, so that editors do not wait for the network. An inventory that is not the
/// stored one is pulled again after each [`PULL_INTERVAL`]. Without `changes` it does nothing and never ends.
pub(super) async fn rebuild_on_changes(
    changes: Option<FileChanges>,
    mut builder: Builder,
    mut request: Request,
) {
    let Some(mut changes) = changes else {
        return std::future::pending().await;
    };
    let can_change = !matches!(request.pull.origin, Origin::Offline);
    let state = Arc::clone(&builder.state);
    let mut pulls = tokio::time::interval(PULL_INTERVAL);
    pulls.tick().await;
    loop {
        let changed = tokio::select! {
            Some(changed) = changes.next() => Some(changed),
            _ = pulls.tick(), if can_change => None,
            () = state.pull_requests.notified() => None,
        };
        match changed {
            Some(changed) => builder.build_changed(changed, &mut changes, &request).await,
            None => {
                request.pull.now = Timestamp::now();
                builder.build(request.clone(), true).await;
            }
        }
    }
}

/// Builds the site again and again and reports to the terminal and to open pages.
pub(super) struct Builder {
    pub(super) console: Console,
    pub(super) state: Arc<ServeState>,
    pub(super) editor: Option<String>,
    /// What was wrong with the last pull, which holds until the next one.
    pub(super) pull_problems: Vec<ShownProblem>,
}

/// Shows the page of each changed file that is one, before it is built.
async fn show_previews(state: &Arc<ServeState>, request: &Request, changed: &[PathBuf]) {
    let (state, request, changed) = (Arc::clone(state), request.clone(), changed.to_vec());
    let shown = tokio::task::spawn_blocking(move || {
        let build = state.last_build();
        let Some(renderer) = &build.overview.renderer else {
            return;
        };
        let files = changed
            .iter()
            .filter_map(|path| path.strip_prefix(&request.root).ok());
        for file in files.filter_map(|file| file.to_str()) {
            if let Some((url, html)) = pipeline::preview(&request, renderer, file) {
                state.show_preview(url, html);
            }
        }
    });
    // A build says what is wrong.
    let _ = shown.await;
}

impl Builder {
    /// Shows the pages of the changed files and of those that change meanwhile, and builds until nothing else changes.
    async fn build_changed(
        &mut self,
        changed: Vec<PathBuf>,
        changes: &mut FileChanges,
        request: &Request,
    ) {
        let state = Arc::clone(&self.state);
        let mut changed = Some(changed);
        while let Some(files) = changed.take() {
            let request = edited(request);
            show_previews(&state, &request, &files).await;
            while let Ok(Some(files)) = tokio::time::timeout(SETTLE, changes.next()).await {
                show_previews(&state, &request, &files).await;
            }
            let mut build = pin!(self.build(edited(&request), false));
            loop {
                tokio::select! {
                    () = &mut build => break,
                    Some(files) = changes.next() => {
                        show_previews(&state, &request, &files).await;
                        changed = Some(files);
                    }
                }
            }
        }
    }

    /// Builds once. A build that does not ask for the inventory (`is_pulled`) takes the one of the build before.
    pub(super) async fn build(&mut self, request: Request, is_pulled: bool) {
        self.state.begin_build();
        let progress = self.console.clone();
        let root = request.root.clone();
        let built = tokio::task::spawn_blocking(move || {
            let mut refused = RefusedPages::default();
            let built = pipeline::build(&request, &progress, Some(&mut refused));
            progress.clear();
            (built, refused)
        });
        let (built, refused) = built
            .await
            .unwrap_or_else(|error| (Err(Bug(error.to_string()).into()), RefusedPages::default()));
        let editor = self.editor.as_deref();
        let (site, problems) = match built {
            Ok(built) => {
                let rendered = &built.rendered;
                let stages = built
                    .stages
                    .iter()
                    .map(|(stage, time)| (stage.into(), time.as_millis()));
                let (renderer, source) = (
                    Arc::clone(&rendered.renderer),
                    rendered.pulled.source.to_string(),
                );
                let site = Overview::new(renderer, &source, &stages.collect::<Vec<_>>());
                let changed = built.written.changed.len();
                self.console
                    .note(&count(changed, "address changed", "addresses changed"));
                warning_lines(&rendered.warnings)
                    .iter()
                    .for_each(|line| self.console.note(line));
                if !refused.problems.is_empty() {
                    self.console.problems(&refused.problems);
                }
                if is_pulled {
                    let warnings = rendered.pulled.warnings.iter().map(ToString::to_string);
                    self.pull_problems = warnings.map(ShownProblem::message).collect();
                }
                // The other pages are new; each refused page answers with its own message.
                let shown = |problem| ShownProblem::new(problem, &root, editor);
                let refused = refused.problems.iter().map(shown);
                (
                    Some(site),
                    refused.chain(self.pull_problems.iter().cloned()).collect(),
                )
            }
            Err(error) => {
                let problems = ShownProblem::of_error(&error, &root, editor);
                console::report_failure(&self.console, &error.into(), false);
                (None, problems)
            }
        };
        self.state
            .finish_build(site, refused.messages.into_iter().collect(), problems);
    }
}
