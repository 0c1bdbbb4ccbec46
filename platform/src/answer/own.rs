//! The format of the project's own files: the answer of the specification with our names and values, which no mapping changes.

use crate::amenity::Amenity;
use crate::config::PlatformConfig;
use crate::field_map::UnitFields;
use crate::money::{Currency, Money};
use crate::unit::Unit;
use crate::unit_field::DeclaredField;
use serde_json::{Map, Value, json};

const MARK: &str = "mapped";

/// How the file with this content is read, if it is in this format.
pub(super) fn own_format(answer: &Value, map: &PlatformConfig) -> Option<PlatformConfig> {
    (answer.get(MARK) == Some(&Value::Bool(true))).then(|| {
        let own = |field: &DeclaredField| DeclaredField {
            name: field.key.as_str().into(),
            options: field
                .options
                .iter()
                .map(|(_, key)| (key.clone(), key.clone()))
                .collect(),
            ..field.clone()
        };
        let declared = map.declared.iter().map(own).collect();
        PlatformConfig {
            declared,
            currency: map.currency,
            rent_currency: map.rent_currency,
            ..PlatformConfig::default()
        }
    })
}

/// The text of a file with these units, which are of this day.
pub fn units_file(units: &[Unit], map: &PlatformConfig, day: &str) -> String {
    let Ok(Value::Object(names)) = serde_json::to_value(UnitFields::default()) else {
        return String::new();
    };
    let item = |unit: &Unit| {
        let Ok(Value::Object(values)) = serde_json::to_value(unit) else {
            return Value::Null;
        };
        let mut item = Map::new();
        for (name, value) in values {
            match (&*name, value) {
                ("fields", Value::Object(declared)) => item.extend(declared),
                ("price", _) => {
                    let amount = unit.price.map(|price| amount(price, map.currency));
                    item.insert(name, amount.into());
                }
                ("rent", _) => {
                    let currency = map.rent_currency.unwrap_or(map.currency);
                    let amount = unit.rent.map(|rent| amount(rent, currency));
                    item.insert(name, amount.into());
                }
                (_, value) => {
                    let wire = names.get(&name).and_then(Value::as_str).map(str::to_owned);
                    item.insert(wire.unwrap_or(name), value);
                }
            }
        }
        Value::Object(item)
    };
    file("Property", units.iter().map(item), day)
}

/// An amount in units of the currency, as a number where it is whole.
fn amount(amount: Money, currency: Currency) -> Value {
    match currency.split(amount) {
        (whole, 0) => json!(whole),
        _ => json!(currency.plain(amount)),
    }
}

/// The text of a file with these amenities, which are of this day.
pub fn amenities_file(amenities: &[Amenity], day: &str) -> String {
    file(
        "Amenities",
        amenities.iter().map(|amenity| json!(amenity)),
        day,
    )
}

/// One item on each line, so that a change is one line.
fn file(name: &str, items: impl Iterator<Item = Value>, day: &str) -> String {
    let lines: Vec<String> = items.map(|item| format!("\n  {item}")).collect();
    let items = lines.join(",");
    format!(
        "{{\"date\": \"{day}\", \"{MARK}\": true, \"Status\": 200, \"Data\": {{\"{name}\": [{items}\n]}}}}\n"
    )
}
