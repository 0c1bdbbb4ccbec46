//! Changes from the last good list to this one: missing units and large price changes.

use std::collections::{BTreeMap, HashSet};

use platform::money::Money;
use platform::unit::Unit;

use super::Gates;
use crate::stages::pull::reason::Reason;

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
    (gone as u64 > tolerance).then_some(Reason::Vanished {
        gone,
        before: before.len(),
        allowed_percent: gates.vanished_percent,
    })
}

/// A ratio of 1; ratios are integers in ten-thousandths.
const WHOLE: i128 = 10_000;

/// Large price changes: of single units, and in the median of the units in both lists.
fn jumps(units: &[Unit], before: &[Unit], gates: &Gates) -> Vec<Reason> {
    let old: BTreeMap<&str, Money> = before
        .iter()
        .map(|unit| (unit.code.as_str(), unit.price))
        .collect();
    let mut reasons = Vec::new();
    let mut ratios = Vec::new();
    for unit in units {
        let Some(&price) = old.get(unit.code.as_str()).filter(|price| price.centavos() > 0) else {
            continue;
        };
        let ratio = i128::from(unit.price.centavos()) * WHOLE / i128::from(price.centavos());
        ratios.push(ratio);
        if changed_more_than(ratio, gates.unit_price_change_percent) {
            reasons.push(Reason::PriceJump {
                code: unit.code.clone(),
                before: price,
                now: unit.price,
                allowed_percent: gates.unit_price_change_percent,
            });
        }
    }
    ratios.sort_unstable();
    if let Some(&median) = ratios.get(ratios.len() / 2)
        && changed_more_than(median, gates.median_price_change_percent)
    {
        let percent = i64::try_from((median - WHOLE) / (WHOLE / 100)).unwrap_or(i64::MAX);
        reasons.push(Reason::MedianJump {
            percent,
            allowed_percent: gates.median_price_change_percent,
        });
    }
    reasons
}

fn changed_more_than(ratio: i128, percent: u32) -> bool {
    (ratio - WHOLE).abs() > i128::from(percent) * (WHOLE / 100)
}
