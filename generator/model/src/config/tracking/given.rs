//! How `site.yaml` may name a script: empty, an id, the address of a script, or a group
//! `{provider, id}` or `{src, origins}`. What cannot be right is refused at its place.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::provider::{Provider, Purpose, Tracker};
use crate::formats::yaml;

pub(super) fn tag_manager<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tracker>, D::Error> {
    from.deserialize_any(Given(Purpose::Measurement))
}

pub(super) fn heat_map<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tracker>, D::Error> {
    from.deserialize_any(Given(Purpose::HeatMap))
}

pub(super) fn customer_relations<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tracker>, D::Error> {
    from.deserialize_any(Given(Purpose::CustomerRelations))
}

/// Reads what stands at the key of a purpose.
struct Given(Purpose);

/// A script as a group of keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    provider: Option<Provider>,
    id: Option<Id>,
    src: Option<Src>,
    #[serde(default)]
    origins: Vec<Origin>,
}

impl Given {
    /// All forms that an id may have here.
    fn expected(&self) -> String {
        let forms: Vec<&str> = self
            .0
            .providers()
            .iter()
            .map(|provider| provider.expected())
            .collect();
        forms.join(", or ")
    }

    fn tracker(&self, text: &str) -> Result<Option<Tracker>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        if text.contains("://") {
            return Ok(Some(by_address(Src::try_from(text.to_owned())?, Vec::new())));
        }
        let provider = self.0.providers().iter().find(|provider| provider.knows(text));
        match provider {
            Some(provider) => Ok(Some(Tracker::of(*provider, text.to_owned()))),
            None => Err(format!(
                "\"{text}\" is not {}, or the https address of a script",
                self.expected()
            )),
        }
    }

    fn of_group(&self, group: Group) -> Result<Tracker, String> {
        let providers = self.0.providers();
        let origins: Vec<String> = group.origins.into_iter().map(|origin| origin.0).collect();
        let id = group.id.map(|id| id.0);
        let mut tracker = match (group.provider, id, group.src) {
            (None, None, Some(src)) => return Ok(by_address(src, origins)),
            (Some(provider), ..) if !providers.contains(&provider) => {
                return Err(format!(
                    "{} is no provider for this; here stands {}",
                    provider.label(),
                    self.expected()
                ));
            }
            (Some(provider), Some(id), None) if provider.knows(&id) => Tracker::of(provider, id),
            (Some(provider), Some(id), None) => {
                return Err(format!("\"{id}\" is not {}", provider.expected()));
            }
            (None, Some(id), None) => self
                .tracker(&id)?
                .ok_or_else(|| format!("the id is empty; expected {}", self.expected()))?,
            _ => return Err("give either an id, with its provider, or src, with its origins".to_owned()),
        };
        tracker.origins = origins;
        Ok(tracker)
    }
}

impl<'de> Visitor<'de> for Given {
    type Value = Option<Tracker>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}, or a group with src and origins, or \"\" for none",
            self.expected()
        )
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        self.tracker(text).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let group = Group::deserialize(MapAccessDeserializer::new(map))?;
        self.of_group(group).map(Some).map_err(A::Error::custom)
    }
}

/// A script known by its address. HubSpot's regions are addresses of HubSpot, and need what it needs.
fn by_address(src: Src, origins: Vec<String>) -> Tracker {
    let provider = match src.host.ends_with(".hs-scripts.com") {
        true => Provider::Hubspot,
        false => Provider::Other,
    };
    let mut tracker = Tracker {
        provider,
        id: String::new(),
        src: src.address,
        origins,
    };
    if provider == Provider::Other {
        tracker.origins.insert(0, src.origin);
    }
    tracker
}

/// An id, which YAML may take for a number.
struct Id(String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Id, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Id;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an id")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Id, E> {
                Ok(Id(text.to_owned()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Id, E> {
                Ok(Id(number.to_string()))
            }
        }
        from.deserialize_any(Text)
    }
}

/// The https address of a script.
struct Src {
    address: String,
    origin: String,
    host: String,
}

impl TryFrom<String> for Src {
    type Error = String;

    fn try_from(text: String) -> Result<Src, String> {
        let url = url::Url::parse(&text).ok().filter(|url| url.scheme() == "https");
        let parts = url.and_then(|url| {
            let host = url.host_str()?.to_owned();
            Some((url.origin().ascii_serialization(), host, url.to_string()))
        });
        match parts {
            Some((origin, host, address)) if is_source(&origin) && !host.contains('*') => Ok(Src {
                address,
                origin,
                host,
            }),
            _ => Err(format!(
                "\"{text}\" is not the https address of a script, like https://scripts.example/chat.js"
            )),
        }
    }
}

impl<'de> Deserialize<'de> for Src {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Src, D::Error> {
        yaml::from_text(from)
    }
}

/// A source that a script may reach, as the policy writes it.
struct Origin(String);

impl TryFrom<String> for Origin {
    type Error = String;

    fn try_from(text: String) -> Result<Origin, String> {
        match is_source(&text) {
            true => Ok(Origin(text)),
            false => Err(format!(
                "\"{text}\" is not an origin like https://scripts.example, https://*.scripts.example or wss://live.scripts.example"
            )),
        }
    }
}

impl<'de> Deserialize<'de> for Origin {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Origin, D::Error> {
        yaml::from_text(from)
    }
}

/// A scheme, a host with at least one dot, maybe a port; no path, and nothing that a policy would read otherwise.
fn is_source(text: &str) -> bool {
    let Some(rest) = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("wss://"))
    else {
        return false;
    };
    let (host, port) = rest.split_once(':').unwrap_or((rest, "443"));
    let host = host.strip_prefix("*.").unwrap_or(host);
    host.contains('.')
        && host.split('.').all(|part| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
        && port.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests;
