//! Providers of third-party scripts: the form of their ids, and the address of their script.

use serde::{Deserialize, Deserializer, Serialize};

use crate::formats::yaml;

/// What visitors consent to. The serialized names are also keys of the visitor's stored choice and of the strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Statistics and advertising.
    Measurement,
    /// Heat map and session recording.
    HeatMap,
    /// Chat and tracking of a customer-relations platform.
    CustomerRelations,
}

impl Purpose {
    /// The providers whose scripts can be configured by id.
    pub(super) fn providers(self) -> &'static [Provider] {
        match self {
            Purpose::Measurement => &[Provider::Google],
            Purpose::HeatMap => &[Provider::Clarity, Provider::Hotjar],
            Purpose::CustomerRelations => &[Provider::Hubspot],
        }
    }
}

/// The company that serves a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    /// Google Tag Manager.
    Google,
    /// Microsoft Clarity.
    Clarity,
    /// Hotjar.
    Hotjar,
    /// HubSpot.
    Hubspot,
    /// Any other, configured by the address of the script.
    Other,
}

impl Provider {
    /// Its name in `site.yaml`.
    pub(super) fn key(self) -> &'static str {
        match self {
            Provider::Google => "google",
            Provider::Clarity => "clarity",
            Provider::Hotjar => "hotjar",
            Provider::Hubspot => "hubspot",
            Provider::Other => "other",
        }
    }

    /// The name of the service for visitors; empty for [`Provider::Other`].
    pub fn label(self) -> &'static str {
        match self {
            Provider::Google => "Google Tag Manager",
            Provider::Clarity => "Microsoft Clarity",
            Provider::Hotjar => "Hotjar",
            Provider::Hubspot => "HubSpot",
            Provider::Other => "",
        }
    }

    /// The form of its ids, in words.
    pub(super) fn expected_id(self) -> &'static str {
        match self {
            Provider::Google => "a Google Tag Manager id (like GTM-AB12CD3)",
            Provider::Clarity => {
                "a Clarity project id (8 to 12 lowercase letters and digits, not digits only)"
            }
            Provider::Hotjar => "a Hotjar site id (5 to 9 digits)",
            Provider::Hubspot => "a HubSpot portal id (5 to 10 digits)",
            Provider::Other => "an id",
        }
    }

    /// Whether this has the form of the provider's ids.
    pub(super) fn matches_id(self, id: &str) -> bool {
        let digits = id.bytes().all(|byte| byte.is_ascii_digit());
        match self {
            Provider::Google => id.strip_prefix("GTM-").is_some_and(|rest| {
                (4..=10).contains(&rest.len())
                    && rest
                        .bytes()
                        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            }),
            Provider::Clarity => {
                (8..=12).contains(&id.len())
                    && !digits
                    && id
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            }
            Provider::Hotjar => digits && (5..=9).contains(&id.len()),
            Provider::Hubspot => digits && (5..=10).contains(&id.len()),
            Provider::Other => false,
        }
    }

    /// The URL of the script for an id.
    pub(super) fn script(self, id: &str) -> String {
        match self {
            Provider::Google => format!("https://www.googletagmanager.com/gtm.js?id={id}"),
            Provider::Clarity => format!("https://www.clarity.ms/tag/{id}"),
            Provider::Hotjar => format!("https://static.hotjar.com/c/hotjar-{id}.js?sv=6"),
            Provider::Hubspot => format!("https://js.hs-scripts.com/{id}.js"),
            Provider::Other => String::new(),
        }
    }
}

impl TryFrom<String> for Provider {
    type Error = String;

    fn try_from(text: String) -> Result<Provider, String> {
        [
            Provider::Google,
            Provider::Clarity,
            Provider::Hotjar,
            Provider::Hubspot,
        ]
        .into_iter()
        .find(|provider| provider.key() == text)
        .ok_or_else(|| {
            format!(
                "`{text}` is not a known provider: write google, clarity, hotjar or hubspot, or use `src` for the \
                 script of another provider"
            )
        })
    }
}

impl<'de> Deserialize<'de> for Provider {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Provider, D::Error> {
        yaml::from_text(from)
    }
}

/// One script and the origins that it may reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tracker {
    /// The provider.
    pub provider: Provider,
    /// The account at the provider; empty for a script configured by its address.
    pub id: String,
    /// URL of the script.
    pub src: String,
    /// Origins that the script may reach in addition to those of the provider, as the Content-Security-Policy writes
    /// them.
    #[serde(skip)]
    pub origins: Vec<String>,
}

impl Tracker {
    /// The script of a provider for an id.
    pub(super) fn of(provider: Provider, id: String) -> Tracker {
        Tracker {
            provider,
            src: provider.script(&id),
            id,
            origins: Vec::new(),
        }
    }

    /// The name shown to visitors: the service's, or the host of the script.
    pub fn label(&self) -> String {
        match self.provider {
            Provider::Other => self.host().unwrap_or_default(),
            provider => provider.label().to_owned(),
        }
    }

    fn host(&self) -> Option<String> {
        Some(url::Url::parse(&self.src).ok()?.host_str()?.to_owned())
    }
}
