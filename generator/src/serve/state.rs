//! The state of the development server: where the built site is, and the result of the last build.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::broadcast;

use super::cdn_rules::CdnRules;
use super::file_cache::FileCache;

/// The result of the last build, as far as answers depend on it.
#[derive(Debug, Default)]
pub struct BuildOutcome {
    /// The messages of pages that answer with status 500, by path (S5g).
    pub failed_pages: BTreeMap<String, String>,
    /// All problems as text, when the build wrote no site.
    pub problems: Option<String>,
}

/// The last build and the host's rules in the site that is served.
#[derive(Debug)]
pub(super) struct LastBuild {
    pub(super) outcome: BuildOutcome,
    pub(super) rules: CdnRules,
}

/// The state that all requests share.
#[derive(Debug)]
pub struct ServeState {
    /// The built site's folder.
    pub(super) dist: PathBuf,
    pub(super) files: FileCache,
    /// Whether pages get the reload script.
    pub(super) reloads: bool,
    last_build: RwLock<Arc<LastBuild>>,
    /// After each build its problems, if it wrote no site; for open pages.
    pub(super) builds: broadcast::Sender<Option<String>>,
}

impl ServeState {
    /// The state for the site in `dist`; with `reloads`, pages reload after a build.
    #[must_use]
    pub fn new(dist: PathBuf, reloads: bool) -> ServeState {
        let last_build = LastBuild {
            outcome: BuildOutcome::default(),
            rules: CdnRules::read(&dist),
        };
        ServeState {
            dist,
            files: FileCache::default(),
            reloads,
            last_build: RwLock::new(Arc::new(last_build)),
            builds: broadcast::channel(16).0,
        }
    }

    pub(super) fn last_build(&self) -> Arc<LastBuild> {
        Arc::clone(&self.last_build.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Records the result of a build and notifies the open pages.
    pub fn finish_build(&self, outcome: BuildOutcome) {
        let problems = outcome.problems.clone();
        let rules = CdnRules::read(&self.dist);
        *self.last_build.write().unwrap_or_else(PoisonError::into_inner) =
            Arc::new(LastBuild { outcome, rules });
        // Sending fails when no page is open.
        let _ = self.builds.send(problems);
    }
}
