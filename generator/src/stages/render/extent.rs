//! How much of a long inventory one page holds. A development of some hundred units is shown whole; what a page
//! leaves out of ten thousand stands in the data file, which every island that shows units asks for.

use std::collections::{BTreeMap, HashSet};

use platform::unit::{Level, Status, Unit, UnitUse};

use model::inventory::LISTED;
use model::site::Site;

/// Levels of one use that pages name and draw, those with a plan first.
const LEVELS_OF_A_USE: usize = 6;

/// Units of one level in a selector, beside those on its plan: one more than its list shows, so that the list ends
/// in a link to the inventory.
const SELECTED_OF_A_LEVEL: usize = 61;

/// Every level, with the use of its units (of a mixed level the use that comes first).
pub(super) fn all_levels(site: &Site) -> BTreeMap<Level, UnitUse> {
    let mut all: BTreeMap<Level, UnitUse> = BTreeMap::new();
    for unit in &site.inventory.units {
        let unit_use = all.entry(unit.level).or_insert(unit.unit_use);
        *unit_use = unit.unit_use.min(*unit_use);
    }
    all
}

/// The levels that pages name, with the use of each.
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
        *count <= LEVELS_OF_A_USE
    });
    ranked
        .into_iter()
        .map(|(_, level, unit_use)| (level, unit_use))
        .collect()
}

/// The units that the inventory's page holds, in their order.
pub(super) fn listed(site: &Site) -> Vec<&Unit> {
    let drawn = on_plans(site);
    let units = site.inventory.units.iter().enumerate();
    units
        .filter(|(index, unit)| *index < LISTED || drawn.contains(unit.code.as_str()))
        .map(|(_, unit)| unit)
        .collect()
}

/// The units of these levels that a selector holds, in their order.
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
            *count <= SELECTED_OF_A_LEVEL || drawn.contains(unit.code.as_str())
        })
        .collect()
}

/// How many units a level has.
pub(super) struct LevelCount {
    pub(super) level: Level,
    pub(super) total: usize,
    pub(super) free: usize,
}

/// The levels of which `selected` does not hold every unit.
pub(super) fn counts_of_cut(
    site: &Site,
    levels: &BTreeMap<Level, UnitUse>,
    selected: &[&Unit],
) -> Vec<LevelCount> {
    let mut held: BTreeMap<Level, usize> = BTreeMap::new();
    for unit in selected {
        *held.entry(unit.level).or_default() += 1;
    }
    let mut counts: BTreeMap<Level, (usize, usize)> = BTreeMap::new();
    for unit in site
        .inventory
        .units
        .iter()
        .filter(|unit| levels.contains_key(&unit.level))
    {
        let (total, free) = counts.entry(unit.level).or_default();
        *total += 1;
        *free += usize::from(unit.status == Status::Available);
    }
    let cut = counts
        .into_iter()
        .filter(|(level, (total, _))| held.get(level) != Some(total));
    cut.map(|(level, (total, free))| LevelCount { level, total, free })
        .collect()
}

/// The codes of the units that stand on a plan, which must have their status from the start.
fn on_plans(site: &Site) -> HashSet<&str> {
    let units = site.plans.iter().flat_map(|plan| &plan.units);
    units.map(|unit| unit.code.as_str()).collect()
}
