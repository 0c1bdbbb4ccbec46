//! Stage 4: bundles the islands with esbuild and renders their components to HTML in QuickJS, without Node.
//!
//! [`bundle::bundle`] makes everything that a browser loads, or reads it from the cache. [`islands::Islands`] lists the
//! islands and renders a component with its props to HTML. Nothing here reads content or the clock.

pub mod bundle;
mod custom_properties;
mod engine;
mod entries;
pub mod esbuild;
mod esbuild_report;
pub mod islands;
pub mod sizes;
pub mod workbench;

use std::sync::Arc;

use crate::node::Tools;
use crate::outputs::{theme, trackers};
use bundle::{Bundle, BundleOptions};
use formats::problem::Bug;
use islands::Islands;
use model::build_error::BuildError;
use model::site::Site;

/// Stage 4: the bundle and the islands. `debug` as in [`BundleOptions`].
///
/// # Errors
/// Problems in scripts and styles, and missing packages.
pub fn prerender(
    tools: &Arc<Tools>,
    site: &Site,
    debug: bool,
) -> Result<(Arc<Bundle>, Arc<Islands>), BuildError> {
    let root = &tools.root;
    let absolute = std::path::absolute(root).map_err(BuildError::at(root))?;
    let options = BundleOptions {
        theme: theme::style_sheet(&absolute, &site.theme)?,
        debug,
        consent: trackers::settings(&site.config),
        counts: site.config.counts,
    };
    let bundle = bundle::bundle(tools, &site.config.behaviour, &options)?;
    let islands = Islands::open(&bundle, tools).map_err(Bug)?;
    Ok((Arc::new(bundle), Arc::new(islands)))
}
