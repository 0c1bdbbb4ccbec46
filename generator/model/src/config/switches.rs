//! Settings of the scripts in the browser (times, thresholds) and the budgets for sizes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Times and thresholds of the scripts in the browser (S5, S6, S20, S28).
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BrowserBehaviour {
    /// The bar shown while the next page loads.
    pub loading_bar: LoadingBar,
    /// The `timeout` of the idle callback that starts prefetching, in milliseconds.
    pub prefetch_idle_timeout_ms: u32,
    /// Minimum time between two reloads after a script failed to load, in milliseconds.
    pub reload_guard_ms: u32,
    /// Minimum time for which a store reports that it is loading, in milliseconds.
    pub fetch_minimum_delay_ms: u32,
    /// Scroll positions at which the header changes.
    pub header: HeaderThresholds,
}

/// The loading bar's times in milliseconds (S5b).
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadingBar {
    /// The bar appears only when a page takes longer than this.
    pub throttle_ms: u32,
    /// How long the bar takes to fill.
    pub duration_ms: u32,
}

/// Scroll positions in CSS pixels at which the header changes (S6).
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeaderThresholds {
    /// The header becomes compact.
    pub compact_after_px: u32,
    /// The logo changes.
    pub logo_after_px: u32,
}

/// The service worker's switches.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ServiceWorker {
    /// When true, the service worker removes itself and its caches at the next visit.
    pub kill: bool,
}

/// Which crawlers may read the site. All may when absent.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Crawlers {
    /// Those of search engines, and every other.
    pub search: bool,
    /// Those that read pages to answer a question.
    pub answers: bool,
    /// Those that collect texts to train models.
    pub training: bool,
}

impl Default for Crawlers {
    fn default() -> Self {
        Crawlers { search: true, answers: true, training: true }
    }
}

/// Budgets in bytes, for compressed sizes (brotli) unless said otherwise; the build stops when one is exceeded.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Budgets {
    /// All scripts of a page with islands.
    pub script_island_page: u64,
    /// All scripts of a page without islands.
    pub script_plain_page: u64,
    /// The island loader alone.
    pub loader: u64,
    /// HTML, styles and fonts of the home page.
    pub html_css_fonts_home: u64,
    /// The HTML of a unit's page. Without it, such a page may have any size.
    pub html_unit_page: Option<u64>,
    /// All pictures on a phone's first screen, without brotli.
    #[serde(default = "images_first_screen")]
    pub images_first_screen: u64,
}

/// 120 KiB.
fn images_first_screen() -> u64 {
    120 * 1024
}
