//! What the development server knows: where the built site is, its rules, and how the last build went.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::broadcast;

use super::cdn_rules::CdnRules;
use super::file_cache::FileCache;
use super::live_reload::Notice;

/// How the last build went, as far as requests are concerned.
#[derive(Debug, Clone, Default)]
pub struct BuildOutcome {
    /// Pages that must answer with status 500, by address, with the message (S5g).
    pub failed_pages: BTreeMap<String, String>,
    /// All problems as text, when the build made no site.
    pub problems: Option<String>,
}

/// Shared by all requests.
#[derive(Debug)]
pub struct ServeState {
    dist: PathBuf,
    files: FileCache,
    reloads: bool,
    rules: RwLock<Arc<CdnRules>>,
    outcome: RwLock<BuildOutcome>,
    notices: broadcast::Sender<Notice>,
}

impl ServeState {
    /// A server of the site in `dist`; with `reloads`, pages follow the author's edits.
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

    /// The built site's folder.
    #[must_use]
    pub fn dist(&self) -> &Path {
        &self.dist
    }

    /// The files in memory.
    #[must_use]
    pub fn files(&self) -> &FileCache {
        &self.files
    }

    /// Whether pages carry the reload script.
    #[must_use]
    pub fn reloads(&self) -> bool {
        self.reloads
    }

    /// The host's rules of the site as it is now.
    #[must_use]
    pub fn rules(&self) -> Arc<CdnRules> {
        Arc::clone(&self.rules.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Why the page at `path` cannot be shown, if the last build said so.
    #[must_use]
    pub fn failure_of(&self, path: &str) -> Option<String> {
        let outcome = self.outcome.read().unwrap_or_else(PoisonError::into_inner);
        outcome.failed_pages.get(path).cloned()
    }

    /// The problems of a build that left nothing to serve.
    #[must_use]
    pub fn first_build_problems(&self) -> Option<String> {
        let outcome = self.outcome.read().unwrap_or_else(PoisonError::into_inner);
        outcome
            .problems
            .clone()
            .filter(|_| !self.dist.join("index.html").is_file())
    }

    /// Takes over a build's outcome and tells the browsers.
    pub fn finish_build(&self, outcome: BuildOutcome) {
        let notice = outcome.problems.clone().map_or(Notice::Reload, Notice::Problems);
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(CdnRules::read(&self.dist));
        *self.outcome.write().unwrap_or_else(PoisonError::into_inner) = outcome;
        // Nobody listening is fine.
        let _ = self.notices.send(notice);
    }

    /// A receiver of notices for one browser.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }
}
