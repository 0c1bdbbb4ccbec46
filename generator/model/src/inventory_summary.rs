//! What an inventory comes to: the number of units of each status, the lowest price, and the ranges of prices per square
//! metre and of areas; of all units, of each use and of each level. Computed once for a site, for every output that shows it.

use std::collections::BTreeMap;

use platform::area::{Area, price_per_square_metre};
use platform::money::Money;
use platform::unit::{Level, Status, Unit, UnitUse};

/// The summary of an inventory.
#[derive(Clone, Debug, Default)]
pub struct InventorySummary {
    /// That of all units.
    pub all: UnitsSummary,
    /// That of the units on each level that has units.
    pub by_level: BTreeMap<Level, UnitsSummary>,
    by_use: BTreeMap<UnitUse, UnitsSummary>,
}

/// The summary of some units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitsSummary {
    /// How many units have each status, in the order of [`Status::ALL`].
    pub statuses: [usize; 3],
    /// The first of the available units with the lowest price, as its index in the inventory, and that price.
    cheapest: Option<(Money, usize)>,
    /// The lowest and the highest price of a square metre of available units.
    pub rates: Option<[Money; 2]>,
    /// The smallest and the largest area.
    pub areas: Option<[Area; 2]>,
}

impl InventorySummary {
    /// The summary of an inventory with these units.
    pub fn new(units: &[Unit]) -> InventorySummary {
        let mut summary = InventorySummary::default();
        for (index, unit) in units.iter().enumerate() {
            summary.all.add(index, unit);
            summary.by_level.entry(unit.level).or_default().add(index, unit);
            summary.by_use.entry(unit.unit_use).or_default().add(index, unit);
        }
        summary
    }

    /// The summary of the units with a use.
    pub fn of_use(&self, unit_use: UnitUse) -> UnitsSummary {
        self.by_use.get(&unit_use).copied().unwrap_or_default()
    }
}

impl UnitsSummary {
    fn add(&mut self, index: usize, unit: &Unit) {
        self.statuses[unit.status as usize] += 1;
        widen(&mut self.areas, unit.area);
        if unit.status == Status::Available {
            let lowest = self.cheapest.get_or_insert((unit.price, index));
            *lowest = (*lowest).min((unit.price, index));
            let rate = price_per_square_metre(unit.price, unit.area);
            rate.into_iter().for_each(|rate| widen(&mut self.rates, rate));
        }
    }

    /// The number of units.
    pub fn total(&self) -> usize {
        self.statuses.iter().sum()
    }

    /// The number of available units.
    pub const fn available(&self) -> usize {
        self.statuses[Status::Available as usize]
    }

    /// The index in the inventory of the available unit with the lowest price; none when no unit is available.
    pub fn cheapest(&self) -> Option<usize> {
        self.cheapest.map(|(_, index)| index)
    }
}

/// Extends a range to a value.
fn widen<T: Copy + Ord>(range: &mut Option<[T; 2]>, value: T) {
    let [least, most] = range.unwrap_or([value, value]);
    *range = Some([least.min(value), most.max(value)]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_units::unit;

    #[test]
    fn prices_are_those_of_available_units() {
        let mut units = ["A", "B", "C", "D"].map(|code| unit(code, 4_000_000, Status::Available));
        units[0].status = Status::Sold;
        units[0].price = Money(1);
        units[3].area = Area(100);
        let summary = InventorySummary::new(&units);
        assert_eq!(summary.all.statuses, [3, 0, 1]);
        assert_eq!((summary.all.total(), summary.all.available()), (4, 3));
        assert_eq!(summary.all.cheapest(), Some(1), "the first of equal ones");
        assert_eq!(summary.all.areas, Some([Area(100), units[1].area]));
        let rate = |unit: &Unit| price_per_square_metre(unit.price, unit.area).unwrap();
        assert_eq!(summary.all.rates, Some([rate(&units[1]), rate(&units[3])]));
        assert_eq!(summary.of_use(units[0].unit_use), summary.all);
        assert_eq!(summary.by_level[&units[0].level], summary.all);
        let sold = InventorySummary::new(&units[..1]).all;
        assert_eq!((sold.cheapest(), sold.rates), (None, None));
        assert_eq!(summary.of_use(UnitUse::new("otro").unwrap()), UnitsSummary::default());
    }
}
