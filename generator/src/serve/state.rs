//! The state of the development server: where the built site is, and the result of the last build.

use std::collections::{BTreeMap, HashMap};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use functions::Leads;
use parking_lot::{Mutex, RwLock};
use platform::own_names::OwnNames;
use tokio::sync::{Notify, broadcast};

use super::answer::FileCache;
use super::cdn_rules::CdnRules;
use super::served_folder::ServedFolder;
use super::shown_problem::ShownProblem;
use super::start_page::{Overview, StubSwitch};
use crate::outputs::last_resort::FallbackTexts;
use model::lang::Lang;

/// The result of the last build, as far as answers depend on it.
#[derive(Debug, Default)]
pub struct BuildOutcome {
    /// The messages of pages that answer with status 500, by path (S5g).
    pub failed_pages: BTreeMap<String, String>,
    /// What the start page shows of the last site that was built.
    pub overview: Arc<Overview>,
    /// Every problem that an author must see.
    pub problems: Vec<ShownProblem>,
    /// The host's rules in the site that is served, which [`ServeState::finish_build`] reads.
    pub rules: CdnRules,
}

/// The state that all requests share.
#[derive(Debug)]
pub struct ServeState {
    pub(super) dist: ServedFolder,
    pub(super) files: FileCache,
    pub(super) previews: Previews,
    /// Whether pages get the script that follows the builds.
    pub(super) is_live: bool,
    /// The lead function of the server.
    pub leads: Option<Leads>,
    /// The names under which the server answers.
    pub names: OwnNames,
    /// The platform, if it is a stub.
    pub stub: Option<StubSwitch>,
    last_build: RwLock<Arc<BuildOutcome>>,
    /// A signal for each pull that the start page asks for.
    pub(super) pull_requests: Notify,
    /// A signal after each build, for open pages.
    pub(super) builds: broadcast::Sender<()>,
}

impl ServeState {
    /// The state for the site in `dist`; with `is_live`, open pages follow the builds.
    #[must_use]
    pub fn new(dist: PathBuf, is_live: bool) -> ServeState {
        let last_build = BuildOutcome { rules: CdnRules::read(&dist), ..BuildOutcome::default() };
        ServeState {
            dist: ServedFolder::new(dist),
            files: FileCache::default(),
            previews: Previews::default(),
            is_live,
            leads: None,
            names: OwnNames::new(Ipv4Addr::LOCALHOST.into(), Vec::new()),
            stub: None,
            last_build: RwLock::new(Arc::new(last_build)),
            pull_requests: Notify::new(),
            builds: broadcast::channel(16).0,
        }
    }

    pub(super) fn last_build(&self) -> Arc<BuildOutcome> {
        Arc::clone(&self.last_build.read())
    }

    /// The language of the pages at a path, by its first segment; nothing before the first site was built.
    pub(super) fn language_of(&self, path: &str) -> Option<Lang> {
        let languages = self.last_build().overview.languages?;
        let has_prefix = |lang: &Lang| {
            let rest = path.strip_prefix(lang.prefix());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let mut others = languages.others(languages.first());
        others.find(has_prefix).or(Some(languages.first()))
    }

    /// The texts of a fallback page at a path, in its language.
    pub(super) fn fallback_texts(&self, path: &str) -> FallbackTexts {
        let lang = self.language_of(path);
        let texts = lang.and_then(|lang| self.last_build().overview.fallback.get(lang.code()).cloned());
        texts.unwrap_or_default()
    }

    /// Waits until the start page asks for a pull.
    pub async fn pull_request(&self) {
        self.pull_requests.notified().await;
    }

    /// Serves a page with texts that no build has read yet, and notifies the open pages.
    pub fn show_preview(&self, path: String, html: String) {
        self.previews.add(path, html);
        let _ = self.builds.send(());
    }

    /// The number of previews so far, for [`ServeState::finish_build`]. Call it before the build begins.
    pub fn begin_build(&self) -> u64 {
        self.previews.added()
    }

    /// Records the result of a build, and notifies the open pages. A build that wrote a site replaces the previews of before it
    /// `begun`; after one that failed they are the last good pages.
    pub fn finish_build(&self, begun: Option<u64>, mut outcome: BuildOutcome) {
        if let Some(begun) = begun {
            self.previews.remove_built(begun);
        }
        outcome.rules = CdnRules::read(self.dist.path());
        *self.last_build.write() = Arc::new(outcome);
        // Sending fails when no page is open.
        let _ = self.builds.send(());
    }
}

/// Pages with texts that were saved after the last build began: they are served instead of those in the built site.
#[derive(Debug, Default)]
pub(super) struct Previews(Mutex<Pages>);

#[derive(Debug, Default)]
struct Pages {
    /// Each page by its path, with its number among all that were ever added.
    by_path: HashMap<String, (u64, Bytes)>,
    /// How many pages were added, ever.
    added: u64,
}

impl Previews {
    pub(super) fn get(&self, path: &str) -> Option<Bytes> {
        self.0.lock().by_path.get(path).map(|(_, html)| html.clone())
    }

    pub(super) fn add(&self, path: String, html: String) {
        let mut pages = self.0.lock();
        pages.added += 1;
        let number = pages.added;
        pages.by_path.insert(path, (number, html.into()));
    }

    /// How many pages were added so far. A build that begins now reads their texts.
    pub(super) fn added(&self) -> u64 {
        self.0.lock().added
    }

    /// Removes the pages whose texts a build has read, given what [`Previews::added`] was when it began.
    pub(super) fn remove_built(&self, added: u64) {
        self.0.lock().by_path.retain(|_, (number, _)| *number > added);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_replaces_the_pages_that_it_has_read() {
        let previews = Previews::default();
        previews.add("/a".to_owned(), "one".to_owned());
        previews.add("/b".to_owned(), "one".to_owned());
        let begun = previews.added();
        previews.add("/b".to_owned(), "two".to_owned());
        previews.remove_built(begun);
        assert_eq!(previews.get("/a"), None);
        assert_eq!(previews.get("/b"), Some(Bytes::from("two")));
    }
}
