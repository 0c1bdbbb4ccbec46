//! The stages in a row, from a project's folder to a finished site.

mod budgets;
mod prepared;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::build_error::{BuildError, Refusal};
use crate::documents;
use crate::file_links;
use crate::fingerprint;
use crate::home_weight::HomeWeight;
use crate::load;
use crate::pictures::PhoneWeight;
use crate::prerender::bundle::Bundle;
use crate::problem;
use crate::pull::{self, Pulled};
use crate::render::{self, Keeping, OutputFile, PageInputs, Rendered};
use crate::resolve::Site;
use crate::stage_clock::StageClock;
use crate::write::{self, Draft, Lock, Written};
use prepared::{Prepared, Refused, prepare, project};

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
    /// The picture that weighs most on a phone.
    pub picture: Option<PhoneWeight>,
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
    let held_to = budgets::of_home(&site);
    let home = HomeWeight::of(&files, &bundle, held_to);
    let picture = pictures.heaviest_on_phone();
    if !request.debug_islands {
        let over = held_to.and_then(|budgets| home.over(budgets));
        budgets::hold(&site, &bundle, &islands, &pictures, over)?;
    }
    Ok(Made {
        site,
        files,
        kept,
        reused,
        pulled,
        bundle,
        home,
        picture,
    })
}

/// Gets the inventory alone and keeps a good one.
///
/// # Errors
/// Problems in `site.yaml`, or data refused.
pub fn pull_only(root: &Path, request: &pull::Request) -> Result<Pulled, BuildError> {
    let config = load::read_config(root)?;
    Ok(pull::pull(&project(root, &config), request)?)
}
