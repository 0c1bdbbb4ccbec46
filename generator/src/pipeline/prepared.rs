//! The stages before rendering, and their results.

use std::path::Path;
use std::sync::Arc;

use super::progress::{Stage, StageTimer};
use super::report::Report;
use super::unchanged::InventoryFingerprints;
use super::{RefusedPages, Request, picture_names};
use crate::cache;
use crate::outputs::pictures::{self, Pictures};
use crate::outputs::share::{self, SharePictures};
use crate::outputs::{self, theme, trackers};
use crate::project;
use crate::stages::load::{self, Sources, Unsaved};
use crate::stages::prerender::bundle::{Bundle, BundleOptions, bundle};
use crate::stages::prerender::islands::Islands;
use crate::stages::pull::{self, Project, Pulled};
use crate::stages::resolve::{self, View};
use model::build_error::BuildError;
use model::config::{Behaviour, Config};
use model::problem::{self, Bug, Problem};
use model::site::Site;
use model::theme::Theme;

/// The results of the stages before rendering.
pub(super) struct Prepared {
    pub(super) site: Arc<Site>,
    pub(super) pulled: Pulled,
    pub(super) bundle: Arc<Bundle>,
    pub(super) islands: Arc<Islands>,
    pub(super) pictures: Arc<Pictures>,
    pub(super) share: Arc<SharePictures>,
    /// What should be corrected, and does not prevent the site.
    pub(super) warnings: Vec<Problem>,
}

/// Results of the first stages that are there already.
#[derive(Default)]
pub(super) struct Known {
    pub(super) sources: Option<Sources>,
    pub(super) pulled: Option<Pulled>,
    /// The fingerprints of the pulled inventory.
    pub(super) inventory: Option<InventoryFingerprints>,
    /// The report of the last site, if it was made from the same sources.
    pub(super) report: Option<Report>,
}

/// Runs the stages before rendering, except those whose result is known. With `refused`, pages that cannot be shown at all
/// are left out and listed there; without it they stop the build.
pub(super) fn prepare(
    request: &Request,
    timer: &StageTimer,
    known: Known,
    mut refused: Option<&mut RefusedPages>,
) -> Result<Prepared, BuildError> {
    let prepared = run(request, timer, known, refused.as_deref_mut());
    if let Some(refused) = refused {
        project::locate(&request.root, &mut refused.problems);
    }
    let mut prepared = located(&request.root, prepared)?;
    project::locate(&request.root, &mut prepared.warnings);
    Ok(prepared)
}

/// The result, with the files of problems named as their author finds them.
pub(super) fn located<T>(root: &Path, result: Result<T, BuildError>) -> Result<T, BuildError> {
    result.map_err(|error| match error {
        BuildError::Problems(mut problems) => {
            project::locate(root, &mut problems);
            problems.into()
        }
        other => other,
    })
}

fn run(
    request: &Request,
    timer: &StageTimer,
    known: Known,
    refused: Option<&mut RefusedPages>,
) -> Result<Prepared, BuildError> {
    let mut sources = match known.sources {
        Some(sources) => sources,
        None => timer.run(Stage::Load, || load_all(&request.root, &Unsaved::new()))?,
    };
    if let Some(base_url) = &request.base_url {
        sources.config.base_url.clone_from(base_url);
    }
    let pulled = match known.pulled {
        Some(pulled) => pulled,
        None => timer.run(Stage::Pull, || {
            pull::pull(&pulled_project(&request.root, &sources.config), &request.pull)
        })?,
    };
    let root = &request.root;
    let scripts = Scripts::of(request, &sources);
    let resolve = || resolved(sources, &pulled, view(request), refused);
    let prerender = || scripts.prerender();
    let make_pictures = || pictures::make(root, &pulled.inventory.amenities);
    // With the sources of the last site, scripts and pictures are in the cache, and no problem waits for them.
    let (resolution, made_early) = match known.report {
        Some(_) => {
            let make = || outputs::beside(prerender, make_pictures);
            let (resolution, made) = timer.run_both((Stage::Resolve, resolve), (Stage::Prerender, make));
            (resolution, Some(made))
        }
        None => (timer.run(Stage::Resolve, resolve), None),
    };
    let (site, warnings) = resolution?;
    let site = Arc::new(site);
    let draw = || share::draw(root, &site);
    let ((prerendered, pictures), share) = match made_early {
        Some(made) => (made, timer.run(Stage::Pictures, draw)),
        None => {
            let make = || outputs::beside(draw, make_pictures);
            let (prerendered, (share, pictures)) =
                timer.run_both((Stage::Prerender, prerender), (Stage::Pictures, make));
            ((prerendered, pictures), share)
        }
    };
    let ((bundle, islands), pictures, share) = (prerendered?, Arc::new(pictures?), Arc::new(share?));
    let unknown = picture_names::check(&site.config, &pictures);
    if !unknown.is_empty() {
        return Err(problem::sorted(unknown).into());
    }
    Ok(Prepared {
        site,
        pulled,
        bundle,
        islands,
        pictures,
        share,
        warnings,
    })
}

