//! Output for the third-party scripts of `site.yaml` (S26): the settings of the consent script, and the sources that the
//! Content-Security-Policy allows. Inline scripts and `eval` are never allowed: a tag that needs them does not run
//! (docs/tracking.md describes the alternatives).

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use model::config::Config;
use model::config::tracking::{Provider, Purpose, Tracker, Tracking};
use model::fingerprint::hex;

/// Pairs of a directive and its sources, separated by spaces.
type Sources = &'static [(&'static str, &'static str)];

/// The tag manager's container, and Google Analytics 4, which most containers load.
const GOOGLE: Sources = &[
    ("script-src", "https://*.googletagmanager.com"),
    ("img-src", "https://*.googletagmanager.com https://*.google-analytics.com"),
    (
        "connect-src",
        "https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
    ),
];

const CLARITY: Sources = &[
    ("script-src", "https://*.clarity.ms"),
    ("img-src", "https://*.clarity.ms https://c.bing.com"),
    ("connect-src", "https://*.clarity.ms https://c.bing.com"),
];

const HOTJAR: Sources = &[
    ("script-src", "https://*.hotjar.com"),
    ("img-src", "https://*.hotjar.com"),
    ("font-src", "https://*.hotjar.com"),
    ("frame-src", "https://*.hotjar.com"),
    ("connect-src", "https://*.hotjar.com https://*.hotjar.io wss://*.hotjar.com"),
];

/// The loader and the scripts that it loads: statistics and chat. `hscollectedforms.net`, which copies the fields of
/// every form, is left out: leads go only to the lead function.
const HUBSPOT: Sources = &[
    (
        "script-src",
        "https://*.hs-scripts.com https://*.hs-analytics.net https://*.hs-banner.com https://*.usemessages.com",
    ),
    ("img-src", "https://*.hubspot.com https://*.hsforms.com"),
    ("frame-src", "https://*.hubspot.com"),
    ("connect-src", "https://*.hubspot.com https://*.hubapi.com https://*.hs-banner.com"),
];

/// Directives for the origins of a script of any other provider.
const OTHER: [&str; 3] = ["script-src", "img-src", "connect-src"];

/// The sources that the configured scripts need, as pairs of directive and source, without duplicates.
pub fn sources(tracking: &Tracking) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (_, tracker) in tracking.trackers() {
        for pair in of_provider(tracker.provider).chain(of_origins(tracker)) {
            if !found.contains(&pair) {
                found.push(pair);
            }
        }
    }
    found
}

fn of_provider<'a>(provider: Provider) -> impl Iterator<Item = (&'a str, &'a str)> {
    let sources = match provider {
        Provider::Google => GOOGLE,
        Provider::Clarity => CLARITY,
        Provider::Hotjar => HOTJAR,
        Provider::Hubspot => HUBSPOT,
        Provider::Other => &[],
    };
    sources.iter().flat_map(|(directive, sources)| sources.split(' ').map(|source| (*directive, source)))
}

fn of_origins(tracker: &Tracker) -> impl Iterator<Item = (&str, &str)> {
    tracker.origins.iter().flat_map(|origin| {
        OTHER
            .into_iter()
            // A WebSocket is used only by `connect-src`.
            .filter(|directive| !origin.starts_with("wss:") || *directive == "connect-src")
            .map(|directive| (directive, origin.as_str()))
    })
}

/// The value of `CONSENT` in `islands/src/consent`.
#[derive(Serialize)]
struct Settings<'a> {
    /// Changes with the configured scripts and with the privacy notice. A choice stored for another version is void.
    version: String,
    trackers: BTreeMap<Purpose, &'a Tracker>,
}

/// The settings as JSON; `None` when no script is configured.
pub fn settings(config: &Config) -> Option<String> {
    if !config.tracking.is_configured() {
        return None;
    }
    let trackers: BTreeMap<Purpose, &Tracker> = config.tracking.trackers().collect();
    let version = version(&trackers, &config.legal.notice_version);
    serde_json::to_string(&Settings { version, trackers }).ok()
}

fn version(trackers: &BTreeMap<Purpose, &Tracker>, notice: &str) -> String {
    let mut digest = Sha256::new();
    digest.update(notice);
    for (purpose, tracker) in trackers {
        digest.update(format!("\n{purpose:?} {}", tracker.src));
    }
    hex(&digest.finalize()[..4])
}

#[cfg(test)]
mod tests {
    use formats::yaml;

    use super::*;

    fn read(text: &str) -> Result<Tracking, String> {
        yaml::parse("site.yaml", text, 0).map_err(|problem| problem.to_string())
    }

    #[test]
    fn the_origins_of_another_provider_are_sources() {
        let tracking =
            read("heat_map: {src: https://map.example/m.js, origins: [wss://live.map.example]}").unwrap();
        assert_eq!(
            sources(&tracking),
            [
                ("script-src", "https://map.example"),
                ("img-src", "https://map.example"),
                ("connect-src", "https://map.example"),
                ("connect-src", "wss://live.map.example"),
            ]
        );
    }

    #[test]
    fn a_site_without_scripts_has_no_source() {
        assert!(sources(&read("{}").unwrap()).is_empty());
    }

    #[test]
    fn no_provider_may_use_inline_scripts_or_copy_forms() {
        let tracking =
            read("{customer_relations: 12345678, heat_map: 1234567, tag_manager: GTM-AB12CD3}").unwrap();
        let sources = sources(&tracking);
        assert!(sources.contains(&("script-src", "https://*.hs-scripts.com")));
        for (directive, source) in sources {
            assert!(
                source.starts_with("https://*.") || source.starts_with("wss://*."),
                "{directive} {source}"
            );
            assert!(!source.contains("collectedforms"), "{directive} {source}");
        }
    }
}
