//! Contact requests of EasyBroker. An answer has no id: before a lead is sent again, they are searched for its reference.

use super::channel::{Attempt, Channel, Failure, Opener, Receiver, call, credential, opener};
use super::lead_words;
use crate::Secret;
use crate::config::Reader;
use crate::lead::Lead;
use crate::visitor_text::header_value;
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use platform::unit::UnitCode;
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;
use tinystr::tinystr;
use url::Url;

/// Most contact requests on a page (EasyBroker's limit), and most pages that are searched.
const PAGE_SIZE: usize = 50;
const MAX_PAGES: usize = 20;
/// How much the clocks of EasyBroker and of this machine may differ.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_mins(10);

pub(super) const RECEIVER: Receiver = Receiver {
    variables: &[
        "EASYBROKER_TOKEN",
        "EASYBROKER_PROPERTIES",
        "EASYBROKER_URL",
    ],
    without: None,
    read,
};

struct EasyBrokerChannel {
    /// URL of the API.
    url: String,
    /// The account's key.
    token: Secret,
    /// EasyBroker's public id of each listed unit, by the unit's code.
    properties: BTreeMap<UnitCode, String>,
}

fn read(reader: &mut Reader<'_>) -> Option<Opener> {
    reader.value("EASYBROKER_TOKEN")?;
    let token = reader.credential("EASYBROKER_TOKEN", "set it to the account's key");
    let url = reader.address("EASYBROKER_URL");
    let list = reader.value("EASYBROKER_PROPERTIES").unwrap_or_default();
    let mut properties = BTreeMap::new();
    for pair in list
        .split(',')
        .map(str::trim)
        .filter(|pair| !pair.is_empty())
    {
        let hint = "use UNIT=ID pairs, comma-separated, like O-301=EB-AB1234";
        let is_pattern = |unit: &str| unit.contains('*');
        match pair.split_once('=') {
            Some((unit, property))
                if !is_pattern(unit)
                    && let Ok(code) = UnitCode::new(unit) =>
            {
                properties.insert(code, property.trim().to_owned());
            }
            Some((unit, _)) => {
                let what = format!("`{unit}` is not the code of a unit");
                reader.problem("EASYBROKER_PROPERTIES", what, hint);
            }
            None => {
                let what = format!("`{pair}` is not a pair");
                reader.problem("EASYBROKER_PROPERTIES", what, hint);
            }
        }
    }
    let channel = EasyBrokerChannel {
        url: url.unwrap_or_else(|| "https://api.easybroker.com/v1".to_owned()),
        token,
        properties,
    };
    opener(tinystr!(16, "easybroker"), channel)
}

impl EasyBrokerChannel {
    /// EasyBroker's id of the first unit that a lead is about and the account lists.
    fn property(&self, lead: &Lead) -> Option<&str> {
        let mut listed = lead
            .unit_codes()
            .iter()
            .filter_map(|code| self.properties.get(&UnitCode::new(code).ok()?));
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
        let mut filter = vec![
            ("happened_after", format!("{since:.3}")),
            ("limit", PAGE_SIZE.to_string()),
        ];
        filter.extend(
            self.property(lead)
                .map(|property| ("property_id", property.to_owned())),
        );
        for page in 1..=MAX_PAGES {
            let filtered = http
                .get(format!("{}/contact_requests", self.url))
                .query(&filter);
            let request = self.with_token(filtered.query(&[("page", page)]))?;
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
impl Channel for EasyBrokerChannel {
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
