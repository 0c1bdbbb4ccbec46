//! What a build is asked for, and what it has made after each group of stages.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use strum::{Display, IntoStaticStr};

use crate::check::budgets::HomeWeight;
use crate::node::{Tools, run_concurrently};
use crate::outputs::values::Described;
use crate::pipeline::publication::news::{News, NewsTexts};
use crate::stages::pictures::PhoneWeight;
use crate::stages::prerender::bundle::Bundle;
use crate::stages::pull::{self, PullResult};
use crate::stages::render::{PageFingerprints, PageRenderer};
use crate::stages::resolve::{AuthorLinks, DatedView};
use crate::stages::write::Written;
use formats::problem::Problem;
use model::config::Config;
use model::output::OutputFile;
use model::site::Site;
use model::source::LocalTime;

/// The settings of a build.
#[derive(Debug, Clone)]
pub struct Request {
    /// The project's root.
    pub root: PathBuf,
    /// The output folder.
    pub out: PathBuf,
    /// Where the inventory comes from.
    pub pull: pull::PullRequest,
    /// Also builds what is not public, for `site serve`: drafts, and what is published later or was unpublished.
    pub unpublished: bool,
    /// Bundles the islands with preact's development warnings.
    pub debug_islands: bool,
}

impl Request {
    pub(super) fn view(&self, config: &Config) -> DatedView {
        DatedView {
            now: LocalTime::at(self.pull.now, &config.time_zone),
            unpublished: self.unpublished,
        }
    }
}

/// A site without what is made from it.
#[derive(Debug)]
pub struct ResolvedSite {
    pub(super) tools: Arc<Tools>,
    /// The site.
    pub site: Arc<Site>,
    pub(super) links: AuthorLinks,
    /// The inventory and where it came from.
    pub pulled: PullResult,
    /// What should be corrected, and does not prevent the site.
    pub warnings: Vec<Problem>,
    pub(super) examples: Vec<Problem>,
}

/// A site with the files that it consists of.
#[derive(Debug)]
pub struct RenderedSite {
    /// The resolved site.
    pub site: Arc<Site>,
    /// Every file of it that is in memory, sorted by path.
    pub files: Vec<OutputFile>,
    /// How many further files were written already.
    pub in_sink: usize,
    /// The fingerprint of each page's texts, and those of the last build.
    pub page_fingerprints: PageFingerprints,
    pub(super) last_fingerprints: Option<PageFingerprints>,
    /// What the lead function has of it: the content of `leads.json`.
    pub leads: Vec<u8>,
    /// The inventory and where it came from.
    pub pulled: PullResult,
    /// The scripts and styles.
    pub bundle: Arc<Bundle>,
    /// The size of the home page.
    pub home: HomeWeight,
    /// The picture that is heaviest on a phone.
    pub picture: Option<PhoneWeight>,
    /// What should be corrected, and does not prevent the site.
    pub warnings: Vec<Problem>,
    /// What is marked as an example.
    pub examples: Vec<Problem>,
    /// What was asked of the store of earlier results, by the path of a file or the origin of several.
    pub lookups: BTreeMap<String, String>,
    /// The site in each of its languages.
    pub described: Described,
    /// What renders a page with other texts, for `site serve`.
    pub renderer: Arc<PageRenderer>,
}

/// A site in the output folder.
#[derive(Debug)]
pub struct BuiltSite {
    /// The site.
    pub rendered: RenderedSite,
    /// Which of its files changed.
    pub written: Written,
    /// What changed in the inventory since the last publication.
    pub news: News,
    /// The same in the language of the team.
    pub news_texts: Option<NewsTexts>,
    /// How long each stage took, in their order.
    pub stages: Vec<(Stage, Duration)>,
}

/// Pages that are left out of a build because they cannot be shown at all (S5g).
#[derive(Debug, Default)]
pub struct RefusedPages {
    /// Why, at the places in the author's files, sorted.
    pub problems: Vec<Problem>,
    /// The message that `site serve` answers instead of each page, by address.
    pub messages: Vec<(String, String)>,
}

/// A stage of a build, in the order in which a build runs them. Pictures run at the same time as prerender, and
/// documents at the same time as render.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Stage {
    /// Reads the author's files.
    Load,
    /// Gets the inventory.
    Pull,
    /// Gives every page its address and checks every link.
    Resolve,
    /// Describes every unit in each language, with finished texts.
    Describe,
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
    times: Mutex<BTreeMap<Stage, Duration>>,
}

impl<'a> StageTimer<'a> {
    pub(super) fn new(progress: &'a dyn Progress) -> StageTimer<'a> {
        StageTimer {
            progress,
            times: Mutex::default(),
        }
    }

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
        // A stage may run in parts.
        *self.times.lock().entry(stage).or_default() += start.elapsed();
        result
    }

    /// How long each stage took, in their order. Stages that ran at the same time overlap.
    pub(super) fn finish(self) -> Vec<(Stage, Duration)> {
        self.times.into_inner().into_iter().collect()
    }
}
