//! A form of HubSpot: `POST /submissions/v3/integration/secure/submit/{portalId}/{formGuid}` (Forms API v3).

use super::channel::{
    Answer, Attempt, Channel, Failure, Opener, Receiver, call, credential, opener,
};
use super::lead_words;
use crate::Secret;
use crate::config::Reader;
use crate::lead::Lead;
use crate::site::LoadedSite;
use crate::visitor_text::header_value;
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tinystr::tinystr;
use url::form_urlencoded::Serializer;

/// HubSpot allows 100 requests in 10 seconds, and blocks an address for a minute after ten refused ones in one second.
const INTERVAL: Duration = Duration::from_secs(1);
/// The pause after a 429 without `Retry-After`: the period of HubSpot's limit.
const PERIOD: Duration = Duration::from_secs(10);
/// HubSpot ignores a submission with a time of more than a month ago.
const OLDEST: SignedDuration = SignedDuration::from_hours(27 * 24);
const CONTACT: &str = "0-1";

pub(super) const RECEIVER: Receiver = Receiver {
    variables: &["HUBSPOT_FORM", "HUBSPOT_TOKEN", "HUBSPOT_URL"],
    without: None,
    read,
};

struct HubspotChannel {
    /// URL of the host.
    url: String,
    /// The account's and the form's id: `12345678/0a1b2c3d-...`.
    form: String,
    /// The access token of a private app with the scope `forms`.
    token: Secret,
    pace: Mutex<Pace>,
}

