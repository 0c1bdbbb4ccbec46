//! The service worker's script: its settings, followed by the bundled code.

use serde::Serialize;

use super::bundle::Bundle;
use model::fingerprint::hex;

/// The settings of the service worker, as JSON: `SITE` in `islands/src/worker`.
#[derive(Clone, Debug, Serialize)]
pub struct WorkerSettings<'a> {
    /// Whether the worker removes its caches and itself (`service_worker.kill`).
    pub kill: bool,
    /// The offline page of each language, longest prefix first.
    pub offline: Vec<OfflinePage<'a>>,
    /// URLs that the offline pages need, stored when the worker is installed: see [`Bundle::shell`].
    pub assets: Vec<String>,
}

/// What a visitor without a network sees.
#[derive(Clone, Debug, Serialize)]
pub struct OfflinePage<'a> {
    /// Path prefix of the language: `/en`, or empty.
    pub prefix: &'a str,
    /// The language's code.
    pub lang: &'a str,
    /// URL of the offline page.
    pub page: &'a str,
    /// URL of the home page.
    pub home: &'a str,
    /// The text to show when even the offline page is not stored (S5f, string `errors.fallback`).
    pub text: &'a str,
    /// The text of the link home (string `errors.home`).
    pub home_label: &'a str,
}

/// The content of `/sw.js`. Its version is a hash of settings and code, so the same site has the same worker.
pub fn service_worker(bundle: &Bundle, settings: &WorkerSettings<'_>) -> String {
    use sha2::{Digest, Sha256};
    let settings = serde_json::to_string(settings).unwrap_or_default();
    let mut digest = Sha256::new();
    digest.update(&settings);
    digest.update(bundle.worker.as_bytes());
    let version = hex(&digest.finalize()[..8]);
    format!("const VERSION=\"{version}\",SITE={settings};\n{}", bundle.worker)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_changes_with_the_settings() {
        let bundle = Bundle::default();
        let text = |kill| {
            let settings = WorkerSettings {
                kill,
                offline: vec![OfflinePage {
                    prefix: "/en",
                    lang: "en",
                    page: "/en/sin-conexion",
                    home: "/en",
                    text: "No connection",
                    home_label: "Home",
                }],
                assets: vec!["/assets/site-A.css".to_owned()],
            };
            service_worker(&bundle, &settings)
        };
        assert_eq!(text(false), text(false));
        let version = |text: &str| text[..32].to_owned();
        assert_ne!(version(&text(false)), version(&text(true)));
        assert!(text(true).contains("\"kill\":true"));
    }
}
