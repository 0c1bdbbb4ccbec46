//! Units and amenities, the output of the pull stage, and which units are like each other. Later stages do not depend on where the
//! data came from.

use std::collections::BTreeMap;

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::{Status, Unit, UnitUse};

use crate::history::History;

/// Maximum number of units in the HTML of a page that lists all of them; the data file has the others.
pub const LISTED: usize = 500;

/// Units and amenities, with the day of their pull.
#[derive(Clone, Debug)]
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
pub struct SimilarUnits {
    by_use: BTreeMap<UnitUse, Vec<(u32, usize)>>,
}

impl SimilarUnits {
    /// The available units of an inventory.
    pub fn new(inventory: &Inventory) -> SimilarUnits {
        let mut by_use: BTreeMap<UnitUse, Vec<(u32, usize)>> = BTreeMap::new();
        for (index, unit) in inventory.units.iter().enumerate() {
            if unit.status == Status::Available {
                let of_use = by_use.entry(unit.unit_use).or_default();
                of_use.push((unit.area.hundredths(), index));
            }
        }
        by_use.values_mut().for_each(|free| free.sort_unstable());
        SimilarUnits { by_use }
    }

    /// Indices of the available units of the same use with the most similar area, most similar first.
    pub fn nearest(&self, unit: &Unit, own_index: usize) -> Vec<usize> {
        let area = unit.area.hundredths();
        let free = self.by_use.get(&unit.unit_use).map_or(&[][..], Vec::as_slice);
        let middle = free.partition_point(|(other, _)| *other < area);
        let window = &free[middle.saturating_sub(SIMILAR + 1)..(middle + SIMILAR + 1).min(free.len())];
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
