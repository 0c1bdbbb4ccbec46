//! The `building_facts:` and `timeline:` sections of `site.yaml`: what buyers ask about the building and who builds it, and
//! when it is built. Pages say of what is missing that it is to be confirmed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Month;
use crate::lang::PerLang;

/// Facts as text.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BuildingFacts {
    /// Street and neighbourhood of the building.
    pub address: Option<PerLang<String>>,
    /// Air conditioning: what is installed, and what the buyer installs.
    pub air_conditioning: Option<PerLang<String>>,
    /// The electrical load of the building, or of each unit.
    pub electrical_load: Option<PerLang<String>>,
    /// The load that floors carry.
    pub floor_load: Option<PerLang<String>>,
    /// Water supply and drainage.
    pub water: Option<PerLang<String>>,
    /// The title of the land.
    pub land_title: Option<PerLang<String>>,
    /// The building permit.
    pub permit: Option<PerLang<String>>,
    /// The condominium regime.
    pub condominium: Option<PerLang<String>>,
    /// Earlier works of the developer.
    pub works: Option<PerLang<String>>,
    /// Who designed the building.
    pub architect: Option<PerLang<String>>,
    /// Who builds it.
    pub builder: Option<PerLang<String>>,
    /// The notary of the deeds.
    pub notary: Option<PerLang<String>>,
    /// The bank of the project, and the account of the payments.
    pub bank: Option<PerLang<String>>,
}

impl BuildingFacts {
    /// Those that are given, each with the key of its label.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, Option<&PerLang<String>>)> {
        let facts = [
            ("building.address", &self.address),
            ("building.air_conditioning", &self.air_conditioning),
            ("building.electrical_load", &self.electrical_load),
            ("building.floor_load", &self.floor_load),
            ("building.water", &self.water),
            ("building.land_title", &self.land_title),
            ("building.permit", &self.permit),
            ("building.condominium", &self.condominium),
            ("building.works", &self.works),
            ("building.architect", &self.architect),
            ("building.builder", &self.builder),
            ("building.notary", &self.notary),
            ("building.bank", &self.bank),
        ];
        facts.into_iter().filter(|(_, fact)| fact.is_some()).map(|(key, fact)| (key, fact.as_ref()))
    }
}

/// The months of the works and of the sale.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Timeline {
    /// When the works begin.
    pub start: Option<Month>,
    /// When the structure is finished.
    pub structure: Option<Month>,
    /// When the finishes are finished.
    pub finishes: Option<Month>,
    /// When units are delivered; also the delivery of each unit without one in `unit_facts`.
    pub delivery: Option<Month>,
    /// When deeds are signed.
    pub deed: Option<Month>,
}
