//! The sections `unit_facts:`, `building_facts:` and `timeline:` of `site.yaml`: what buyers ask and the platform does not send.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use platform::decimal::{self, ExtraDecimals};
use platform::money::{Currency, Money};
use platform::unit::{Unit, UnitCode, UnitUse};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::Months;
use crate::dates::Month;
use crate::fields::{BuildingFact, UnitFact};
use crate::lang::PerLang;
use formats::yaml::{self, Forms};

/// The facts of the units of each use, and of single units.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct UnitFacts {
    /// Of one unit, by its code; each replaces the fact of its use.
    #[schemars(default, with = "BTreeMap<String, BuyerFacts>")]
    pub units: BTreeMap<UnitCode, BuyerFacts>,
    /// Of each unit of a use.
    #[serde(flatten)]
    #[schemars(with = "BTreeMap<String, BuyerFacts>")]
    pub uses: BTreeMap<UnitUse, BuyerFacts>,
}

/// Read key by key, so that an error has the position of its value.
impl<'de> Deserialize<'de> for UnitFacts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UnitFacts, D::Error> {
        deserializer.deserialize_map(UnitFactsVisitor)
    }
}

struct UnitFactsVisitor;

impl<'de> Visitor<'de> for UnitFactsVisitor {
    type Value = UnitFacts;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("facts by the key of a use, or below `units`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UnitFacts, A::Error> {
        let mut facts = UnitFacts::default();
        while let Some(key) = map.next_key::<String>()? {
            match UnitUse::new(&key) {
                Ok(_) if key == "units" => facts.units = map.next_value()?,
                Ok(unit_use) => {
                    facts.uses.insert(unit_use, map.next_value()?);
                }
                Err(error) => return Err(A::Error::custom(format_args!("`{key}`: {error}"))),
            }
        }
        Ok(facts)
    }
}

/// Facts as text.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BuyerFacts {
    /// When the unit is delivered.
    pub delivery: Option<PerLang<String>>,
    /// Parking spaces of the unit.
    pub parking: Option<PerLang<String>>,
    /// The maintenance fee as a text, where it does not follow from an amount for each square metre.
    pub maintenance_fee: Option<PerLang<String>>,
    /// The maintenance fee for each square metre of the interior, from which the fee of a unit follows.
    pub maintenance_fee_per_m2: Option<FeePerArea>,
    /// In which condition it is delivered.
    pub condition: Option<PerLang<String>>,
    /// What it may be used for.
    pub permitted_uses: Option<PerLang<String>>,
    /// Where its door is: at the street or in a corridor.
    pub access: Option<PerLang<String>>,
    /// The amount of a reservation, and when it is refunded.
    pub reservation: Option<PerLang<String>>,
    /// The electrical load of the unit, where it is not that of `building_facts`.
    pub electrical_load: Option<PerLang<String>>,
}

/// A monthly fee for each square metre of the interior of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeePerArea {
    /// The amount for a square metre, in the currency of prices.
    pub amount: FeeAmount,
    /// Whether the amount is not decided yet.
    #[serde(default)]
    pub estimated: bool,
}

impl FeePerArea {
    /// The monthly fee of a unit, rounded half up to the minor unit.
    pub fn of_unit(self, unit: &Unit, currency: Currency) -> Money {
        let hundredths = i128::from(self.amount.0) * i128::from(unit.interior.hundredths());
        let minor_units = (hundredths * i128::from(currency.minor_units()) + 5_000) / 10_000;
        Money(i64::try_from(minor_units).unwrap_or(i64::MAX))
    }
}

/// An amount in hundredths of the unit of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeAmount(u32);

/// `38`, `38.50`: without the sign of the currency.
impl fmt::Display for FeeAmount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(formatter, "{whole}"),
            (whole, rest) => write!(formatter, "{whole}.{rest:02}"),
        }
    }
}

impl FromStr for FeeAmount {
    type Err = String;

    fn from_str(text: &str) -> Result<FeeAmount, String> {
        let hundredths = decimal::scaled(text, &[], &[], 2, ExtraDecimals::Reject).ok();
        let amount = hundredths.and_then(|hundredths| u32::try_from(hundredths).ok());
        amount
            .filter(|amount| *amount > 0)
            .map(FeeAmount)
            .ok_or_else(|| {
                format!("`{text}` is not an amount: write a number like `38` or `38.50`")
            })
    }
}

