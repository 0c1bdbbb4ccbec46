//! Builds the lead of a checked post.

use super::{Post, ValidFields};
use crate::Secret;
use crate::lead::{ChannelKind, Consents, Lead, Reference, SpamReport, bounded, fingerprint, hex};
use jiff::Timestamp;
use lead_site::{FormKind, LeadSite};
use sha2::{Digest, Sha256};

/// Most characters of the URL query that are stored.
const MAX_QUERY: usize = 2000;
/// Most characters of the subject that are stored.
const MAX_SUBJECT: usize = 150;
/// Most characters of the notice's version that are stored.
const MAX_VERSION: usize = 40;

impl Post {
    /// Builds the lead of this post, sent from a page of `site`. Without a key, the reference is made from the content and
    /// the current hour, so that a double click without a script makes one lead.
    pub(crate) fn to_lead(
        &self,
        checked: ValidFields,
        form: FormKind,
        site: &LeadSite,
        now: Timestamp,
        channels: Vec<ChannelKind>,
        spam: SpamReport,
    ) -> Lead {
        let marketing = self.is_checked("marketing");
        let notice_version = bounded(self.field("notice_version"), MAX_VERSION);
        let notice = site.notice(&notice_version, &self.lang());
        let mut parts = vec![
            form.as_str(),
            &checked.name,
            &checked.phone,
            &checked.email,
            &checked.message,
            checked.units.first().map_or("", String::as_str),
            if marketing { "marketing" } else { "" },
        ];
        let choices = checked.choices.iter();
        parts.extend(choices.flat_map(|(field, option)| [field.as_str(), option]));
        if let [_, others @ ..] = checked.units.as_slice()
            && !others.is_empty()
        {
            parts.push("units");
            parts.extend(others.iter().map(String::as_str));
        }
        let fingerprint = fingerprint(&parts);
        let reference = match self.key() {
            "" => Reference::from_key(&format!("{fingerprint} {}", now.as_second() / 3600)),
            key => Reference::from_key(key),
        };
        Lead {
            reference,
            fingerprint,
            received_at: now,
            form,
            lang: site.language(&self.lang()).code.clone(),
            page: self.page(),
            unit: checked.units.first().cloned(),
            units: checked.units,
            name: Secret::new(checked.name),
            phone: Secret::new(checked.phone),
            email: Secret::new(checked.email),
            choices: checked.choices,
            subject: Secret::new(bounded(self.field("subject"), MAX_SUBJECT)),
            message: Secret::new(checked.message),
            consents: Consents {
                notice_hash: notice.map_or(String::new(), |text| hex(&Sha256::digest(text))),
                notice_version,
                notice_at: now,
                marketing,
                marketing_at: marketing.then_some(now),
                measurement: self.is_checked("measurement"),
            },
            tracking: self.tracking.clone(),
            query: Secret::new(bounded(self.field("query"), MAX_QUERY)),
            spam,
            channels,
        }
    }
}
