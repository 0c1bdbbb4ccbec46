//! Contact requests of EasyBroker. An answer has no id: before a lead is sent again, they are searched for its reference.

use super::channel::{Attempt, Channel, Failure, call, credential};
use super::lead_words;
use crate::config::EasyBrokerAccess;
use crate::lead::Lead;
use crate::visitor_text::header_value;
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use std::time::Instant;
use url::Url;

/// Most contact requests on a page (EasyBroker's limit), and most pages that are searched.
const PAGE_SIZE: usize = 50;
const MAX_PAGES: usize = 20;
/// How much the clocks of EasyBroker and of this machine may differ.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_mins(10);

impl EasyBrokerAccess {
    /// EasyBroker's id of the first unit that a lead is about and the account lists.
    fn property(&self, lead: &Lead) -> Option<&str> {
        let mut listed = lead
            .unit_codes()
            .iter()
            .filter_map(|code| self.properties.get(code));
        listed.next().map(String::as_str)
    }

    fn with_token(&self, request: RequestBuilder) -> Result<RequestBuilder, Failure> {
        let token = credential("EASYBROKER_TOKEN", self.token.reveal().to_owned())?;
        Ok(request.header("x-authorization", token))
    }

    async fn has_received(
        &self,
        http: &Client,
        lead: &Lead,
        end: Instant,
    ) -> Result<bool, Failure> {
        // A clock that was set back since then must not hide the first attempt.
        let received = lead.received_at.min(Timestamp::now());
        let since = received.saturating_sub(CLOCK_TOLERANCE).unwrap_or(received);
        let since = format!("{since:.3}");
        let mut filter = vec![("happened_after", since), ("limit", PAGE_SIZE.to_string())];
        filter.extend(
            self.property(lead)
                .map(|property| ("property_id", property.to_owned())),
        );
        for page in 1..=MAX_PAGES {
            let request = http
                .get(format!("{}/contact_requests", self.url))
                .query(&filter);
            let request = self.with_token(request.query(&[("page", page)]))?;
            let answer = call(request, end.saturating_duration_since(Instant::now())).await?;
            answer.check_status()?;
            let Some(requests) = answer.body["content"].as_array() else {
                return Err(Failure::Temporary(
                    "the list of contact requests cannot be read".to_owned(),
                ));
            };
            let is_own = |request: &Value| {
                request["message"]
                    .as_str()
                    .is_some_and(|text| text.contains(lead.reference.as_str()))
            };
            if requests.iter().any(is_own) {
                return Ok(true);
            }
            if requests.is_empty() || answer.body["pagination"]["next_page"].is_null() {
                return Ok(false);
            }
        }
        Err(Failure::Temporary(
            "too many contact requests to search for the lead".to_owned(),
        ))
    }
}

#[async_trait]
impl Channel for EasyBrokerAccess {
    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure> {
        let Attempt {
            site,
            site_url,
            http,
            lead,
            suspected_spam,
            is_repeat,
            deadline,
        } = *attempt;
        let end = Instant::now() + deadline;
        let site = site.get().await?;
        if is_repeat && self.has_received(http, lead, end).await? {
            return Ok("found among the contact requests".to_owned());
        }
        // Where contact requests come from: the site's domain.
        let url = Url::parse(site_url).ok();
        let source = url
            .as_ref()
            .and_then(Url::host_str)
            .unwrap_or(&site.development.name);
        let optional = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let mut body = json!({
            "property_id": self.property(lead),
            "name": header_value(lead.name.reveal()),
            "email": optional(lead.email.reveal()),
            "phone": optional(lead.phone.reveal()),
            "message": lead_words::summary(&site, lead, suspected_spam),
            "source": source,
        });
        // Without the keys that have no value.
        if let Some(fields) = body.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
        let url = format!("{}/contact_requests", self.url);
        let request = self.with_token(http.post(url).json(&body))?;
        let answer = call(request, end.saturating_duration_since(Instant::now())).await?;
        answer.check_status()?;
        match answer.body["status"].as_str() {
            Some("successful") => Ok("successful".to_owned()),
            _ => Err(Failure::Temporary(
                "the answer does not say `successful`".to_owned(),
            )),
        }
    }
}
