//! Third-party scripts (S26): the key `tracking` of `site.yaml`, with the origin and the permissions of each script.
//!
//! Each script is configured by an id, whose form identifies the provider, or by a group of keys. A site without any
//! contains nothing of them. docs/tracking.md describes when each script is loaded.

mod parse;
mod provider;
mod source;

use schemars::JsonSchema;
use serde::ser::{SerializeStruct as _, Serializer};
use serde::{Deserialize, Serialize};

pub use provider::{Provider, Purpose, Tracker};

/// The key `tracking` of `site.yaml`. Templates see one field of it: `site.tracking.configured`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tracking {
    /// Measures visits and advertising: the container of a tag manager.
    #[serde(default, deserialize_with = "parse::tag_manager")]
    #[schemars(with = "parse::Script")]
    tag_manager: Option<Tracker>,
    /// Heat map and session recording.
    #[serde(default, deserialize_with = "parse::heat_map")]
    #[schemars(with = "parse::Script")]
    heat_map: Option<Tracker>,
    /// Chat and tracking of a customer-relations platform.
    #[serde(default, deserialize_with = "parse::customer_relations")]
    #[schemars(with = "parse::Script")]
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
        all.into_iter().filter_map(|(purpose, tracker)| Some((purpose, tracker.as_ref()?)))
    }

    /// Whether any script is configured, so that visitors must be asked for consent.
    pub fn is_configured(&self) -> bool {
        self.trackers().next().is_some()
    }
}

impl Serialize for Tracking {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Tracking", 1)?;
        fields.serialize_field("configured", &self.is_configured())?;
        fields.end()
    }
}
