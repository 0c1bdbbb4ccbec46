//! The section `buildings:` of `site.yaml`. A site without it has one building, which nothing names.

use building::Plan;
use platform::unit::{Level, Unit};
use platform::unit_field::{BUILDING, DeclaredField, FieldKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field_option::words;
use super::{BuildingFacts, Config, FieldOption, FieldPlace, UnitField};
use crate::lang::PerLang;

/// A building of a development with several.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Building {
    /// Its name in data, and that of its file in content/geometry.
    pub key: String,
    /// Its name for visitors.
    pub label: PerLang<String>,
    /// Whether it is not yet on sale: it is named and drawn, and its units are not listed.
    #[serde(default)]
    pub announced: bool,
    /// Whether its units are on levels; `false` for land and sheds, whose only level nothing names.
    #[serde(default = "has_levels")]
    pub levels: bool,
    /// What buyers ask and only this building has; each stands beside `building_facts` or replaces it.
    #[serde(default)]
    pub facts: BuildingFacts,
}

fn has_levels() -> bool {
    true
}

/// A level of a building: the position of the building in the order of the site, and the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Floor {
    /// The position of the building; zero on a site with one.
    pub building: usize,
    /// The level.
    pub level: Level,
}

impl Floor {
    /// A level of the building with this key among all; the key is empty on a site with one.
    pub fn find(buildings: &[Building], key: &str, level: Level) -> Floor {
        let building = buildings.iter().position(|building| building.key == key);
        Floor {
            building: building.unwrap_or(buildings.len()),
            level,
        }
    }
}

impl Config {
    /// The building with a key.
    pub fn building(&self, key: &str) -> Option<&Building> {
        self.buildings.iter().find(|building| building.key == key)
    }

    /// Where a unit is.
    pub fn floor(&self, unit: &Unit) -> Floor {
        Floor::find(&self.buildings, unit.building(), unit.level)
    }

    /// Where a plan is.
    pub fn floor_of(&self, plan: &Plan) -> Floor {
        Floor::find(&self.buildings, &plan.building, Level(plan.level))
    }

    /// How the platform sends the building of a unit; nothing on a site with one.
    pub(super) fn declared_building(&self) -> Option<DeclaredField> {
        let own = self
            .buildings
            .iter()
            .flat_map(|building| words(&building.key, &building.label));
        let mapped = self.platform.buildings.clone().into_iter();
        (!self.buildings.is_empty()).then(|| DeclaredField {
            key: BUILDING.to_owned(),
            name: self.platform.fields.building.clone(),
            kind: FieldKind::Choice,
            options: mapped.chain(own).collect(),
            measures: Vec::new(),
        })
    }

    /// Adds the building of a unit, which visitors know by `label`, before the fields that the development declares. Where a
    /// level is named, the building is named with it.
    pub fn add_building_field(&mut self, label: PerLang<String>) {
        use FieldPlace::{Card, Column, Comparison, Filter};
        let on_sale = self
            .buildings
            .iter()
            .filter(|building| !building.announced)
            .cloned();
        let options = on_sale
            .map(|Building { key, label, .. }| FieldOption { key, label })
            .collect();
        let show = Some(vec![Column, Filter, Card, Comparison]);
        let (key, kind) = (BUILDING.to_owned(), FieldKind::Choice);
        self.unit_fields.insert(
            0,
            UnitField {
                key,
                kind,
                label,
                measure: None,
                field: None,
                options,
                show,
            },
        );
    }
}
