//! The web manifest: what `templates/static/manifest.webmanifest` says about colours and icons, with the names of
//! `site.yaml`, so that another development needs no change in it.

use serde_json::{Map, Value};

use model::problem::Problem;
use model::site::Site;
use model::source::StaticFile;

/// The file, below `dist/` and below `templates/static/`.
pub(super) const PATH: &str = "manifest.webmanifest";

/// The file with its names; what it says itself stays.
pub(super) fn with_names(file: &StaticFile, site: &Site) -> Result<Vec<u8>, Problem> {
    let refused = |message: String| Problem::in_file(&file.file, message);
    let own: Map<String, Value> = serde_json::from_slice(&file.bytes)
        .map_err(|error| refused(format!("not a JSON object: {error}")))?;
    let mut manifest = Map::new();
    for key in ["name", "short_name"] {
        manifest.insert(key.to_owned(), Value::from(site.config.name.as_str()));
    }
    manifest.extend(own);
    let mut bytes = serde_json::to_vec_pretty(&manifest).map_err(|error| refused(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
