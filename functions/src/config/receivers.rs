//! Addresses and credentials of those who receive leads, and how they are read.

use super::environment::Reader;
use crate::Secret;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use platform::client::is_localhost;
use ring::hmac;
use std::collections::BTreeMap;
use url::Url;

/// How the key of a webhook begins, and its length in bytes (Standard Webhooks, "Signature scheme").
const KEY_PREFIX: &str = "whsec_";
const KEY_BYTES: std::ops::RangeInclusive<usize> = 24..=64;

/// URL and credential of the real-estate platform.
#[derive(Clone, Debug)]
pub struct PlatformAccess {
    /// URL of the host, like `https://platform.example`.
    pub url: String,
    /// Prefix of every call's path (specification, section 7): `/v2/api`.
    pub base_path: String,
    /// The bearer credential.
    pub token: Secret,
}

/// The mail server and the addresses of the team's notice.
#[derive(Clone, Debug)]
pub struct MailAccess {
    /// `smtps://user:password@host:port` or `smtp://host:port[?tls=required]`.
    pub url: Secret,
    /// The sender.
    pub from: String,
    /// The receivers.
    pub to: Vec<String>,
}

/// The receiver of signed webhooks.
#[derive(Clone, Debug)]
pub struct WebhookAccess {
    /// The address, which may contain a credential.
    pub url: Secret,
    /// The keys that sign; several while the receiver changes its key.
    pub keys: Vec<hmac::Key>,
}

impl WebhookAccess {
    /// The keys of a comma-separated list; `None` unless each is `whsec_` with the base64 of 24 to 64 bytes.
    pub(crate) fn keys(list: &str) -> Option<Vec<hmac::Key>> {
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
}

/// A form of HubSpot.
#[derive(Clone, Debug)]
pub struct HubspotAccess {
    /// URL of the host: `https://api.hsforms.com`.
    pub url: String,
    /// The account's and the form's id: `12345678/0a1b2c3d-...`.
    pub form: String,
    /// The access token of a private app with the scope `forms`.
    pub token: Secret,
}

/// An account of EasyBroker.
#[derive(Clone, Debug)]
pub struct EasyBrokerAccess {
    /// URL of the API: `https://api.easybroker.com/v1`.
    pub url: String,
    /// The account's key.
    pub token: Secret,
    /// EasyBroker's public id of each listed unit, by the unit's code.
    pub properties: BTreeMap<String, String>,
}

pub(super) fn platform(reader: &mut Reader<'_>) -> Option<PlatformAccess> {
    let url = reader.value("PLATFORM_URL")?;
    let base_path = reader
        .value("PLATFORM_BASE_PATH")
        .unwrap_or_else(|| "/v2/api".to_owned());
    let token = reader.required(
        "PLATFORM_TOKEN",
        "set it to the bearer token of PLATFORM_URL",
    );
    Some(PlatformAccess {
        url,
        base_path,
        token: Secret::new(token),
    })
}

pub(super) fn mail(reader: &mut Reader<'_>) -> Option<MailAccess> {
    let url = reader.value("SMTP_URL")?;
    if !matches!(
        Url::parse(&url).as_ref().map(Url::scheme),
        Ok("smtp" | "smtps")
    ) {
        reader.problem(
            "SMTP_URL",
            "is not the URL of a mail server",
            "use smtps://user:password@host:465 or smtp://host:25",
        );
    }
    let from = reader.required(
        "LEADS_NOTICE_FROM",
        "set it to the sender of the team's notice",
    );
    let to = reader.comma_separated(
        "LEADS_NOTICE_TO",
        "set it to the team's addresses, comma-separated",
    );
    let sender = std::iter::once(("LEADS_NOTICE_FROM", &from)).filter(|(_, from)| !from.is_empty());
    for (name, address) in sender.chain(to.iter().map(|to| ("LEADS_NOTICE_TO", to))) {
        if address.parse::<lettre::message::Mailbox>().is_err() {
            reader.problem(
                name,
                "is not a mail address",
                "use name@host or Name <name@host>",
            );
        }
    }
    Some(MailAccess {
        url: Secret::new(url),
        from,
        to,
    })
}

pub(super) fn webhook(reader: &mut Reader<'_>) -> Option<WebhookAccess> {
    let url = address(reader, "WEBHOOK_URL")?;
    let hint = "set it to the receiver's key, whsec_ with 24 to 64 bytes in base64; two keys, comma-separated, while it changes";
    let text = reader.required("WEBHOOK_SECRET", hint);
    let keys = WebhookAccess::keys(&text);
    if keys.is_none() && !text.is_empty() {
        reader.problem("WEBHOOK_SECRET", "is not a key", hint);
    }
    Some(WebhookAccess {
        url: Secret::new(url),
        keys: keys.unwrap_or_default(),
    })
}

pub(super) fn hubspot(reader: &mut Reader<'_>) -> Option<HubspotAccess> {
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
    let token = Secret::new(reader.required("HUBSPOT_TOKEN", hint));
    let url =
        address(reader, "HUBSPOT_URL").unwrap_or_else(|| "https://api.hsforms.com".to_owned());
    Some(HubspotAccess { url, form, token })
}

pub(super) fn easybroker(reader: &mut Reader<'_>) -> Option<EasyBrokerAccess> {
    let token = Secret::new(reader.value("EASYBROKER_TOKEN")?);
    let url = address(reader, "EASYBROKER_URL")
        .unwrap_or_else(|| "https://api.easybroker.com/v1".to_owned());
    let list = reader.value("EASYBROKER_PROPERTIES").unwrap_or_default();
    let mut properties = BTreeMap::new();
    for pair in list
        .split(',')
        .map(str::trim)
        .filter(|pair| !pair.is_empty())
    {
        if let Some((unit, property)) = pair.split_once('=') {
            properties.insert(unit.trim().to_owned(), property.trim().to_owned());
        } else {
            let hint = "use UNIT=ID pairs, comma-separated, like O-301=EB-AB1234";
            reader.problem(
                "EASYBROKER_PROPERTIES",
                format!("`{pair}` is not a pair"),
                hint,
            );
        }
    }
    Some(EasyBrokerAccess {
        url,
        token,
        properties,
    })
}

/// The address in a variable, without a slash at its end. Unencrypted only to this machine.
fn address(reader: &mut Reader<'_>, name: &'static str) -> Option<String> {
    let text = reader.value(name)?;
    let is_safe =
        |url: Url| url.scheme() == "https" || url.scheme() == "http" && is_localhost(&url);
    if !Url::parse(&text).is_ok_and(is_safe) {
        reader.problem(
            name,
            "is not an encrypted address",
            "use a complete URL that begins with https://",
        );
    }
    Some(text.trim_end_matches('/').to_owned())
}
