//! Builds the lead of a checked post.

use super::{Checked, Post};
use crate::lead::{
    ChannelKind, Consents, Fingerprint, FormKind, Lead, Personal, Reference, SpamReport, bounded, notice_hash,
};
use jiff::Timestamp;

/// Most characters of the URL query that are stored.
const MAX_QUERY: usize = 2000;
/// Most characters of the subject that are stored.
const MAX_SUBJECT: usize = 150;
/// Most characters of the notice's version that are stored.
const MAX_VERSION: usize = 40;

impl Post {
    /// Builds the lead of this post. `key` is the post's key or empty; without a key, the reference is made from
    /// the content and the current hour, so that a double click without a script makes one lead.
    pub(crate) fn to_lead(
        &self,
        checked: Checked,
        form: FormKind,
        now: Timestamp,
        channels: Vec<ChannelKind>,
        key: &str,
        spam: SpamReport,
    ) -> Lead {
        let lang = self.lang();
        let marketing = self.marketing();
        let fingerprint = Fingerprint::of(&[
            form.as_str(),
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
        Lead {
            reference,
            fingerprint,
            received_at: now,
            form,
            lang,
            page: self.page(),
            unit: checked.unit,
            name: Personal::new(checked.name),
            phone: Personal::new(checked.phone),
            email: Personal::new(checked.email),
            space: checked.space,
            identity: checked.identity,
            subject: Personal::new(bounded(self.field("subject"), MAX_SUBJECT)),
            message: Personal::new(checked.message),
            consents: Consents {
                notice_version: bounded(self.field("notice_version"), MAX_VERSION),
                notice_hash: notice_hash(lang).to_owned(),
                notice_at: now,
                marketing,
                marketing_at: marketing.then_some(now),
            },
            tracking: self.tracking.clone(),
            query: Personal::new(bounded(self.field("query"), MAX_QUERY)),
            spam,
            channels,
        }
    }
}
