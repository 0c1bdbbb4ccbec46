//! The `unit_facts:` section of `site.yaml`: what buyers ask about a unit and the platform does not send.

use std::collections::BTreeMap;

use platform::unit::{Unit, UnitCode, UnitUse};
use serde::{Deserialize, Serialize};

use crate::lang::PerLang;

/// The facts of offices, of commercial units and of single units.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnitFacts {
    /// Of each office.
    pub oficina: BuyerFacts,
    /// Of each commercial unit.
    pub local: BuyerFacts,
    /// Of one unit, by its code; each replaces the fact of its use.
    pub units: BTreeMap<UnitCode, BuyerFacts>,
}

/// Facts as text.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct BuyerFacts {
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
    /// The facts that are given about a unit, each with the key of its label, in the order of the unit pages.
    pub fn given(&self, unit: &Unit) -> impl Iterator<Item = (&'static str, &PerLang<String>)> {
        let of_use = match unit.unit_use {
            UnitUse::Office => &self.oficina,
            UnitUse::CommercialUnit => &self.local,
        };
        let own = self.units.get(&unit.code).unwrap_or(of_use);
        own.all()
            .into_iter()
            .zip(of_use.all())
            .filter_map(|((key, own), (_, of_use))| Some((key, own.or(of_use)?)))
    }
}

impl BuyerFacts {
    fn all(&self) -> [(&'static str, Option<&PerLang<String>>); 6] {
        [
            ("unit.parking", self.parking.as_ref()),
            ("unit.maintenance_fee", self.maintenance_fee.as_ref()),
            ("unit.delivery", self.delivery.as_ref()),
            ("unit.condition", self.condition.as_ref()),
            ("unit.permitted_uses", self.permitted_uses.as_ref()),
            ("unit.electrical_load", self.electrical_load.as_ref()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;
    use crate::test_units::unit;
    use platform::unit::Status;

    #[test]
    fn the_fact_of_a_unit_replaces_that_of_its_use() {
        let text = r#"{
            "oficina": {"parking": {"es": "dos", "en": "two"}, "delivery": {"es": "mayo", "en": "May"}},
            "units": {"O-302": {"parking": {"es": "tres", "en": "three"}, "electrical_load": {"es": "5 kW", "en": "5 kW"}}}
        }"#;
        let facts: UnitFacts = serde_json::from_str(text).unwrap();
        let given = |code| {
            let unit = unit(code, 1, Status::Available);
            let given = facts.given(&unit);
            given
                .map(|(key, fact)| format!("{key} {}", fact.get(Lang::En)))
                .collect::<Vec<_>>()
        };
        assert_eq!(given("O-301"), ["unit.parking two", "unit.delivery May"]);
        assert_eq!(
            given("O-302"),
            [
                "unit.parking three",
                "unit.delivery May",
                "unit.electrical_load 5 kW"
            ]
        );
    }
}
