//! The limits of one list: the number of units, their prices and areas.

use platform::area::Area;
use platform::money::Money;
use platform::unit::{Unit, UnitUse};

use super::{Gates, Range};
use crate::stages::pull::reason::{Reason, implausible};

/// A reason for each value outside its limits.
pub(super) fn exceeded(units: &[Unit], gates: &Gates, declared: &[(UnitUse, u32)]) -> Vec<Reason> {
    let mut reasons = counts(units, gates, declared);
    let prices = units
        .iter()
        .filter_map(|unit| price_bounds(unit, gates.price_pesos));
    let areas = units.iter().filter_map(|unit| area_bounds(unit, gates.area_m2));
    reasons.extend(prices.chain(areas));
    reasons
}

fn counts(units: &[Unit], gates: &Gates, declared: &[(UnitUse, u32)]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for &(unit_use, declared) in declared {
        let found = units.iter().filter(|unit| unit.unit_use == unit_use).count();
        let tolerance = (u64::from(declared) * u64::from(gates.count_tolerance_percent)).div_ceil(100);
        if (found as u64).abs_diff(u64::from(declared)) > tolerance {
            reasons.push(implausible(
                "count",
                format!(
                    "{found} units have the use {unit_use}, but `facts:` declares {declared} and \
                     `gates.count_tolerance_percent` is {}",
                    gates.count_tolerance_percent
                ),
            ));
        }
    }
    reasons
}

fn price_bounds(unit: &Unit, bounds: Range<u32>) -> Option<Reason> {
    let (min, max) = (pesos(bounds.min), pesos(bounds.max));
    let plausible = (min..=max).contains(&unit.price);
    (!plausible).then(|| {
        let Unit { code, price, .. } = unit;
        let message =
            format!("the price of unit {code} is {price}, outside `gates.price_pesos` ({min} to {max})");
        implausible("price_out_of_bounds", message)
    })
}

fn area_bounds(unit: &Unit, bounds: Range<u32>) -> Option<Reason> {
    let (min, max) = (square_metres(bounds.min), square_metres(bounds.max));
    let whole = (min..=max).contains(&unit.area);
    let parts = !unit.interior.is_zero() && unit.interior <= max && unit.terrace <= max;
    (!(whole && parts)).then(|| {
        let message = format!(
            "the area of unit {} is {}: it, the interior or the terrace is outside `gates.area_m2` ({min} to {max})",
            unit.code, unit.area
        );
        implausible("area_out_of_bounds", message)
    })
}

fn pesos(pesos: u32) -> Money {
    Money(i64::from(pesos) * 100)
}

fn square_metres(metres: u32) -> Area {
    Area(metres.saturating_mul(100))
}
