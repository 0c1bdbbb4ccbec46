//! How long each stage of a build took.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::pipeline::Progress;

/// Times the stages on their way to the one who watches.
pub(crate) struct StageClock<'a> {
    progress: &'a dyn Progress,
    begun: Mutex<Vec<(String, Instant)>>,
}

impl<'a> StageClock<'a> {
    /// Tells `progress` of every stage.
    pub(crate) fn new(progress: &'a dyn Progress) -> StageClock<'a> {
        StageClock {
            progress,
            begun: Mutex::default(),
        }
    }

    /// The stages' times; the first is that before any.
    pub(crate) fn finish(self, started: Instant) -> Vec<(String, Duration)> {
        let mut begun = self.begun.into_inner().unwrap_or_else(PoisonError::into_inner);
        begun.insert(0, ("fingerprint".to_owned(), started));
        let ends: Vec<Instant> = begun
            .iter()
            .skip(1)
            .map(|(_, at)| *at)
            .chain([Instant::now()])
            .collect();
        let stages = begun.into_iter().zip(ends);
        stages.map(|((name, start), end)| (name, end - start)).collect()
    }
}

impl Progress for StageClock<'_> {
    fn stage(&self, name: &str) {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.push((name.to_owned(), Instant::now()));
        self.progress.stage(name);
    }

    fn note(&self, text: &str) {
        self.progress.note(text);
    }
}
