//! The bundle of the developers' pages: the gallery of island states, the style guide, and the editor.
//!
//! `site serve` builds it when one of these pages is requested. It is never part of a built site.

use std::path::Path;

use super::bundle::BundleOptions;
use super::entries::{constants, entry};
use super::esbuild::BundleSources;
use super::esbuild::{self, EsbuildRun};
use crate::outputs::theme::style_sheet;
use model::build_error::BuildError;
use model::config::BrowserBehaviour;
use model::theme::Theme;

/// The folder of the files, below `out`.
const NAME: &str = "workbench";
/// One style sheet that imports all others, relative to `islands/`: the gallery shows islands without their pages.
const EVERY_STYLE: &str = "../templates/styles/workbench.css";

/// Settings of the consent script in the gallery: it shows the bar, but has no third-party script to load.
const CONSENT: &str = r#"{"version":"gallery","trackers":{}}"#;

/// Bundles the developers' pages of the project in `root` into `out/workbench/`, with file names without a hash.
///
/// # Errors
/// See [`BuildError`].
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
        name: NAME,
        entries: vec![
            entry("gallery", "gallery/index.tsx"),
            entry("style-guide", "gallery/style-guide.ts"),
            entry("editor", "src/editor/index.tsx"),
            entry("editor", "src/editor/editor.css"),
            entry("site", EVERY_STYLE),
        ],
        // esbuild uses the last of two equal arguments: this one overrides the names with a hash.
        arguments: &["--format=esm", "--splitting", "--sourcemap", "--entry-names=[name]"],
    };
    let (theme, consent) = (style_sheet(root, theme)?, Some(CONSENT.to_owned()));
    let options = BundleOptions { debug: true, theme, consent, counts: false };
    let constants = constants(behaviour, &options);
    esbuild::write_theme(&out, &options.theme)?;
    esbuild::run(&esbuild::binary(root)?, &sources, &out, &run, &constants)?;
    Ok(())
}
