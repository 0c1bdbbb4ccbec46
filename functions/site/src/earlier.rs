//! What pages of earlier publications send. Caches, open tabs and the service worker show them after a publication, so the
//! function accepts it for a while.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::{FieldRule, LeadSite};

/// How long posts of a page are accepted after the publication that replaces it. Hosts revalidate pages at each visit
/// (`max-age=0`); the service worker shows a stored page without a network, for which there is no limit. Browsers delete
/// what a site stored after 7 (WebKit) or more days without a visit; 30 days also cover a tab that stays open.
const ACCEPTED: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A privacy notice that only pages of earlier publications show.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct EarlierNotice {
    /// Until when it is kept.
    pub until: Timestamp,
    /// Its text by the language's code.
    pub texts: BTreeMap<String, String>,
}

impl LeadSite {
    /// Accepts what the pages of `previous` send, which this site replaces at `now`: its options, its notice, and what it
    /// accepts of earlier ones. After a publication that was `interrupted`, pages from before it were public until now.
    pub fn accept_earlier(&mut self, previous: &LeadSite, now: Timestamp, interrupted: bool) {
        let until = now.saturating_add(ACCEPTED).unwrap_or(Timestamp::MAX);
        let renewed = |earlier: Timestamp| if interrupted { until } else { earlier };
        for (kind, form) in &mut self.forms {
            let old_fields = previous.forms.get(kind).map_or(&[][..], |form| &form.fields);
            for field in &mut form.fields {
                let old = old_fields.iter().find(|old| old.name == field.name);
                let FieldRule::Choice { labels, options, earlier } = &mut field.rule else {
                    continue;
                };
                let Some(FieldRule::Choice { options: old_options, earlier: old_earlier, .. }) =
                    old.map(|old| &old.rule)
                else {
                    continue;
                };
                earlier.extend(old_earlier.iter().map(|(key, until)| (key.clone(), renewed(*until))));
                earlier.extend(old_options.iter().map(|key| (key.clone(), until)));
                earlier.retain(|key, until| *until > now && !options.contains(key));
                // The team reads the label of the option.
                for key in earlier.keys().map(|key| format!("{labels}.{key}")) {
                    for language in &mut self.languages {
                        let old = previous.languages.iter().find(|old| old.code == language.code);
                        if let Some(label) = old.and_then(|old| old.find(&key)) {
                            language.strings.entry(key.clone()).or_insert(label.to_owned());
                        }
                    }
                }
            }
        }
        let notices = &mut self.earlier_notices;
        for (version, notice) in &previous.earlier_notices {
            let until = renewed(notice.until);
            let texts = notice.texts.clone();
            notices.insert(version.clone(), EarlierNotice { until, texts });
        }
        let texts = previous.languages.iter();
        let texts = texts.map(|language| (language.code.clone(), language.notice.clone()));
        let replaced = EarlierNotice { until, texts: texts.collect() };
        notices.insert(previous.notice_version.clone(), replaced);
        notices.retain(|version, notice| notice.until > now && *version != self.notice_version);
    }

    /// The text of the privacy notice that a page in the language with this code shows, by the version that it sends; a post
    /// without one is taken for a present page. `None` for a version that is not known.
    pub fn notice(&self, version: &str, lang: &str) -> Option<&str> {
        if version.is_empty() || version == self.notice_version {
            return Some(&self.language(lang).notice);
        }
        let earlier = self.earlier_notices.get(version)?;
        let text = earlier.texts.get(lang).or_else(|| earlier.texts.get(&self.language(lang).code));
        text.map(String::as_str)
    }
}
