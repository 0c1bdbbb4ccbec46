//! Calls 1 and 2 of the platform (specification, section 7), field by field.

use super::channel::{Channel, Failure};
use super::words;
use crate::lead::Lead;
use async_trait::async_trait;
use platform::answer::AnswerError;
use platform::client::{CallError, Client, ContactMail, ErrorKind, LeadWebsite, Retry};
use std::time::Duration;

/// Source and medium of a visitor who came without tracking values.
const OWN_SOURCE: &str = "website";
const OWN_MEDIUM: &str = "form";
/// The longest answer text that goes into a lead's story.
const LONGEST_STATUS: usize = 60;

/// Call 1.
pub(crate) struct LeadChannel {
    /// The platform.
    pub client: Client,
    /// The project's name.
    pub zones: String,
}

/// Call 2.
pub(crate) struct ContactChannel {
    /// The platform.
    pub client: Client,
    /// `emailTo`.
    pub email_to: String,
    /// `emailCC`.
    pub email_cc: String,
    /// Put before the sending page.
    pub site_url: String,
}

impl LeadChannel {
    fn payload(&self, lead: &Lead, doubtful: bool) -> LeadWebsite {
        let or = |value: &str, own: &str| {
            if value.is_empty() {
                own.to_owned()
            } else {
                value.to_owned()
            }
        };
        let tracking = &lead.tracking;
        LeadWebsite {
            contact_lead_name: lead.name.reveal().to_owned(),
            email: lead.email.reveal().to_owned(),
            phone: lead.phone.reveal().to_owned(),
            zones: self.zones.clone(),
            source_name: or(&tracking.utm_source, OWN_SOURCE),
            medium_name: or(&tracking.utm_medium, OWN_MEDIUM),
            observations: words::summary(lead, doubtful),
            campaign: tracking.utm_campaign.clone(),
            ad_set: tracking.adset.clone(),
            ad: tracking.ad.clone(),
            form: lead.form.word().to_owned(),
            cost: tracking.cost.clone(),
            sales: tracking.sales.clone(),
            // The site has no such value; the field is part of the call.
            revenue: String::new(),
            utm_term: tracking.utm_term.clone(),
            utm_content: tracking.utm_content.clone(),
            campaign_id: tracking.utm_id.clone(),
        }
    }
}

#[async_trait]
impl Channel for LeadChannel {
    async fn send(&self, lead: &Lead, doubtful: bool, deadline: Duration) -> Result<String, Failure> {
        let payload = self.payload(lead, doubtful);
        match self.client.create_lead_website(&payload, deadline).await {
            Ok(()) => Ok("success".to_owned()),
            Err(error) => Err(failure(&error)),
        }
    }
}

#[async_trait]
impl Channel for ContactChannel {
    async fn send(&self, lead: &Lead, doubtful: bool, deadline: Duration) -> Result<String, Failure> {
        let mail = ContactMail {
            name: lead.name.reveal().to_owned(),
            email: lead.email.reveal().to_owned(),
            phone: lead.phone.reveal().to_owned(),
            message: words::summary(lead, doubtful),
            email_to: self.email_to.clone(),
            email_cc: self.email_cc.clone(),
            flat_interested: words::sending_page(lead, &self.site_url),
        };
        match self.client.send_contact_mail(&mail, deadline).await {
            Ok(status) => Ok(crate::lead::bounded(&status, LONGEST_STATUS)),
            // Status 200 and JSON: the mail went out; that the answer lacks a word is no reason to send it twice.
            Err(CallError {
                kind: ErrorKind::Answer(AnswerError::Shape { .. }),
                ..
            }) => Ok("no status".to_owned()),
            Err(error) => Err(failure(&error)),
        }
    }
}

/// What to do about a failed call. A wrong credential or address is the operator's to mend, and a mended one
/// makes the same call succeed: worth waiting for.
fn failure(error: &CallError) -> Failure {
    let what = error.kind.to_string();
    match error.retry() {
        Retry::After(wait) => Failure::After(wait, what),
        Retry::Later => Failure::Later(what),
        Retry::No => match error.kind {
            ErrorKind::Status {
                status: 401 | 403 | 404 | 405,
                ..
            }
            | ErrorKind::Redirect { .. } => Failure::Later(what),
            _ => Failure::Refused(what),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, failure};
    use platform::client::{CallError, ErrorKind};
    use std::time::Duration;

    fn status(status: u16, retry_after: Option<Duration>) -> Failure {
        failure(&CallError {
            call: "x",
            kind: ErrorKind::Status { status, retry_after },
        })
    }

    #[test]
    fn failures_are_sorted() {
        let wait = Duration::from_secs(7);
        assert!(matches!(status(429, Some(wait)), Failure::After(asked, _) if asked == wait));
        for passing in [401, 403, 404, 408, 429, 500, 503] {
            assert!(matches!(status(passing, None), Failure::Later(_)), "{passing}");
        }
        for lasting in [400, 413, 422] {
            assert!(matches!(status(lasting, None), Failure::Refused(_)), "{lasting}");
        }
    }
}
