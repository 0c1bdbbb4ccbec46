//! Units for tests.

use platform::unit::{Status, Unit};
use serde_json::json;

/// An office of 60 m² on level 3.
pub(crate) fn unit(code: &str, pesos: i64, status: Status) -> Unit {
    let unit = json!({"code": code, "unit": code, "level": 3, "use": "oficina", "bathrooms": 1, "interior": 60, "terrace": 0,
        "area": 60, "price": pesos * 100, "typology": "A", "status": status});
    serde_json::from_value(unit).unwrap()
}
