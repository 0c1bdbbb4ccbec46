//! What the visitor agreed to: which notice, by its version and its hash, and when.

use super::kind::Lang;
use super::reference::hex;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// The notices this build knows, hashed once: the source of the page `/aviso-de-privacidad`.
static HASHES: LazyLock<[String; 2]> =
    LazyLock::new(|| [NOTICE_ES, NOTICE_EN].map(|text| hex(&Sha256::digest(text.as_bytes()))));
const NOTICE_ES: &str = include_str!("../../../content/es/aviso-de-privacidad.md");
const NOTICE_EN: &str = include_str!("../../../content/en/aviso-de-privacidad.md");

/// SHA-256 of the privacy notice in `lang` that was built into this function.
pub(crate) fn notice_hash(lang: Lang) -> &'static str {
    match lang {
        Lang::Es => &HASHES[0],
        Lang::En => &HASHES[1],
    }
}

/// What the visitor agreed to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Consents {
    /// The version the sending page named.
    pub notice_version: String,
    /// SHA-256 of the notice's text as this function knows it.
    pub notice_hash: String,
    /// When the notice was accepted by sending the form.
    pub notice_at: Timestamp,
    /// Whether marketing was agreed to.
    pub marketing: bool,
    /// When, if it was.
    pub marketing_at: Option<Timestamp>,
}
