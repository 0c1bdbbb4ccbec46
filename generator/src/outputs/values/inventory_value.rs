//! The template value `inventory`, and limits on how many units and levels a page contains. What a page of a large inventory leaves
//! out is in the data file, which every island that shows units loads.

use std::collections::{BTreeMap, HashMap, HashSet};

use minijinja::{Value, context};
use platform::unit::{Unit, UnitUse};

use super::unit_value::{minor_units, square_metres};
use model::config::{Building, Floor};
use model::inventory::{LISTED, UnitsSummary};
use model::localized::Localized;
use model::site::Site;

type Row<'a> = (&'a Unit, &'a Value);

struct Summaries<'a> {
    site: &'a Site,
    values: &'a [Value],
    listed: HashSet<&'a str>,
}

/// `inventory`: the units, whose values are `units`, and the summaries of all, of each level and of each use.
pub(super) fn inventory(localized: Localized<'_>, units: &[Value], date_label: &str) -> Value {
    let site = localized.site;
    let listed = listed(site)
        .into_iter()
        .map(|index| site.inventory.units[index].code.address())
        .collect();
    let summaries = Summaries {
        site,
        values: units,
        listed,
    };
    let rows: Vec<Row> = site.inventory.units.iter().zip(units).collect();
    let by_use = site.config.uses.iter().map(|declared| {
        let own: Vec<Row> = rows
            .iter()
            .copied()
            .filter(|(unit, _)| unit.unit_use == declared.key)
            .collect();
        let levels = level_values(
            localized,
            &summaries,
            &own,
            &site.summary.floors_of_use(declared.key),
        );
        let mut summary = summaries.of_rows(site.summary.of_use(declared.key), &own);
        summary.insert(
            "levels",
            levels.into_iter().map(|(_, level)| level).collect(),
        );
        (declared.key.key(), Value::from(summary))
    });
    let by_code = rows
        .iter()
        .map(|(unit, value)| (unit.code.address(), Value::clone(value)));
    let levels = level_values(localized, &summaries, &rows, &site.summary.by_floor);
    let mut inventory = summaries.of_rows(site.summary.all, &rows);
    inventory.extend([
        ("date", Value::from(site.inventory.date.to_string())),
        ("date_label", Value::from(date_label)),
        (
            "month_label",
            localized.month(site.inventory.date.into()).into(),
        ),
        ("suffix", suffix(localized).into()),
        ("buildings", buildings(localized, &levels)),
        (
            "levels",
            levels.into_iter().map(|(_, level)| level).collect(),
        ),
        ("by_code", Value::from(by_code.collect::<BTreeMap<_, _>>())),
        ("by_use", Value::from(by_use.collect::<BTreeMap<_, _>>())),
    ]);
    Value::from(inventory)
}

/// What follows every price of a level before tax, none where some of them have no tax.
fn suffix(localized: Localized<'_>) -> Option<String> {
    let site = localized.site;
    let mut cheapest = site
        .summary
        .by_floor
        .values()
        .filter_map(|summary| site.cheapest(*summary));
    let is_taxed = cheapest.all(|unit| site.config.vat(unit.unit_use).percent > 0);
    let has_tax = is_taxed && site.config.highest_vat_percent() > 0;
    has_tax
        .then(|| localized.text("price.vat_suffix").ok())
        .flatten()
}

impl Summaries<'_> {
    /// The summary of units with their values: prices in minor units, areas in square metres, the tax on the lowest price.
    fn of_rows(&self, summary: UnitsSummary, rows: &[Row]) -> BTreeMap<&'static str, Value> {
        let cheapest = summary.cheapest();
        let cheapest_rent = summary.cheapest_rent();
        let from = self.site.cheapest(summary);
        let listed = rows
            .iter()
            .filter(|(unit, _)| self.listed.contains(unit.code.address()));
        let [disponible, reservado, vendido] = summary.statuses;
        let total = summary.total();
        let [low_rate, high_rate] = both(summary.rates, |rate| minor_units(Some(rate)));
        let [min_interior, max_interior] = both(summary.interiors, square_metres);
        BTreeMap::from([
            (
                "units",
                rows.iter().map(|(_, value)| Value::clone(value)).collect(),
            ),
            (
                "listed",
                listed.map(|(_, value)| Value::clone(value)).collect(),
            ),
            ("counts", context! { total, disponible, reservado, vendido }),
            (
                "cheapest",
                Value::from(cheapest.map(|index| self.values[index].clone())),
            ),
            (
                "cheapest_rent",
                Value::from(cheapest_rent.map(|index| self.values[index].clone())),
            ),
            ("for_sale", summary.for_sale.into()),
            ("from_price", minor_units(from.and_then(|unit| unit.price))),
            ("low_rate", low_rate),
            ("high_rate", high_rate),
            ("has_terraces", Value::from(summary.has_terraces)),
            ("min_interior", min_interior),
            ("max_interior", max_interior),
        ])
    }
}

/// The values of both ends of a range; none for an empty one.
fn both<T>(range: Option<[T; 2]>, value: fn(T) -> Value) -> [Value; 2] {
    range.map_or([Value::from(()), Value::from(())], |range| range.map(value))
}

