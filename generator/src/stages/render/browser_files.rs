//! Files that pages load: the service worker with its settings (S26), the texts of the consent bar, the web app manifest, and the
//! drawings of levels.

use std::collections::BTreeMap;

use http::StatusCode;
use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::cache::Inputs;
use crate::outputs::fallback_page;
use crate::stages::prerender::bundle::Bundle;
use building::{self, Plan, PlanUnit};
use formats::problem::{Code, Problem};
use model::config::tracking::Purpose;
use model::fingerprint::hex;
use model::lang::Lang;
use model::output::{ASSETS, OutputFile};
use model::site::{Site, template};
use model::source::StaticFile;

/// The settings of the service worker, as JSON: `SITE` in `islands/src/worker`.
#[derive(Serialize)]
struct Settings {
    /// Whether the worker removes its caches and itself (`service_worker.kill`).
    kill: bool,
    /// The offline page of each language. The worker uses the first prefix that matches, so the longest comes first.
    offline: Vec<OfflinePage>,
    /// URLs that the offline pages need, stored when the worker is installed: see [`Bundle::shell`].
    assets: Vec<String>,
}

/// What a visitor without a network sees.
#[derive(Serialize)]
struct OfflinePage {
    /// Path prefix of the language: `/en`, or empty.
    prefix: &'static str,
    page: String,
    /// The page as HTML that is shown when even the offline page is not stored (S5f).
    last_resort: String,
}

/// The file, or `None` for a site without scripts.
pub(super) fn file(site: &Site, bundle: &Bundle) -> Option<OutputFile> {
    if bundle.hash.is_empty() {
        return None;
    }
    let mut languages: Vec<Lang> = site.config.languages.iter().collect();
    languages.sort_by_key(|lang| std::cmp::Reverse(lang.prefix().len()));
    let offline = languages.into_iter().filter_map(|lang| {
        let page = site.routes.with_template(template::OFFLINE)?;
        Some(OfflinePage {
            prefix: lang.prefix(),
            page: site.routes.addresses.path(lang, page),
            last_resort: fallback_page(
                Some(site.strings.get(lang)),
                Some(lang),
                None,
                StatusCode::SERVICE_UNAVAILABLE,
            ),
        })
    });
    let settings = Settings {
        kill: site.config.service_worker.kill,
        offline: offline.collect(),
        assets: bundle.shell(&site.theme.fonts),
    };
    let settings = serde_json::to_string(&settings).unwrap_or_default();
    let text = format!("const SITE={settings};\n{}", bundle.worker);
    Some(OutputFile::new("sw.js", text, "islands/src/worker"))
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
    #[ts(type = "Strings")]
    strings: Value,
}

pub(super) fn consent_files(site: &Site, bundle: &Bundle) -> Vec<OutputFile> {
    if !site.config.tracking.is_configured() {
        return Vec::new();
    }
    let notice = site.routes.with_template(template::PRIVACY).unwrap_or("/");
    let file = |lang: Lang| {
        let trackers = site.config.tracking.trackers();
        let mut strings = site.strings.get(lang).groups(&[GROUP.to_owned()]);
        let texts = ConsentTexts {
            style: bundle.url("consent.css"),
            notice: site.routes.addresses.path(lang, notice),
            providers: trackers.map(|(purpose, tracker)| (purpose, tracker.label())).collect(),
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
pub(super) fn completed_manifest(file: &StaticFile, site: &Site) -> Result<Vec<u8>, Problem> {
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

/// The file, with the lines as the group `level`. A page shows it with `<use>` above what it fills. The page's styles do
/// not apply there: so shapes have attributes, with colours that `<use>` inherits.
pub(super) fn level_drawing(plan: &Plan) -> OutputFile {
    let joined = |path: fn(&PlanUnit) -> &str| plan.units.iter().map(path).collect::<String>();
    let terrace = |unit: &PlanUnit| unit.terrace.clone().unwrap_or_default();
    let shapes = [
        (joined(|unit| &unit.path), ""),
        (plan.units.iter().map(terrace).collect(), r#" stroke="var(--muted)" stroke-dasharray="4 3""#),
        (joined(|unit| &unit.door), r#" stroke="var(--ground)" stroke-width="3""#),
        (plan.core.clone(), r#" fill="var(--raised)""#),
        (format!("{}{}", plan.stairs, plan.lifts), r#" stroke="var(--muted)" stroke-width=".5""#),
        (plan.outline.clone(), r#" stroke-width="2.5""#),
    ];
    let shapes = shapes.iter().filter(|(path, _)| !path.is_empty());
    let shapes: String = shapes
        .map(|(path, style)| format!("<path vector-effect=\"non-scaling-stroke\"{style} d=\"{path}\"/>\n"))
        .collect();
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<g id=\"level\" fill=\"none\" stroke=\"var(--text)\">\n{shapes}</g>\n</svg>\n"
    );
    let mut inputs = Inputs::default();
    inputs.add(&svg);
    let hash = &hex(&inputs.finish())[..8];
    let path = format!("{}level-{}-{hash}.svg", ASSETS.trim_start_matches('/'), plan.level);
    OutputFile::new(&path, svg, &building::file(&plan.building))
}
