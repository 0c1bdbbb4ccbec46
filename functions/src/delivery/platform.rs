//! Calls 1 and 2 of the platform (specification, section 7), field by field.

use super::channel::{Attempt, Channel, Failure, NamedChannel, Opener, REJECTIONS, Receiver};
use super::lead_words;
use crate::config::Reader;
use crate::visitor_text::header_value;
use anyhow::Context;
use async_trait::async_trait;
use platform::client::{CallError, Client, ErrorKind, bearer};
use platform::config::PlatformConfig;
use serde_json::json;
use std::sync::Arc;
use tinystr::tinystr;

/// Source and medium of a visitor without tracking values.
const DEFAULT_SOURCE: &str = "website";
const DEFAULT_MEDIUM: &str = "form";
/// Most characters of the platform's status that are stored in a lead's history.
const MAX_STATUS: usize = 60;

pub(super) const RECEIVER: Receiver = Receiver {
    variables: &["PLATFORM_URL", "PLATFORM_TOKEN", "PLATFORM_BASE_PATH"],
    without: Some("leads are not sent to the platform (calls 1 and 2)"),
    read,
};

/// Prefix of every call's path (specification, section 7).
const BASE_PATH: &str = "/v2/api";

fn read(reader: &mut Reader<'_>) -> Option<Opener> {
    let url = reader.value("PLATFORM_URL")?;
    let base_path = reader.value("PLATFORM_BASE_PATH");
    let hint = "set it to the bearer token of PLATFORM_URL";
    let token = reader.credential("PLATFORM_TOKEN", hint);
    let open = move || -> anyhow::Result<Vec<NamedChannel>> {
        let config = PlatformConfig {
            base_path: base_path.unwrap_or_else(|| BASE_PATH.to_owned()),
            ..PlatformConfig::default()
        };
        let token = bearer(token.reveal()).context("cannot use the platform")?;
        let made = Client::new(&url, &config, token).map_err(anyhow::Error::msg);
        let client = Arc::new(made.context("cannot use the platform")?);
        let lead: Arc<dyn Channel> = Arc::new(LeadChannel(Arc::clone(&client)));
        let contact: Arc<dyn Channel> = Arc::new(ContactChannel(client));
        Ok(vec![
            (tinystr!(16, "lead").into(), lead),
            (tinystr!(16, "contact").into(), contact),
        ])
    };
    Some(Box::new(open))
}

/// Call 1.
struct LeadChannel(Arc<Client>);

/// Call 2.
struct ContactChannel(Arc<Client>);

#[async_trait]
impl Channel for LeadChannel {
    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure> {
        let Attempt {
            site,
            lead,
            suspected_spam,
            deadline,
            ..
        } = *attempt;
        let site = site.get().await?;
        let tracking = |name: &str| lead.tracking.get(name);
        let or =
            |value: &str, default: &str| if value.is_empty() { default } else { value }.to_owned();
        let payload = json!({
            "contact_lead_name": header_value(lead.name.reveal()),
            "email": lead.email.reveal(),
            "phone": lead.phone.reveal(),
            "zones": site.development.zones,
            "source_name": or(tracking("utm_source"), DEFAULT_SOURCE),
            "medium_name": or(tracking("utm_medium"), DEFAULT_MEDIUM),
            "observations": lead_words::summary(&site, lead, suspected_spam),
            "campaign": tracking("utm_campaign"),
            "adSet": tracking("adset"),
            "ad": tracking("ad"),
            "form": lead.form,
            "cost": tracking("cost"),
            "sales": tracking("sales"),
            // Required by the call; the site has no such value.
            "revenue": "",
            "utm_term": tracking("utm_term"),
            "utm_content": tracking("utm_content"),
            "campaign_id": tracking("utm_id"),
        });
        let sent = self.0.create_lead_website(payload, deadline).await;
        sent.map(|()| "success".to_owned())
            .map_err(|error| failure(&error))
    }
}

#[async_trait]
impl Channel for ContactChannel {
    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure> {
        let Attempt {
            site,
            site_url,
            lead,
            suspected_spam,
            deadline,
            ..
        } = *attempt;
        let site = site.get().await?;
        let mail = json!({
            // The platform writes a mail with it.
            "name": header_value(lead.name.reveal()),
            "email": lead.email.reveal(),
            "phone": lead.phone.reveal(),
            "message": lead_words::message(lead),
            "emailTo": site.development.email_to,
            "emailCC": site.development.email_cc,
            "flatInterested": lead_words::sending_page(site.team(), lead, site_url, suspected_spam),
        });
        let sent = self.0.send_contact_mail(mail, deadline).await;
        sent.map(|status| crate::lead::bounded(&status, MAX_STATUS))
            .map_err(|error| failure(&error))
    }
}

/// Classifies a failed call. A wrong credential or URL is temporary, because an operator can fix the configuration.
fn failure(error: &CallError) -> Failure {
    let what = error.kind.to_string();
    if let Some(wait) = error.requested_wait() {
        return Failure::RetryAfter(wait, what);
    }
    match error.kind {
        ErrorKind::Status { status, .. } if !REJECTIONS.contains(&status) => {
            Failure::Temporary(what)
        }
        ErrorKind::Redirect { .. } => Failure::Temporary(what),
        _ if error.is_temporary() => Failure::Temporary(what),
        _ => Failure::Permanent(what),
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, failure};
    use platform::client::{CallError, ErrorKind};
    use std::time::Duration;

    #[test]
    fn failures_are_classified() {
        let failed = |status, retry_after| {
            let kind = ErrorKind::Status {
                status,
                retry_after,
            };
            failure(&CallError {
                call: "x".into(),
                kind,
            })
        };
        let wait = Duration::from_secs(7);
        assert!(
            matches!(failed(429, Some(wait)), Failure::RetryAfter(requested, _) if requested == wait)
        );
        for temporary in [401, 402, 403, 404, 408, 409, 423, 429, 500, 503] {
            assert!(
                matches!(failed(temporary, None), Failure::Temporary(_)),
                "{temporary}"
            );
        }
        for permanent in [400, 413, 422] {
            assert!(
                matches!(failed(permanent, None), Failure::Permanent(_)),
                "{permanent}"
            );
        }
    }
}
