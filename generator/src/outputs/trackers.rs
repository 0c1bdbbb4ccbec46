//! The third-party scripts of `site.yaml` (S26): the settings of the consent script, and the sources that the policy allows. Inline
//! scripts and `eval` are never allowed: a tag that needs them does not run (docs/tracking.md describes the alternatives).

use std::collections::BTreeMap;

use indexmap::IndexSet;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use ts_rs::TS;

use model::config::Config;
use model::config::tracking::{Purpose, Tracker, Tracking};
use model::fingerprint::hex;

/// Directives for the origins of a script of any other provider.
const OTHER: [&str; 3] = ["script-src", "img-src", "connect-src"];

/// The sources that the configured scripts need, as pairs of directive and source, without duplicates.
pub fn sources(tracking: &Tracking) -> IndexSet<(&str, &str)> {
    let pairs = tracking.trackers().flat_map(|(_, tracker)| {
        let of_provider = tracker.sources().iter().flat_map(|(directive, sources)| {
            sources.split(' ').map(move |source| (*directive, source))
        });
        let of_origins = tracker.origins.iter().flat_map(|origin| {
            // A WebSocket is used only by `connect-src`.
            let directives = if origin.starts_with("wss:") {
                &OTHER[2..]
            } else {
                &OTHER
            };
            directives
                .iter()
                .map(|directive| (*directive, origin.as_str()))
        });
        of_provider.chain(of_origins)
    });
    pairs.collect()
}

/// The settings of the consent script.
#[derive(Serialize, TS)]
pub(crate) struct ConsentSettings<'a> {
    /// Changes with the third parties and with the privacy notice: a choice stored for another version is void.
    version: String,
    /// The third party of each configured purpose, in the order of the bar.
    #[ts(type = "Partial<Record<Purpose, Tracker>>")]
    trackers: BTreeMap<Purpose, &'a Tracker>,
}

/// [`ConsentSettings`] as JSON, the value of `CONSENT` in `islands/src/consent`; `None` when no script is configured.
pub fn settings(config: &Config) -> Option<String> {
    if !config.tracking.is_configured() {
        return None;
    }
    let trackers: BTreeMap<Purpose, &Tracker> = config.tracking.trackers().collect();
    let mut digest = Sha256::new();
    digest.update(&config.legal.notice_version);
    for (purpose, tracker) in &trackers {
        digest.update(format!("\n{purpose:?} {}", tracker.src));
    }
    let version = hex(&digest.finalize()[..4]);
    Some(json!(ConsentSettings { version, trackers }).to_string())
}

#[cfg(test)]
mod tests {
    use formats::yaml;

    use super::*;

    #[test]
    fn no_provider_may_use_inline_scripts_or_copy_forms() {
        let text = "{customer_relations: 12345678, heat_map: 1234567, tag_manager: GTM-AB12CD3}";
        let tracking = yaml::parse("site.yaml", text, 0).unwrap();
        let sources = sources(&tracking);
        assert!(sources.contains(&("script-src", "https://*.hs-scripts.com")));
        for (directive, source) in sources {
            let is_host = source.starts_with("https://*.") || source.starts_with("wss://*.");
            assert!(
                is_host && !source.contains("collectedforms"),
                "{directive} {source}"
            );
        }
    }
}
