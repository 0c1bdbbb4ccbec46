//! Files that pages load: the service worker with its settings (S26), the texts of the consent bar, the web app manifest, and the
//! drawings of levels.

use std::collections::BTreeMap;

use http::StatusCode;
use minijinja::context;
use serde::Serialize;
use serde_json::{Map, Value, json};
use ts_rs::TS;

use crate::cache::Inputs;
use crate::outputs::{fallback_page, render_text};
use crate::stages::prerender::bundle::Bundle;
use building::Plan;
use formats::problem::{Bug, Code, Problem};
use formats::templating::values::from_serialize;
use model::config::tracking::Purpose;
use model::fingerprint::hex;
use model::lang::Lang;
use model::localized::Localized;
use model::output::{ASSETS, OutputFile};
use model::site::{Site, template};

/// What precedes the settings of the service worker, one line of JSON, in its file.
pub const WORKER_SETTINGS: &str = "const SITE=";
/// The path of the service worker.
pub const WORKER: &str = "sw.js";

/// The service worker after its settings (`SITE` in `islands/src/worker`); none for a site without scripts.
pub(super) fn service_worker(site: &Site, bundle: &Bundle) -> Option<OutputFile> {
    if !bundle.has_islands() {
        return None;
    }
    let mut languages: Vec<Lang> = site.config.languages.iter().collect();
    // The worker uses the first prefix that matches, so the longest comes first.
    languages.sort_by_key(|lang| std::cmp::Reverse(lang.prefix().len()));
    let offline = languages.into_iter().filter_map(|lang| {
        let page = site.routes.with_template(template::OFFLINE)?;
        let (strings, status) = (site.strings.get(lang), StatusCode::SERVICE_UNAVAILABLE);
        Some(json!({
            "prefix": lang.prefix(),
            "page": site.routes.addresses.path(lang, page),
            // Shown when even the offline page is not stored (S5f).
            "last_resort": fallback_page(Some(strings), Some(lang), None, status),
        }))
    });
    let settings = json!({
        "kill": site.config.service_worker.kill,
        "offline": offline.collect::<Vec<_>>(),
        "assets": bundle.shell(&site.theme.fonts),
    });
    let text = format!("{WORKER_SETTINGS}{settings};\n{}", bundle.worker);
    Some(OutputFile::new(WORKER, text, "islands/src/worker"))
}

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
    #[ts(type = "StringTree")]
    strings: Value,
}

pub(super) fn consent_files(site: &Site, bundle: &Bundle) -> Vec<OutputFile> {
    if !site.config.tracking.is_configured() {
        return Vec::new();
    }
    let file = |lang: Lang| {
        let trackers = site.config.tracking.trackers();
        let mut strings = site.strings.get(lang).groups(&[GROUP.to_owned()]);
        let texts = ConsentTexts {
            style: bundle.url("consent.css"),
            notice: Localized::new(site, lang).page_with(template::PRIVACY),
            providers: trackers
                .map(|(purpose, tracker)| (purpose, tracker.label()))
                .collect(),
            strings: strings[GROUP].take(),
        };
        let json = serde_json::to_string(&texts).unwrap_or_default();
        let origin = format!("content/{lang}/strings.json");
        OutputFile::new(&format!("data/consent-{lang}.json"), json, &origin)
    };
    site.config.languages.iter().map(file).collect()
}

/// The file's path, below `dist/` and below `templates/static/`.
pub(super) const MANIFEST: &str = "manifest.webmanifest";

/// Adds names, colours and the language to the file, unless it has them.
pub(super) fn completed_manifest(file: &OutputFile, site: &Site) -> Result<String, Problem> {
    let own: Map<String, Value> = serde_json::from_slice(&file.bytes).map_err(|error| {
        let message = format!("the file is not a JSON object: {error}");
        Problem::in_file(Code::InvalidSyntax, &file.origin, message)
    })?;
    let (name, ground) = (
        site.config.name.as_str(),
        &*site.theme.dark.ground.to_string(),
    );
    let lang = site.config.languages.first();
    let completed = [
        ("name", name),
        ("short_name", name),
        ("background_color", ground),
        ("theme_color", ground),
        ("lang", lang.locale()),
    ]
    .map(|(key, value)| (key.to_owned(), Value::from(value)));
    let manifest: Map<_, _> = completed.into_iter().chain(own).collect();
    Ok(format!("{:#}\n", Value::Object(manifest)))
}

/// The lines of a level as SVG.
pub(super) fn level_drawing(plan: &Plan) -> Result<OutputFile, Bug> {
    let svg = render_text(
        "level.svg",
        include_str!("level.svg"),
        &context! { plan => from_serialize(plan) },
    )?;
    Ok(hashed_file(
        &format!("level-{}", plan.level),
        "svg",
        svg,
        &building::file(&plan.building),
    ))
}

/// A file whose name has a hash of its content.
pub(super) fn hashed_file(name: &str, ending: &str, text: String, origin: &str) -> OutputFile {
    let mut inputs = Inputs::default();
    inputs.add(&text);
    let hash = &hex(&inputs.finish())[..8];
    OutputFile::new(
        &format!("{}{name}-{hash}.{ending}", ASSETS.trim_start_matches('/')),
        text,
        origin,
    )
}
