//! Units and amenities, the output of the pull stage; which units are like each other; and their numbers, prices and areas together.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::area::Area;
use platform::money::{Currency, Money};
use platform::unit::{Status, Unit, UnitUse};

use crate::config::{Config, Floor};
use crate::history::History;

/// Maximum number of units in the HTML of a page that lists all of them; the data file has the others.
pub const LISTED: usize = 500;

/// Units and amenities, with the day of their pull.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inventory {
    /// The day of the pull, never the day of the build.
    pub date: Date,
    /// The units, in the order in which the site lists them.
    pub units: Vec<Unit>,
    /// The amenities, in the platform's order.
    pub amenities: Vec<Amenity>,
    /// Earlier changes; empty when the units come from a file given by `--inventory`.
    pub history: History,
}

/// How many similar units a unit has.
const SIMILAR: usize = 3;

/// Available units by use as (area in hundredths of a square metre, index), sorted for binary search.
pub struct SimilarUnits(BTreeMap<UnitUse, Vec<(u32, usize)>>);

impl SimilarUnits {
    /// The available units of an inventory.
    pub fn new(inventory: &Inventory) -> SimilarUnits {
        let mut by_use: BTreeMap<UnitUse, Vec<(u32, usize)>> = BTreeMap::new();
        let units = inventory.units.iter().enumerate();
        for (index, unit) in units.filter(|(_, unit)| unit.status == Status::Available) {
            by_use
                .entry(unit.unit_use)
                .or_default()
                .push((unit.area.hundredths(), index));
        }
        by_use.values_mut().for_each(|free| free.sort_unstable());
        SimilarUnits(by_use)
    }

    /// Indices of the available units of the same use with the most similar area, most similar first.
    pub fn nearest(&self, unit: &Unit, own_index: usize) -> Vec<usize> {
        let area = unit.area.hundredths();
        let free = self.0.get(&unit.unit_use).map_or(&[][..], Vec::as_slice);
        let middle = free.partition_point(|(other, _)| *other < area);
        let window =
            &free[middle.saturating_sub(SIMILAR + 1)..(middle + SIMILAR + 1).min(free.len())];
        let mut nearest: Vec<(u32, usize)> = window
            .iter()
            .filter(|(_, index)| *index != own_index)
            .map(|(other, index)| (other.abs_diff(area), *index))
            .collect();
        nearest.sort_unstable();
        nearest.truncate(SIMILAR);
        nearest.into_iter().map(|(_, index)| index).collect()
    }
}

/// The summary of an inventory.
#[derive(Clone, Debug, Default)]
pub struct InventorySummary {
    /// That of all units.
    pub all: UnitsSummary,
    /// That of the units on each level of a building that has units.
    pub by_floor: BTreeMap<Floor, UnitsSummary>,
    by_use: BTreeMap<UnitUse, UnitsSummary>,
    by_use_and_floor: BTreeMap<UnitUse, BTreeMap<Floor, UnitsSummary>>,
}

/// The summary of some units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitsSummary {
    /// How many units have each status, in the order of [`Status::ALL`].
    pub statuses: [usize; 3],
    /// The first of the available units with the lowest price, as its index in the inventory, and that price.
    cheapest: Option<(Money, usize)>,
    /// The same for the lowest rent, as the platform sends rents.
    cheapest_rent: Option<(Money, usize)>,
    /// How many available units are for sale, at a price or on request.
    pub for_sale: usize,
    /// The lowest and the highest price of a square metre of available units, without terraces.
    pub rates: Option<[Money; 2]>,
    /// The smallest and the largest area without terraces.
    pub interiors: Option<[Area; 2]>,
    /// Whether some unit has a bathroom, or may have one.
    pub has_bathrooms: bool,
    /// Whether some unit has a terrace.
    pub has_terraces: bool,
}

impl InventorySummary {
    /// The summary of these units of a development. Beside others, secondary units count in numbers of units only.
    pub fn new(config: &Config, units: &[Unit]) -> InventorySummary {
        let (currency, mut summary) = (config.currency(), InventorySummary::default());
        let main = units
            .iter()
            .filter(|unit| !config.is_secondary(unit.unit_use));
        let main_floors: BTreeSet<Floor> = main.map(|unit| config.floor(unit)).collect();
        for (index, unit) in units.iter().enumerate() {
            let is_main = !config.is_secondary(unit.unit_use);
            summary
                .all
                .add(index, unit, currency, is_main || main_floors.is_empty());
            let floor = config.floor(unit);
            let has_main = main_floors.contains(&floor);
            summary.by_floor.entry(floor).or_default().add(
                index,
                unit,
                currency,
                is_main || !has_main,
            );
            summary
                .by_use
                .entry(unit.unit_use)
                .or_default()
                .add(index, unit, currency, true);
            let floors = summary.by_use_and_floor.entry(unit.unit_use).or_default();
            floors
                .entry(floor)
                .or_default()
                .add(index, unit, currency, true);
        }
        summary
    }

    /// The summary of the units with a use.
    pub fn of_use(&self, unit_use: UnitUse) -> UnitsSummary {
        self.by_use.get(&unit_use).copied().unwrap_or_default()
    }

    /// The summary of the units with a use on each level of a building that has such units.
    pub fn floors_of_use(&self, unit_use: UnitUse) -> BTreeMap<Floor, UnitsSummary> {
        self.by_use_and_floor
            .get(&unit_use)
            .cloned()
            .unwrap_or_default()
    }
}

