//! The developers' pages (gallery of island states, style guide) as a bundle of their own.
//!
//! Made when `site serve` is asked for one of them; never part of a built site.

use std::path::Path;

use super::bundle::BundleOptions;
use super::entries::{constants, entry};
use super::esbuild::{self, Run};
use model::build_error::BuildError;
use model::config::Behaviour;

/// The folder below `out` that the files are in.
const NAME: &str = "workbench";
/// All style sheets in one, from `islands/`: an island is shown there without its page.
const EVERY_STYLE: &str = "../templates/styles/workbench.css";

/// The gallery shows the consent bar without a third party to load.
const CONSENT: &str = r#"{"version":"gallery","trackers":{}}"#;

/// Bundles the pages of the project in `root` into `out/workbench/`, under plain names.
///
/// # Errors
/// See [`BuildError`].
pub fn workbench(root: &Path, out: &Path, behaviour: &Behaviour) -> Result<(), BuildError> {
    let islands = std::path::absolute(root.join("islands")).map_err(BuildError::at(root))?;
    let out = std::path::absolute(out).map_err(BuildError::at(out))?;
    std::fs::create_dir_all(&out).map_err(BuildError::at(&out))?;
    let run = Run {
        name: NAME,
        entries: vec![
            entry("gallery", "src/gallery/index.tsx"),
            entry("style-guide", "src/gallery/style-guide.ts"),
            entry("site", EVERY_STYLE),
        ],
        // The last of two equal arguments counts: these names have no hash.
        arguments: &[
            "--format=esm",
            "--splitting",
            "--sourcemap",
            "--entry-names=[name]",
        ],
    };
    let options = BundleOptions {
        debug: true,
        consent: Some(CONSENT.to_owned()),
    };
    let constants = constants(behaviour, &options);
    esbuild::run(&esbuild::binary(&islands)?, &islands, &out, &run, &constants)?;
    Ok(())
}
