//! The stages in a row, from a project's folder to a finished site.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::build_error::{BuildError, Refusal};
use crate::config::{Budgets, Config};
use crate::documents;
use crate::file_links;
use crate::fingerprint;
use crate::home_weight::HomeWeight;
use crate::load::{self, Sources};
use crate::pictures::{self, Pictures};
use crate::prerender::bundle::{Bundle, BundleOptions, bundle};
use crate::prerender::islands::Islands;
use crate::problem::{self, Bug, Problem};
use crate::pull::{self, Declared, Project, Pulled};
use crate::render::{self, Keeping, OutputFile, PageInputs, Rendered};
use crate::resolve::{self, Site};
use crate::share::{self, SharePictures};
use crate::stage_clock::StageClock;
use crate::trackers;
use crate::write::{self, Draft, Lock, Written};

/// What a build is asked to do.
#[derive(Debug, Clone)]
pub struct Request {
    /// The project's root.
    pub root: PathBuf,
    /// Where the site goes.
    pub out: PathBuf,
    /// Where the data of the day comes from.
    pub pull: pull::Request,
    /// Replaces the base URL of `site.yaml`.
    pub base_url: Option<String>,
    /// Also builds pages marked as drafts.
    pub drafts: bool,
    /// Bundles with the tools that show faults of islands.
    pub debug_islands: bool,
}

/// Told when a stage begins; the command line shows it.
pub trait Progress: Sync {
    /// A stage begins.
    fn stage(&self, name: &str);
    /// Something worth a line, such as waiting for another build.
    fn note(&self, text: &str);
}

/// A site in memory.
#[derive(Debug)]
pub struct Made {
    /// The resolved site.
    pub site: Arc<Site>,
    /// Every file of it that is in memory, sorted by path.
    pub files: Vec<OutputFile>,
    /// How many further files the write stage has already.
    pub kept: usize,
    /// How many of these were not rendered, since what they are made from is as it was.
    pub reused: usize,
    /// The data of the day and how it was come by.
    pub pulled: Pulled,
    /// The scripts and styles.
    pub bundle: Arc<Bundle>,
    /// What the home page weighs.
    pub home: HomeWeight,
}

/// A site on the disk.
#[derive(Debug)]
pub struct Built {
    /// What was written.
    pub made: Made,
    /// What of it was new.
    pub written: Written,
    /// How long each stage took, in their order.
    pub stages: Vec<(String, Duration)>,
}

/// Builds the site and puts it in its place.
///
/// # Errors
/// See [`BuildError`].
pub fn build(request: &Request, progress: &dyn Progress) -> Result<Built, BuildError> {
    let (built, _) = build_with(request, progress, Refused::StopsTheBuild)?;
    Ok(built)
}

/// Builds for an author who looks on: pages that cannot be shown at all are left out, and told beside the rest (S5g).
///
/// # Errors
/// See [`BuildError`].
pub fn build_for_serving(request: &Request, progress: &dyn Progress) -> Result<(Built, Refusal), BuildError> {
    build_with(request, progress, Refused::IsLeftOut)
}

/// What a page means for the build that cannot be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refused {
    StopsTheBuild,
    IsLeftOut,
}

fn build_with(
    request: &Request,
    progress: &dyn Progress,
    refused: Refused,
) -> Result<(Built, Refusal), BuildError> {
    let _lock = Lock::take(&request.root, || {
        progress.note("waiting for another build of this project");
    })?;
    let started = Instant::now();
    let clock = StageClock::new(progress);
    // Before anything is read: see the function.
    let sources = fingerprint::of_sources(&request.root);
    let (prepared, refusal) = prepare(request, &clock, refused)?;
    let inputs = PageInputs::of(&sources, &prepared.site, &prepared.bundle, &prepared.pictures);
    let memory = request.root.join(".site/output");
    let draft = Draft::open(&request.out, Some(&memory), inputs.inventory())?;
    let made = rendered(request, &clock, prepared, Some((&draft, &inputs)))?;
    clock.stage("write");
    let written = draft.finish(&made.files)?;
    let changed_urls = request.root.join(".site/changed-urls.txt");
    write::write_changed_urls(&changed_urls, &made.site.config.base_url, &written)?;
    let stages = clock.finish(started);
    let built = Built {
        made,
        written,
        stages,
    };
    Ok((built, refusal))
}

/// Builds the site in memory.
///
/// # Errors
/// See [`BuildError`].
pub fn make(request: &Request, progress: &dyn Progress) -> Result<Made, BuildError> {
    let (prepared, _) = prepare(request, progress, Refused::StopsTheBuild)?;
    rendered(request, progress, prepared, None)
}

/// Everything that pages are made from.
struct Prepared {
    site: Arc<Site>,
    pulled: Pulled,
    bundle: Arc<Bundle>,
    islands: Arc<Islands>,
    pictures: Arc<Pictures>,
    share: Arc<SharePictures>,
}

