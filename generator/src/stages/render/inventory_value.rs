//! The template value `inventory`.

use std::collections::{BTreeMap, HashSet};

use minijinja::{Value, context};
use platform::area::price_per_square_metre;
use platform::money::Money;
use platform::unit::{Level, Status, Unit};

use super::extent;
use super::unit_value::square_metres;
use model::config::Config;
use model::localized::Localized;

/// A unit with its template value.
struct Row<'a> {
    unit: &'a Unit,
    value: &'a Value,
    /// Whether pages list the unit.
    is_listed: bool,
}

/// `inventory`: the units, their summary, the summaries of each level and each use, and each unit by its code. `units` are
/// their values.
pub(super) fn inventory(localized: Localized<'_>, units: &[Value], date_label: &str) -> Value {
    let site = localized.site;
    let listed = extent::listed(site);
    let listed: HashSet<&str> = listed.iter().map(|unit| unit.code.as_str()).collect();
    let rows = site.inventory.units.iter().zip(units);
    let rows: Vec<Row<'_>> = rows
        .map(|(unit, value)| Row {
            unit,
            value,
            is_listed: listed.contains(unit.code.as_str()),
        })
        .collect();
    let all: Vec<&Row> = rows.iter().collect();
    let by_use = site.config.uses.iter().map(|declared| {
        let of_use = rows.iter().filter(|row| row.unit.unit_use == declared.key);
        let summary = summary(&site.config, &of_use.collect::<Vec<_>>());
        (declared.key.key(), Value::from(summary))
    });
    let by_code = rows.iter().map(|row| (row.unit.code.as_str(), row.value.clone()));
    let mut inventory = summary(&site.config, &all);
    inventory.extend([
        ("date", Value::from(site.inventory.date.to_string())),
        ("date_label", Value::from(date_label)),
        ("levels", levels(localized, &all)),
        ("by_code", Value::from(by_code.collect::<BTreeMap<_, _>>())),
        ("by_use", Value::from(by_use.collect::<BTreeMap<_, _>>())),
    ]);
    Value::from(inventory)
}

/// The summary of units. Prices, and prices per square metre, are those of available units; none when no unit is available.
/// Prices are in centavos, areas in square metres; `from_vat_percent` is the tax on the lowest price.
fn summary(config: &Config, rows: &[&Row]) -> BTreeMap<&'static str, Value> {
    let count = |status| rows.iter().filter(|row| row.unit.status == status).count();
    let free = || {
        let rows = rows.iter();
        rows.filter(|row| row.unit.status == Status::Available)
    };
    let cheapest = free().min_by_key(|row| row.unit.price);
    let rates = || free().filter_map(|row| price_per_square_metre(row.unit.price, row.unit.area));
    let areas = || rows.iter().map(|row| row.unit.area);
    let listed = rows.iter().filter(|row| row.is_listed);
    let counts = context! {
        total => rows.len(),
        disponible => count(Status::Available),
        reservado => count(Status::Reserved),
        vendido => count(Status::Sold),
    };
    let vat_percent = cheapest.map(|row| config.vat_percent(row.unit.unit_use));
    BTreeMap::from([
        ("units", rows.iter().map(|row| row.value.clone()).collect()),
        ("listed", listed.map(|row| row.value.clone()).collect()),
        ("counts", counts),
        ("cheapest", Value::from(cheapest.map(|row| row.value.clone()))),
        ("from_price", centavos(cheapest.map(|row| row.unit.price))),
        ("from_vat_percent", Value::from(vat_percent)),
        ("low_rate", centavos(rates().min())),
        ("high_rate", centavos(rates().max())),
        ("min_area", Value::from(areas().min().map(square_metres))),
        ("max_area", Value::from(areas().max().map(square_metres))),
    ])
}

fn centavos(price: Option<Money>) -> Value {
    Value::from(price.map(Money::centavos))
}

/// The summary of each level.
fn levels(localized: Localized<'_>, rows: &[&Row]) -> Value {
    let Localized { site, lang, .. } = localized;
    let mut by_level: BTreeMap<Level, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_level.entry(row.unit.level).or_default().push(row);
    }
    let level = |(level, rows): (Level, Vec<&Row>)| {
        // A level of the inventory may have no plan.
        let is_drawn = site.plans.iter().any(|plan| plan.level == level.0);
        let unit_use = rows[0].unit.unit_use;
        let heading = site.config.use_of(unit_use);
        let heading = heading.map(|declared| declared.heading(lang));
        let mut value = summary(&site.config, &rows);
        value.extend([
            ("level", Value::from(level.0)),
            ("use", Value::from(unit_use.key())),
            ("is_drawn", Value::from(is_drawn)),
            ("label", Value::from(localized.level(level).ok())),
            ("use_heading", Value::from(heading)),
        ]);
        Value::from(value)
    };
    by_level.into_iter().map(level).collect()
}
