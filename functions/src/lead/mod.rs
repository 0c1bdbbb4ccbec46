//! A lead as it is stored: what the visitor typed, when, under which privacy notice, and its spam score.
//!
//! Everything a visitor typed is [`Personal`], whose `Debug` output hides the text, so that it cannot get into a log.

mod consent;
mod kind;
mod personal;
mod reference;
mod spam_report;
mod tracking;

pub(crate) use consent::Consents;
pub(crate) use kind::ChannelKind;
pub(crate) use personal::Personal;
pub(crate) use reference::{Fingerprint, Reference, hex};
pub(crate) use spam_report::{CaptchaState, SpamReport};
pub(crate) use tracking::{Tracking, bounded};

use jiff::Timestamp;
use lead_site::FormKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// Code of the language of the sending page.
    pub lang: String,
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
    /// The chosen option of each field with options, by the field's name.
    pub choices: BTreeMap<String, String>,
    /// The subject of call 6, on one line.
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
    pub channels: Vec<ChannelKind>,
}
