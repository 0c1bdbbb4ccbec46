//! The texts of the consent bar (S26), one JSON file per language. Only the bar loads it, so a page whose visitor has
//! chosen does not. A site without third-party scripts has no such file.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::stages::prerender::bundle::Bundle;
use model::config::tracking::Purpose;
use model::lang::Lang;
use model::output::OutputFile;
use model::site::{Site, template};

/// The style sheet of the bar, by its name in the bundle.
const STYLES: &str = "consent.css";
/// The group of strings for the bar.
const GROUP: &str = "consent";

/// The file of one language.
#[derive(Serialize, TS)]
pub(crate) struct ConsentTexts {
    /// URL of the style sheet of the bar.
    style: Option<String>,
    /// URL of the privacy notice.
    notice: String,
    /// The name of the service for each configured purpose.
    #[ts(type = "Partial<Record<Purpose, string>>")]
    providers: BTreeMap<Purpose, String>,
    /// The group `consent` of the strings.
    #[ts(type = "Strings")]
    strings: Value,
}

pub(super) fn files(site: &Site, bundle: &Bundle) -> Vec<OutputFile> {
    if !site.config.tracking.is_configured() {
        return Vec::new();
    }
    let languages = site.config.languages.iter();
    languages.map(|lang| file(site, bundle, lang)).collect()
}

fn file(site: &Site, bundle: &Bundle, lang: Lang) -> OutputFile {
    let trackers = site.config.tracking.trackers();
    let notice = site.routes.with_template(template::PRIVACY);
    let mut strings = site.strings.get(lang).groups(&[GROUP.to_owned()]);
    let texts = ConsentTexts {
        style: bundle.url(STYLES),
        notice: site.routes.addresses.path(lang, notice.unwrap_or("/")),
        providers: trackers.map(|(purpose, tracker)| (purpose, tracker.label())).collect(),
        strings: strings[GROUP].take(),
    };
    let json = serde_json::to_string(&texts).unwrap_or_default();
    let origin = format!("content/{lang}/strings.json");
    OutputFile::new(&format!("data/consent-{lang}.json"), json, &origin)
}
