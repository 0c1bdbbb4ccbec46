//! Stage 4: bundles the islands with esbuild and renders their components to HTML in QuickJS, without Node. Nothing here reads
//! content or the clock.

pub mod bundle;
pub mod bundle_file;
pub mod bundler;
mod entries;
pub mod esbuild;
mod esbuild_report;
pub mod islands;
pub mod sizes;

use std::path::Path;
use std::sync::Arc;

use crate::node::Tools;
use crate::outputs::theme::{self, style_sheet};
use crate::outputs::trackers;
use bundle::{Bundle, BundleOptions};
use entries::{constants, entry};
use esbuild::{BundleSources, EsbuildRun};
use islands::Islands;
use model::build_error::BuildError;
use model::config::BrowserBehaviour;
use model::site::Site;
use model::theme::Theme;

/// Stage 4: the bundle and the islands. `debug` as in [`BundleOptions`].
pub fn prerender(
    tools: &Arc<Tools>,
    site: &Site,
    debug: bool,
) -> Result<(Arc<Bundle>, Arc<Islands>), BuildError> {
    let root = &tools.root;
    let options = BundleOptions {
        theme: theme::style_sheet(root, &site.theme)?,
        debug,
        consent: trackers::settings(&site.config),
        counts: site.config.counts,
        questions: !site.config.forms.is_empty(),
    };
    let bundle = Arc::new(bundler::bundle(tools, &site.config.behaviour, &options)?);
    let islands = Arc::new(Islands::open(&bundle, tools));
    Ok((bundle, islands))
}

/// Settings of the consent script in the gallery: it shows the bar, but has no third-party script to load.
const GALLERY_CONSENT: &str = r#"{"version":"gallery","trackers":{}}"#;

/// Bundles the developers' pages of the project in `root` into `out/workbench/`, with file names without a hash.
pub fn workbench(
    root: &Path,
    out: &Path,
    behaviour: &BrowserBehaviour,
    theme: &Theme,
) -> Result<(), BuildError> {
    let root = &std::path::absolute(root).map_err(BuildError::at(root))?;
    let sources = BundleSources::find(root)?;
    let out = std::path::absolute(out).map_err(BuildError::at(out))?;
    std::fs::create_dir_all(&out).map_err(BuildError::at(&out))?;
    let run = EsbuildRun {
        name: "workbench",
        entries: vec![
            entry("gallery", "gallery/index.tsx"),
            entry("style-guide", "gallery/style-guide.ts"),
            entry("editor", "src/editor/index.tsx"),
            entry("editor", "src/editor/editor.css"),
            // All style sheets: the gallery shows islands without their pages.
            entry("site", "../templates/styles/workbench.css"),
        ],
        // esbuild uses the last of two equal arguments: this one overrides the names with a hash.
        arguments: &[
            "--format=esm",
            "--splitting",
            "--sourcemap",
            "--entry-names=[name]",
        ],
    };
    let (theme, consent) = (style_sheet(root, theme)?, Some(GALLERY_CONSENT.to_owned()));
    let options = BundleOptions {
        debug: true,
        theme,
        consent,
        counts: false,
        questions: true,
    };
    let constants = constants(behaviour, &options);
    esbuild::run(root, &sources, &out, &[run], &options.theme, &constants)
}
