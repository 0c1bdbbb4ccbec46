//! Third-party scripts (S26): which ones a site has, where each comes from, what it may load.
//!
//! `site.yaml` names them under `tracking:`, each by an id whose form tells the provider, or by a group.
//! Nothing of them is in the site until one is configured; docs/tracking.md tells when each is loaded.

mod given;
mod provider;

use serde::ser::{SerializeStruct as _, Serializer};
use serde::{Deserialize, Serialize};

pub use provider::{Provider, Purpose, Tracker};

/// The key `tracking` of `site.yaml`. Templates see one thing of it: `site.tracking.configured`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tracking {
    /// Measures visits and advertising: a tag manager's container.
    #[serde(default, deserialize_with = "given::tag_manager")]
    tag_manager: Option<Tracker>,
    /// Heat map and session recording.
    #[serde(default, deserialize_with = "given::heat_map")]
    heat_map: Option<Tracker>,
    /// Chat and tracking of a customer-relations platform.
    #[serde(default, deserialize_with = "given::customer_relations")]
    customer_relations: Option<Tracker>,
}

impl Tracking {
    /// What is configured, in the order in which visitors are asked.
    pub fn trackers(&self) -> impl Iterator<Item = (Purpose, &Tracker)> {
        let all = [
            (Purpose::Measurement, &self.tag_manager),
            (Purpose::HeatMap, &self.heat_map),
            (Purpose::CustomerRelations, &self.customer_relations),
        ];
        all.into_iter()
            .filter_map(|(purpose, tracker)| Some((purpose, tracker.as_ref()?)))
    }

    /// Whether visitors must be asked at all.
    pub fn is_configured(&self) -> bool {
        self.trackers().next().is_some()
    }
}

impl Serialize for Tracking {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seen = serializer.serialize_struct("Tracking", 1)?;
        seen.serialize_field("configured", &self.is_configured())?;
        seen.end()
    }
}
