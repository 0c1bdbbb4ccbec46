//! Changes from the last good list to this one: missing units and large price changes.

use std::collections::{BTreeMap, HashSet};

use platform::money::Money;
use platform::unit::Unit;

use super::Gates;
use crate::stages::pull::reason::{self, Reason};

/// A reason for each implausible change.
pub(super) fn implausible(units: &[Unit], before: &[Unit], gates: &Gates) -> Vec<Reason> {
    let gone = vanished(units, before, gates).into_iter();
    gone.chain(jumps(units, before, gates)).collect()
}

/// When many codes change at once, the platform or the field names in site.yaml are wrong.
fn vanished(units: &[Unit], before: &[Unit], gates: &Gates) -> Option<Reason> {
    let listed: HashSet<&str> = units.iter().map(|unit| unit.code.as_str()).collect();
    let gone = before
        .iter()
        .filter(|unit| !listed.contains(unit.code.as_str()))
        .count();
    let tolerance = (before.len() as u64 * u64::from(gates.vanished_percent)).div_ceil(100);
    (gone as u64 > tolerance).then(|| {
        let message = format!(
            "{gone} of the {} units of the last good pull are missing, but `gates.vanished_percent` is {}",
            before.len(),
            gates.vanished_percent
        );
        reason::implausible("vanished", message)
    })
}

/// A ratio of 1; ratios are integers in ten-thousandths.
const WHOLE: i128 = 10_000;

/// Large price changes: of single units, and in the median of the units in both lists.
fn jumps(units: &[Unit], before: &[Unit], gates: &Gates) -> Vec<Reason> {
    let old = before.iter().map(|unit| (unit.code.as_str(), unit.price));
    let old: BTreeMap<&str, Money> = old.collect();
    let mut reasons = Vec::new();
    let mut ratios = Vec::new();
    for unit in units {
        let Some(&price) = old.get(unit.code.as_str()).filter(|price| price.centavos() > 0) else {
            continue;
        };
        let ratio = i128::from(unit.price.centavos()) * WHOLE / i128::from(price.centavos());
        ratios.push(ratio);
        if changed_more_than(ratio, gates.unit_price_change_percent) {
            let message = format!(
                "the price of unit {} changed from {price} to {}, but `gates.unit_price_change_percent` is {}",
                unit.code, unit.price, gates.unit_price_change_percent
            );
            reasons.push(reason::implausible("price_jump", message));
        }
    }
    ratios.sort_unstable();
    if let Some(&median) = ratios.get(ratios.len() / 2)
        && changed_more_than(median, gates.median_price_change_percent)
    {
        let percent = i64::try_from((median - WHOLE) / (WHOLE / 100)).unwrap_or(i64::MAX);
        let message = format!(
            "the median price change is {percent} %, but `gates.median_price_change_percent` is {}",
            gates.median_price_change_percent
        );
        reasons.push(reason::implausible("median_price_jump", message));
    }
    reasons
}

fn changed_more_than(ratio: i128, percent: u32) -> bool {
    (ratio - WHOLE).abs() > i128::from(percent) * (WHOLE / 100)
}
