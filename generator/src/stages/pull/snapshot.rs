//! The last good inventory, which a build uses when the platform fails.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::{Unit, UnitCode};
use serde::{Deserialize, Serialize};

use super::Project;
use super::reason::{Reason, reason};
use crate::cache::stored_file::StoredFile;

/// The last good pull: the fields that the site shows, and the date.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Snapshot {
    pub(super) pulled_at: Timestamp,
    pub(super) date: Date,
    pub(super) units: Vec<Unit>,
    /// The fingerprint of the list entry of each unit that has its detail (call 4).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) details: BTreeMap<UnitCode, String>,
    /// The amenities of the last good amenity list; `None` when there never was one.
    pub(super) amenities: Option<Vec<Amenity>>,
}

/// Whether the project has pulled an inventory.
pub fn has_snapshot(root: &Path) -> bool {
    SNAPSHOT.path(root).exists()
}

pub(super) const SNAPSHOT: StoredFile = StoredFile {
    name: "inventory.json",
    what: "snapshot",
    damaged: "damaged_snapshot",
    unwritten: "unwritten_snapshot",
    version: 1,
    consequence: " and is not used: run `site pull` to replace it",
};

/// The last good pull of this project, if there is one; or why it cannot be used.
pub(super) fn last(project: &Project<'_>) -> Result<Option<Snapshot>, Reason> {
    let buildings = &project.config.buildings;
    let is_known = |key: &str| {
        buildings.is_empty() && key.is_empty()
            || buildings.iter().any(|building| building.key == key)
    };
    let last: Option<Snapshot> = SNAPSHOT.read(project.root, project.code())?;
    let mut units = last.iter().flat_map(|last| &last.units);
    if let Some(unit) = units.find(|unit| project.config.use_of(unit.unit_use).is_none()) {
        let message = format!(
            "the snapshot has units with the use `{}`, which `uses` of site.yaml does not have, and is not used: run `site pull` to \
             replace it",
            unit.unit_use
        );
        return Err(reason("unknown_use", message));
    }
    if last
        .iter()
        .flat_map(|last| &last.units)
        .all(|unit| is_known(unit.building()))
    {
        return Ok(last);
    }
    // It is from before `buildings` changed.
    let message = "the snapshot has units of no building of site.yaml and is not used: run `site pull` to replace it";
    Err(reason("unknown_building", message))
}
