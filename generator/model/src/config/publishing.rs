//! The `publish:` section of `site.yaml`: where the site is published and with what care.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
        Self { targets: BTreeMap::new(), keep: 5, max_deletes: 20, approve_above: None }
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
