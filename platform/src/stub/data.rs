//! The stub's data: the units and amenities of its two files.

use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

use super::StubError;
use super::behaviour::{Behaviour, Mode};

/// The name of a unit's code in the files (the wire format of the design).
const CODE: &str = "propertyCode";

/// Units and amenities as JSON objects.
#[derive(Debug, Clone)]
pub(super) struct Data {
    units: Vec<Value>,
    amenities: Vec<Value>,
}

impl Data {
    pub(super) fn read_files(inventory: &Path, amenities: &Path) -> Result<Self, StubError> {
        Ok(Self { units: read_list(inventory, "Property")?, amenities: read_list(amenities, "Amenities")? })
    }

    /// The detail of the unit `code` as an answer of this behaviour has it.
    pub(super) fn unit_as(&self, behaviour: &Behaviour, code: &str) -> Option<Value> {
        let at = self.units.iter().position(|unit| unit[CODE] == code)?;
        let at = if behaviour.mode == Mode::OtherUnit { (at + 1) % self.units.len() } else { at };
        let mut unit = self.units[at].clone();
        spoil(&mut unit, behaviour);
        Some(unit)
    }

    /// Sets fields of the unit `code`; returns whether it exists.
    pub(super) fn change(&mut self, code: &str, changes: Map<String, Value>) -> bool {
        let unit = self.units.iter_mut().find(|unit| unit[CODE] == code);
        unit.and_then(Value::as_object_mut).map(|unit| unit.extend(changes)).is_some()
    }

    /// The units as an answer of this behaviour lists them.
    pub(super) fn units_as(&self, behaviour: &Behaviour) -> Vec<Value> {
        let mut units = self.units.clone();
        units.iter_mut().for_each(|unit| spoil(unit, behaviour));
        match behaviour.mode {
            Mode::Empty => units.clear(),
            Mode::Half => units = units.into_iter().step_by(2).collect(),
            Mode::UnknownStatus => {
                units.iter_mut().take(1).for_each(|unit| unit["status"] = json!("en litigio"));
            }
            Mode::PriceTimesTen => {
                for unit in &mut units {
                    if let Some(price) = unit["price"].as_i64() {
                        unit["price"] = json!(price * 10);
                    }
                }
            }
            Mode::DuplicateCodes => duplicate(&mut units, CODE),
            _ => {}
        }
        units
    }

    /// The amenities as an answer in `mode` lists them.
    pub(super) fn amenities_as(&self, mode: Mode) -> Vec<Value> {
        let mut amenities = self.amenities.clone();
        match mode {
            Mode::Empty => amenities.clear(),
            Mode::DuplicateCodes => duplicate(&mut amenities, "code"),
            _ => {}
        }
        amenities
    }
}

/// Takes fields from a unit, or gives them a type that no field has.
fn spoil(unit: &mut Value, Behaviour { mode, lacks, .. }: &Behaviour) {
    let Some(fields) = unit.as_object_mut() else {
        return;
    };
    match mode {
        Mode::Incomplete => fields.retain(|name, _| !lacks.contains(name)),
        Mode::WrongTypes => fields.iter_mut().filter(|(name, _)| *name != CODE).for_each(|(_, value)| {
            *value = json!({"value": value});
        }),
        _ => {}
    }
}

/// Gives the second item the code of the first.
fn duplicate(items: &mut [Value], code: &str) {
    if let [first, second, ..] = items {
        second[code] = first[code].clone();
    }
}

fn read_list(path: &Path, name: &str) -> Result<Vec<Value>, StubError> {
    let bad = |detail: String| StubError(format!("{} cannot be served: {detail}", path.display()));
    let bytes = fs::read(path).map_err(|error| bad(error.to_string()))?;
    let answer: Value = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
    let items =
        answer["Data"][name].as_array().ok_or_else(|| bad(format!("it has no list at Data.{name}")))?;
    match items.iter().position(|item| !item.is_object()) {
        Some(at) => Err(bad(format!("item {} of Data.{name} is not an object", at + 1))),
        None => Ok(items.clone()),
    }
}
