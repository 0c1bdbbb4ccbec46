//! Units whose parts do not add up to their total area. Platforms count walls and shared areas in different ways, so this
//! is a warning and not a refusal.

use platform::area::Area;
use platform::unit::Unit;

use super::Gates;
use crate::stages::pull::reason::{Reason, reason};

/// A warning for each unit whose interior and terrace differ too much from its total area.
pub(in crate::stages::pull) fn unequal(units: &[Unit], gates: &Gates) -> Vec<Reason> {
    let percent = gates.area_sum_percent;
    let warning = |unit: &Unit| {
        let sum = Area(unit.interior.0.saturating_add(unit.terrace.0));
        let difference = u64::from(sum.0.abs_diff(unit.area.0));
        let message = format!(
            "the area of unit {} is {}, but interior and terrace add up to {sum}, and `gates.area_sum_percent` is \
             {percent}: correct the areas on the platform",
            unit.code, unit.area
        );
        (difference * 100 > u64::from(unit.area.0) * u64::from(percent)).then(|| reason("area_sum", message))
    };
    units.iter().filter_map(warning).collect()
}
