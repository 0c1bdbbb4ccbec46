//! A signed webhook (Standard Webhooks 1.0): each lead as an event `lead.created` with the lead's reference as its id.

use super::call::call;
use super::channel::{Attempt, Channel, Failure};
use super::lead_words;
use crate::config::WebhookAccess;
use crate::lead::Lead;
use crate::visitor_text::header_value;
use async_trait::async_trait;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use jiff::Timestamp;
use ring::hmac;
use serde::Serialize;
use std::collections::BTreeMap;

/// The receiver wants no event any more (Standard Webhooks, "Delivery failures").
const GONE: u16 = 410;

/// Posts leads to one address.
pub(crate) struct WebhookChannel {
    http: reqwest::Client,
    access: WebhookAccess,
    site_url: String,
}

/// The body of a request. It is the same at every attempt at one lead, unless an operator released the lead in between.
#[derive(Serialize)]
struct Event<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    /// When the lead was accepted.
    timestamp: Timestamp,
    data: Data<'a>,
}

/// A lead as receivers get it.
#[derive(Serialize)]
struct Data<'a> {
    reference: &'a str,
    form: &'a str,
    lang: &'a str,
    /// Address of the sending page; a path where the site's address is not known.
    page: String,
    unit: Option<&'a str>,
    /// All units of a list, beginning with `unit`.
    units: &'a [String],
    name: String,
    phone: &'a str,
    email: &'a str,
    /// The chosen option of each field with options.
    choices: &'a BTreeMap<String, String>,
    message: String,
    /// Consent to marketing.
    marketing: bool,
    notice_version: &'a str,
    /// Consent to measurement; without it there is no identifier of a click.
    measurement: bool,
    /// The marketing parameters that the visit had.
    tracking: BTreeMap<&'static str, &'a str>,
    suspected_spam: bool,
}

impl<'a> Event<'a> {
    fn new(lead: &'a Lead, suspected_spam: bool, site_url: &str) -> Self {
        let data = Data {
            reference: lead.reference.as_str(),
            form: lead.form.as_str(),
            lang: &lead.lang,
            page: format!("{site_url}{}", lead.page),
            unit: lead.unit.as_deref(),
            units: lead.unit_codes(),
            name: header_value(lead.name.reveal()),
            phone: lead.phone.reveal(),
            email: lead.email.reveal(),
            choices: &lead.choices,
            message: lead_words::message(lead),
            marketing: lead.consents.marketing,
            measurement: lead.consents.measurement,
            notice_version: &lead.consents.notice_version,
            tracking: lead.shared_tracking().collect(),
            suspected_spam,
        };
        Self { kind: "lead.created", timestamp: lead.received_at, data }
    }
}

impl WebhookChannel {
    /// A channel to the configured address. Prefix of the sending page's path is `site_url`.
    pub(crate) fn new(http: &reqwest::Client, access: &WebhookAccess, site_url: &str) -> Self {
        Self { http: http.clone(), access: access.clone(), site_url: site_url.to_owned() }
    }
}

/// The header `webhook-signature`: a signature with each key, so that receivers can change keys one after the other.
fn signatures(keys: &[hmac::Key], id: &str, seconds: i64, body: &str) -> String {
    let signed = format!("{id}.{seconds}.{body}");
    let signature = |key| format!("v1,{}", BASE64_STANDARD.encode(hmac::sign(key, signed.as_bytes())));
    keys.iter().map(signature).collect::<Vec<_>>().join(" ")
}

#[async_trait]
impl Channel for WebhookChannel {
    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure> {
        let event = Event::new(attempt.lead, attempt.suspected_spam, &self.site_url);
        let body = serde_json::to_string(&event)
            .map_err(|_| Failure::Permanent("the event cannot be written".to_owned()))?;
        // The receiver compares it with its own clock, which need not be that of the tests.
        let seconds = Timestamp::now().as_second();
        let id = attempt.lead.reference.as_str();
        let request = self
            .http
            .post(self.access.url.reveal())
            .header("content-type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", seconds.to_string())
            .header("webhook-signature", signatures(&self.access.keys, id, seconds, &body))
            .body(body);
        let answer = call(request, attempt.deadline).await?;
        if answer.status == GONE {
            let what = "the receiver answered with status 410: correct WEBHOOK_URL and restart the function";
            return Err(Failure::Stopped(what.to_owned()));
        }
        answer.check_status()?;
        Ok(format!("accepted with {}", answer.status))
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, signatures};
    use crate::config::WebhookAccess;
    use crate::test_support::lead;
    use serde_json::json;

    /// The example of the published libraries' tests.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    #[test]
    fn signatures_are_those_of_the_published_example() {
        let both = format!("{SECRET}, whsec_{}", "QUFB".repeat(8));
        let keys = WebhookAccess::keys(&both).expect("two keys");
        let header = signatures(&keys, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}");
        let (first, second) = header.split_once(' ').expect("two signatures");
        assert_eq!(first, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assert!(second.starts_with("v1,") && second != first);
    }

    #[test]
    fn keys_have_24_to_64_bytes() {
        for bad in ["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ=", "whsec_%%%"] {
            assert!(WebhookAccess::keys(bad).is_none(), "{bad}");
        }
        assert!(WebhookAccess::keys(&format!("whsec_{}", "QUFB".repeat(22))).is_none());
    }

    #[test]
    fn an_event_has_the_lead_without_what_is_only_ours() {
        let mut lead = lead("webhook-1", "hola");
        lead.tracking.put("utm_source", "google");
        lead.tracking.put("gclid", "Cj0KCQ");
        lead.page = "/contacto".to_owned();
        let event = serde_json::to_value(Event::new(&lead, true, "https://torre.example")).expect("JSON");
        assert_eq!(event["type"], "lead.created");
        assert_eq!(event["timestamp"], json!(lead.received_at));
        let data = event["data"].as_object().expect("an object");
        assert_eq!(data["page"], "https://torre.example/contacto");
        assert_eq!(data["tracking"], json!({"utm_source": "google"}));
        assert_eq!((&data["message"], &data["suspected_spam"]), (&json!("hola"), &json!(true)));
        lead.consents.measurement = true;
        let event = serde_json::to_value(Event::new(&lead, true, "")).expect("JSON");
        assert_eq!(event["data"]["tracking"]["gclid"], "Cj0KCQ", "with consent to measurement");
        for own in ["fingerprint", "spam", "query", "channels", "consents"] {
            assert!(!data.contains_key(own), "{own}");
        }
    }
}
