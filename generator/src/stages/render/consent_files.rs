//! The texts of the consent bar (S26), one JSON file per language. Only the bar loads it, so a page whose visitor has
//! chosen does not. A site without third-party scripts has no such file.

use serde_json::{Map, Value, json};

use crate::stages::prerender::bundle::Bundle;
use model::lang::Lang;
use model::output::OutputFile;
use model::problem::Bug;
use model::site::Site;

/// The style sheet of the bar, by its name in the bundle.
const STYLES: &str = "consent.css";
/// The group of strings for the bar.
const GROUP: &str = "consent";
/// The page that explains each purpose and how to withdraw consent.
const NOTICE: &str = "/aviso-de-privacidad";

pub(super) fn files(site: &Site, bundle: &Bundle) -> Result<Vec<OutputFile>, Bug> {
    if !site.config.tracking.is_configured() {
        return Ok(Vec::new());
    }
    Lang::ALL
        .into_iter()
        .map(|lang| file(site, bundle, lang))
        .collect()
}

fn file(site: &Site, bundle: &Bundle, lang: Lang) -> Result<OutputFile, Bug> {
    let labels: Map<String, Value> = site
        .config
        .tracking
        .trackers()
        .filter_map(|(purpose, tracker)| {
            let name = serde_json::to_value(purpose).ok()?;
            Some((name.as_str()?.to_owned(), Value::from(tracker.label())))
        })
        .collect();
    let mut strings = site.strings.get(lang).groups(&[GROUP.to_owned()]);
    let json = json!({
        "style": bundle.url(STYLES),
        "notice": lang.path(NOTICE),
        "providers": labels,
        "strings": strings[GROUP].take(),
    });
    let path = format!("data/consent-{}.json", lang.code());
    let bytes = serde_json::to_vec(&json).map_err(|error| Bug(format!("{path}: {error}")))?;
    Ok(OutputFile::new(
        &path,
        bytes,
        &format!("content/{}/strings.json", lang.code()),
    ))
}
