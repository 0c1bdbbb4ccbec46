//! Offline conversions of Google Ads as a file (help article 7014069): which clicks became leads. Only leads whose visitor allowed
//! measurement, and nothing about them but the click, the time and the reference.

use super::inspect::FullLead;
use crate::listing::LeadStatus;
use crate::site::Site;

/// The columns. Those of the value are empty: Google Ads takes that of the conversion action.
pub(super) const COLUMNS: [&str; 9] = [
    "Google Click ID",
    "GBRAID",
    "WBRAID",
    "Conversion Name",
    "Conversion Time",
    "Conversion Value",
    "Conversion Currency",
    "Order ID",
    "Ad User Data",
];
/// The identifiers of clicks of Google, in the order of the columns. Google Ads accepts one of them in a row.
const IDENTIFIERS: [&str; 3] = ["gclid", "gbraid", "wbraid"];
/// How Google Ads writes a time whose zone is in the first line.
const TIME: &str = "%Y-%m-%d %H:%M:%S";
/// The consent to send data about a user to Google.
const GRANTED: &str = "Granted";

/// The row of a lead that came from a click on an ad of Google and whose visitor allowed measurement, with the name of the
/// conversion action. A lead in quarantine is left out.
pub(super) fn row(site: &Site, name: &str, full: &FullLead) -> Option<Vec<String>> {
    let lead = &full.lead;
    if !lead.consents.measurement || full.state == LeadStatus::Quarantined {
        return None;
    }
    let first = IDENTIFIERS.into_iter().find(|name| is_identifier(lead.tracking.get(name)))?;
    let click = IDENTIFIERS.map(|name| if name == first { lead.tracking.get(name) } else { "" });
    let time = site.local(lead.received_at).strftime(TIME).to_string();
    let rest = [name, &time, "", "", lead.reference.as_str(), GRANTED];
    Some(click.into_iter().chain(rest).map(str::to_owned).collect())
}

/// Whether a text from an address can be an identifier: anything else would be refused, or be a formula in a spreadsheet.
fn is_identifier(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.bytes().all(is_part) && text.starts_with(|letter: char| letter.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use crate::commands::export::{Format, Output};
    use crate::commands::inspect::FullLead;
    use crate::lead::SpamReport;
    use crate::listing::LeadStatus;
    use crate::tests::{lead_of, site};
    use lead_site::FormKind;
    use serde_json::{Value, json};

    fn full(key: &str, tracking: &Value, measurement: bool, state: LeadStatus) -> FullLead {
        let body = json!({"form": "contact", "name": "Ana", "phone": "9845550162", "email": "ana@example.com", "space": "local",
            "identity": "broker", "message": "hola", "key": key, "tracking": tracking, "measurement": measurement});
        let received = "2026-11-24T15:30:00Z".parse().expect("a time");
        let lead = lead_of(FormKind::Contact, &body, received, SpamReport::default());
        FullLead { state, lead, history: Vec::new() }
    }

    #[test]
    fn only_clicks_with_consent_are_written() {
        use LeadStatus::{Delivered, Quarantined, Waiting};
        let click = json!({"gclid": "Cj0KCQ-1_a", "gbraid": "0AAAA", "utm_source": "google"});
        let mut file = Vec::new();
        let mut output = Output::new(Format::GoogleAds, site(), "Lead web", &mut file).expect("a file");
        for lead in [
            full("google-1", &click, true, Delivered),
            full("google-2", &json!({"wbraid": "CmAK_w"}), true, Waiting),
            full("google-3", &click, false, Delivered),
            full("google-4", &click, true, Quarantined),
            full("google-5", &json!({"fbclid": "IwAR0", "utm_source": "google"}), true, Delivered),
            full("google-6", &json!({"gclid": "=cmd()", "gbraid": "-1+1"}), true, Delivered),
        ] {
            output.write(&lead).expect("a row");
        }
        output.finish().expect("flushed");
        let text = String::from_utf8(file).expect("UTF-8");
        assert_eq!(text, include_str!("../../tests/google-ads.csv"));
        for personal in ["Ana", "9845550162", "example.com", "hola"] {
            assert!(!text.contains(personal), "{personal}");
        }
    }
}
