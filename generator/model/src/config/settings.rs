//! Settings of the programs: the scripts in the browser, budgets for sizes, `gates`, `publish`, and the hosted editor.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::facts::Range;

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
        Crawlers {
            search: true,
            answers: true,
            training: true,
        }
    }
}

/// Budgets in bytes, for compressed sizes (brotli) unless said otherwise; the build stops when one is exceeded.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Budgets {
    /// The scripts that a page with islands needs to start, with those of its live parts.
    pub script_island_page: u64,
    /// The scripts that islands load when a visitor first uses them: dialogs, the comparison and the view of plans.
    #[serde(default = "script_on_demand")]
    pub script_on_demand: u64,
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

/// 6 KiB.
fn script_on_demand() -> u64 {
    6 * 1024
}

/// 120 KiB.
fn images_first_screen() -> u64 {
    120 * 1024
}

/// Bounds of a plausible inventory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Gates {
    /// How much the number of units of each use may differ from the declared number, in percent of it (rounded up).
    pub count_tolerance_percent: u32,
    /// Prices in whole units of the currency.
    pub price: Range<u32>,
    /// Areas in whole square metres.
    pub area_m2: Range<u32>,
    /// How much interior and terrace together may differ from the total area, in percent of it; a greater difference is
    /// a warning.
    pub area_sum_percent: u32,
    /// How much the price of one unit may change from one snapshot to the next, in percent.
    pub unit_price_change_percent: u32,
    /// How much the median price may change, in percent.
    pub median_price_change_percent: u32,
    /// How many units of the last snapshot may have lost their price, in percent of those with one (rounded up).
    pub prices_lost_percent: u32,
    /// How many units of the last snapshot may be missing, in percent of it (rounded up).
    pub vanished_percent: u32,
    /// How old the inventory may be before a build reports it with its exit status, in hours; any age when absent.
    pub max_age_hours: Option<u32>,
}

impl Default for Gates {
    fn default() -> Self {
        Self {
            count_tolerance_percent: 10,
            price: Range {
                min: 1_000_000,
                max: 30_000_000,
            },
            area_m2: Range { min: 20, max: 400 },
            area_sum_percent: 5,
            unit_price_change_percent: 40,
            median_price_change_percent: 15,
            prices_lost_percent: 10,
            vanished_percent: 20,
            max_age_hours: None,
        }
    }
}

/// Where the site is published and with what care.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Publishing {
    /// The targets by name; `site publish NAME` selects one.
    pub targets: BTreeMap<String, PublishTarget>,
    /// How many publications keep their files at the target, for rollback and for pages that visitors have open.
    pub keep: u32,
    /// How many of a target's files one publication may delete, in percent, without `--allow-deletes`.
    pub max_deletes: u32,
    /// Above which change of the inventory a person must confirm a publication; never when absent.
    pub approve_above: Option<ApproveAbove>,
}

impl Default for Publishing {
    fn default() -> Self {
        Self {
            targets: BTreeMap::new(),
            keep: 5,
            max_deletes: 20,
            approve_above: None,
        }
    }
}

/// Above which change of the inventory a person must confirm a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApproveAbove {
    /// How many units may differ in status or price from the last publication, in percent of all units.
    pub percent: u32,
}

/// A place that the site is published to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishTarget {
    /// A folder, or `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix`.
    pub url: String,
    /// The URL of the store's service, such as one that is compatible with S3; the cloud's own when absent.
    pub endpoint: Option<String>,
    /// Whether a folder also gets a `.br` and a `.gz` beside each text file.
    #[serde(default)]
    pub precompressed: bool,
    /// Whether it is for trials, so that a site with examples may be published there.
    #[serde(default)]
    pub staging: bool,
    /// The cache in front of the target.
    pub purge: Option<PurgeSettings>,
}

/// The cache in front of a target, purged after each publication. Its credentials are environment variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PurgeSettings {
    /// The ID of a CloudFront distribution.
    pub cloudfront: Option<String>,
    /// The ID of a Cloudflare zone.
    pub cloudflare: Option<String>,
    /// The key for IndexNow, from 8 to 128 letters, digits and hyphens: each publication sends the addresses of
    /// changed pages to search engines. The key is public: the site has a file with its name.
    pub index_now: Option<String>,
    /// Above this number of addresses everything is purged at once.
    #[serde(default = "max_paths")]
    pub max_paths: u32,
}

/// CloudFront bills each path beyond 1,000 a month; `/*` counts as one.
fn max_paths() -> u32 {
    100
}

/// The hosted editor at `/admin`, which changes the files of a repository.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostedEditor {
    /// Where the repository is.
    pub backend: EditorBackend,
    /// The repository, as `owner/name`.
    pub repo: String,
    /// The branch that is edited.
    pub branch: String,
    /// The folder of the project in the repository, `sites/torre`; the repository itself without it.
    pub folder: Option<String>,
    /// The origin of the program that signs authors in with OAuth; without it they sign in with an access token.
    pub sign_in: Option<String>,
}

/// A host of repositories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EditorBackend {
    /// GitHub.
    Github,
}

/// Whether a text is a repository's owner and name.
pub(super) fn is_repository(text: &str) -> bool {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let is_name =
        |name: &str| !name.is_empty() && !name.starts_with('.') && name.chars().all(is_allowed);
    text.split_once('/')
        .is_some_and(|(owner, name)| is_name(owner) && is_name(name))
}
