//! The stages up to rendering: everything that pages are made from.

use std::path::Path;
use std::sync::Arc;

use super::{Progress, Request};
use crate::build_error::{BuildError, Refusal};
use crate::config::Config;
use crate::load::{self, Sources};
use crate::pictures::{self, Pictures};
use crate::prerender::bundle::{Bundle, BundleOptions, bundle};
use crate::prerender::islands::Islands;
use crate::problem::{self, Bug};
use crate::pull::{self, Declared, Project, Pulled};
use crate::resolve::{self, Site};
use crate::share::{self, SharePictures};
use crate::trackers;

/// What a page means for the build that cannot be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    StopsTheBuild,
    IsLeftOut,
}

/// Everything that pages are made from.
pub(super) struct Prepared {
    pub(super) site: Arc<Site>,
    pub(super) pulled: Pulled,
    pub(super) bundle: Arc<Bundle>,
    pub(super) islands: Arc<Islands>,
    pub(super) pictures: Arc<Pictures>,
    pub(super) share: Arc<SharePictures>,
}

/// The stages up to rendering.
pub(super) fn prepare(
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
