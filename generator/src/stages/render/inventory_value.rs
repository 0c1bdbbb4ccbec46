//! The template values `inventory` and `amenities`.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use platform::amenity::Amenity;
use platform::area::price_per_square_metre;
use platform::money::Money;
use platform::unit::{Level, Status, Unit, UnitUse};

use super::unit_value::square_metres;
use model::localized::Localized;

/// A unit and its template value.
type UnitAndValue<'a> = (&'a Unit, &'a Value);

/// `inventory`: the units, their summary, the summaries of each level and each use, and each unit by its code.
pub(super) fn inventory(localized: Localized<'_>, units: &[Value], date_label: &str) -> Value {
    let inventory = &localized.site.inventory;
    let all: Vec<UnitAndValue> = inventory.units.iter().zip(units).collect();
    let by_code: BTreeMap<&str, &Value> = all
        .iter()
        .map(|(unit, value)| (unit.code.as_str(), *value))
        .collect();
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
        ("levels", levels(localized, &all)),
        (
            "by_code",
            Value::from_pairs(by_code.into_iter().map(|(code, value)| (code, value.clone()))),
        ),
        ("by_use", Value::from(by_use)),
    ]);
    Value::from(fields)
}

fn levels(localized: Localized<'_>, all: &[UnitAndValue]) -> Value {
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
    let lowest = free().min_by_key(|unit| unit.price);
    let rate = lowest.map(|unit| localized.site.config.vat_percent(unit.unit_use));
    let centavos = |price: Option<Money>| Value::from(price.map(Money::centavos));
    BTreeMap::from([
        ("units", units.iter().map(|(_, value)| (*value).clone()).collect()),
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
