//! The stages up to rendering: everything that pages are made from.

use std::path::Path;
use std::sync::Arc;

use super::Request;
use super::progress::{Stage, StageTimer};
use crate::cache::fingerprint;
use crate::outputs::pictures::{self, Pictures};
use crate::outputs::share::{self, SharePictures};
use crate::outputs::trackers;
use crate::pipeline::error::{BuildError, Refusal};
use crate::stages::load::{self, Sources};
use crate::stages::prerender::bundle::{Bundle, BundleOptions, bundle};
use crate::stages::prerender::islands::Islands;
use crate::stages::pull::{self, Project, Pulled};
use crate::stages::resolve;
use model::config::Config;
use model::config::gates::Declared;
use model::page_sink::Fingerprint;
use model::problem::{self, Bug};
use model::site::Site;

/// What happens to a build with pages that cannot be shown at all (S5g).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnshowablePages {
    StopTheBuild,
    AreLeftOut,
}

/// Everything that pages are made from.
pub(super) struct Prepared {
    /// The fingerprint of the author's files.
    pub(super) sources: Fingerprint,
    pub(super) site: Arc<Site>,
    pub(super) pulled: Pulled,
    pub(super) bundle: Arc<Bundle>,
    pub(super) islands: Arc<Islands>,
    pub(super) pictures: Arc<Pictures>,
    pub(super) share: Arc<SharePictures>,
}

/// Runs the stages up to rendering.
pub(super) fn prepare(
    request: &Request,
    timer: &StageTimer,
    unshowable: UnshowablePages,
) -> Result<(Prepared, Refusal), BuildError> {
    let (fingerprint, mut sources) = timer.run(Stage::Load, || {
        // Before the files are read: a file saved in between is then seen as changed by the next build.
        let fingerprint = fingerprint::of_sources(&request.root);
        let options = load::Options {
            drafts: request.drafts,
        };
        load::load(&request.root, options).map(|sources| (fingerprint, sources))
    })?;
    if let Some(base_url) = &request.base_url {
        sources.config.base_url.clone_from(base_url);
    }
    let pulled = timer.run(Stage::Pull, || {
        pull::pull(&project(&request.root, &sources.config), &request.pull)
    })?;
    let (site, refusal) = timer.run(Stage::Resolve, || resolved(sources, &pulled, unshowable))?;
    let site = Arc::new(site);
    let (prerendered, (pictures, share)) = timer.run_both(
        (Stage::Prerender, || prerender(request, &site)),
        // The pictures' library is another process.
        (Stage::Pictures, || {
            rayon::join(
                || pictures::make(&request.root),
                || share::make(&request.root, &site),
            )
        }),
    );
    let ((bundle, islands), pictures, share) = (prerendered?, Arc::new(pictures?), Arc::new(share?));
    let prepared = Prepared {
        sources: fingerprint,
        site,
        pulled,
        bundle,
        islands,
        pictures,
        share,
    };
    Ok((prepared, refusal))
}

/// What a pull needs to know.
pub(super) fn project<'a>(root: &'a Path, config: &'a Config) -> Project<'a> {
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

fn resolved(
    sources: Sources,
    pulled: &Pulled,
    unshowable: UnshowablePages,
) -> Result<(Site, Refusal), BuildError> {
    let resolution = resolve::resolve(sources, pulled.inventory.clone());
    let mut site = resolution.site;
    let mut refusal = Refusal {
        refused_pages: site.refused(&resolution.refusals),
        problems: resolution.refusals,
    };
    if resolution.problems.is_empty()
        && (refusal.problems.is_empty() || unshowable == UnshowablePages::AreLeftOut)
    {
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
