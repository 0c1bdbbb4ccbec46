//! A lead as it is stored: what the visitor typed, when, under which privacy notice, and its spam score.
//!
//! Everything a visitor typed is [`Personal`], whose `Debug` output hides the text, so that it cannot get into a log.

mod consent;
mod kind;
mod personal;
mod reference;
mod spam_report;
mod tracking;

pub(crate) use consent::{Consents, notice_hash};
pub use kind::form_kinds;
pub(crate) use kind::{ChannelKind, FormKind};
pub(crate) use personal::Personal;
pub(crate) use reference::{Fingerprint, Reference};
pub(crate) use spam_report::{CaptchaState, SpamReport};
pub(crate) use tracking::{Tracking, bounded};

use jiff::Timestamp;
use model::lang::Lang;
use serde::{Deserialize, Serialize};

/// A lead as stored in the outbox. New fields need a default, so that stored leads stay readable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Lead {
    /// The identifier that the visitor gets; also the name of the object.
    pub reference: Reference,
    /// Hash of what the visitor typed. Two posts with one key and different fingerprints are a conflict.
    pub fingerprint: Fingerprint,
    /// When the post was accepted.
    pub received_at: Timestamp,
    /// The form it came from.
    pub form: FormKind,
    /// Language of the sending page.
    #[serde(deserialize_with = "crate::languages::stored")]
    pub lang: Lang,
    /// Path of the sending page.
    pub page: String,
    /// Code of the unit it is about.
    pub unit: Option<String>,
    /// Name, trimmed.
    pub name: Personal,
    /// Telephone number, digits only; empty when the form has no such field.
    pub phone: Personal,
    /// Mail address.
    pub email: Personal,
    /// The key of a use, or `None` when the form has no such field.
    pub space: Option<String>,
    /// Who the visitor is: a key of the form's options, or `None` when the form has no such field.
    pub identity: Option<String>,
    /// The subject of call 6, on one line.
    #[serde(default)]
    pub subject: Personal,
    /// Free text.
    pub message: Personal,
    /// The visitor's consents.
    pub consents: Consents,
    /// Marketing parameters of the URL query.
    pub tracking: Tracking,
    /// The URL query itself.
    pub query: Personal,
    /// Result of the spam check.
    pub spam: SpamReport,
    /// The channels it must be delivered through.
    #[serde(rename = "deliveries")]
    pub channels: Vec<ChannelKind>,
}