formats::read_as_text!(FeeAmount, "^\\d+(\\.\\d{1,2})?$", written);

impl UnitFacts {
    /// The maintenance fee for each square metre of a unit, or else of the units of its use.
    pub fn fee_per_area(&self, unit: &Unit) -> Option<FeePerArea> {
        let own = self.units.get(&unit.code).into_iter();
        let mut facts = own.chain(self.uses.get(&unit.unit_use));
        facts.find_map(|facts| facts.maintenance_fee_per_m2)
    }

    /// The fact of a unit, or else of its use, that `choose` chooses.
    pub(crate) fn fact(&self, unit: &Unit, choose: UnitFact) -> Option<&PerLang<String>> {
        let own = self.units.get(&unit.code).and_then(choose);
        own.or_else(|| self.uses.get(&unit.unit_use).and_then(choose))
    }

    /// Whether it is known what a unit may be used for, and that is what all units of its use may be used for.
    pub(crate) fn has_permitted_uses_of_its_kind(&self, unit: &Unit) -> bool {
        let permits = |facts: &BuyerFacts| facts.permitted_uses.is_some();
        self.uses.get(&unit.unit_use).is_some_and(permits)
            && !self.units.get(&unit.code).is_some_and(permits)
    }
}

/// Every fact of a unit, in the order of the unit pages: its key here, and how it is chosen. Its label is the string `unit.<key>`.
pub(crate) const UNIT_FACTS: [(&str, UnitFact); 8] = [
    (DELIVERY, |facts| facts.delivery.as_ref()),
    ("parking", |facts| facts.parking.as_ref()),
    (MAINTENANCE_FEE, |facts| facts.maintenance_fee.as_ref()),
    ("condition", |facts| facts.condition.as_ref()),
    ("permitted_uses", |facts| facts.permitted_uses.as_ref()),
    ("access", |facts| facts.access.as_ref()),
    ("reservation", |facts| facts.reservation.as_ref()),
    (ELECTRICAL_LOAD, |facts| facts.electrical_load.as_ref()),
];

/// The fact that the timeline gives where a unit has none of its own.
pub(crate) const DELIVERY: &str = "delivery";

/// The fact that follows from an amount for each square metre where a unit has no text of its own.
pub(crate) const MAINTENANCE_FEE: &str = "maintenance_fee";

/// The fact that nobody asks for where a unit has none of its own, because the building has it.
pub(crate) const ELECTRICAL_LOAD: &str = "electrical_load";

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
    /// The keys of facts that the development does not have: they are neither shown nor to be confirmed. Only of `building_facts`.
    pub without: Vec<String>,
}

impl BuildingFacts {
    /// The keys of the facts.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        let keys = BUILDING_FACTS.iter().map(|(label, _)| *label);
        keys.filter_map(|label| label.strip_prefix("building."))
    }

    /// Whether the fact with this key is known.
    pub fn gives(&self, key: &str) -> bool {
        let mut facts = BUILDING_FACTS.iter();
        facts.any(|(label, choose)| {
            label.strip_prefix("building.") == Some(key) && choose(self).is_some()
        })
    }
}

/// Every fact of a building: the key of its label, and how it is chosen.
pub(crate) const BUILDING_FACTS: [(&str, BuildingFact); 13] = [
    ("building.address", |facts| facts.address.as_ref()),
    ("building.air_conditioning", |facts| {
        facts.air_conditioning.as_ref()
    }),
    ("building.electrical_load", |facts| {
        facts.electrical_load.as_ref()
    }),
    ("building.floor_load", |facts| facts.floor_load.as_ref()),
    ("building.water", |facts| facts.water.as_ref()),
    ("building.land_title", |facts| facts.land_title.as_ref()),
    ("building.permit", |facts| facts.permit.as_ref()),
    ("building.condominium", |facts| facts.condominium.as_ref()),
    ("building.works", |facts| facts.works.as_ref()),
    ("building.architect", |facts| facts.architect.as_ref()),
    ("building.builder", |facts| facts.builder.as_ref()),
    ("building.notary", |facts| facts.notary.as_ref()),
    ("building.bank", |facts| facts.bank.as_ref()),
];

