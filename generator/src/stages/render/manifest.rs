//! The web app manifest: `templates/static/manifest.webmanifest` with colours and icons, and the name from `site.yaml`,
//! so that another development does not have to change the file.

use serde_json::{Map, Value};

use model::code::Code;
use model::problem::Problem;
use model::site::Site;
use model::source::StaticFile;

/// The file's path, below `dist/` and below `templates/static/`.
pub(super) const PATH: &str = "manifest.webmanifest";

/// Adds `name` and `short_name` to the file, unless it has them.
pub(super) fn with_names(file: &StaticFile, site: &Site) -> Result<Vec<u8>, Problem> {
    let problem = |message: String| Problem::in_file(Code::InvalidSyntax, &file.file, message);
    let own: Map<String, Value> = serde_json::from_slice(&file.bytes)
        .map_err(|error| problem(format!("the file is not a JSON object: {error}")))?;
    let mut manifest = Map::new();
    for key in ["name", "short_name"] {
        manifest.insert(key.to_owned(), Value::from(site.config.name.as_str()));
    }
    manifest.extend(own);
    let mut bytes = serde_json::to_vec_pretty(&manifest).map_err(|error| problem(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
