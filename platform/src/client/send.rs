//! Calls 1 and 2: a lead, and the mail about it. One attempt each; the error says whether to retry.

use super::transport::{self, ApiRequest};
use super::{CallError, Client, ErrorKind};
use crate::answer;
use serde_json::Value;
use std::time::Duration;

const CREATE_LEAD: &str = "lead/createLeadWebsite";
const SEND_MAIL: &str = "sendContactMail";

impl Client {
    /// Call 1 with the fields of section 7 except its constants, once, within `deadline`. Status 200 is success (specification, section 7), unless the content type is not
    /// JSON (a proxy's page) or the JSON reports another status.
    pub async fn create_lead_website(&self, mut lead: Value, deadline: Duration) -> Result<(), CallError> {
        for name in ["register_contact", "send_notification", "status"] {
            lead[name] = 1.into();
        }
        lead["carrousel"] = "on".into();
        let result = self.create_lead(lead, deadline).await;
        result.map_err(|kind| CallError { call: CREATE_LEAD.into(), kind })
    }

    async fn create_lead(&self, body: Value, deadline: Duration) -> Result<(), ErrorKind> {
        let end = tokio::time::Instant::now() + deadline;
        let request = ApiRequest { url: self.url(CREATE_LEAD), body: Some(body) };
        let head = tokio::time::timeout_at(end, self.send(&request)).await;
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

    /// Call 2 with the fields of section 7 except its constant, once, within `deadline`. Returns the text at `Data.Status`.
    pub async fn send_contact_mail(&self, mut mail: Value, deadline: Duration) -> Result<String, CallError> {
        mail["recaptchaVersion"] = "v3".into();
        let request = ApiRequest { url: self.url(SEND_MAIL), body: Some(mail) };
        let answer = self.attempt(&request, self.config.limits.answer_bytes, deadline).await;
        let status = answer.and_then(|text| Ok(answer::mail_status(&transport::parse(&text)?)?));
        status.map_err(|kind| CallError { call: SEND_MAIL.into(), kind })
    }
}