/// The levels of the units of these rows, which have these summaries.
fn level_values(
    localized: Localized<'_>,
    summaries: &Summaries,
    rows: &[Row],
    floors: &BTreeMap<Floor, UnitsSummary>,
) -> Vec<(Floor, Value)> {
    let Localized { site, lang, .. } = localized;
    let mut by_floor: HashMap<Floor, Vec<Row>> = HashMap::new();
    for row in rows {
        by_floor
            .entry(site.config.floor(row.0))
            .or_default()
            .push(*row);
    }
    let level = |(floor, summary): (&Floor, &UnitsSummary)| {
        let own = by_floor.get(floor).map_or(&[][..], Vec::as_slice);
        let uses = site.config.uses_of(own.iter().map(|(unit, _)| *unit));
        let headings: Vec<String> = uses.iter().map(|declared| declared.heading(lang)).collect();
        let mut value = summaries.of_rows(*summary, own);
        value.extend([
            ("level", Value::from(floor.level.0)),
            (
                "building",
                Value::from(
                    site.config
                        .buildings
                        .get(floor.building)
                        .map(|one| one.key.clone()),
                ),
            ),
            // A level of the inventory may have no plan.
            ("is_drawn", Value::from(site.plan(*floor).is_some())),
            ("label", Value::from(localized.floor(*floor).ok())),
            ("uses_heading", Value::from(headings.join(", "))),
        ]);
        (*floor, Value::from(value))
    };
    floors.iter().map(level).collect()
}

/// The buildings in their order, each with its levels; on a site with one, that one without a key and a name.
fn buildings(localized: Localized<'_>, levels: &[(Floor, Value)]) -> Value {
    let Localized { site, lang, .. } = localized;
    let building = |at: usize, building: Option<&Building>| {
        let own = levels
            .iter()
            .filter(|(floor, _)| building.is_none() || floor.building == at);
        let floors = site
            .summary
            .by_floor
            .iter()
            .filter(|(floor, _)| floor.building == at);
        let key = building.map_or("", |building| &building.key);
        context! {
            key => building.map(|building| &building.key),
            label => building.map(|building| building.label.get(lang)),
            announced => building.is_some_and(|building| building.announced),
            has_levels => building.is_none_or(|building| building.levels),
            is_drawn => site.axonometries.iter().any(|drawing| drawing.building == key),
            levels => own.map(|(_, value)| value.clone()).collect::<Vec<_>>(),
            available => floors.map(|(_, summary)| summary.available()).sum::<usize>(),
        }
    };
    match &site.config.buildings[..] {
        [] => [building(0, None)].into_iter().collect(),
        several => several
            .iter()
            .enumerate()
            .map(|(at, one)| building(at, Some(one)))
            .collect(),
    }
}

/// How many units of one level a selector contains at most beside those on its plan: one more than its list shows.
const MAX_UNITS_PER_LEVEL: usize = 61;

/// How many units of all levels together a selector contains at most, in addition to those on plans.
const MAX_SELECTED: usize = 12 * MAX_UNITS_PER_LEVEL;

/// The indices of the units on the inventory's page, in inventory order: those with which its list begins, and those on plans.
pub(crate) fn listed(site: &Site) -> Vec<usize> {
    let mut ranked: Vec<&Unit> = site.inventory.units.iter().collect();
    ranked.sort_by_key(|unit| {
        (
            site.config.is_secondary(unit.unit_use),
            unit.status,
            unit.price.is_none(),
            unit.price,
        )
    });
    let mut shown = on_plans(site);
    shown.extend(ranked.iter().take(LISTED).map(|unit| unit.code.address()));
    let units = site
        .inventory
        .units
        .iter()
        .enumerate()
        .filter(|(_, unit)| shown.contains(unit.code.address()));
    units.map(|(index, _)| index).collect()
}

/// The indices of the units of a selector, in inventory order: of one use, or of all.
pub(crate) fn selected(site: &Site, only: Option<UnitUse>) -> Vec<usize> {
    let drawn = on_plans(site);
    let floor = |unit: &Unit| site.config.floor(unit);
    let all: Vec<(usize, &Unit)> = site
        .inventory
        .units
        .iter()
        .enumerate()
        .filter(|(_, unit)| only.is_none_or(|only| only == unit.unit_use))
        .collect();
    // Units are in the order of their levels.
    let levels: Vec<&[(usize, &Unit)]> = all
        .chunk_by(|(_, one), (_, next)| floor(one) == floor(next))
        .collect();
    let most = most_of_level(levels.iter().map(|units| units.len()));
    let units = levels
        .into_iter()
        .flat_map(|units| units.iter().enumerate());
    let selected =
        units.filter(|(place, (_, unit))| *place < most || drawn.contains(unit.code.address()));
    selected.map(|(_, (index, _))| *index).collect()
}

/// How many units of each level a selector contains when levels have these numbers of units; no level is left out.
fn most_of_level(counts: impl Iterator<Item = usize>) -> usize {
    let counts: Vec<usize> = counts.collect();
    let selected = |most: usize| counts.iter().map(|count| *count.min(&most)).sum::<usize>();
    let fitting = (1..=MAX_UNITS_PER_LEVEL)
        .rev()
        .find(|most| selected(*most) <= MAX_SELECTED);
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
        let most =
            [2, 12, 24, 73, 2000].map(|levels| most_of_level(std::iter::repeat_n(130, levels)));
        assert_eq!(
            most,
            [
                MAX_UNITS_PER_LEVEL,
                MAX_UNITS_PER_LEVEL,
                MAX_SELECTED / 24,
                10,
                1
            ]
        );
    }
}
