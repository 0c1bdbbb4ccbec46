//! Providers of third-party scripts: how their ids look, and where their script is.

use serde::{Deserialize, Deserializer, Serialize};

use crate::formats::yaml;

/// What a visitor is asked about. The names also stand in the visitor's stored choice and in the strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Visits and advertising.
    Measurement,
    /// Heat map and session recording.
    HeatMap,
    /// Chat and tracking.
    CustomerRelations,
}

impl Purpose {
    /// The providers that serve it, beside any other one by its address.
    pub(super) fn providers(self) -> &'static [Provider] {
        match self {
            Purpose::Measurement => &[Provider::Google],
            Purpose::HeatMap => &[Provider::Clarity, Provider::Hotjar],
            Purpose::CustomerRelations => &[Provider::Hubspot],
        }
    }
}

/// Who a script comes from.
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
    /// Anyone else, by the address of the script.
    Other,
}

impl Provider {
    /// The name of the service as visitors know it.
    pub fn label(self) -> &'static str {
        match self {
            Provider::Google => "Google Tag Manager",
            Provider::Clarity => "Microsoft Clarity",
            Provider::Hotjar => "Hotjar",
            Provider::Hubspot => "HubSpot",
            Provider::Other => "",
        }
    }

    /// How its ids look, in words.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Provider::Google => "a container's id like GTM-AB12CD3",
            Provider::Clarity => "a Clarity project's id, 8 to 12 small letters and digits",
            Provider::Hotjar => "a Hotjar site's id, 5 to 9 digits",
            Provider::Hubspot => "a HubSpot portal's id, 5 to 10 digits",
            Provider::Other => "no id, but src",
        }
    }

    /// Whether this can be an id of the provider.
    pub(super) fn knows(self, id: &str) -> bool {
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

    /// The address of the script for an id.
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
        match text.as_str() {
            "google" => Ok(Provider::Google),
            "clarity" => Ok(Provider::Clarity),
            "hotjar" => Ok(Provider::Hotjar),
            "hubspot" => Ok(Provider::Hubspot),
            _ => Err(format!(
                "\"{text}\" is no provider; expected google, clarity, hotjar or hubspot, or src for any other"
            )),
        }
    }
}

impl<'de> Deserialize<'de> for Provider {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Provider, D::Error> {
        yaml::from_text(from)
    }
}

/// One script and what it may reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tracker {
    /// Who it comes from.
    pub provider: Provider,
    /// The account at the provider; empty for a script known by its address only.
    pub id: String,
    /// Address of the script.
    pub src: String,
    /// Origins beyond those of the provider, as the Content-Security-Policy writes them.
    #[serde(skip)]
    pub origins: Vec<String>,
}

impl Tracker {
    /// A provider's own script.
    pub(super) fn of(provider: Provider, id: String) -> Tracker {
        Tracker {
            provider,
            src: provider.script(&id),
            id,
            origins: Vec::new(),
        }
    }

    /// The name that visitors are told: the service's, or the host of the script.
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
