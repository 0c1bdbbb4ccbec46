//! The web app manifest: `templates/static/manifest.webmanifest` with icons, the name and language from `site.yaml` and the colours from
//! `theme.yaml`, so that another development does not have to change the file.

use serde_json::{Map, Value};

use formats::code::Code;
use formats::problem::Problem;
use model::site::Site;
use model::source::StaticFile;

/// The file's path, below `dist/` and below `templates/static/`.
pub(super) const PATH: &str = "manifest.webmanifest";

/// Adds names, colours and the language to the file, unless it has them.
pub(super) fn completed(file: &StaticFile, site: &Site) -> Result<Vec<u8>, Problem> {
    let problem = |message: String| Problem::in_file(Code::InvalidSyntax, &file.file, message);
    let own: Map<String, Value> = serde_json::from_slice(&file.bytes)
        .map_err(|error| problem(format!("the file is not a JSON object: {error}")))?;
    let mut manifest = Map::new();
    for key in ["name", "short_name"] {
        manifest.insert(key.to_owned(), Value::from(site.config.name.as_str()));
    }
    for key in ["background_color", "theme_color"] {
        manifest.insert(key.to_owned(), Value::from(site.theme.dark.ground.to_string()));
    }
    let lang = site.config.languages.first();
    manifest.insert("lang".to_owned(), Value::from(lang.locale()));
    manifest.extend(own);
    let mut bytes = serde_json::to_vec_pretty(&manifest).map_err(|error| problem(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
