//! The template values `inventory` and `amenities`.

use std::collections::BTreeMap;

use minijinja::Value;
use platform::area::price_per_square_metre;
use platform::money::Money;
use platform::unit::{Level, Status, Unit, UnitUse};

use super::extent;
use super::unit_value::square_metres;
use super::values::{group, map};
use model::lang::Lang;
use model::localized::Localized;
use model::site::Site;

/// `inventory`: the units, their summary, the summaries of each level and each use, and each unit by its code.
pub(super) fn inventory(site: &Site, lang: Lang, units: &[Value], date_label: &str) -> Value {
    let all: Vec<(&Unit, &Value)> = site.inventory.units.iter().zip(units).collect();
    let mut fields = summary(&all);
    fields.insert("date".into(), Value::from(site.inventory.date.to_string()));
    fields.insert("date_label".into(), Value::from(date_label));
    fields.insert("levels".into(), levels(site, lang, &all));
    let by_code = all
        .iter()
        .map(|(unit, value)| (unit.code.to_string(), (*value).clone()));
    fields.insert("by_code".into(), map(by_code.collect()));
    let by_use = UnitUse::ALL.map(|unit_use| {
        let of_use: Vec<(&Unit, &Value)> = all
            .iter()
            .filter(|(unit, _)| unit.unit_use == unit_use)
            .copied()
            .collect();
        (unit_use.key().to_owned(), map(summary(&of_use)))
    });
    fields.insert("by_use".into(), map(by_use.into()));
    map(fields)
}

fn levels(site: &Site, lang: Lang, all: &[(&Unit, &Value)]) -> Value {
    let mut by_level: BTreeMap<Level, Vec<(&Unit, &Value)>> = BTreeMap::new();
    for (unit, value) in all {
        by_level.entry(unit.level).or_default().push((unit, value));
    }
    let localized = Localized::new(site, lang);
    let listed = extent::levels(site);
    by_level
        .into_iter()
        .filter(|(level, _)| listed.contains_key(level))
        .map(|(level, units)| {
            let mut fields = summary(&units);
            fields.insert("level".into(), Value::from(level.0));
            fields.insert("label".into(), Value::from(localized.level(level).ok()));
            // A level of the inventory may have no plan.
            let is_drawn = site.plans.iter().any(|plan| plan.level == level.0);
            fields.insert("is_drawn".into(), Value::from(is_drawn));
            fields.insert(
                "use".into(),
                Value::from(units.first().map(|(unit, _)| unit.unit_use.key())),
            );
            map(fields)
        })
        .collect()
}

/// Units with their counts, prices and areas. Prices, and prices per square metre, are those of available units; none
/// when no unit is available. Prices are in centavos, areas in square metres.
fn summary(units: &[(&Unit, &Value)]) -> BTreeMap<String, Value> {
    let from_price = units
        .iter()
        .filter(|(unit, _)| unit.status == Status::Available)
        .map(|(unit, _)| unit.price.centavos())
        .min();
    let rates = || {
        let free = units.iter().filter(|(unit, _)| unit.status == Status::Available);
        free.filter_map(|(unit, _)| price_per_square_metre(unit.price, unit.area))
            .map(Money::centavos)
    };
    let areas = || units.iter().map(|(unit, _)| unit.area.hundredths());
    let count = |status: Status| units.iter().filter(|(unit, _)| unit.status == status).count();
    let counts = group([
        ("total", Value::from(units.len())),
        ("disponible", Value::from(count(Status::Available))),
        ("reservado", Value::from(count(Status::Reserved))),
        ("vendido", Value::from(count(Status::Sold))),
    ]);
    let list: Value = units.iter().map(|(_, value)| (*value).clone()).collect();
    BTreeMap::from([
        ("units".to_owned(), list),
        ("counts".to_owned(), counts),
        ("from_price".to_owned(), Value::from(from_price)),
        ("low_rate".to_owned(), Value::from(rates().min())),
        ("high_rate".to_owned(), Value::from(rates().max())),
        (
            "min_area".to_owned(),
            Value::from(areas().min().map(square_metres)),
        ),
        (
            "max_area".to_owned(),
            Value::from(areas().max().map(square_metres)),
        ),
    ])
}

/// `amenities`: names and descriptions come from the strings of this language, or else from the platform.
pub(super) fn amenities(site: &Site, lang: Lang) -> Value {
    let localized = Localized::new(site, lang);
    let amenities = site.inventory.amenities.iter().map(|amenity| {
        group([
            ("code", Value::from(amenity.code.as_str())),
            ("name", Value::from(localized.amenity_name(amenity))),
            ("description", Value::from(localized.amenity_description(amenity))),
            ("image", Value::from(amenity.image.as_deref())),
        ])
    });
    amenities.collect()
}
