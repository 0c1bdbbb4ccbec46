//! The gates: is what the platform sent plausible? Each gate answers with a typed reason. Their bounds are the
//! `gates:` section of site.yaml; how many units there are is declared under `facts:`.

use platform::area::Area;
use platform::money::Money;
use platform::unit::{Unit, UnitUse};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

use super::reason::Reason;

/// The bounds of what is plausible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gates {
    /// How far the number of units of each use may be from the declared one, in percent of it (rounded up).
    pub count_tolerance_percent: u32,
    /// Prices in whole pesos.
    pub price_pesos: Bounds,
    /// Areas in whole square metres.
    pub area_m2: Bounds,
    /// How much the price of one unit may change from one snapshot to the next, in percent.
    pub unit_price_change_percent: u32,
    /// How much prices may change in the median, in percent.
    pub median_price_change_percent: u32,
    /// How many units of the last snapshot may be gone at once, in percent of it (rounded up).
    pub vanished_percent: u32,
}

/// The smallest and the largest plausible value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Smallest.
    pub min: u32,
    /// Largest.
    pub max: u32,
}

impl Default for Gates {
    fn default() -> Self {
        Self {
            count_tolerance_percent: 10,
            price_pesos: Bounds {
                min: 1_000_000,
                max: 30_000_000,
            },
            area_m2: Bounds { min: 20, max: 400 },
            unit_price_change_percent: 40,
            median_price_change_percent: 15,
            vanished_percent: 20,
        }
    }
}

/// How many units the development has (specification, section 9), from `facts:` of site.yaml.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared {
    /// Offices.
    pub offices: u32,
    /// Commercial units.
    pub commercial_units: u32,
}

impl Declared {
    fn of(self, unit_use: UnitUse) -> u32 {
        match unit_use {
            UnitUse::Oficina => self.offices,
            UnitUse::Local => self.commercial_units,
        }
    }
}

/// Codes that stand for more than one unit. A page's address is made of the code, so case makes no difference.
pub(super) fn duplicates(units: &[Unit]) -> Vec<Reason> {
    let mut seen = HashSet::new();
    let mut reasons = Vec::new();
    for unit in units {
        if !seen.insert(unit.code.as_str().to_ascii_lowercase()) {
            reasons.push(Reason::DuplicateCode(unit.code.clone()));
        }
    }
    reasons
}

/// Everything about `units` that is not plausible, compared with the last snapshot where there is one.
pub(super) fn implausible(
    units: &[Unit],
    before: Option<&[Unit]>,
    gates: &Gates,
    declared: Declared,
) -> Vec<Reason> {
    let mut reasons = counts(units, gates, declared);
    reasons.extend(
        units
            .iter()
            .filter_map(|unit| price_bounds(unit, gates.price_pesos)),
    );
    reasons.extend(units.iter().filter_map(|unit| area_bounds(unit, gates.area_m2)));
    if let Some(before) = before {
        reasons.extend(vanished(units, before, gates));
        reasons.extend(jumps(units, before, gates));
    }
    reasons
}

/// Codes that all changed at once are a fault of the platform or of the map of its fields.
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
    })
}

fn counts(units: &[Unit], gates: &Gates, declared: Declared) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for unit_use in UnitUse::ALL {
        let declared = declared.of(unit_use);
        let found = units.iter().filter(|unit| unit.unit_use == unit_use).count();
        let tolerance = (u64::from(declared) * u64::from(gates.count_tolerance_percent)).div_ceil(100);
        if (found as u64).abs_diff(u64::from(declared)) > tolerance {
            reasons.push(Reason::Count {
                unit_use,
                found,
                declared,
            });
        }
    }
    reasons
}

fn price_bounds(unit: &Unit, bounds: Bounds) -> Option<Reason> {
    let (min, max) = (pesos(bounds.min), pesos(bounds.max));
    let plausible = (min..=max).contains(&unit.price);
    (!plausible).then(|| Reason::PriceOutOfBounds {
        code: unit.code.clone(),
        price: unit.price,
        min,
        max,
    })
}

fn area_bounds(unit: &Unit, bounds: Bounds) -> Option<Reason> {
    let (min, max) = (square_metres(bounds.min), square_metres(bounds.max));
    let whole = (min..=max).contains(&unit.area);
    let parts = !unit.interior.is_zero() && unit.interior <= max && unit.terrace <= max;
    (!(whole && parts)).then(|| Reason::AreaOutOfBounds {
        code: unit.code.clone(),
        area: unit.area,
        min,
        max,
    })
}

fn pesos(pesos: u32) -> Money {
    Money(i64::from(pesos) * 100)
}