fn read(reader: &mut Reader<'_>) -> Option<Opener> {
    let form = reader.value("HUBSPOT_FORM")?;
    let is_id = |id: &str| {
        !id.is_empty()
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if !form
        .split_once('/')
        .is_some_and(|(portal, form)| is_id(portal) && is_id(form))
    {
        let hint = "use the account's id and the form's, like 12345678/0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d";
        reader.problem("HUBSPOT_FORM", "is not the id of a form", hint);
    }
    let hint = "set it to the access token of a private app with the scope `forms`";
    let token = reader.credential("HUBSPOT_TOKEN", hint);
    let url = reader.address("HUBSPOT_URL");
    let now = Instant::now();
    let channel = HubspotChannel {
        url: url.unwrap_or_else(|| "https://api.hsforms.com".to_owned()),
        form,
        token,
        pace: Mutex::new(Pace {
            next: now,
            free: now,
        }),
    };
    opener(tinystr!(16, "hubspot"), channel)
}

struct Pace {
    /// The earliest time of the next request.
    next: Instant,
    /// The first time that no lead was told to wait for.
    free: Instant,
}

impl Pace {
    /// Takes the right to send now, or fails with the time to wait, another one for each lead.
    fn start(&mut self, now: Instant) -> Result<(), Duration> {
        if now >= self.next {
            self.next = now + INTERVAL;
            self.free = self.free.max(self.next);
            return Ok(());
        }
        let wait = self.free.max(self.next) - now;
        self.free = now + wait + INTERVAL;
        Err(wait)
    }
}

/// The body of a request. HubSpot refuses fields that the form does not define, except the default properties of contacts.
fn submission(
    site: &LoadedSite,
    lead: &Lead,
    suspected_spam: bool,
    site_url: &str,
    now: Timestamp,
) -> Value {
    let fields = [
        ("firstname", header_value(lead.name.reveal())),
        ("email", lead.email.reveal().to_owned()),
        ("phone", lead.phone.reveal().to_owned()),
        ("message", lead_words::summary(site, lead, suspected_spam)),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(name, value)| json!({"objectTypeId": CONTACT, "name": name, "value": value}));
    // HubSpot reads the campaign from the query.
    let mut query = Serializer::new(String::new());
    query.extend_pairs(lead.shared_tracking());
    let page_uri = format!("{site_url}{}?{}", lead.page, query.finish());
    let form = lead_words::form(site.team(), lead.form);
    let language = site.language(&lead.lang);
    let (notice, version) = (
        language.string("form.notice"),
        &lead.consents.notice_version,
    );
    let submitted = lead
        .received_at
        .max(now.saturating_sub(OLDEST).unwrap_or(now));
    json!({
        "submittedAt": submitted.as_millisecond().to_string(),
        "fields": fields.collect::<Vec<_>>(),
        "context": {
            "pageUri": page_uri.trim_end_matches('?'),
            "pageName": format!("{}: {form}", site.development.name),
        },
        "legalConsentOptions": {"consent": {
            "consentToProcess": true,
            "text": format!("{notice} {} ({version})", language.string("form.notice_link")),
            "communications": [],
        }},
    })
}

/// What a status means. Every 400 is final, because the form will refuse the same fields again.
fn check(answer: &Answer) -> Result<(), Failure> {
    match answer.check_status() {
        Err(Failure::Temporary(what)) if answer.status == 429 => {
            Err(Failure::RetryAfter(PERIOD, what))
        }
        Err(Failure::Permanent(what)) => {
            Err(Failure::Permanent(format!("{what}{}", error_types(answer))))
        }
        result => result,
    }
}

/// The types of the errors in an answer. Its messages may repeat what the visitor typed.
fn error_types(answer: &Answer) -> String {
    let errors = answer.body["errors"].as_array().into_iter().flatten();
    let is_name = |name: &&str| {
        name.len() <= 60
            && name
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    };
    let names = errors.filter_map(|error| error["errorType"].as_str().filter(is_name));
    names.take(5).map(|name| format!(" {name}")).collect()
}

#[async_trait]
impl Channel for HubspotChannel {
    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure> {
        let Attempt {
            site,
            site_url,
            http,
            lead,
            suspected_spam,
            deadline,
            ..
        } = *attempt;
        let site = site.get().await?;
        self.pace
            .lock()
            .start(Instant::now())
            .map_err(Failure::NotYet)?;
        let Self {
            url, form, token, ..
        } = self;
        let token = credential("HUBSPOT_TOKEN", format!("Bearer {}", token.reveal()))?;
        let body = submission(&site, lead, suspected_spam, site_url, Timestamp::now());
        let url = format!("{url}/submissions/v3/integration/secure/submit/{form}");
        let request = http.post(url).header("authorization", token).json(&body);
        let answer = call(request, deadline).await?;
        check(&answer)?;
        Ok(format!("accepted with {}", answer.status))
    }
}

#[cfg(test)]
mod tests {
    use super::{INTERVAL, Pace, submission};
    use crate::tests::{lead, site};
    use jiff::ToSpan;
    use serde_json::json;
    use std::time::Instant;

    #[test]
    fn each_lead_waits_for_a_second_of_its_own() {
        let start = Instant::now();
        let mut pace = Pace {
            next: start,
            free: start,
        };
        for (seconds, waits) in [
            (0, 0),
            (0, 1),
            (0, 2),
            (0, 3),
            (1, 0),
            (1, 3),
            (60, 0),
            (60, 1),
        ] {
            let wait = pace
                .start(start + seconds * INTERVAL)
                .err()
                .unwrap_or_default();
            assert_eq!(wait, waits * INTERVAL, "{seconds}");
        }
    }

    #[test]
    fn a_submission_has_the_fields_of_a_contact() {
        let mut lead = lead("hubspot-1", "hola");
        lead.page = "/contacto".to_owned();
        lead.tracking.put("utm_source", "a b&c");
        let url = "https://torre.example";
        let body = submission(site(), &lead, false, url, lead.received_at);
        let names = ["firstname", "email", "phone", "message"];
        assert_eq!(
            [0, 1, 2, 3].map(|index| &body["fields"][index]["name"]),
            names
        );
        assert_eq!(body["fields"][4], json!(null));
        assert_eq!(
            body["context"]["pageUri"],
            "https://torre.example/contacto?utm_source=a+b%26c"
        );
        assert_eq!(
            body["submittedAt"],
            lead.received_at.as_millisecond().to_string()
        );
        let text = body["legalConsentOptions"]["consent"]["text"].to_string();
        assert!(text.contains("Aviso de privacidad"), "{text}");
        // A lead that an operator retries months later is not ignored.
        let body = submission(site(), &lead, false, url, lead.received_at + 2160.hours());
        assert!(
            body["submittedAt"].as_str() > Some(&lead.received_at.as_millisecond().to_string())
        );
    }
}
