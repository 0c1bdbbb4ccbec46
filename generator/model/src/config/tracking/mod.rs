//! Third-party scripts (S26), the key `tracking` of `site.yaml`: an id, whose form identifies the provider, or a group of keys.

mod parse;

use std::ops::RangeInclusive;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use ts_rs::TS;

/// The key `tracking` of `site.yaml`. Templates see one field of it: `site.tracking.configured`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tracking {
    /// Measures visits and advertising: the container of a tag manager.
    #[serde(default, deserialize_with = "parse::tag_manager")]
    #[schemars(schema_with = "parse::schema")]
    tag_manager: Option<Tracker>,
    /// Heat map and session recording.
    #[serde(default, deserialize_with = "parse::heat_map")]
    #[schemars(schema_with = "parse::schema")]
    heat_map: Option<Tracker>,
    /// Chat and tracking of a customer-relations platform.
    #[serde(default, deserialize_with = "parse::customer_relations")]
    #[schemars(schema_with = "parse::schema")]
    customer_relations: Option<Tracker>,
}

impl Tracking {
    /// The configured scripts with their purposes, in the order of the consent bar.
    pub fn trackers(&self) -> impl Iterator<Item = (Purpose, &Tracker)> {
        let all = [
            (Purpose::Measurement, &self.tag_manager),
            (Purpose::HeatMap, &self.heat_map),
            (Purpose::CustomerRelations, &self.customer_relations),
        ];
        all.into_iter()
            .filter_map(|(purpose, tracker)| Some((purpose, tracker.as_ref()?)))
    }

    /// Whether any script is configured, so that visitors must be asked for consent.
    pub fn is_configured(&self) -> bool {
        self.trackers().next().is_some()
    }
}

impl Serialize for Tracking {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("configured", self.is_configured())])
    }
}

/// What visitors consent to. The serialized names are also keys of the visitor's stored choice and of the strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Statistics and advertising.
    Measurement,
    /// Heat map and session recording.
    HeatMap,
    /// Chat and tracking of a customer-relations platform.
    CustomerRelations,
}

/// Pairs of a directive of the Content-Security-Policy and its sources, separated by spaces.
pub type Sources = &'static [(&'static str, &'static str)];

/// A provider whose scripts can be configured by id.
struct Service {
    /// Its name in `site.yaml`.
    key: &'static str,
    /// Its name for visitors.
    label: &'static str,
    purpose: Purpose,
    /// The form of its ids, in words.
    expected_id: &'static str,
    is_id: fn(&str) -> bool,
    /// The URL of the script, with `{id}` in the place of the id.
    script: &'static str,
    /// What its scripts load and reach.
    sources: Sources,
}

