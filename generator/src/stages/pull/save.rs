//! `site pull --save`: the last good inventory becomes that of `content/`, which a build uses when the platform does not
//! answer.

use std::path::Path;

use formats::yaml::edited;
use model::build_error::BuildError;
use model::config::FILE;
use platform::answer;
use serde_json::Value;

use super::fallback::{AMENITIES, UNITS};
use super::{PullResult, Source, file};
use crate::cache::file::replace_durably;
use crate::stages::load;

/// Writes the inventory and the amenities of a good pull below `root`, and then removes their marks of an example. Returns
/// the files that changed.
///
/// # Errors
/// There is no good pull, or a file cannot be written.
pub fn save(root: &Path, pulled: &PullResult) -> Result<Vec<&'static str>, BuildError> {
    if pulled.is_example || !matches!(pulled.source, Source::Platform | Source::Snapshot) {
        let message =
            format!("{UNITS} is unchanged: there is no good pull to save: correct what prevents it");
        return Err(BuildError::Tool(message));
    }
    let inventory = &pulled.inventory;
    let day = inventory.date.to_string();
    let map = load::read_config(root).map_err(BuildError::from)?.platform;
    // Where the platform has none, they are those of the file.
    let stay =
        file::amenities(&root.join(AMENITIES), &map).ok().flatten().as_ref() == Some(&inventory.amenities);
    let amenities = (!stay).then(|| answer::amenities_file(&inventory.amenities, &day));
    let unmarked = without_marks(root, if stay { &[UNITS] } else { &[UNITS, AMENITIES] })?;
    let mut saved = Vec::new();
    for (name, text) in [
        (UNITS, Some(answer::units_file(&inventory.units, map.currency, &day))),
        (AMENITIES, amenities),
        (FILE, unmarked),
    ] {
        let Some(text) = text else { continue };
        let path = root.join(name);
        replace_durably(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
        saved.push(name);
    }
    Ok(saved)
}

/// The text of `site.yaml` without the marks of these files; nothing when it has none.
fn without_marks(root: &Path, files: &[&str]) -> Result<Option<String>, BuildError> {
    let text = load::read_text(root, FILE)?;
    let mut values: Value = serde_yaml::from_str(&text).unwrap_or_default();
    let Some(examples) = values.get_mut("examples").and_then(Value::as_array_mut) else { return Ok(None) };
    let before = examples.len();
    examples.retain(|example| !example.as_str().is_some_and(|example| files.contains(&example)));
    if examples.len() == before {
        return Ok(None);
    }
    let cannot = |error| BuildError::Tool(format!("{FILE}: {error}, then run `site pull --save` again"));
    edited(&text, &values).map(Some).map_err(cannot)
}
