//! Calls 1 and 2: a lead, and the mail about it. One attempt each; the error says whether to retry.

use super::transport::{self, Request};
use super::{CallError, Client, ErrorKind};
use crate::answer;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

const CREATE_LEAD: &str = "lead/createLeadWebsite";
const SEND_MAIL: &str = "sendContactMail";

/// A lead for call 1. Not `Debug`, because it contains personal data. The constants of section 7 (`register_contact`, `send_notification`, `status`, `carrousel`)
/// are added when it is sent.
#[derive(Clone, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names are those of the specification, section 7")]
pub struct LeadWebsite {
    pub contact_lead_name: String,
    pub email: String,
    pub phone: String,
    /// The project's name.
    pub zones: String,
    pub source_name: String,
    pub medium_name: String,
    pub observations: String,
    pub campaign: String,
    #[serde(rename = "adSet")]
    pub ad_set: String,
    pub ad: String,
    pub form: String,
    pub cost: String,
    pub sales: String,
    pub revenue: String,
    pub utm_term: String,
    pub utm_content: String,
    pub campaign_id: String,
}

/// A mail for call 2. Not `Debug`, because it contains personal data. The constant `recaptchaVersion` is added when it is sent.
#[derive(Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names are those of the specification, section 7")]
pub struct ContactMail {
    pub name: String,
    pub email: String,
    pub phone: String,
    pub message: String,
    /// A no-reply address.
    pub email_to: String,
    /// The project's info address.
    #[serde(rename = "emailCC")]
    pub email_cc: String,
    /// A note that names the sending page.
    pub flat_interested: String,
}

impl Client {
    /// Call 1, once, within `deadline`. Status 200 is success (specification, section 7), unless the content type is not
    /// JSON (a proxy's page) or the JSON reports another status.
    pub async fn create_lead_website(&self, lead: &LeadWebsite, deadline: Duration) -> Result<(), CallError> {
        let constants =
            json!({"register_contact": 1, "send_notification": 1, "status": 1, "carrousel": "on"});
        let result = self.create_lead(with_constants(lead, constants), deadline).await;
        result.map_err(|kind| CallError { call: CREATE_LEAD.into(), kind })
    }

    fn lead_request(&self, call: &str, body: Value) -> Request {
        Request { url: self.url(call), body: Some(body) }
    }

    async fn create_lead(&self, body: Value, deadline: Duration) -> Result<(), ErrorKind> {
        let end = tokio::time::Instant::now() + deadline;
        let head = tokio::time::timeout_at(end, self.send(&self.lead_request(CREATE_LEAD, body))).await;
        let response = head.unwrap_or(Err(ErrorKind::Timeout(deadline)))?;
        transport::check_json(&response)?;
        // With status 200 the lead is accepted even if the body is incomplete; a retry would send it twice.
        let Ok(Ok(text)) =
            tokio::time::timeout_at(end, self.read_body(response, self.config.limits.answer_bytes)).await
        else {
            return Ok(());
        };
        match transport::parse(&text) {
            Ok(answer) => Ok(answer::reported_status(&answer)?),
            Err(_) => Ok(()),
        }
    }

    /// Call 2, once, within `deadline`. Returns the text at `Data.Status`.
    pub async fn send_contact_mail(
        &self,
        mail: &ContactMail,
        deadline: Duration,
    ) -> Result<String, CallError> {
        let body = with_constants(mail, json!({"recaptchaVersion": "v3"}));
        let request = self.lead_request(SEND_MAIL, body);
        let answer = self.attempt(&request, self.config.limits.answer_bytes, deadline).await;
        let status = answer.and_then(|text| Ok(answer::mail_status(&transport::parse(&text)?)?));
        status.map_err(|kind| CallError { call: SEND_MAIL.into(), kind })
    }
}

/// The JSON of `fields`, all texts, and of `constants`.
fn with_constants(fields: &impl Serialize, constants: Value) -> Value {
    let mut body = serde_json::to_value(fields).unwrap_or_default();
    if let (Some(body), Value::Object(constants)) = (body.as_object_mut(), constants) {
        body.extend(constants);
    }
    body
}
