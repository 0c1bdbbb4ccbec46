//! Some platforms hide the price of reserved and sold units: such a unit gets its last known price.

use std::collections::HashMap;

use platform::money::Money;
use platform::unit::Unit;

use super::reason::{Reason, reason};
use super::{Project, fallback};

/// Replaces each hidden price by the last known one: that of the last good pull, else that of the inventory shipped in
/// the repository.
pub(super) fn replace(
    mut units: Vec<Unit>,
    before: Option<&[Unit]>,
    project: &Project<'_>,
) -> Result<Vec<Unit>, Vec<Reason>> {
    if !units.iter().any(|unit| is_hidden(unit, project)) {
        return Ok(units);
    }
    // Errors of the shipped file are reported where it replaces the whole inventory.
    let shipped = fallback::shipped_units(project, &mut Vec::new());
    let shipped = shipped.as_ref().map(|listed| listed.units.as_slice());
    let prices: HashMap<&str, Money> = [shipped, before]
        .into_iter()
        .flatten()
        .flatten()
        .filter(|unit| unit.price > Money(0))
        .map(|unit| (unit.code.as_str(), unit.price))
        .collect();
    let mut unknown = Vec::new();
    for unit in units.iter_mut().filter(|unit| is_hidden(unit, project)) {
        match prices.get(unit.code.as_str()) {
            Some(price) => unit.price = *price,
            None => unknown.push(reason(
                "price_unknown",
                format!(
                    "unit {} has no price (`platform.price_hidden_for`), and neither the last good pull nor \
                     content/inventory.json has one: add the unit with its last price to content/inventory.json",
                    unit.code
                ),
            )),
        }
    }
    if unknown.is_empty() {
        Ok(units)
    } else {
        Err(unknown)
    }
}

/// Whether the platform hides the price of this unit.
pub(super) fn is_hidden(unit: &Unit, project: &Project<'_>) -> bool {
    unit.price == Money(0) && project.platform.price_hidden_for.contains(&unit.status)
}