/// The months of the works and of the sale.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Timeline {
    /// When the works begin.
    pub start: Option<Month>,
    /// When the structure is built.
    pub structure: Option<WorksStage>,
    /// When the finishes are made.
    pub finishes: Option<WorksStage>,
    /// When units are delivered; also the delivery of each unit without one in `unit_facts`.
    pub delivery: Option<Month>,
    /// When deeds are signed.
    pub deed: Option<Month>,
}

/// The months of a stage of the works, written `{ from: 2023-08, to: 2024-04 }`; only the last, `2024-04`, while the first is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(with = "WrittenStage")]
pub struct WorksStage {
    /// The first month.
    pub from: Option<Month>,
    /// The last month.
    pub to: Month,
}

/// The two ways to write it, for the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum WrittenStage {
    End(Month),
    Period(Months),
}

impl<'de> Forms<'de> for WorksStage {
    const EXPECTED: &'static str = "months like `{ from: 2023-08, to: 2024-04 }`";

    fn of_text<E: Error>(to: &str) -> Result<WorksStage, E> {
        let to = to.parse().map_err(E::custom)?;
        Ok(WorksStage { from: None, to })
    }

    fn of_group<A: MapAccess<'de>>(months: A) -> Result<WorksStage, A::Error> {
        let Months { from, to } = Months::deserialize(MapAccessDeserializer::new(months))?;
        Ok(WorksStage {
            from: Some(from),
            to,
        })
    }
}

impl<'de> Deserialize<'de> for WorksStage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WorksStage, D::Error> {
        yaml::from_forms(deserializer)
    }
}

impl Timeline {
    /// Every step that has a month, by its key, with its first and its last month where it has both.
    pub fn steps(&self) -> impl Iterator<Item = TimelineStep> + Clone + use<> {
        let on = |key, month: Option<Month>| {
            let (from, to) = (None, month?);
            Some(TimelineStep { key, from, to })
        };
        let over = |key, stage: Option<WorksStage>| {
            let WorksStage { from, to } = stage?;
            Some(TimelineStep { key, from, to })
        };
        let steps = [
            on("start", self.start),
            over("structure", self.structure),
            over("finishes", self.finishes),
            on("delivery", self.delivery),
            on("deed", self.deed),
        ];
        steps.into_iter().flatten()
    }
}

/// A step of the timeline whose month is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineStep {
    /// Its key below `timeline`.
    pub key: &'static str,
    /// Its first month, of a stage whose first month is known.
    pub from: Option<Month>,
    /// Its only month, or its last.
    pub to: Month,
}

/// The keys of the timeline, in the order of the steps.
pub const TIMELINE_STEPS: [&str; 5] = ["start", "structure", "finishes", "delivery", "deed"];

#[cfg(test)]
mod tests {
    use platform::unit::Status;

    use super::*;
    use crate::lang::sample::EN;
    use crate::tests::unit;

    #[test]
    fn the_fact_of_a_unit_replaces_that_of_its_use() {
        let text = r#"{
            "oficina": {"parking": {"es": "dos", "en": "two"}, "delivery": {"es": "mayo", "en": "May"}},
            "units": {"O-302": {"parking": {"es": "tres", "en": "three"}, "electrical_load": {"es": "5 kW", "en": "5 kW"}}}
        }"#;
        let facts: UnitFacts = serde_json::from_str(text).unwrap();
        let given = |code| {
            let unit = unit(code, 1, Status::Available);
            let given = UNIT_FACTS
                .into_iter()
                .filter_map(|(key, choose)| Some((key, facts.fact(&unit, choose)?)));
            given
                .map(|(key, fact)| format!("{key} {}", fact.get(EN)))
                .collect::<Vec<_>>()
        };
        assert_eq!(given("O-301"), ["delivery May", "parking two"]);
        assert_eq!(
            given("O-302"),
            ["delivery May", "parking three", "electrical_load 5 kW"]
        );
    }
}
