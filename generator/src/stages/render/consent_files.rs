//! What the consent bar says (S26), one file per language: fetched by the bar alone, so that it weighs nothing
//! on a page whose visitor has chosen. A site without third parties has none.

use serde_json::{Map, Value, json};

use crate::stages::prerender::bundle::Bundle;
use model::lang::Lang;
use model::output::OutputFile;
use model::problem::Bug;
use model::site::Site;

/// The style sheet of the bar, by the name that the bundle has for it.
const STYLES: &str = "consent.css";
/// The group of strings that the bar shows.
const GROUP: &str = "consent";
/// The page that says what each purpose is and how to withdraw.
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