impl UnitsSummary {
    fn add(&mut self, index: usize, unit: &Unit, currency: Currency, is_in_ranges: bool) {
        self.statuses[unit.status as usize] += 1;
        self.has_bathrooms |= unit.bathrooms != Some(0);
        self.has_terraces |= !unit.terrace.is_zero();
        let is_available = unit.status == Status::Available;
        self.for_sale += usize::from(is_available && unit.is_for_sale());
        if !is_in_ranges {
            return;
        }
        widen(&mut self.interiors, unit.interior);
        if !is_available {
            return;
        }
        if let Some(rent) = unit.rent {
            let lowest = self.cheapest_rent.get_or_insert((rent, index));
            *lowest = (*lowest).min((rent, index));
        }
        if let Some(price) = unit.price {
            let lowest = self.cheapest.get_or_insert((price, index));
            *lowest = (*lowest).min((price, index));
            unit.rates(currency)[0]
                .into_iter()
                .for_each(|rate| widen(&mut self.rates, rate));
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

    /// The index in the inventory of the available unit with the lowest rent; none when no available unit is for rent.
    pub fn cheapest_rent(&self) -> Option<usize> {
        self.cheapest_rent.map(|(_, index)| index)
    }

    /// The index in the inventory of the available unit with the lowest price; none when no available unit has a price.
    pub fn cheapest(&self) -> Option<usize> {
        self.cheapest.map(|(_, index)| index)
    }
}

fn widen<T: Copy + Ord>(range: &mut Option<[T; 2]>, value: T) {
    let [least, most] = range.unwrap_or([value, value]);
    *range = Some([least.min(value), most.max(value)]);
}

#[cfg(test)]
mod tests {
    use platform::unit::Level;

    use super::*;
    use crate::tests::{torre, unit};

    #[test]
    fn prices_are_those_of_available_units() {
        let config = Config::parse(&torre()).unwrap();
        let mut units = ["A", "B", "C", "D"].map(|code| unit(code, 4_000_000, Status::Available));
        units[0].status = Status::Sold;
        units[0].price = Some(Money(1));
        units[3].interior = Area(100);
        let summary = InventorySummary::new(&config, &units);
        assert_eq!(summary.all.statuses, [3, 0, 1]);
        assert_eq!((summary.all.total(), summary.all.available()), (4, 3));
        assert_eq!(summary.all.cheapest(), Some(1), "the first of equal ones");
        assert_eq!(summary.all.interiors, Some([Area(100), units[1].interior]));
        let rate = |unit: &Unit| unit.rates(Currency::MXN)[0].unwrap();
        assert_eq!(summary.all.rates, Some([rate(&units[1]), rate(&units[3])]));
        assert_eq!(summary.of_use(units[0].unit_use), summary.all);
        assert_eq!(summary.by_floor[&config.floor(&units[0])], summary.all);
        let sold = InventorySummary::new(&config, &units[..1]).all;
        assert_eq!((sold.cheapest(), sold.rates), (None, None));
        assert_eq!(
            summary.of_use(UnitUse::new("otro").unwrap()),
            UnitsSummary::default()
        );
    }

    #[test]
    fn a_price_on_request_is_never_the_lowest() {
        let config = Config::parse(&torre()).unwrap();
        let mut units = ["A", "B"].map(|code| unit(code, 4_000_000, Status::Available));
        units[0].price = None;
        let summary = InventorySummary::new(&config, &units).all;
        assert_eq!((summary.available(), summary.cheapest()), (2, Some(1)));
        units[1].price = None;
        let summary = InventorySummary::new(&config, &units).all;
        assert_eq!((summary.cheapest(), summary.rates), (None, None));
    }

    #[test]
    fn prices_and_rents_are_never_compared() {
        let config = Config::parse(&torre()).unwrap();
        let mut units = ["A", "B", "C"].map(|code| unit(code, 4_000_000, Status::Available));
        units[0].price = None;
        units[0].rent = Some(Money(9_500));
        units[2].rent = Some(Money(9_000));
        let summary = InventorySummary::new(&config, &units).all;
        assert_eq!(summary.cheapest(), Some(1), "not the one for rent only");
        assert_eq!(summary.cheapest_rent(), Some(2));
        assert_eq!(summary.for_sale, 2);
        units[2].status = Status::Sold;
        let summary = InventorySummary::new(&config, &units).all;
        assert_eq!(summary.cheapest_rent(), Some(0));
        let sales = InventorySummary::new(&config, &units[1..2]).all;
        assert_eq!(sales.cheapest_rent(), None);
    }

    #[test]
    fn secondary_units_have_no_part_in_prices_and_areas() {
        let mut units = ["A", "B", "S"].map(|code| unit(code, 4_000_000, Status::Available));
        let mut config = Config::parse(&torre()).unwrap();
        config.uses[1].secondary = true;
        let storage = config.uses[1].key;
        (
            units[2].unit_use,
            units[2].price,
            units[2].interior,
            units[2].level,
        ) = (storage, Some(Money(1)), Area(500), Level(-1));
        units[2].bathrooms = Some(0);
        let summary = InventorySummary::new(&config, &units);
        assert_eq!((summary.all.total(), summary.all.cheapest()), (3, Some(0)));
        assert_eq!(summary.all.interiors, Some([units[0].interior; 2]));
        assert_eq!(
            summary.by_floor[&config.floor(&units[2])].cheapest(),
            Some(2),
            "a level of its own"
        );
        let of_storage = summary.of_use(storage);
        assert_eq!(
            (of_storage.cheapest(), of_storage.has_bathrooms),
            (Some(2), false)
        );
        assert_eq!(
            summary
                .floors_of_use(storage)
                .into_values()
                .collect::<Vec<_>>(),
            [of_storage]
        );
        assert_eq!(
            InventorySummary::new(&config, &units[2..]).all.cheapest(),
            Some(0),
            "alone"
        );
    }
}
