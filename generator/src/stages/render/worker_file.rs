//! The service worker's file, `sw.js` (S26): the bundled script with the offline page of each language.

use crate::stages::prerender::bundle::Bundle;
use crate::stages::prerender::worker::{OfflinePage, WorkerSettings, service_worker};
use model::lang::Lang;
use model::output::OutputFile;
use model::problem::Bug;
use model::site::Site;

/// The page shown without a network connection.
const OFFLINE_PAGE: &str = "/sin-conexion";

/// The file, or `None` for a site without scripts.
pub(super) fn file(site: &Site, bundle: &Bundle) -> Result<Option<OutputFile>, Bug> {
    if bundle.hash.is_empty() {
        return Ok(None);
    }
    // The worker uses the first prefix that matches, so the longest comes first.
    let mut languages = Lang::ALL;
    languages.sort_by_key(|lang| std::cmp::Reverse(lang.prefix().len()));
    let texts: Vec<Texts> = languages.into_iter().map(|lang| Texts::of(site, lang)).collect();
    let offline = texts
        .iter()
        .filter(|_| site.routes.contains(OFFLINE_PAGE))
        .map(Texts::page)
        .collect();
    let settings = WorkerSettings {
        kill: site.config.service_worker.kill,
        offline,
        assets: bundle.shell(),
    };
    let text = service_worker(bundle, &settings);
    Ok(Some(OutputFile::new(
        "sw.js",
        text.into_bytes(),
        "islands/src/worker",
    )))
}

/// The worker's texts and URLs in one language.
struct Texts {
    lang: Lang,
    page: String,
    home: String,
    text: String,
    home_label: String,
}

impl Texts {
    fn of(site: &Site, lang: Lang) -> Texts {
        let string = |key: &str| {
            site.strings
                .get(lang)
                .plain(key)
                .map(|text| text.to_string())
                .unwrap_or_default()
        };
        Texts {
            lang,
            page: lang.path(OFFLINE_PAGE),
            home: lang.path("/"),
            text: string("errors.fallback"),
            home_label: string("errors.home"),
        }
    }

    fn page(&self) -> OfflinePage<'_> {
        OfflinePage {
            prefix: self.lang.prefix(),
            lang: self.lang.code(),
            page: &self.page,
            home: &self.home,
            text: &self.text,
            home_label: &self.home_label,
        }
    }
}
