//! The `gates:` section of `site.yaml`: bounds of a plausible inventory.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::facts::Range;

/// Bounds of a plausible inventory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Gates {
    /// How much the number of units of each use may differ from the declared number, in percent of it (rounded up).
    pub count_tolerance_percent: u32,
    /// Prices in whole units of the currency.
    pub price: Range<u32>,
    /// Areas in whole square metres.
    pub area_m2: Range<u32>,
    /// How much interior and terrace together may differ from the total area, in percent of it; a greater difference is
    /// a warning.
    pub area_sum_percent: u32,
    /// How much the price of one unit may change from one snapshot to the next, in percent.
    pub unit_price_change_percent: u32,
    /// How much the median price may change, in percent.
    pub median_price_change_percent: u32,
    /// How many units of the last snapshot may be missing, in percent of it (rounded up).
    pub vanished_percent: u32,
    /// How old the inventory may be before a build reports it with its exit status, in hours; any age when absent.
    pub max_age_hours: Option<u32>,
}

impl Default for Gates {
    fn default() -> Self {
        Self {
            count_tolerance_percent: 10,
            price: Range { min: 1_000_000, max: 30_000_000 },
            area_m2: Range { min: 20, max: 400 },
            area_sum_percent: 5,
            unit_price_change_percent: 40,
            median_price_change_percent: 15,
            vanished_percent: 20,
            max_age_hours: None,
        }
    }
}
