//! The template values `inventory` and `amenities`.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use minijinja::value::Object;
use minijinja::{Value, context};
use platform::amenity::Amenity;
use platform::area::price_per_square_metre;
use platform::money::Money;
use platform::unit::{Level, Status, Unit, UnitUse};

use super::extent;
use super::unit_value::{UnitValue, square_metres};
use model::localized::Localized;

/// A unit and its template value.
type UnitAndValue<'a> = (&'a Unit, &'a Value);

/// `inventory`: the units, their summary, the summaries of each level and each use, and each unit by its code.
pub(super) fn inventory(localized: Localized<'_>, units: &[Value], date_label: &str) -> Value {
    let inventory = &localized.site.inventory;
    let all: Vec<UnitAndValue> = inventory.units.iter().zip(units).collect();
    let listed = extent::listed(localized.site);
    let listed: HashSet<&str> = listed.iter().map(|unit| unit.code.as_str()).collect();
    let by_use = localized.site.config.uses.iter().map(|declared| {
        let units = all.iter().copied();
        let of_use: Vec<UnitAndValue> = units.filter(|(unit, _)| unit.unit_use == declared.key).collect();
        (declared.key.key(), Value::from(summary(localized, &of_use)))
    });
    let by_use: BTreeMap<&str, Value> = by_use.collect();
    let mut fields = summary(localized, &all);
    fields.extend([
        ("date", Value::from(inventory.date.to_string())),
        ("date_label", Value::from(date_label)),
        ("listed", values(&all, |unit| listed.contains(unit.code.as_str()))),
        ("levels", levels(localized, &all, &listed)),
        ("by_code", Value::from_object(ByCode(units.to_vec()))),
        ("by_use", Value::from(by_use)),
    ]);
    Value::from(fields)
}

/// Finds a unit by its code. Templates rarely read it, so that it is searched when they do.
#[derive(Debug)]
struct ByCode(Vec<Value>);

impl Object for ByCode {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let code = key.as_str()?;
        let has_code = |value: &&Value| {
            let unit = value.downcast_object_ref::<UnitValue>();
            unit.is_some_and(|unit| unit.unit().code.as_str() == code)
        };
        self.0.iter().find(has_code).cloned()
    }
}

/// The values of the units that are chosen.
fn values(units: &[UnitAndValue], is_chosen: impl Fn(&Unit) -> bool) -> Value {
    let chosen = units.iter().filter(|(unit, _)| is_chosen(unit));
    chosen.map(|(_, value)| (*value).clone()).collect()
}

/// The summary of each level; `listed` are the codes of the units that pages list.
fn levels(localized: Localized<'_>, all: &[UnitAndValue], listed: &HashSet<&str>) -> Value {
    let mut by_level: BTreeMap<Level, (UnitUse, Vec<UnitAndValue>)> = BTreeMap::new();
    for (unit, value) in all {
        let (_, units) = by_level
            .entry(unit.level)
            .or_insert_with(|| (unit.unit_use, Vec::new()));
        units.push((unit, value));
    }
    let level = |(level, (unit_use, units)): (Level, (UnitUse, Vec<UnitAndValue>))| {
        // A level of the inventory may have no plan.
        let is_drawn = localized.site.plans.iter().any(|plan| plan.level == level.0);
        let declared = localized.site.config.use_of(unit_use);
        let mut fields = summary(localized, &units);
        fields.extend([
            ("level", Value::from(level.0)),
            ("label", Value::from(localized.level(level).ok())),
            ("is_drawn", Value::from(is_drawn)),
            (
                "listed",
                values(&units, |unit| listed.contains(unit.code.as_str())),
            ),
            ("use", Value::from(unit_use.key())),
            (
                "use_heading",
                Value::from(declared.map(|declared| declared.heading(localized.lang))),
            ),
        ]);
        Value::from(fields)
    };
    by_level.into_iter().map(level).collect()
}

/// Units with their counts, prices and areas. Prices, and prices per square metre, are those of available units; none
/// when no unit is available. Prices are in centavos, areas in square metres; `from_vat_percent` is the tax on the lowest
/// price.
fn summary(localized: Localized<'_>, units: &[UnitAndValue]) -> BTreeMap<&'static str, Value> {
    let of_status = |status: Status| units.iter().filter(move |(unit, _)| unit.status == status);
    let free = || of_status(Status::Available).map(|(unit, _)| unit);
    let rates = || free().filter_map(|unit| price_per_square_metre(unit.price, unit.area));
    let areas = || units.iter().map(|(unit, _)| unit.area);
    let counts = context! {
        total => units.len(),
        disponible => of_status(Status::Available).count(),
        reservado => of_status(Status::Reserved).count(),
        vendido => of_status(Status::Sold).count(),
    };
    let cheapest = units
        .iter()
        .filter(|(unit, _)| unit.status == Status::Available)
        .min_by_key(|(unit, _)| unit.price);
    let lowest = cheapest.map(|(unit, _)| unit);
    let rate = lowest.map(|unit| localized.site.config.vat_percent(unit.unit_use));
    let centavos = |price: Option<Money>| Value::from(price.map(Money::centavos));
    BTreeMap::from([
        ("units", values(units, |_| true)),
        (
            "cheapest",
            cheapest.map_or(Value::from(()), |(_, value)| (*value).clone()),
        ),
        ("counts", counts),
        ("from_price", centavos(lowest.map(|unit| unit.price))),
        ("from_vat_percent", Value::from(rate)),
        ("low_rate", centavos(rates().min())),
        ("high_rate", centavos(rates().max())),
        ("min_area", Value::from(areas().min().map(square_metres))),
        ("max_area", Value::from(areas().max().map(square_metres))),
    ])
}

/// `amenities`: names and descriptions come from the strings of this language, or else from the platform.
pub(super) fn amenities(localized: Localized<'_>) -> Value {
    let amenity = |amenity: &Amenity| {
        context! {
            code => amenity.code.as_str(),
            name => localized.amenity_name(amenity),
            description => localized.amenity_description(amenity),
            image => amenity.image.as_deref(),
            icon => localized.site.config.amenity_icons.get(&amenity.code).map(String::as_str),
        }
    };
    localized.site.inventory.amenities.iter().map(amenity).collect()
}
