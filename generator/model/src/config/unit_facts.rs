//! The `unit_facts:` section of `site.yaml`: what buyers ask about every unit of a use and the platform does not send.

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