/// The stages up to rendering.
fn prepare(
    request: &Request,
    progress: &dyn Progress,
    refused: Refused,
) -> Result<(Prepared, Refusal), BuildError> {
    progress.stage("load");
    let mut sources = load::load(
        &request.root,
        load::Options {
            drafts: request.drafts,
        },
    )?;
    if let Some(base_url) = &request.base_url {
        sources.config.base_url.clone_from(base_url);
    }
    progress.stage("pull");
    let pulled = pull::pull(&project(&request.root, &sources.config), &request.pull)?;
    progress.stage("resolve");
    let (site, refusal) = resolved(sources, &pulled, refused)?;
    let site = Arc::new(site);
    progress.stage("prerender");
    // The pictures' library is another process, so that both go on at once.
    let (prerendered, (pictures, share)) = rayon::join(
        || prerender(request, &site),
        || {
            rayon::join(
                || pictures::make(&request.root),
                || share::make(&request.root, &site),
            )
        },
    );
    let ((bundle, islands), pictures, share) = (prerendered?, Arc::new(pictures?), Arc::new(share?));
    let prepared = Prepared {
        site,
        pulled,
        bundle,
        islands,
        pictures,
        share,
    };
    Ok((prepared, refusal))
}

/// Renders the pages and makes the documents. What `keeping` takes is not in memory afterwards.
fn rendered(
    request: &Request,
    progress: &dyn Progress,
    prepared: Prepared,
    keeping: Option<Keeping<'_>>,
) -> Result<Made, BuildError> {
    let Prepared {
        site,
        pulled,
        bundle,
        islands,
        pictures,
        share,
    } = prepared;
    progress.stage("render");
    // The documents' compiler is another process, so that the pages are rendered meanwhile.
    let (pages, documents) = rayon::join(
        || render::render(&site, &bundle, &islands, &pictures, &share, keeping),
        || documents::make(&request.root, &site, &pictures),
    );
    let Rendered {
        mut files,
        kept,
        reused,
    } = pages?;
    files.extend(documents?);
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let lost = file_links::check(&site.file_links, &files);
    if !lost.is_empty() {
        return Err(problem::sorted(lost).into());
    }
    // A cache that cannot be written costs the next build a moment, and this one nothing.
    let _ = islands.save();
    let held_to = home_budgets(&site);
    let home = HomeWeight::of(&files, &bundle, held_to);
    if !request.debug_islands {
        let over = held_to.and_then(|budgets| home.over(budgets));
        within_budgets(&site, &bundle, &islands, over)?;
    }
    Ok(Made {
        site,
        files,
        kept,
        reused,
        pulled,
        bundle,
        home,
    })
}

/// The budgets that the home page is held to. One that grew with the data, by more units than the development
/// declares, must not stop the prices of the day: nobody who writes made it heavy.
fn home_budgets(site: &Site) -> Option<&Budgets> {
    let facts = &site.config.facts;
    let declared = u64::from(facts.offices) + u64::from(facts.commercial_units);
    (site.inventory.units.len() as u64 <= declared).then_some(&site.config.budgets)
}

/// Refuses a site that would make visitors download more than `site.yaml` allows.
fn within_budgets(
    site: &Site,
    bundle: &Bundle,
    islands: &Islands,
    home: Option<Problem>,
) -> Result<(), BuildError> {
    let budgets = &site.config.budgets;
    let mut over = bundle.sizes.over(budgets);
    over.extend(home);
    for together in islands.together() {
        let names = together.iter().map(String::as_str);
        over.extend(bundle.sizes.page_over(names, budgets));
    }
    match over.is_empty() {
        true => Ok(()),
        false => Err(problem::sorted(over).into()),
    }
}

/// Gets the inventory alone and keeps a good one.
///
/// # Errors
/// Problems in `site.yaml`, or data refused.
pub fn pull_only(root: &Path, request: &pull::Request) -> Result<Pulled, BuildError> {
    let config = load::read_config(root)?;
    Ok(pull::pull(&project(root, &config), request)?)
}

fn project<'a>(root: &'a Path, config: &'a Config) -> Project<'a> {
    let declared = Declared {
        offices: config.facts.offices,
        commercial_units: config.facts.commercial_units,
    };
    Project {
        root,
        platform: &config.platform,
        gates: &config.gates,
        declared,
        utc_offset: config.utc_offset,
    }
}

fn resolved(sources: Sources, pulled: &Pulled, refused: Refused) -> Result<(Site, Refusal), BuildError> {
    let resolution = resolve::resolve(sources, pulled.inventory.clone());
    let mut site = resolution.site;
    let mut refusal = Refusal {
        refused_pages: site.refused(&resolution.refusals),
        problems: resolution.refusals,
    };
    if resolution.problems.is_empty() && (refusal.problems.is_empty() || refused == Refused::IsLeftOut) {
        site.pages.retain(|page| page.refused.is_none());
        return Ok((site, refusal));
    }
    refusal.problems.extend(resolution.problems);
    refusal.problems = problem::sorted(refusal.problems);
    Err(BuildError::Problems(Box::new(refusal)))
}

fn prerender(request: &Request, site: &Site) -> Result<(Arc<Bundle>, Arc<Islands>), BuildError> {
    let cache = request.root.join(".site/cache");
    let options = BundleOptions {
        debug: request.debug_islands,
        consent: trackers::settings(&site.config),
    };
    let bundle = bundle(&request.root, &cache, &site.config.behaviour, &options)?;
    let islands = Islands::open(&bundle, &cache).map_err(|error| Bug(error.to_string()))?;
    Ok((Arc::new(bundle), Arc::new(islands)))
}
