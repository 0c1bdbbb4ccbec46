//! The `unit_facts:` section of `site.yaml`: what buyers ask about every unit of a use and the platform does not send.

use platform::unit::UnitUse;
use serde::{Deserialize, Serialize};

use crate::lang::PerLang;

/// The facts of offices and of commercial units.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnitFacts {
    /// Of each office.
    pub oficina: UseFacts,
    /// Of each commercial unit.
    pub local: UseFacts,
}

/// The facts of one use, as text. The page of a unit shows those that are given.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct UseFacts {
    /// Parking spaces of the unit.
    pub parking: Option<PerLang<String>>,
    /// The maintenance fee.
    pub maintenance_fee: Option<PerLang<String>>,
    /// When the unit is delivered.
    pub delivery: Option<PerLang<String>>,
    /// In which condition it is delivered.
    pub condition: Option<PerLang<String>>,
    /// What it may be used for.
    pub permitted_uses: Option<PerLang<String>>,
    /// The electrical load.
    pub electrical_load: Option<PerLang<String>>,
}

impl UnitFacts {
    /// The facts of a use.
    pub const fn of(&self, unit_use: UnitUse) -> &UseFacts {
        match unit_use {
            UnitUse::Office => &self.oficina,
            UnitUse::CommercialUnit => &self.local,
        }
    }
}

impl UseFacts {
    /// The facts that are given, each with the key of its label, in the order of the unit pages.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &PerLang<String>)> {
        [
            ("unit.parking", &self.parking),
            ("unit.maintenance_fee", &self.maintenance_fee),
            ("unit.delivery", &self.delivery),
            ("unit.condition", &self.condition),
            ("unit.permitted_uses", &self.permitted_uses),
            ("unit.electrical_load", &self.electrical_load),
        ]
        .into_iter()
        .filter_map(|(key, fact)| Some((key, fact.as_ref()?)))
    }
}
