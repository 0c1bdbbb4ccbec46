//! Addresses and credentials of those who receive leads.

use crate::Secret;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ring::hmac;
use std::collections::BTreeMap;
use std::fmt;

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
#[derive(Clone)]
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
            let bytes = BASE64_STANDARD.decode(text.trim().strip_prefix(KEY_PREFIX)?).ok()?;
            KEY_BYTES.contains(&bytes.len()).then(|| hmac::Key::new(hmac::HMAC_SHA256, &bytes))
        };
        list.split(',').map(key).collect()
    }
}

impl fmt::Debug for WebhookAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookAccess").field("keys", &self.keys.len()).finish_non_exhaustive()
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

impl HubspotAccess {
    /// The address of a submission with authentication.
    pub(crate) fn submit_url(&self) -> String {
        format!("{}/submissions/v3/integration/secure/submit/{}", self.url, self.form)
    }
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

impl EasyBrokerAccess {
    /// The address of the contact requests.
    pub(crate) fn contact_requests_url(&self) -> String {
        format!("{}/contact_requests", self.url)
    }
}
