//! The state of the development server: where the built site is, the host's rules, and the result of the last build.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::broadcast;

use super::cdn_rules::CdnRules;
use super::file_cache::FileCache;
use super::live_reload::Notice;

/// The result of the last build, as far as answers depend on it.
#[derive(Debug, Clone, Default)]
pub struct BuildOutcome {
    /// The messages of pages that answer with status 500, by path (S5g).
    pub failed_pages: BTreeMap<String, String>,
    /// All problems as text, when the build wrote no site.
    pub problems: Option<String>,
}

/// The state that all requests share.
#[derive(Debug)]
pub struct ServeState {
    /// The built site's folder.
    pub(super) dist: PathBuf,
    pub(super) files: FileCache,
    /// Whether pages get the reload script.
    pub(super) reloads: bool,
    rules: RwLock<Arc<CdnRules>>,
    outcome: RwLock<BuildOutcome>,
    notices: broadcast::Sender<Notice>,
}

impl ServeState {
    /// The state for the site in `dist`; with `reloads`, pages reload after a build.
    #[must_use]
    pub fn new(dist: PathBuf, reloads: bool) -> ServeState {
        let rules = RwLock::new(Arc::new(CdnRules::read(&dist)));
        let (notices, _) = broadcast::channel(16);
        ServeState {
            dist,
            files: FileCache::default(),
            reloads,
            rules,
            outcome: RwLock::default(),
            notices,
        }
    }

    /// The host's rules from the last build.
    #[must_use]
    pub fn rules(&self) -> Arc<CdnRules> {
        Arc::clone(&self.rules.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The message of a page that the last build could not write.
    #[must_use]
    pub fn failure_of(&self, path: &str) -> Option<String> {
        let outcome = self.outcome.read().unwrap_or_else(PoisonError::into_inner);
        outcome.failed_pages.get(path).cloned()
    }

    /// The problems of the last build, when no build has written a site yet.
    #[must_use]
    pub fn first_build_problems(&self) -> Option<String> {
        let outcome = self.outcome.read().unwrap_or_else(PoisonError::into_inner);
        outcome
            .problems
            .clone()
            .filter(|_| !self.dist.join("index.html").is_file())
    }

    /// Records the result of a build and notifies the open pages.
    pub fn finish_build(&self, outcome: BuildOutcome) {
        let notice = outcome.problems.clone().map_or(Notice::Reload, Notice::Problems);
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(CdnRules::read(&self.dist));
        *self.outcome.write().unwrap_or_else(PoisonError::into_inner) = outcome;
        // Sending fails when no page is open.
        let _ = self.notices.send(notice);
    }

    /// Notices for one open page.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }
}
