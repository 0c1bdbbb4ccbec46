//! The visitor's consents: which privacy notice (version and hash), marketing, and when.

use jiff::Timestamp;
use model::fingerprint::hex;
use model::lang::{Lang, PerLang};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

use crate::languages::{LANGUAGES, texts_of};

/// Hashes of the notices compiled into this build; their files are the source of the page of the notice.
static HASHES: LazyLock<PerLang<String>> = LazyLock::new(|| {
    PerLang::from_fn(*LANGUAGES, |lang| {
        let notice = texts_of(lang).map_or("", |texts| texts.notice);
        hex(&Sha256::digest(notice.as_bytes()))
    })
});

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
