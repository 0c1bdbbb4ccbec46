//! Limits on how many units and levels a page contains. An inventory of some hundred units is shown completely. The
//! units that a page of a larger one leaves out are in the data file, which every island that shows units loads.

use std::collections::{BTreeMap, HashSet};

use platform::unit::{Unit, UnitUse};

use model::config::Floor;
use model::inventory::LISTED;
use model::site::Site;

/// How many units of one level a selector contains at most, in addition to those on its plan: one more than its list
/// shows, so that the list ends with a link to the inventory.
const MAX_UNITS_PER_LEVEL: usize = 61;

/// How many units of all levels together a selector contains at most, in addition to those on plans.
const MAX_SELECTED: usize = 12 * MAX_UNITS_PER_LEVEL;

/// Every level of each building with the use of its units. A mixed level has the use that is first in the order of the site.
pub(crate) fn levels(site: &Site) -> BTreeMap<Floor, UnitUse> {
    let mut all: BTreeMap<Floor, UnitUse> = BTreeMap::new();
    for units in alike(site, |unit| (site.config.floor(unit), unit.unit_use)) {
        let unit_use = units[0].unit_use;
        let first = all.entry(site.config.floor(&units[0])).or_insert(unit_use);
        if site.config.rank(unit_use) < site.config.rank(*first) {
            *first = unit_use;
        }
    }
    all
}

/// The units on the inventory's page, in inventory order: those with which its list begins, and those on plans.
pub(crate) fn listed(site: &Site) -> Vec<&Unit> {
    let mut ranked: Vec<&Unit> = site.inventory.units.iter().collect();
    ranked.sort_by_key(|unit| (unit.status, unit.price));
    let mut shown = on_plans(site);
    shown.extend(ranked.iter().take(LISTED).map(|unit| unit.code.as_str()));
    site.inventory.units.iter().filter(|unit| shown.contains(unit.code.as_str())).collect()
}

/// The units of these levels in a selector, in inventory order.
pub(crate) fn selected<'a>(site: &'a Site, levels: &BTreeMap<Floor, UnitUse>) -> Vec<&'a Unit> {
    let drawn = on_plans(site);
    let floor = |unit: &Unit| site.config.floor(unit);
    let all = alike(site, floor);
    let all: Vec<&[Unit]> = all.filter(|units| levels.contains_key(&floor(&units[0]))).collect();
    let most = most_of_level(all.iter().map(|units| units.len()));
    let of_level = |units: &'a [Unit]| {
        let units = units.iter().enumerate();
        units.filter(|(index, unit)| *index < most || drawn.contains(unit.code.as_str()))
    };
    let selected = all.into_iter().flat_map(of_level);
    selected.map(|(_, unit)| unit).collect()
}

/// The units in groups that are alike in one respect. Units are in the order of their levels.
fn alike<T: PartialEq>(site: &Site, respect: impl Fn(&Unit) -> T) -> impl Iterator<Item = &[Unit]> {
    let units = &site.inventory.units;
    units.chunk_by(move |one, next| respect(one) == respect(next))
}

/// How many units of each level a selector contains when levels have these numbers of units: as many as
/// [`MAX_UNITS_PER_LEVEL`] and [`MAX_SELECTED`] allow, and at least one, so that no level is left out.
fn most_of_level(counts: impl Iterator<Item = usize>) -> usize {
    let counts: Vec<usize> = counts.collect();
    let selected = |most: usize| counts.iter().map(|count| *count.min(&most)).sum::<usize>();
    let fitting = (1..=MAX_UNITS_PER_LEVEL).rev().find(|most| selected(*most) <= MAX_SELECTED);
    fitting.unwrap_or(1)
}

/// The codes of the units on plans. A plan shows their status without waiting for the data file.
fn on_plans(site: &Site) -> HashSet<&str> {
    let units = site.plans.iter().flat_map(|plan| &plan.units);
    units.map(|unit| unit.code.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_levels_have_shorter_lists_and_none_is_left_out() {
        assert_eq!(most_of_level([130, 130].into_iter()), MAX_UNITS_PER_LEVEL);
        assert_eq!(most_of_level([130; 12].into_iter()), MAX_UNITS_PER_LEVEL);
        assert_eq!(most_of_level([130; 24].into_iter()), MAX_SELECTED / 24);
        assert_eq!(most_of_level([130; 73].into_iter()), 10);
        assert_eq!(most_of_level([130; 2000].into_iter()), 1);
    }
}