/// The author's files, and the icons that are made from them.
pub(super) fn load_all(root: &Path, unsaved: &Unsaved) -> Result<Sources, BuildError> {
    let mut sources = load::load_with(root, unsaved)?;
    theme::add_icons(root, &sources.theme, &mut sources.static_files)?;
    Ok(sources)
}

/// The parts of `site.yaml` that the pull stage needs.
pub(super) fn pulled_project<'a>(root: &'a Path, config: &'a Config) -> Project<'a> {
    Project {
        root,
        platform: &config.platform,
        levels: &config.levels,
        gates: &config.gates,
        uses: &config.uses,
        declared: config.declared(),
        time_zone: &config.time_zone,
    }
}

/// The site without what is made from it, as it will be when the texts of `unsaved` are saved.
pub(super) fn site_only(request: &Request, unsaved: &Unsaved) -> Result<Site, BuildError> {
    let root = &request.root;
    let sources = located(root, load_all(root, unsaved))?;
    let pulled = pull::pull(&pulled_project(root, &sources.config), &request.pull)?;
    let (site, _) = located(root, resolved(sources, &pulled, view(request), None))?;
    Ok(site)
}

/// What a build shows.
pub(super) fn view(request: &Request) -> View {
    View {
        now: request.pull.now,
        unpublished: request.unpublished,
    }
}

/// The site and its warnings.
fn resolved(
    sources: Sources,
    pulled: &Pulled,
    view: View,
    refused: Option<&mut RefusedPages>,
) -> Result<(Site, Vec<Problem>), BuildError> {
    let resolution = resolve::resolve(sources, pulled.inventory.clone(), view);
    let (mut site, mut problems) = (resolution.site, resolution.problems);
    match refused {
        Some(refused) => {
            refused.messages = site.refused(&resolution.refusals);
            refused.problems = resolution.refusals;
            if !problems.is_empty() {
                problems.extend(refused.problems.iter().cloned());
            }
        }
        None => problems.extend(resolution.refusals),
    }
    if !problems.is_empty() {
        return Err(problem::sorted(problems).into());
    }
    site.pages.retain(|page| page.refused.is_none());
    Ok((site, resolution.warnings))
}

/// What scripts and styles are made from, beside the files of the engine.
struct Scripts<'a> {
    request: &'a Request,
    theme: Theme,
    behaviour: Behaviour,
    consent: Option<String>,
}

impl Scripts<'_> {
    fn of<'a>(request: &'a Request, sources: &Sources) -> Scripts<'a> {
        Scripts {
            request,
            theme: sources.theme.clone(),
            behaviour: sources.config.behaviour.clone(),
            consent: trackers::settings(&sources.config),
        }
    }

    fn prerender(&self) -> Result<(Arc<Bundle>, Arc<Islands>), BuildError> {
        let root = &self.request.root;
        let cache = root.join(cache::FOLDER);
        let absolute = std::path::absolute(root).map_err(BuildError::at(root))?;
        let options = BundleOptions {
            theme: theme::style_sheet(&absolute, &self.theme)?,
            debug: self.request.debug_islands,
            consent: self.consent.clone(),
        };
        let bundle = bundle(root, &cache, &self.behaviour, &options)?;
        let islands = Islands::open(&bundle, &cache).map_err(|error| Bug(error.to_string()))?;
        Ok((Arc::new(bundle), Arc::new(islands)))
    }
}
