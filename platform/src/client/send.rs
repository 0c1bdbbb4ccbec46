//! Calls 1 and 2: a lead, and the mail about it. One attempt each; the error says whether to retry.

use super::{CallError, Client, ErrorKind, transport};
use crate::answer::{self, AnswerError};
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::time::Duration;

const CREATE_LEAD: &str = "lead/createLeadWebsite";
const SEND_MAIL: &str = "sendContactMail";

/// A lead for call 1. The constants of section 7 (`register_contact`, `send_notification`, `status`, `carrousel`)
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

/// A mail for call 2. The constant `recaptchaVersion` is added when it is sent.
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

/// What call 1 sends.
#[derive(Serialize)]
struct LeadPayload<'a> {
    #[serde(flatten)]
    lead: &'a LeadWebsite,
    register_contact: u8,
    send_notification: u8,
    status: u8,
    carrousel: &'static str,
}

/// What call 2 sends.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MailPayload<'a> {
    #[serde(flatten)]
    mail: &'a ContactMail,
    recaptcha_version: &'static str,
}

impl Client {
    /// Call 1, once, within `deadline`. Status 200 is success (specification, section 7), unless the content type is not
    /// JSON (a proxy's page) or the JSON reports another status.
    pub async fn create_lead_website(&self, lead: &LeadWebsite, deadline: Duration) -> Result<(), CallError> {
        let payload = LeadPayload {
            lead,
            register_contact: 1,
            send_notification: 1,
            status: 1,
            carrousel: "on",
        };
        let failed = |kind| CallError {
            call: CREATE_LEAD,
            kind,
        };
        let body = json(&payload).map_err(failed)?;
        let end = tokio::time::Instant::now() + deadline;
        let head = tokio::time::timeout_at(end, self.post(CREATE_LEAD, &body)).await;
        let response = head
            .unwrap_or(Err(ErrorKind::Timeout(deadline)))
            .map_err(failed)?;
        transport::check_json(&response).map_err(failed)?;
        // With status 200 the lead is accepted even if the body is incomplete; a retry would send it twice.
        let Ok(Ok(text)) = tokio::time::timeout_at(end, self.read(response)).await else {
            return Ok(());
        };
        let Ok(answer) = transport::parse(&text) else {
            return Ok(());
        };
        answer::reported_status(&answer).map_err(|error| failed(error.into()))
    }

    /// Call 2, once, within `deadline`. Returns the text at `Data.Status`.
    pub async fn send_contact_mail(
        &self,
        mail: &ContactMail,
        deadline: Duration,
    ) -> Result<String, CallError> {
        let failed = |kind| CallError {
            call: SEND_MAIL,
            kind,
        };
        let body = json(&MailPayload {
            mail,
            recaptcha_version: "v3",
        })
        .map_err(failed)?;
        let text = self.attempt(SEND_MAIL, &body, deadline).await.map_err(failed)?;
        let answer = transport::parse(&text).map_err(failed)?;
        answer::mail_status(&answer).map_err(|error: AnswerError| failed(error.into()))
    }
}

/// The JSON of a payload. Its texts and constants can always be serialized.
fn json(payload: &impl Serialize) -> Result<Value, ErrorKind> {
    serde_json::to_value(payload).map_err(|error| ErrorKind::BrokenJson(error.to_string()))
}

/// Hides personal data.
impl fmt::Debug for LeadWebsite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeadWebsite")
            .field("form", &self.form)
            .finish_non_exhaustive()
    }
}

/// Hides personal data.
impl fmt::Debug for ContactMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContactMail").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn names(payload: &impl Serialize) -> BTreeSet<String> {
        json(payload)
            .unwrap()
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    }

    fn words(text: &str) -> BTreeSet<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_lead_has_the_fields_of_section_7() {
        let lead = LeadWebsite::default();
        let payload = LeadPayload {
            lead: &lead,
            register_contact: 1,
            send_notification: 1,
            status: 1,
            carrousel: "on",
        };
        let expected = "contact_lead_name email phone register_contact send_notification zones source_name \
            medium_name observations carrousel status campaign adSet ad form cost sales revenue utm_term \
            utm_content campaign_id";
        assert_eq!(names(&payload), words(expected));
    }

    #[test]
    fn a_mail_has_the_fields_of_section_7() {
        let payload = MailPayload {
            mail: &ContactMail::default(),
            recaptcha_version: "v3",
        };
        let expected = "name email phone message emailTo emailCC flatInterested recaptchaVersion";
        assert_eq!(names(&payload), words(expected));
    }

    #[test]
    fn debug_hides_personal_data() {
        let lead = LeadWebsite {
            contact_lead_name: "Ana".to_owned(),
            ..LeadWebsite::default()
        };
        let mail = ContactMail {
            name: "Ana".to_owned(),
            ..ContactMail::default()
        };
        assert!(!format!("{lead:?} {mail:?}").contains("Ana"));
    }
}
