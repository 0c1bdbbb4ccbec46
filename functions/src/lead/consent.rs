//! The visitor's consents: which privacy notice (version and hash), marketing, and when.

use jiff::Timestamp;
use model::fingerprint::hex;
use model::lang::{Lang, PerLang};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// Hashes of the two notices compiled into this build; their files are the source of the page of the notice.
static HASHES: LazyLock<PerLang<String>> = LazyLock::new(|| {
    PerLang::from_fn(|lang| {
        let notice = match lang {
            Lang::Es => NOTICE_ES,
            Lang::En => NOTICE_EN,
        };
        hex(&Sha256::digest(notice.as_bytes()))
    })
});
const NOTICE_ES: &str = include_str!(concat!(env!("OUT_DIR"), "/notice-es.md"));
const NOTICE_EN: &str = include_str!(concat!(env!("OUT_DIR"), "/notice-en.md"));

/// SHA-256 of the privacy notice in `lang` that was compiled into this build, in hexadecimal.
pub(crate) fn notice_hash(lang: Lang) -> &'static str {
    HASHES.get(lang)
}

/// The visitor's consents.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Consents {
    /// The version of the notice that the sending page named.
    pub notice_version: String,
    /// SHA-256 of the notice's text in this build.
    pub notice_hash: String,
    /// When the notice was accepted by sending the form.
    pub notice_at: Timestamp,
    /// Whether the visitor consented to marketing.
    pub marketing: bool,
    /// When the visitor consented to marketing, if so.
    pub marketing_at: Option<Timestamp>,
}
