//! A lead as it is stored: what the visitor said, when, under which notice, and how doubtful it is.
//!
//! Everything a person typed is [`Personal`]: its printed form hides it, so that no log line can
//! hold a person.

mod consent;
mod kind;
mod personal;
mod reference;
mod tracking;

pub(crate) use consent::{Consents, notice_hash};
pub(crate) use kind::{DeliveryKind, FormKind, Lang};
pub(crate) use personal::Personal;
pub(crate) use reference::{Fingerprint, Reference, hex};
pub(crate) use tracking::{Tracking, bounded};

use crate::post::{Checked, Post};
use crate::spam::SpamReport;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Longest kept address query; longer ones are cut.
const LONGEST_QUERY: usize = 2000;
/// Longest kept subject.
const LONGEST_SUBJECT: usize = 150;
/// Longest kept version of the notice.
const LONGEST_VERSION: usize = 40;

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
    /// The subject of call 6, on one line.
    #[serde(default)]
    pub subject: Personal,
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

impl Lead {
    /// The lead that a checked post is. `key` is the post's own, or empty: then the lead is named by what
    /// it says and by the hour, so that a doubled click without a script is one lead.
    pub(crate) fn from_post(
        post: &Post,
        checked: Checked,
        form: FormKind,
        now: Timestamp,
        deliveries: Vec<DeliveryKind>,
        key: &str,
        spam: SpamReport,
    ) -> Self {
        let lang = post.lang();
        let page = post.page();
        let query = bounded(post.field("query"), LONGEST_QUERY);
        let marketing = post.marketing();
        let fingerprint = Fingerprint::of(&[
            form.word(),
            &checked.name,
            &checked.phone,
            &checked.email,
            checked.space.as_deref().unwrap_or_default(),
            checked.identity.as_deref().unwrap_or_default(),
            &checked.message,
            checked.unit.as_deref().unwrap_or_default(),
            if marketing { "marketing" } else { "" },
        ]);
        let reference = if key.is_empty() {
            Reference::from_key(&format!("{} {}", fingerprint.as_str(), now.as_second() / 3600))
        } else {
            Reference::from_key(key)
        };
        Self {
            reference,
            fingerprint,
            received_at: now,
            form,
            lang,
            page,
            unit: checked.unit,
            name: Personal::new(checked.name),
            phone: Personal::new(checked.phone),
            email: Personal::new(checked.email),
            space: checked.space,
            identity: checked.identity,
            subject: Personal::new(bounded(post.field("subject"), LONGEST_SUBJECT)),
            message: Personal::new(checked.message),
            consents: Consents {
                notice_version: bounded(post.field("notice_version"), LONGEST_VERSION),
                notice_hash: notice_hash(lang).to_owned(),
                notice_at: now,
                marketing,
                marketing_at: marketing.then_some(now),
            },
            tracking: post.tracking.clone(),
            query: Personal::new(query),
            spam,
            deliveries,
        }
    }
}