fn square_metres(metres: u32) -> Area {
    Area(metres.saturating_mul(100))
}

/// One part in ten thousand: what ratios are counted in.
const WHOLE: i128 = 10_000;

/// Prices that jumped: of single units, and in the median of the units that are in both lists.
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
            });
        }
    }
    ratios.sort_unstable();
    if let Some(&median) = ratios.get(ratios.len() / 2)
        && changed_more_than(median, gates.median_price_change_percent)
    {
        let percent = i64::try_from((median - WHOLE) / (WHOLE / 100)).unwrap_or(i64::MAX);
        reasons.push(Reason::MedianJump { percent });
    }
    reasons
}

fn changed_more_than(ratio: i128, percent: u32) -> bool {
    (ratio - WHOLE).abs() > i128::from(percent) * (WHOLE / 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::unit::{Level, Status, UnitCode};

    fn unit(number: u32, unit_use: UnitUse, pesos: i64) -> Unit {
        Unit {
            code: UnitCode::new(&format!("U-{number}")).unwrap(),
            unit: number.to_string(),
            level: Level(1),
            unit_use,
            bathrooms: 1,
            interior: Area(6000),
            terrace: Area(0),
            area: Area(6000),
            price: Money(pesos * 100),
            typology: "A".to_owned(),
            status: Status::Disponible,
        }
    }

    fn building(offices: u32, shops: u32, pesos: i64) -> Vec<Unit> {
        let offices = (0..offices).map(|number| unit(number, UnitUse::Oficina, pesos));
        let shops = (0..shops).map(|number| unit(1000 + number, UnitUse::Local, pesos));
        offices.chain(shops).collect()
    }

    const DECLARED: Declared = Declared {
        offices: 46,
        commercial_units: 23,
    };

    fn check(units: &[Unit], before: Option<&[Unit]>) -> Vec<Reason> {
        implausible(units, before, &Gates::default(), DECLARED)
    }

    #[test]
    fn each_use_is_counted_for_itself() {
        assert!(check(&building(46, 23, 5_000_000), None).is_empty());
        assert!(check(&building(41, 26, 5_000_000), None).is_empty());
        let reasons = check(&building(40, 23, 5_000_000), None);
        assert_eq!(
            reasons,
            [Reason::Count {
                unit_use: UnitUse::Oficina,
                found: 40,
                declared: 46
            }]
        );
        assert_eq!(check(&building(23, 46, 5_000_000), None).len(), 2);
        assert_eq!(check(&[], None).len(), 2);
    }

    #[test]
    fn prices_and_areas_have_bounds() {
        let mut units = building(46, 23, 5_000_000);
        units[0].price = Money(-1);
        units[1].price = Money(i64::MAX);
        units[2].area = Area(1);
        units[3].interior = Area(0);
        units[4].terrace = Area(u32::MAX);
        let reasons = check(&units, None);
        assert_eq!(reasons.len(), 5);
        assert!(matches!(reasons[0], Reason::PriceOutOfBounds { .. }));
        assert!(matches!(reasons[4], Reason::AreaOutOfBounds { .. }));
    }

    #[test]
    fn jumps_are_seen_one_by_one_and_in_the_median() {
        let before = building(46, 23, 5_000_000);
        assert!(check(&building(46, 23, 5_750_000), Some(&before)).is_empty());
        assert_eq!(
            check(&building(46, 23, 6_000_000), Some(&before)),
            [Reason::MedianJump { percent: 20 }]
        );
        assert_eq!(
            check(&building(46, 23, 4_000_000), Some(&before)),
            [Reason::MedianJump { percent: -20 }]
        );
        let mut one = before.clone();
        one[7].price = Money(750_000_000);
        assert!(matches!(
            check(&one, Some(&before))[..],
            [Reason::PriceJump { .. }]
        ));
        assert_eq!(check(&building(46, 23, 10_000_000), Some(&before)).len(), 70);
    }

    #[test]
    fn new_and_vanished_units_do_not_jump() {
        let before = building(44, 23, 5_000_000);
        assert!(check(&building(46, 23, 5_000_000), Some(&before)).is_empty());
        assert!(check(&building(46, 23, 5_000_000), Some(&[])).is_empty());
    }

    #[test]
    fn codes_differ_in_more_than_case() {
        let mut units = building(2, 0, 5_000_000);
        units[1].code = UnitCode::new("u-0").unwrap();
        assert_eq!(
            duplicates(&units),
            [Reason::DuplicateCode(UnitCode::new("u-0").unwrap())]
        );
    }
}
