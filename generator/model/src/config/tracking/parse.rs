//! Parses a script in `site.yaml`: an id whose form identifies the provider, `{provider, id}`, `{src, origins}`, or nothing.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use url::Url;

use super::{Purpose, Service, Tracker};

pub(super) fn tag_manager<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tracker>, D::Error> {
    from.deserialize_any(ScriptOf(Purpose::Measurement))
}

pub(super) fn heat_map<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tracker>, D::Error> {
    from.deserialize_any(ScriptOf(Purpose::HeatMap))
}

pub(super) fn customer_relations<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Tracker>, D::Error> {
    from.deserialize_any(ScriptOf(Purpose::CustomerRelations))
}

struct ScriptOf(Purpose);

/// A script in schemas.
pub(super) fn schema(generator: &mut SchemaGenerator) -> Schema {
    let group = generator.subschema_for::<Group>();
    json_schema!({"anyOf": [{"type": ["string", "null"]}, {"type": "integer", "minimum": 0}, group]})
}

/// A script as a group of keys. An id is a number in YAML when it has digits only; it is read as text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Group {
    provider: Option<&'static Service>,
    #[schemars(extend("type" = ["string", "number", "null"]))]
    id: Option<String>,
    src: Option<Src>,
    origins: Option<Vec<Origin>>,
}

impl ScriptOf {
    /// A value of each service for the purpose, as a choice.
    fn any_of(&self, value: fn(&Service) -> &str) -> String {
        Service::for_purpose(self.0)
            .map(value)
            .collect::<Vec<_>>()
            .join(" or ")
    }

    fn parse_id(&self, text: &str) -> Result<Option<Tracker>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        if text.contains("://") {
            return Err(format!(
                "`{text}` is an address, not an id: write {{ src: {text} }}"
            ));
        }
        let tracker = Service::for_purpose(self.0).find_map(|service| service.tracker(text));
        tracker.map(Some).ok_or_else(|| {
            let expected = self.any_of(|service| service.expected_id);
            let remedy = "correct the id, or write { src: ... } for the script of another provider";
            format!("`{text}` is not {expected}: {remedy}")
        })
    }

    fn parse_group(&self, group: Group) -> Result<Tracker, String> {
        match (group.provider, group.id, group.src, group.origins) {
            (None, None, Some(Src(url)), origins) => {
                let mut origins: Vec<String> = origins.iter().flatten().map(Origin::to_string).collect();
                // The hosts of HubSpot's regions get HubSpot's sources in the Content-Security-Policy.
                let provider = if url.host_str().is_some_and(|host| host.ends_with(".hs-scripts.com")) {
                    "hubspot"
                } else {
                    origins.insert(0, url.origin().ascii_serialization());
                    "other"
                };
                Ok(Tracker { provider, id: String::new(), src: url.into(), origins })
            }
            (Some(service), Some(id), None, None) if service.purpose == self.0 => service
                .tracker(&id)
                .ok_or_else(|| format!("`{id}` is not {}: correct the id", service.expected_id)),
            (Some(Service { key, .. }), Some(_), None, None) => {
                let known = self.any_of(|service| service.key);
                Err(format!("`{key}` is not a provider for this purpose: write {known}"))
            }
            (None, Some(id), None, None) => {
                Err(format!("`id` has no `provider`: write {id} without a group"))
            }
            (_, Some(_), None, Some(_)) => {
                Err("`origins` belongs to `src`: write the sources under `csp` instead".to_owned())
            }
            _ => Err("a group has either `provider` and `id`, or `src` and `origins`: write one of the two"
                .to_owned()),
        }
    }
}

impl<'de> Visitor<'de> for ScriptOf {
    type Value = Option<Tracker>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = self.any_of(|service| service.expected_id);
        write!(
            formatter,
            "{ids}, a group with `provider` and `id` or with `src` and `origins`, or \"\" for none"
        )
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        self.parse_id(text).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let group = Group::deserialize(MapAccessDeserializer::new(map))?;
        self.parse_group(group).map(Some).map_err(A::Error::custom)
    }
}

struct Src(Url);

impl FromStr for Src {
    type Err = String;

    fn from_str(text: &str) -> Result<Src, String> {
        let is_script = |url: &Url| {
            let origin = url.origin().ascii_serialization();
            url.scheme() == "https" && !origin.contains('*') && is_origin(&origin)
        };
        Url::parse(text)
            .ok()
            .filter(is_script)
            .map(Src)
            .ok_or_else(|| {
                let remedy = "write one like https://scripts.example/chat.js";
                format!("`{text}` is not the https URL of a script: {remedy}")
            })
    }
}

formats::read_as_text!(Src, "^https://");

formats::checked_text!(
    /// An origin that a script may connect to.
    Origin,
    "^(https|wss)://",
    is_origin,
    "is not an origin: write one like https://scripts.example, https://*.scripts.example or wss://live.scripts.example"
);

/// Whether a text is `https://` or `wss://` with a host of at least two labels and optionally a port. A path, a quote,
/// a space or a semicolon would change the meaning of the policy.
fn is_origin(text: &str) -> bool {
    let Some(rest) = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("wss://"))
    else {
        return false;
    };
    let (host, port) = rest.split_once(':').unwrap_or((rest, "443"));
    let host = host.strip_prefix("*.").unwrap_or(host);
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_label = |label: &str| !label.is_empty() && label.bytes().all(is_allowed);
    host.contains('.') && host.split('.').all(is_label) && port.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests;
