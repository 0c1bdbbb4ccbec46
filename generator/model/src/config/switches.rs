//! What the site does in the browser, and how much of it: times, thresholds, budgets.

use serde::{Deserialize, Serialize};

/// Times and thresholds of the browser's small scripts (S5, S6, S20, S28).
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Behaviour {
    /// The bar shown while the next page loads.
    pub loading_bar: LoadingBar,
    /// How long the browser may put off prefetching, in milliseconds.
    pub prefetch_idle_timeout_ms: u32,
    /// Least time between two reloads after a script failed to load, in milliseconds.
    pub reload_guard_ms: u32,
    /// How long a store shows that it is loading at least, in milliseconds.
    pub fetch_minimum_delay_ms: u32,
    /// When the header changes while scrolling.
    pub header: HeaderThresholds,
}

/// The loading bar's times in milliseconds (S5b).
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LoadingBar {
    /// Pages that arrive sooner show no bar.
    pub throttle_ms: u32,
    /// How long the bar runs.
    pub duration_ms: u32,
}

/// Scroll positions in CSS pixels at which the header changes (S6).
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderThresholds {
    /// The header becomes compact.
    pub compact_after_px: u32,
    /// The logo changes.
    pub logo_after_px: u32,
}

/// The service worker's switches.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceWorker {
    /// True: the worker removes itself and its caches at the next visit.
    pub kill: bool,
}

/// Sizes after brotli, in bytes, that the build reports on.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Budgets {
    /// All script of a page with islands.
    pub script_island_page: u64,
    /// All script of a page without islands.
    pub script_plain_page: u64,
    /// The island loader alone.
    pub loader: u64,
    /// HTML, styles and fonts of the home page.
    pub html_css_fonts_home: u64,
    /// All pictures on a phone's first screen; a picture is as it is, without brotli.
    #[serde(default = "images_first_screen")]
    pub images_first_screen: u64,
}

/// 120 KB of 1,024 bytes, as the first screen of every page is allowed.
fn images_first_screen() -> u64 {
    120 * 1024
}
