//! The arguments for esbuild: entries, runs, and the constants that scripts take from `site.yaml`.

use serde_json::json;
use walkdir::WalkDir;

use super::bundle::BundleOptions;
use super::bundle_file::{COUNTS, PAGE, STYLES};
use super::esbuild::{BundleSources, Constants, EsbuildRun};
use model::config::BrowserBehaviour;

/// The files that templates link by a name: this name, the source relative to `islands/`, and the run that makes the file.
pub(super) const ENTRIES: [(&str, &str, &str); 11] = [
    ("islands.js", "src/loader/index.ts", BROWSER_RUN),
    (STYLES, "../templates/styles/site.css", BROWSER_RUN),
    (PAGE, "src/page/index.ts", SCRIPTS_RUN),
    // The return estimate, which only the investors' page links.
    ("estimate.js", "src/estimate/index.ts", SCRIPTS_RUN),
    // What was asked for, and the calendar of a wished visit; only the thank-you page links it.
    ("thanks.js", "src/thanks/index.ts", SCRIPTS_RUN),
    // Exchanges the parts of a page that a newer build has changed; linked by pages with live parts.
    ("live.js", "src/live/index.ts", SCRIPTS_RUN),
    // The arrow keys and the card of the building's drawing, which the home page links.
    ("drawing.js", "src/drawing/index.ts", SCRIPTS_RUN),
    // Lists of units; linked by pages of units, and loaded by islands on demand.
    ("list.js", "src/list/index.ts", SCRIPTS_RUN),
    // Asks for consent, loads third-party scripts and reports events to them (S26). Built only when `site.yaml` configures one.
    ("consent.js", CONSENT, CONSENT_RUN),
    (
        "consent.css",
        "../templates/styles/consent.css",
        CONSENT_RUN,
    ),
    // Counts events of pages without cookies; measures the page when the browser is idle. Built only with `counts: true`.
    (COUNTS, "src/counts/index.ts", COUNTS_RUN),
];

pub(super) const CONSENT: &str = "src/consent/index.ts";
/// The folder of the style sheets that one template links in addition to [`STYLES`], relative to `islands/`.
pub(super) const PAGE_STYLES: &str = "../templates/styles/pages";

/// The runs of esbuild: islands and style sheets; scripts without chunks; the script for prerendering; the consent bar; counting.
pub(super) const BROWSER_RUN: &str = "browser";
pub(super) const SCRIPTS_RUN: &str = "scripts";
pub(super) const PRERENDER_RUN: &str = "prerender";
pub(super) const CONSENT_RUN: &str = "consent";
pub(super) const COUNTS_RUN: &str = "counts";

/// The source of the chunk that every island needs: framework, strings and hydration.
pub(super) const MOUNT: &str = "src/mount.tsx";

pub(super) const REGISTRY: &str = "src/registry.ts";

/// Identifiers that the scripts use, with their values as JavaScript; numbers in milliseconds (`_MS`) or CSS pixels (`_PX`).
pub(super) fn constants(behaviour: &BrowserBehaviour, options: &BundleOptions) -> Constants {
    let mut constants = vec![
        (
            "LOADING_THROTTLE_MS",
            json!(behaviour.loading_bar.throttle_ms),
        ),
        (
            "LOADING_DURATION_MS",
            json!(behaviour.loading_bar.duration_ms),
        ),
        (
            "PREFETCH_IDLE_TIMEOUT_MS",
            json!(behaviour.prefetch_idle_timeout_ms),
        ),
        ("RELOAD_GUARD_MS", json!(behaviour.reload_guard_ms)),
        (
            "HEADER_COMPACT_AFTER_PX",
            json!(behaviour.header.compact_after_px),
        ),
        (
            "HEADER_LOGO_AFTER_PX",
            json!(behaviour.header.logo_after_px),
        ),
        ("DEBUG", json!(options.debug)),
        // The event that selects a unit in a form. For a shared module of one line esbuild would make a file of its own.
        ("REQUEST_EVENT", json!("site-unit-request")),
        // The end of an address of the inventory that opens the comparison of its units.
        ("COMPARISON", json!("#comparar")),
        ("TRACKED", json!(options.consent.is_some())),
        ("COUNTED", json!(options.counts)),
        ("QUESTIONS", json!(options.questions)),
    ];
    // A string literal: for an object esbuild would write one more file.
    constants.extend(
        options
            .consent
            .as_ref()
            .map(|settings| ("CONSENT", json!(settings))),
    );
    constants
}

/// The arguments of a run whose entries share chunks.
const MODULES: &[&str] = &["--format=esm", "--splitting", "--minify"];

pub(super) fn runs(sources: &BundleSources, options: &BundleOptions) -> Vec<EsbuildRun> {
    let entries = |run: &str| -> Vec<(String, String)> {
        let own = ENTRIES
            .iter()
            .filter(|(_, source, own)| *own == run && sources.path(source).exists());
        own.map(|(name, source, _)| entry(name.split('.').next().unwrap_or(name), source))
            .collect()
    };
    let mut browser = entries(BROWSER_RUN);
    // A folder that cannot be read is an error of the bundle's key.
    let sheets = WalkDir::new(sources.path(PAGE_STYLES))
        .max_depth(1)
        .sort_by_file_name()
        .into_iter();
    let names = sheets.filter_map(|file| {
        Some(
            file.ok()?
                .file_name()
                .to_str()?
                .strip_suffix(".css")?
                .to_owned(),
        )
    });
    browser.extend(names.map(|name| entry(&name, &format!("{PAGE_STYLES}/{name}.css"))));
    let mut scripts = entries(SCRIPTS_RUN);
    scripts.push(entry("worker", "src/worker/index.ts"));
    let mut runs = vec![
        EsbuildRun {
            name: BROWSER_RUN,
            entries: browser,
            arguments: MODULES,
        },
        // Each entry is one file without chunks: a page without islands loads one script, the investors' page two.
        EsbuildRun {
            name: SCRIPTS_RUN,
            entries: scripts,
            arguments: &["--format=iife", "--minify"],
        },
        // Identifiers are not minified, so that a stack names the component.
        EsbuildRun {
            name: PRERENDER_RUN,
            entries: vec![entry("prerender", "src/prerender/index.tsx")],
            arguments: &["--format=iife", "--minify-syntax", "--minify-whitespace"],
        },
    ];
    // Each is a run of its own, so that the islands' files stay the same.
    for (run, is_built) in [
        (COUNTS_RUN, options.counts),
        (CONSENT_RUN, options.consent.is_some()),
    ] {
        runs.extend(is_built.then(|| EsbuildRun {
            name: run,
            entries: entries(run),
            arguments: MODULES,
        }));
    }
    runs
}

/// An entry as esbuild expects it: the output's name and the source.
pub(super) fn entry(name: &str, source: &str) -> (String, String) {
    (name.to_owned(), source.to_owned())
}
