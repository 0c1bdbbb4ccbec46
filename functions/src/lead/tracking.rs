//! The marketing parameters of the URL query: the ten of the specification (section 3), the identifiers that advertisers add
//! to the address of a clicked ad, and the broker who sent the visitor.

use crate::visitor_text::one_line;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most characters of a value that are stored. Longer values are cut: a tracking value must never reject a lead.
const MAX_VALUE: usize = 300;

/// Marketing parameters by their name; empty for those that the URL did not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LeadTracking(BTreeMap<String, String>);

impl Default for LeadTracking {
    fn default() -> Self {
        Self(Self::NAMES.map(|name| (name.to_owned(), String::new())).into())
    }
}

impl LeadTracking {
    /// The names of the parameters: those of the specification in its order, then the broker and the identifiers of clicks.
    pub const NAMES: [&'static str; 17] = [
        "utm_campaign",
        "utm_medium",
        "ad",
        "utm_source",
        "cost",
        "sales",
        "utm_term",
        "utm_content",
        "utm_id",
        "adset",
        "asesor",
        "gclid",
        "gbraid",
        "wbraid",
        "fbclid",
        "ttclid",
        "msclkid",
    ];

    /// The identifiers of clicks.
    pub(crate) const CLICK_IDS: &'static [&'static str] = Self::NAMES.split_at(11).1;

    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Sets a parameter that is empty to [`one_line`] of at most [`MAX_VALUE`] characters. Returns whether `name` is one.
    pub(crate) fn put(&mut self, name: &str, value: &str) -> bool {
        let parameter = self.0.get_mut(name);
        let is_known = parameter.is_some();
        if let Some(parameter) = parameter.filter(|parameter| parameter.is_empty()) {
            *parameter = bounded(value, MAX_VALUE);
        }
        is_known
    }

    /// The names with their values, in the order of [`LeadTracking::NAMES`].
    pub(crate) fn pairs(&self) -> [(&'static str, &str); Self::NAMES.len()] {
        Self::NAMES.map(|name| (name, self.get(name)))
    }
}

/// `text` trimmed, on [`one_line`], cut to `max` characters.
pub(crate) fn bounded(text: &str, max: usize) -> String {
    one_line(text.trim()).chars().take(max).collect()
}

#[cfg(test)]
mod tests {
    use super::LeadTracking;

    #[test]
    fn the_first_value_is_stored_on_one_line() {
        let mut tracking = LeadTracking::default();
        for name in LeadTracking::NAMES {
            assert!(tracking.put(name, &format!("{name}\r\n{}", "x".repeat(400))));
            assert!(tracking.put(name, "second"));
        }
        assert!(!tracking.put("name", "x"));
        for (name, value) in tracking.pairs() {
            assert!(value.starts_with(name) && value.len() == 300, "{name}");
        }
    }
}
