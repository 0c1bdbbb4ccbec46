//! Parses a script in `site.yaml`: an id whose form identifies the provider, or a group, which is either
//! `{provider, id}` or `{src, origins}`. An empty text or null configures none.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::provider::{Provider, Purpose, Tracker};
use super::source::{Origin, Src};

pub(super) fn tag_manager<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tracker>, D::Error> {
    from.deserialize_any(ScriptOf(Purpose::Measurement))
}

pub(super) fn heat_map<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tracker>, D::Error> {
    from.deserialize_any(ScriptOf(Purpose::HeatMap))
}

pub(super) fn customer_relations<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Tracker>, D::Error> {
    from.deserialize_any(ScriptOf(Purpose::CustomerRelations))
}

/// Parses the script of a purpose.
struct ScriptOf(Purpose);

/// A script as a group of keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    provider: Option<Provider>,
    id: Option<Id>,
    src: Option<Src>,
    origins: Option<Vec<Origin>>,
}

impl ScriptOf {
    /// The ids that the purpose's providers have, in words.
    fn expected_ids(&self) -> String {
        let ids = self.0.providers().iter().map(|provider| provider.expected_id());
        ids.collect::<Vec<_>>().join(" or ")
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
        let provider = self
            .0
            .providers()
            .iter()
            .find(|provider| provider.matches_id(text));
        match provider {
            Some(provider) => Ok(Some(Tracker::of(*provider, text.to_owned()))),
            None => Err(format!(
                "`{text}` is not {}: correct the id, or write {{ src: ... }} for the script of another provider",
                self.expected_ids()
            )),
        }
    }

    fn parse_group(&self, group: Group) -> Result<Tracker, String> {
        match (group.provider, group.id, group.src, group.origins) {
            (None, None, Some(src), origins) => Ok(from_src(src, origins.unwrap_or_default())),
            (Some(provider), Some(Id(id)), None, None) => self.parse_provider(provider, id),
            (None, Some(Id(id)), None, None) => {
                Err(format!("`id` has no `provider`: write {id} without a group"))
            }
            (_, Some(_), None, Some(_)) => {
                Err("`origins` belongs to `src`: write the sources under `csp` instead".to_owned())
            }
            _ => Err(
                "a group has either `provider` and `id`, or `src` and `origins`: write one of the two"
                    .to_owned(),
            ),
        }
    }

    fn parse_provider(&self, provider: Provider, id: String) -> Result<Tracker, String> {
        let providers = self.0.providers();
        if !providers.contains(&provider) {
            let keys: Vec<&str> = providers.iter().map(|provider| provider.key()).collect();
            return Err(format!(
                "`{}` is not a provider for this purpose: write {}",
                provider.key(),
                keys.join(" or ")
            ));
        }
        match provider.matches_id(&id) {
            true => Ok(Tracker::of(provider, id)),
            false => Err(format!(
                "`{id}` is not {}: correct the id",
                provider.expected_id()
            )),
        }
    }
}

impl<'de> Visitor<'de> for ScriptOf {
    type Value = Option<Tracker>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}, a group with `provider` and `id` or with `src` and `origins`, or \"\" for none",
            self.expected_ids()
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

/// A script configured by its address. The hosts of HubSpot's regions belong to HubSpot, so such a script gets
/// HubSpot's sources in the Content-Security-Policy.
fn from_src(src: Src, origins: Vec<Origin>) -> Tracker {
    let mut origins: Vec<String> = origins.into_iter().map(|origin| origin.0).collect();
    let provider = if src.host.ends_with(".hs-scripts.com") {
        Provider::Hubspot
    } else {
        origins.insert(0, src.origin);
        Provider::Other
    };
    Tracker {
        provider,
        id: String::new(),
        src: src.url,
        origins,
    }
}

/// An id, which is a number in YAML when it has digits only.
struct Id(String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Id, D::Error> {
        struct TextOrNumber;
        impl Visitor<'_> for TextOrNumber {
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
        from.deserialize_any(TextOrNumber)
    }
}

#[cfg(test)]
mod tests;
