//! The stub's data: the units and amenities of its two files.

use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The name of a unit's code in the files (the wire format of the design).
pub(super) const CODE: &str = "propertyCode";

/// A file that the stub cannot serve.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be served: {detail}", .path.display())]
pub struct BadData {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub detail: String,
}

/// Units and amenities as JSON objects.
#[derive(Debug, Clone)]
pub(super) struct Data {
    pub(super) units: Vec<Value>,
    pub(super) amenities: Vec<Value>,
}

impl Data {
    pub(super) fn read(inventory: &Path, amenities: &Path) -> Result<Self, BadData> {
        Ok(Self {
            units: list(inventory, "Property")?,
            amenities: list(amenities, "Amenities")?,
        })
    }

    pub(super) fn unit(&self, code: &str) -> Option<&Value> {
        self.units.iter().find(|unit| unit[CODE] == code)
    }

    /// Sets fields of the unit `code`; returns whether it exists.
    pub(super) fn change(&mut self, code: &str, changes: Map<String, Value>) -> bool {
        let unit = self
            .units
            .iter_mut()
            .find(|unit| unit[CODE] == code)
            .and_then(Value::as_object_mut);
        unit.map(|unit| unit.extend(changes)).is_some()
    }
}

fn list(path: &Path, name: &str) -> Result<Vec<Value>, BadData> {
    let bad = |detail: String| BadData {
        path: path.to_owned(),
        detail,
    };
    let bytes = fs::read(path).map_err(|error| bad(error.to_string()))?;
    let answer: Value = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
    let items = answer["Data"][name]
        .as_array()
        .ok_or_else(|| bad(format!("it has no list at Data.{name}")))?;
    match items.iter().position(|item| !item.is_object()) {
        Some(at) => Err(bad(format!("item {} of Data.{name} is not an object", at + 1))),
        None => Ok(items.clone()),
    }
}

/// A successful answer with `data`.
pub(super) fn success(name: &str, data: impl Into<Value>) -> Value {
    json!({"Status": 200, "Data": {name: data.into()}})
}

/// Changes lists for the modes that send wrong data.
pub(super) mod corrupt {
    use super::{Value, json};

    pub(in super::super) fn status(units: &mut [Value]) {
        if let Some(unit) = units.first_mut() {
            unit["status"] = json!("en litigio");
        }
    }

    pub(in super::super) fn codes(items: &mut [Value], code: &str) {
        if let [first, second, ..] = items {
            second[code] = first[code].clone();
        }
    }

    pub(in super::super) fn prices(units: &mut [Value]) {
        for unit in units {
            if let Some(price) = unit["price"].as_i64() {
                unit["price"] = json!(price * 10);
            }
        }
    }
}
