//! A lead as it is stored: what the visitor said, when, under which notice, and how doubtful it is.
//!
//! Everything a person typed is [`Personal`]: its printed form hides it, so that no log line can
//! hold a person.

mod consent;
mod kind;
mod personal;
mod reference;
mod tracking;

pub(crate) use consent::{notice_hash, Consents};
pub(crate) use kind::{DeliveryKind, FormKind, Lang};
pub(crate) use personal::Personal;
pub(crate) use reference::{Fingerprint, Reference};
pub(crate) use tracking::{bounded, Tracking};

use crate::spam::SpamReport;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A lead as it stands in the outbox. Fields are only ever added, with defaults: old leads stay readable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Lead {
    /// The opaque name the visitor was given; also the name of the object.
    pub reference: Reference,
    /// What tells two posts with the same key apart.
    pub fingerprint: Fingerprint,
    /// When the post was accepted.
    pub received_at: Timestamp,
    /// The form it came from.
    pub form: FormKind,
    /// The page's language.
    pub lang: Lang,
    /// Path of the sending page.
    pub page: String,
    /// Code of the unit it is about.
    pub unit: Option<String>,
    /// Name as typed, blanks around dropped.
    pub name: Personal,
    /// Telephone, digits only; empty when the form did not ask.
    pub phone: Personal,
    /// Mail address.
    pub email: Personal,
    /// `oficina`, `local`, or nothing where the form does not ask.
    pub space: Option<String>,
    /// `broker`, `director`, `investor`, `end_user`, or nothing.
    pub identity: Option<String>,
    /// Free text.
    pub message: Personal,
    /// What the visitor agreed to, and when.
    pub consents: Consents,
    /// Marketing values of the address query.
    pub tracking: Tracking,
    /// The address query itself.
    pub query: Personal,
    /// How doubtful the post is, and why.
    pub spam: SpamReport,
    /// Where it must arrive.
    pub deliveries: Vec<DeliveryKind>,
}