static SERVICES: [Service; 4] = [
    Service {
        key: "google",
        label: "Google Tag Manager",
        purpose: Purpose::Measurement,
        expected_id: "a Google Tag Manager id (like GTM-AB12CD3)",
        is_id: |id| {
            let is_allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
            id.strip_prefix("GTM-")
                .is_some_and(|rest| consists_of(rest, 4..=10, is_allowed))
        },
        script: "https://www.googletagmanager.com/gtm.js?id={id}",
        // The tag manager's container, and Google Analytics 4, which most containers load.
        sources: &[
            ("script-src", "https://*.googletagmanager.com"),
            (
                "img-src",
                "https://*.googletagmanager.com https://*.google-analytics.com",
            ),
            (
                "connect-src",
                "https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
            ),
        ],
    },
    Service {
        key: "clarity",
        label: "Microsoft Clarity",
        purpose: Purpose::HeatMap,
        expected_id: "a Clarity project id (8 to 12 lowercase letters and digits, not digits only)",
        is_id: |id| {
            let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            consists_of(id, 8..=12, is_allowed) && !is_number(id, 8..=12)
        },
        script: "https://www.clarity.ms/tag/{id}",
        sources: &[
            ("script-src", "https://*.clarity.ms"),
            ("img-src", "https://*.clarity.ms https://c.bing.com"),
            ("connect-src", "https://*.clarity.ms https://c.bing.com"),
        ],
    },
    Service {
        key: "hotjar",
        label: "Hotjar",
        purpose: Purpose::HeatMap,
        expected_id: "a Hotjar site id (5 to 9 digits)",
        is_id: |id| is_number(id, 5..=9),
        script: "https://static.hotjar.com/c/hotjar-{id}.js?sv=6",
        sources: &[
            ("script-src", "https://*.hotjar.com"),
            ("img-src", "https://*.hotjar.com"),
            ("font-src", "https://*.hotjar.com"),
            ("frame-src", "https://*.hotjar.com"),
            (
                "connect-src",
                "https://*.hotjar.com https://*.hotjar.io wss://*.hotjar.com",
            ),
        ],
    },
    Service {
        key: "hubspot",
        label: "HubSpot",
        purpose: Purpose::CustomerRelations,
        expected_id: "a HubSpot portal id (5 to 10 digits)",
        is_id: |id| is_number(id, 5..=10),
        script: "https://js.hs-scripts.com/{id}.js",
        // The loader and the scripts that it loads: statistics and chat. `hscollectedforms.net`, which copies the fields of
        // every form, is left out: leads go only to the lead function.
        sources: &[
            (
                "script-src",
                "https://*.hs-scripts.com https://*.hs-analytics.net https://*.hs-banner.com https://*.usemessages.com",
            ),
            ("img-src", "https://*.hubspot.com https://*.hsforms.com"),
            ("frame-src", "https://*.hubspot.com"),
            (
                "connect-src",
                "https://*.hubspot.com https://*.hubapi.com https://*.hs-banner.com",
            ),
        ],
    },
];

impl Service {
    fn for_purpose(purpose: Purpose) -> impl Iterator<Item = &'static Service> {
        SERVICES
            .iter()
            .filter(move |service| service.purpose == purpose)
    }

    /// The script for an id; `None` when the id does not have the form of the provider's ids.
    fn tracker(&self, id: &str) -> Option<Tracker> {
        (self.is_id)(id).then(|| Tracker {
            provider: self.key,
            id: id.to_owned(),
            src: self.script.replace("{id}", id),
            origins: Vec::new(),
        })
    }
}

fn consists_of(text: &str, lengths: RangeInclusive<usize>, is_allowed: fn(u8) -> bool) -> bool {
    lengths.contains(&text.len()) && text.bytes().all(is_allowed)
}

fn is_number(text: &str, lengths: RangeInclusive<usize>) -> bool {
    consists_of(text, lengths, |byte| byte.is_ascii_digit())
}

impl FromStr for &'static Service {
    type Err = String;

    fn from_str(text: &str) -> Result<&'static Service, String> {
        let remedy = "write google, clarity, hotjar or hubspot, or use `src` for the script of another provider";
        let known = SERVICES.iter().find(|service| service.key == text);
        known.ok_or_else(|| format!("`{text}` is not a known provider: {remedy}"))
    }
}

formats::read_as_text!(&'static Service, "^(google|clarity|hotjar|hubspot)$");

/// One script and the origins that it may reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Tracker {
    /// The provider's name in `site.yaml`; `other` for a script of any other.
    #[ts(type = "\"google\" | \"clarity\" | \"hotjar\" | \"hubspot\" | \"other\"")]
    pub provider: &'static str,
    /// The account at the provider; empty for a script configured by its address.
    pub id: String,
    /// URL of the script.
    pub src: String,
    /// Origins that it may reach in addition to those of the provider, as the Content-Security-Policy writes them.
    #[serde(skip)]
    pub origins: Vec<String>,
}

impl Tracker {
    fn service(&self) -> Option<&'static Service> {
        SERVICES.iter().find(|service| service.key == self.provider)
    }

    /// What the scripts of the provider load and reach; nothing for another provider.
    pub fn sources(&self) -> Sources {
        self.service().map_or(&[], |service| service.sources)
    }

    /// The name shown to visitors: the service's, or the host of the script.
    pub fn label(&self) -> String {
        let url = url::Url::parse(&self.src).ok();
        let host = url.as_ref().and_then(url::Url::host_str);
        self.service()
            .map(|service| service.label)
            .or(host)
            .unwrap_or_default()
            .to_owned()
    }
}
