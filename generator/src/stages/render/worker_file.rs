//! The service worker's file, `sw.js` (S26): its settings, followed by the bundled script.

use http::StatusCode;
use serde::Serialize;

use crate::outputs::last_resort::FallbackTexts;
use crate::stages::prerender::bundle::Bundle;
use model::lang::Lang;
use model::output::OutputFile;
use model::site::{Site, template};

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
    let settings = Settings {
        kill: site.config.service_worker.kill,
        offline: languages.into_iter().filter_map(|lang| offline_page(site, lang)).collect(),
        assets: bundle.shell(&site.theme.fonts),
    };
    let settings = serde_json::to_string(&settings).unwrap_or_default();
    let text = format!("const SITE={settings};\n{}", bundle.worker);
    Some(OutputFile::new("sw.js", text, "islands/src/worker"))
}

/// None for a site without such a page.
fn offline_page(site: &Site, lang: Lang) -> Option<OfflinePage> {
    let page = site.routes.with_template(template::OFFLINE)?;
    let texts = FallbackTexts::from_strings(site.strings.get(lang)).unwrap_or_default();
    Some(OfflinePage {
        prefix: lang.prefix(),
        page: site.routes.addresses.path(lang, page),
        last_resort: texts.page(StatusCode::SERVICE_UNAVAILABLE, Some(lang)),
    })
}
