//! One file of the bundle, and the names of those that templates link on every page.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// The script of every page.
pub(super) const PAGE: &str = "page.js";
/// The style sheet of every page.
pub(super) const STYLES: &str = "site.css";
/// The style sheet of the offline page.
pub(super) const OFFLINE_STYLES: &str = "error.css";
/// The script that counts, on every page of a site with `counts: true`.
pub(super) const COUNTS: &str = "counts.js";
/// One file under `/assets/`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct BundleFile {
    /// File name with the hash of its content.
    pub name: String,
    /// Content.
    pub bytes: Bytes,
}
