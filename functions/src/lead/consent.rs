//! The visitor's consents: which privacy notice (version and hash), marketing, and when.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The visitor's consents.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Consents {
    /// The version of the notice that the sending page named.
    pub notice_version: String,
    /// SHA-256 of the notice's text in `leads.json`, in hexadecimal.
    pub notice_hash: String,
    /// When the notice was accepted by sending the form.
    pub notice_at: Timestamp,
    /// Whether the visitor consented to marketing.
    pub marketing: bool,
    /// When the visitor consented to marketing, if so.
    pub marketing_at: Option<Timestamp>,
}
