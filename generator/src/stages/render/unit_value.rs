//! The template value of a unit. Each field is computed when a template reads it, so that ten thousand units cost
//! little until they are shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};
use platform::unit::{Status, Unit, UnitUse};

use model::dollars::Dollars;
use model::inventory::Inventory;
use model::lang::Lang;
use model::localized::Localized;
use model::price::Price;
use model::site::{Site, UNIT_PARENT};

/// How many similar units a unit's page shows.
const SIMILAR: usize = 3;

const FIELDS: [&str; 19] = [
    "code",
    "unit",
    "level",
    "level_label",
    "use",
    "use_label",
    "title",
    "bathrooms",
    "interior",
    "terrace",
    "area",
    "price",
    "vat",
    "total",
    "usd",
    "typology",
    "status",
    "status_label",
    "url",
];

/// One unit in one language.
pub(super) struct UnitValue {
    site: Arc<Site>,
    lang: Lang,
    index: usize,
}

impl UnitValue {
    pub(super) fn new(site: &Arc<Site>, lang: Lang, index: usize) -> UnitValue {
        UnitValue {
            site: site.clone(),
            lang,
            index,
        }
    }

    pub(super) fn unit(&self) -> &Unit {
        &self.site.inventory.units[self.index]
    }

    fn price(&self) -> Option<Price> {
        Price::of(self.unit().price, self.site.config.facts.vat_percent)
    }

    /// The total in US cents; none when `site.yaml` has no exchange rate.
    fn dollars(&self) -> Value {
        let usd = self.site.config.usd.as_ref();
        let cents = usd.and_then(|usd| usd.rate.dollars(self.price()?.total));
        Value::from(cents.map(|Dollars(cents)| cents))
    }

    fn localized(&self) -> Localized<'_> {
        Localized::new(&self.site, self.lang)
    }
}

impl std::fmt::Debug for UnitValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "unit {}", self.unit().code)
    }
}

impl Object for UnitValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let unit = self.unit();
        Some(match key {
            "code" => Value::from(unit.code.as_str()),
            "unit" => Value::from(unit.unit.as_str()),
            "level" => Value::from(unit.level.0),
            "level_label" => Value::from(self.localized().level(unit.level).ok()?),
            "use" => Value::from(unit.unit_use.key()),
            "use_label" => Value::from(self.localized().unit_use(unit.unit_use).ok()?),
            "title" => Value::from(self.localized().unit_title(unit.unit_use, &unit.unit).ok()?),
            "bathrooms" => Value::from(unit.bathrooms),
            "interior" => square_metres(unit.interior.hundredths()),
            "terrace" => square_metres(unit.terrace.hundredths()),
            "area" => square_metres(unit.area.hundredths()),
            "price" => Value::from(unit.price.centavos()),
            "vat" => Value::from(self.price()?.vat.centavos()),
            "total" => Value::from(self.price()?.total.centavos()),
            "usd" => self.dollars(),
            "typology" => Value::from(unit.typology.as_str()),
            "status" => Value::from(unit.status.key()),
            "status_label" => Value::from(self.localized().status(unit.status).ok()?),
            "url" => Value::from(self.lang.path(&format!("{UNIT_PARENT}/{}", unit.code))),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&FIELDS)
    }
}

/// An area in square metres, as the filter `area` expects it.
pub(super) fn square_metres(hundredths: u32) -> Value {
    Value::from(f64::from(hundredths) / 100.0)
}

/// Available units by use as (area in hundredths of a square metre, index), sorted for binary search.
pub(super) struct Neighbours {
    by_use: BTreeMap<UnitUse, Vec<(u32, usize)>>,
}

impl Neighbours {
    pub(super) fn of(inventory: &Inventory) -> Neighbours {
        let mut by_use: BTreeMap<UnitUse, Vec<(u32, usize)>> = BTreeMap::new();
        for (index, unit) in inventory
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.status == Status::Available)
        {
            by_use
                .entry(unit.unit_use)
                .or_default()
                .push((unit.area.hundredths(), index));
        }
        by_use.values_mut().for_each(|free| free.sort_unstable());
        Neighbours { by_use }
    }

    /// Indices of the available units of the same use with the most similar area, most similar first.
    pub(super) fn similar(&self, unit: &Unit, own_index: usize) -> Vec<usize> {
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
        nearest
            .into_iter()
            .take(SIMILAR)
            .map(|(_, index)| index)
            .collect()
    }
}
