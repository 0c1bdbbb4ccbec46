//! The builds of `site serve`, after changed files and pulls. The page of a changed file is shown before the build that checks it.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::MissedTickBehavior;

use crate::cli::console::{self, Console, count, warning_lines};
use crate::pipeline::Progress;
use crate::pipeline::{self, RefusedPages, Request};
use crate::serve::{FileChanges, Overview, ServeState, ShownProblem};
use crate::stages::pull::{Origin, PullResult, Reason, Source};
use formats::problem::Bug;
use model::dates::TimeZone;
use model::inventory::Inventory;
use model::source::LocalTime;

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

/// Rebuilds on each change with the last good inventory, so that editors do not wait for the network. After each `interval` it pulls,
/// and builds when that or the date gives another site. Without `changes` it does nothing and never ends.
pub(super) async fn rebuild_on_changes(
    changes: Option<FileChanges>,
    mut builder: Builder,
    mut request: Request,
    interval: Duration,
) {
    let Some(mut changes) = changes else {
        return std::future::pending().await;
    };
    let state = Arc::clone(&builder.state);
    let mut pulls = tokio::time::interval(interval);
    // A pull that a long build has held up is not made up for.
    pulls.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pulls.tick().await;
    loop {
        let event = tokio::select! {
            Some(files) = changes.next() => Event::Changed(files),
            _ = pulls.tick() => Event::Interval,
            () = state.pull_requests.notified() => Event::PullRequested,
        };
        request.pull.now = Timestamp::now();
        match event {
            Event::Changed(files) => builder.build_changed(files, &mut changes, &request).await,
            Event::Interval => {
                if builder.must_build(&request).await {
                    builder.build(request.clone()).await;
                }
            }
            Event::PullRequested => builder.build(request.clone()).await,
        }
    }
}

enum Event {
    /// These files changed.
    Changed(Vec<PathBuf>),
    /// It is time to pull.
    Interval,
    /// An author asked for a pull.
    PullRequested,
}

/// What a pull found, as far as a site or the list of its problems shows it.
#[derive(PartialEq)]
struct PullOutcome {
    source: Source,
    inventory: Arc<Inventory>,
    warnings: Vec<Reason>,
}

impl PullOutcome {
    fn new(pulled: &PullResult) -> PullOutcome {
        PullOutcome {
            source: pulled.source,
            inventory: Arc::clone(&pulled.inventory),
            warnings: pulled.warnings.clone(),
        }
    }
}

/// Builds the site again and again and reports to the terminal and to open pages.
pub(super) struct Builder {
    console: Console,
    state: Arc<ServeState>,
    editor: Option<String>,
    /// Where pulls get the inventory; a build with another origin takes the one of the build before.
    origin: Origin,
    /// When the last build began.
    built_at: Timestamp,
    /// What the last pull found, or why it failed; nothing before one is known.
    last_pull: Option<Result<PullOutcome, String>>,
    /// What was wrong with the last pull, which holds until the next one.
    pull_problems: Vec<ShownProblem>,
}

/// Whether another day began between a build and now, or the next change of what is public, in the development's time zone.
fn has_date_passed(
    time_zone: &TimeZone,
    next_change: Option<LocalTime>,
    built_at: Timestamp,
    now: Timestamp,
) -> bool {
    let [before, now] = [built_at, now].map(|moment| LocalTime::at(moment, time_zone));
    let is_another_day = before.local().date() != now.local().date();
    is_another_day || next_change.is_some_and(|change| before < change && change <= now)
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
    /// `editor` is the address with which an author's editor opens a place.
    pub(super) fn new(
        console: &Console,
        state: &Arc<ServeState>,
        editor: Option<&str>,
        origin: &Origin,
    ) -> Builder {
        Builder {
            console: console.clone(),
            state: Arc::clone(state),
            editor: editor.map(str::to_owned),
            origin: origin.clone(),
            built_at: Timestamp::MIN,
            last_pull: None,
            pull_problems: Vec::new(),
        }
    }

    /// Pulls, and returns whether a build would now show something else than the last one, although no file has changed.
    async fn must_build(&mut self, request: &Request) -> bool {
        let (root, pull) = (request.root.clone(), request.pull.clone());
        let pulled = tokio::task::spawn_blocking(move || pipeline::pull(&root, &pull)).await;
        let outcome = match pulled {
            Ok(Ok(pulled)) => Ok(PullOutcome::new(&pulled)),
            Ok(Err(error)) => Err(error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let differs = self.last_pull.as_ref() != Some(&outcome);
        self.last_pull = Some(outcome);
        differs || self.is_out_of_date(request.pull.now)
    }

    /// Whether since the last build another day began, or a page was to be published or unpublished.
    fn is_out_of_date(&self, now: Timestamp) -> bool {
        let build = self.state.last_build();
        let Some(renderer) = &build.overview.renderer else {
            return false;
        };
        let site = &renderer.site;
        let next_change = site.next_change.as_ref().map(|change| change.at);
        has_date_passed(&site.config.time_zone, next_change, self.built_at, now)
    }

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
            let mut build = pin!(self.build(edited(&request)));
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

    /// Builds once.
    pub(super) async fn build(&mut self, request: Request) {
        self.state.begin_build();
        self.built_at = request.pull.now;
        let is_pulled = request.pull.origin == self.origin;
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
                    self.last_pull = Some(Ok(PullOutcome::new(&rendered.pulled)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_out_of_date_on_another_day_and_after_a_date_of_publication() {
        let time_zone: TimeZone = "America/Cancun".parse().unwrap();
        let built_at: Timestamp = "2026-11-20T15:00:00-05:00".parse().unwrap();
        let local: LocalTime = "2026-11-20 18:30".parse().unwrap();
        let next_change = local.in_zone(&time_zone);
        for (now, is_passed) in [
            ("2026-11-20T15:01:00-05:00", false),
            ("2026-11-20T18:29:59-05:00", false),
            ("2026-11-20T18:30:00-05:00", true),
            ("2026-11-21T00:00:00-05:00", true),
        ] {
            let now = now.parse().unwrap();
            let passed = has_date_passed(&time_zone, Some(next_change), built_at, now);
            assert_eq!(passed, is_passed, "{now}");
        }
        let passed = |now: &str| has_date_passed(&time_zone, None, built_at, now.parse().unwrap());
        assert!(!passed("2026-11-20T23:59:59-05:00"));
        assert!(passed("2026-11-21T00:00:00-05:00"));
        // A build after that date that failed is not tried again at once.
        let later: Timestamp = "2026-11-20T19:00:00-05:00".parse().unwrap();
        let now: Timestamp = "2026-11-20T19:01:00-05:00".parse().unwrap();
        assert!(!has_date_passed(&time_zone, Some(next_change), later, now));
    }
}
