//! The ten marketing parameters of the URL query (specification, section 3).

use crate::visitor_text::one_line;
use serde::{Deserialize, Serialize};

/// Most characters of a value that are stored. Longer values are cut: a tracking value must never reject a lead.
const MAX_VALUE: usize = 300;

/// Marketing parameters; empty for those that the URL did not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Tracking {
    pub utm_campaign: String,
    pub utm_medium: String,
    pub ad: String,
    pub utm_source: String,
    pub cost: String,
    pub sales: String,
    pub utm_term: String,
    pub utm_content: String,
    pub utm_id: String,
    pub adset: String,
}

impl Tracking {
    /// The names of the parameters, in the order of the specification.
    pub(crate) const NAMES: [&'static str; 10] = [
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
    ];

    /// The value of the parameter `name`, to set it.
    pub(crate) fn value_mut(&mut self, name: &str) -> Option<&mut String> {
        Some(match name {
            "utm_campaign" => &mut self.utm_campaign,
            "utm_medium" => &mut self.utm_medium,
            "ad" => &mut self.ad,
            "utm_source" => &mut self.utm_source,
            "cost" => &mut self.cost,
            "sales" => &mut self.sales,
            "utm_term" => &mut self.utm_term,
            "utm_content" => &mut self.utm_content,
            "utm_id" => &mut self.utm_id,
            "adset" => &mut self.adset,
            _ => return None,
        })
    }

    /// The values in the order of [`Tracking::NAMES`].
    pub(crate) fn values(&self) -> [&str; 10] {
        [
            &self.utm_campaign,
            &self.utm_medium,
            &self.ad,
            &self.utm_source,
            &self.cost,
            &self.sales,
            &self.utm_term,
            &self.utm_content,
            &self.utm_id,
            &self.adset,
        ]
    }

    /// Makes each value [`one_line`] of at most [`MAX_VALUE`] characters.
    pub(crate) fn bounded(mut self) -> Self {
        for name in Self::NAMES {
            if let Some(value) = self.value_mut(name) {
                *value = bounded(value, MAX_VALUE);
            }
        }
        self
    }
}

/// `text` trimmed, on [`one_line`], cut to `max` characters.
pub(crate) fn bounded(text: &str, max: usize) -> String {
    one_line(text.trim()).chars().take(max).collect()
}

#[cfg(test)]
mod tests {
    use super::Tracking;

    #[test]
    fn every_name_has_a_value() {
        let mut tracking = Tracking::default();
        for name in Tracking::NAMES {
            *tracking.value_mut(name).expect(name) = format!("{name}\r\n{}", "x".repeat(400));
        }
        let tracking = tracking.bounded();
        for (name, value) in Tracking::NAMES.into_iter().zip(tracking.values()) {
            assert!(value.starts_with(name) && value.len() == 300, "{name}");
        }
    }
}
