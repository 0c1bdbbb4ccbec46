//! Limits on how many units and levels a page contains. An inventory of some hundred units is shown completely. The
//! units that a page of a larger one leaves out are in the data file, which every island that shows units loads.

use std::collections::{BTreeMap, HashSet};

use platform::unit::{Level, Unit, UnitUse};

use model::inventory::LISTED;
use model::site::Site;

/// How many levels of one use pages list and draw.
const MAX_LEVELS_PER_USE: usize = 6;

/// How many units of one level a selector contains, in addition to those on its plan: one more than its list shows,
/// so that the list ends with a link to the inventory.
const MAX_UNITS_PER_LEVEL: usize = 61;

/// Every level with the use of its units. A mixed level has the use that is first in the order of [`UnitUse`].
pub(super) fn all_levels(site: &Site) -> BTreeMap<Level, UnitUse> {
    let mut all: BTreeMap<Level, UnitUse> = BTreeMap::new();
    for unit in &site.inventory.units {
        let unit_use = all.entry(unit.level).or_insert(unit.unit_use);
        *unit_use = unit.unit_use.min(*unit_use);
    }
    all
}

/// The levels that pages list, with the use of each: at most [`MAX_LEVELS_PER_USE`], preferring levels with a plan.
pub(super) fn levels(site: &Site) -> BTreeMap<Level, UnitUse> {
    let all = all_levels(site);
    let drawn: HashSet<u16> = site.plans.iter().map(|plan| plan.level).collect();
    let mut ranked: Vec<(bool, Level, UnitUse)> = all
        .iter()
        .map(|(level, unit_use)| (!drawn.contains(&level.0), *level, *unit_use))
        .collect();
    ranked.sort_unstable();
    let mut of_use: BTreeMap<UnitUse, usize> = BTreeMap::new();
    ranked.retain(|(_, _, unit_use)| {
        let count = of_use.entry(*unit_use).or_default();
        *count += 1;
        *count <= MAX_LEVELS_PER_USE
    });
    ranked
        .into_iter()
        .map(|(_, level, unit_use)| (level, unit_use))
        .collect()
}

/// The units on the inventory's page, in inventory order.
pub(super) fn listed(site: &Site) -> Vec<&Unit> {
    let drawn = on_plans(site);
    let units = site.inventory.units.iter().enumerate();
    units
        .filter(|(index, unit)| *index < LISTED || drawn.contains(unit.code.as_str()))
        .map(|(_, unit)| unit)
        .collect()
}

/// The units of these levels in a selector, in inventory order.
pub(super) fn selected<'a>(site: &'a Site, levels: &BTreeMap<Level, UnitUse>) -> Vec<&'a Unit> {
    let drawn = on_plans(site);
    let mut of_level: BTreeMap<Level, usize> = BTreeMap::new();
    let units = site
        .inventory
        .units
        .iter()
        .filter(|unit| levels.contains_key(&unit.level));
    units
        .filter(|unit| {
            let count = of_level.entry(unit.level).or_default();
            *count += 1;
            *count <= MAX_UNITS_PER_LEVEL || drawn.contains(unit.code.as_str())
        })
        .collect()
}

/// The codes of the units on plans. A plan shows their status without waiting for the data file.
fn on_plans(site: &Site) -> HashSet<&str> {
    let units = site.plans.iter().flat_map(|plan| &plan.units);
    units.map(|unit| unit.code.as_str()).collect()
}
