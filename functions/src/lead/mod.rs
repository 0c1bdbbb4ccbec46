//! A lead as it is stored: what the visitor typed, when, under which privacy notice, and its spam score.
//!
//! Everything a visitor typed is [`Secret`], whose `Debug` output hides the text, so that it cannot get into a log.

mod reference;
mod tracking;

pub(crate) use reference::{Reference, fingerprint, hex};
pub use tracking::LeadTracking;
pub(crate) use tracking::bounded;

use crate::Secret;
use jiff::Timestamp;
use lead_site::FormKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use strum::{EnumString, IntoStaticStr};

/// A lead as stored in the outbox. New fields need a default, so that stored leads stay readable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Lead {
    /// The identifier that the visitor gets; also the name of the object.
    pub reference: Reference,
    /// Hash of what the visitor typed. Two posts with one key and different fingerprints are a conflict.
    pub fingerprint: String,
    pub received_at: Timestamp,
    pub form: FormKind,
    /// Code of the language of the sending page.
    pub lang: String,
    /// Path of the sending page.
    pub page: String,
    /// Code of the unit it is about; of several, the first.
    pub unit: Option<String>,
    /// Codes of all units it is about, in the visitor's order. Leads of earlier versions have only `unit`.
    #[serde(default)]
    pub units: Vec<String>,
    /// Name, trimmed.
    pub name: Secret,
    /// Telephone number, digits only; empty when the form has no such field.
    pub phone: Secret,
    pub email: Secret,
    /// The chosen option of each field with options, by the field's name.
    pub choices: BTreeMap<String, String>,
    /// The subject of call 6, on one line.
    pub subject: Secret,
    pub message: Secret,
    pub consents: Consents,
    /// Marketing parameters of the URL query.
    pub tracking: LeadTracking,
    /// The URL query itself.
    pub query: Secret,
    pub spam: SpamReport,
    /// The channels it must be delivered through.
    pub channels: Vec<ChannelKind>,
}

impl Lead {
    /// Codes of the units it is about, in the visitor's order.
    pub(crate) fn unit_codes(&self) -> &[String] {
        if self.units.is_empty() { self.unit.as_slice() } else { &self.units }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Consents {
    /// The version of the privacy notice that the sending page named.
    pub notice_version: String,
    /// SHA-256 of that version's text in `leads.json`, in hexadecimal; empty when the version is not known there.
    pub notice_hash: String,
    /// When the notice was accepted by sending the form.
    pub notice_at: Timestamp,
    /// Whether the visitor consented to marketing.
    pub marketing: bool,
    /// When the visitor consented to marketing, if so.
    pub marketing_at: Option<Timestamp>,
    /// Whether the visitor allowed measurement (`docs/tracking.md`).
    #[serde(default)]
    pub measurement: bool,
}

impl Lead {
    /// The marketing parameters that the visit had and that receivers get: identifiers of clicks, by which an advertiser knows
    /// the visitor, only with consent to measurement.
    pub(crate) fn shared_tracking(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let is_shared = |name| self.consents.measurement || !LeadTracking::CLICK_IDS.contains(&name);
        let pairs = self.tracking.pairs().into_iter();
        pairs.filter(move |(name, value)| !value.is_empty() && is_shared(*name))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SpamReport {
    /// Sum of the points of all reasons.
    pub score: u32,
    /// The reasons, as `reason:points`.
    pub reasons: Vec<String>,
    pub captcha: CaptchaState,
    /// Whether the score reached the quarantine threshold.
    pub quarantined: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case", tag = "state")]
#[strum(serialize_all = "snake_case")]
pub(crate) enum CaptchaState {
    /// No secret is configured.
    #[default]
    NotAsked,
    /// The post has no token: no script ran, or it was blocked.
    Missing,
    /// The service could not be asked or answered with an error.
    Unverified,
    /// The service rejected the token.
    Refused,
    /// The service accepted the token.
    Passed {
        /// The service's score, from 0 (machine) to 1 (person).
        score: f64,
    },
}

/// A channel that a lead is delivered through. Each channel of a lead has its own state.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(crate) enum ChannelKind {
    /// Call 1, `POST /lead/createLeadWebsite`.
    Lead,
    /// Call 2, `POST /sendContactMail`.
    Contact,
    /// The notice to the team by SMTP.
    Notice,
    /// The signed webhook.
    Webhook,
    /// The form of HubSpot.
    Hubspot,
    /// The contact requests of EasyBroker.
    Easybroker,
}

impl ChannelKind {
    pub(crate) const ALL: [Self; 6] =
        [Self::Lead, Self::Contact, Self::Notice, Self::Webhook, Self::Hubspot, Self::Easybroker];

    /// The name used in object names and logs.
    pub(crate) fn as_str(self) -> &'static str {
        self.into()
    }
}
