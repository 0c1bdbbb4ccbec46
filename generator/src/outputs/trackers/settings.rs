//! The settings of the consent script, as JSON that esbuild inserts into it.

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use model::config::Config;
use model::config::tracking::{Purpose, Tracker};
use model::fingerprint::hex;

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
