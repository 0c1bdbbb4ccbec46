//! The names of the stages; reports when each begins and measures how long it takes.

use std::time::{Duration, Instant};

use parking_lot::Mutex;
use strum::IntoStaticStr;

use crate::node::run_concurrently;

/// A stage of a build, in the order in which a build runs them. Pictures run at the same time as prerender, and
/// documents at the same time as render.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Stage {
    /// Reads the author's files.
    Load,
    /// Gets the inventory.
    Pull,
    /// Gives every page its address and checks every link.
    Resolve,
    /// Bundles the islands and renders them to HTML.
    Prerender,
    /// Sizes the pictures and draws the share pictures, which decides their addresses.
    Pictures,
    /// Renders pages, feeds, and rules for hosts.
    Render,
    /// Typesets the PDF documents and renders the share pictures.
    Documents,
    /// Replaces the output folder.
    Write,
}

impl Stage {
    /// The name that the console, `--json` and the documentation use.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Receives the progress of a build; the command line shows it.
pub trait Progress: Sync {
    /// A stage begins.
    fn stage(&self, _stage: Stage) {}
    /// A message for the user, for instance that another build is running.
    fn note(&self, _text: &str) {}
}

/// Reports nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Progress for Silent {}

/// Reports the stages of one build and measures how long each takes.
pub(super) struct StageTimer<'a> {
    progress: &'a dyn Progress,
    times: Mutex<Vec<(Stage, Duration)>>,
}

impl<'a> StageTimer<'a> {
    pub(super) fn new(progress: &'a dyn Progress) -> StageTimer<'a> {
        StageTimer { progress, times: Mutex::default() }
    }

    /// Runs one stage.
    pub(super) fn run<T>(&self, stage: Stage, work: impl FnOnce() -> T) -> T {
        self.progress.stage(stage);
        self.timed(stage, work)
    }

    /// Runs two stages at the same time, of which `other` mostly waits for Node; they are reported in the order given.
    pub(super) fn run_both<A, B: Send>(
        &self,
        one: (Stage, impl FnOnce() -> A),
        other: (Stage, impl FnOnce() -> B + Send),
    ) -> (A, B) {
        self.progress.stage(one.0);
        self.progress.stage(other.0);
        run_concurrently(|| self.timed(one.0, one.1), || self.timed(other.0, other.1))
    }

    /// Runs a part of a stage that is reported later.
    pub(super) fn timed<T>(&self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        let mut times = self.times.lock();
        times.push((stage, start.elapsed()));
        result
    }

    /// How long each stage took, in their order. Stages that ran at the same time overlap.
    pub(super) fn finish(self) -> Vec<(Stage, Duration)> {
        let mut times = self.times.into_inner();
        times.sort();
        // A stage may run in parts.
        times.dedup_by(|next, stage| {
            let is_same = next.0 == stage.0;
            stage.1 += if is_same { next.1 } else { Duration::ZERO };
            is_same
        });
        times
    }
}
