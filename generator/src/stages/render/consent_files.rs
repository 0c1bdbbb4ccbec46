//! The texts of the consent bar (S26), one JSON file per language. Only the bar loads it, so a page whose visitor has
//! chosen does not. A site without third-party scripts has no such file.

use serde_json::{Map, Value, json};

use crate::stages::prerender::bundle::Bundle;
use model::lang::Lang;
use model::output::OutputFile;
use model::site::{Site, template};

/// The style sheet of the bar, by its name in the bundle.
const STYLES: &str = "consent.css";
/// The group of strings for the bar.
const GROUP: &str = "consent";

pub(super) fn files(site: &Site, bundle: &Bundle) -> Vec<OutputFile> {
    if !site.config.tracking.is_configured() {
        return Vec::new();
    }
    let languages = site.config.languages.iter();
    languages.map(|lang| file(site, bundle, lang)).collect()
}

fn file(site: &Site, bundle: &Bundle, lang: Lang) -> OutputFile {
    let labels = site.config.tracking.trackers().filter_map(|(purpose, tracker)| {
        let name = serde_json::to_value(purpose).ok()?;
        Some((name.as_str()?.to_owned(), Value::from(tracker.label())))
    });
    let notice = site.routes.with_template(template::PRIVACY);
    let mut strings = site.strings.get(lang).groups(&[GROUP.to_owned()]);
    let json = json!({
        "style": bundle.url(STYLES),
        "notice": lang.path(notice.unwrap_or("/")),
        "providers": labels.collect::<Map<_, _>>(),
        "strings": strings[GROUP].take(),
    });
    let origin = format!("content/{lang}/strings.json");
    OutputFile::new(&format!("data/consent-{lang}.json"), json.to_string(), &origin)
}
