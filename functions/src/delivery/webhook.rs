//! A signed webhook (Standard Webhooks 1.0): each lead as an event `lead.created` with the lead's reference as its id.

use super::channel::{Attempt, Channel, Failure, Opener, Receiver, call, opener};
use super::lead_words;
use crate::Secret;
use crate::config::Reader;
use crate::lead::Lead;
use crate::visitor_text::header_value;
use async_trait::async_trait;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use jiff::Timestamp;
use ring::hmac;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tinystr::tinystr;

pub(super) const RECEIVER: Receiver = Receiver {
    variables: &["WEBHOOK_URL", "WEBHOOK_SECRET"],
    without: None,
    read,
};

/// How the key of a webhook begins, and its length in bytes (Standard Webhooks, "Signature scheme").
const KEY_PREFIX: &str = "whsec_";
const KEY_BYTES: std::ops::RangeInclusive<usize> = 24..=64;

struct WebhookChannel {
    /// The address, which may contain a credential.
    url: Secret,
    /// The keys that sign; several while the receiver changes its key.
    keys: Vec<hmac::Key>,
}

fn read(reader: &mut Reader<'_>) -> Option<Opener> {
    let url = Secret::new(reader.address("WEBHOOK_URL")?);
    let hint = "set it to the receiver's key, whsec_ with 24 to 64 bytes in base64; two keys, comma-separated, while it changes";
    let text = reader.required("WEBHOOK_SECRET", hint);
    let keys = keys_of(&text);
    if keys.is_none() && !text.is_empty() {
        reader.problem("WEBHOOK_SECRET", "is not a key", hint);
    }
    let keys = keys.unwrap_or_default();
    opener(tinystr!(16, "webhook"), WebhookChannel { url, keys })
}

/// The keys of a comma-separated list; `None` unless each is `whsec_` with the base64 of 24 to 64 bytes.
fn keys_of(list: &str) -> Option<Vec<hmac::Key>> {
    let key = |text: &str| {
        let bytes = BASE64_STANDARD
            .decode(text.trim().strip_prefix(KEY_PREFIX)?)
            .ok()?;
        KEY_BYTES
            .contains(&bytes.len())
            .then(|| hmac::Key::new(hmac::HMAC_SHA256, &bytes))
    };
    list.split(',').map(key).collect()
}

/// The receiver wants no event any more (Standard Webhooks, "Delivery failures").
const GONE: u16 = 410;

/// The body of a request, the same at every attempt at one lead unless an operator released the lead in between. `page` is a path
/// where the site's address is not known; `units` has all units of a list, beginning with `unit`.
fn event(lead: &Lead, suspected_spam: bool, site_url: &str) -> Value {
    json!({
        "type": "lead.created",
        "timestamp": lead.received_at,
        "data": {
            "reference": lead.reference,
            "form": lead.form,
            "lang": lead.lang,
            "page": format!("{site_url}{}", lead.page),
            "unit": lead.unit,
            "units": lead.unit_codes(),
            "name": header_value(lead.name.reveal()),
            "phone": lead.phone.reveal(),
            "email": lead.email.reveal(),
            "choices": lead.choices,
            "answers": lead.answers,
            "message": lead_words::message(lead),
            "marketing": lead.consents.marketing,
            "notice_version": lead.consents.notice_version,
            "measurement": lead.consents.measurement,
            "tracking": lead.shared_tracking().collect::<BTreeMap<_, _>>(),
            "suspected_spam": suspected_spam,
        },
    })
}

/// The header `webhook-signature`: a signature with each key, so that receivers can change keys one after the other.
fn signatures(keys: &[hmac::Key], id: &str, seconds: i64, body: &str) -> String {
    let signed = format!("{id}.{seconds}.{body}");
    let signature = |key| {
        format!(
            "v1,{}",
            BASE64_STANDARD.encode(hmac::sign(key, signed.as_bytes()))
        )
    };
    keys.iter().map(signature).collect::<Vec<_>>().join(" ")
}

#[async_trait]
impl Channel for WebhookChannel {
    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure> {
        let Attempt {
            site_url,
            http,
            lead,
            suspected_spam,
            deadline,
            ..
        } = *attempt;
        let body = event(lead, suspected_spam, site_url).to_string();
        // The receiver compares it with its own clock, which need not be that of the tests.
        let seconds = Timestamp::now().as_second();
        let id = lead.reference.as_str();
        let request = http
            .post(self.url.reveal())
            .header("content-type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", seconds.to_string())
            .header(
                "webhook-signature",
                signatures(&self.keys, id, seconds, &body),
            )
            .body(body);
        let answer = call(request, deadline).await?;
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
    use super::{event, keys_of, signatures};
    use crate::tests::lead;
    use serde_json::{Value, json};

    /// `islands/tests/unit/webhook.test.ts` verifies the same signatures with the published library.
    #[test]
    fn signatures_are_those_that_receivers_verify() {
        let golden: Value =
            serde_json::from_str(include_str!("../../tests/webhook.json")).expect("JSON");
        let text = |place: &str| {
            golden
                .pointer(place)
                .and_then(Value::as_str)
                .expect("a text")
        };
        let text_of_keys = [text("/keys/0"), text("/keys/1")].join(",");
        let keys = keys_of(&text_of_keys).expect("keys");
        let seconds = text("/headers/webhook-timestamp").parse().expect("seconds");
        let signed = signatures(&keys, text("/headers/webhook-id"), seconds, text("/body"));
        assert_eq!(signed, text("/headers/webhook-signature"));
    }

    #[test]
    fn keys_have_24_to_64_bytes() {
        let long = format!("whsec_{}", "QUFB".repeat(22));
        for bad in [
            "",
            "whsec_",
            "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "whsec_c2hvcnQ=",
            "whsec_%%%",
            &long,
        ] {
            assert!(keys_of(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn an_event_has_the_lead_without_what_is_only_ours() {
        let mut lead = lead("webhook-1", "hola");
        lead.tracking.put("utm_source", "google");
        lead.tracking.put("gclid", "Cj0KCQ");
        let sent = event(&lead, true, "https://torre.example");
        let data = sent["data"].as_object().expect("an object");
        assert_eq!(sent["timestamp"], json!(lead.received_at));
        assert_eq!(
            (&data["message"], &data["suspected_spam"]),
            (&json!("hola"), &json!(true))
        );
        assert_eq!(data["tracking"], json!({"utm_source": "google"}));
        lead.consents.measurement = true;
        let sent = event(&lead, true, "");
        assert_eq!(
            sent["data"]["tracking"]["gclid"], "Cj0KCQ",
            "with consent to measurement"
        );
        for own in ["fingerprint", "spam", "query", "channels", "consents"] {
            assert!(!data.contains_key(own), "{own}");
        }
    }
}
