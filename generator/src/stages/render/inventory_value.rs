//! The template values `inventory` and `amenities`.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};

use minijinja::value::{Enumerator, Object};
use minijinja::{Value, context};
use platform::amenity::Amenity;
use platform::area::price_per_square_metre;
use platform::money::Money;
use platform::unit::{Level, Status, Unit};

use super::extent;
use super::unit_value::{UnitValue, square_metres};
use model::lang::Lang;
use model::localized::Localized;
use model::site::Site;

/// `inventory`: the units, their summary, the summaries of each level and each use, and each unit by its code.
pub(super) fn inventory(site: &Arc<Site>, lang: Lang, units: &[Value], date_label: &str) -> Value {
    let listed = extent::listed(site);
    let listed: HashSet<&str> = listed.iter().map(|unit| unit.code.as_str()).collect();
    let all = &site.inventory.units;
    let shared = Arc::new(Shared {
        site: site.clone(),
        units: units.to_vec(),
        is_listed: all
            .iter()
            .map(|unit| listed.contains(unit.code.as_str()))
            .collect(),
    });
    let group = |indices, own| Value::from_object(Group::new(&shared, indices, own));
    let by_use = site.config.uses.iter().map(|declared| {
        let is_of_use = |index: &usize| all[*index].unit_use == declared.key;
        let units = (0..all.len()).filter(is_of_use).collect();
        (declared.key.key(), group(units, Vec::new()))
    });
    let by_use: BTreeMap<&str, Value> = by_use.collect();
    let own = vec![
        ("date", Value::from(site.inventory.date.to_string())),
        ("date_label", Value::from(date_label)),
        ("levels", levels(Localized::new(site, lang), &group)),
        ("by_code", Value::from_object(ByCode(units.to_vec()))),
        ("by_use", Value::from(by_use)),
    ];
    group((0..all.len()).collect(), own)
}

/// What all groups of units share.
#[derive(Debug)]
struct Shared {
    site: Arc<Site>,
    /// The value of each unit.
    units: Vec<Value>,
    /// Whether pages list the unit.
    is_listed: Vec<bool>,
}

/// Units with their summary. Prices, and prices per square metre, are those of available units; none when no unit is
/// available. Prices are in centavos, areas in square metres; `from_vat_percent` is the tax on the lowest price.
#[derive(Debug)]
struct Group {
    shared: Arc<Shared>,
    /// The indices of its units in the inventory.
    indices: Vec<usize>,
    /// The fields that other groups do not have.
    own: Vec<(&'static str, Value)>,
    /// Its summary: a page reads few fields of many levels, so that each is computed when it is first read.
    summary: [OnceLock<Value>; SUMMARY.len()],
}

/// How a field is computed.
type Field = fn(&Group) -> Value;

/// The fields of a summary.
const SUMMARY: [(&str, Field); 10] = [
    ("units", |group| group.values(|_| true)),
    ("listed", |group| {
        group.values(|index| group.shared.is_listed[index])
    }),
    ("counts", Group::counts),
    ("cheapest", |group| {
        let none = Value::from(());
        group
            .cheapest()
            .map_or(none, |index| group.shared.units[index].clone())
    }),
    ("from_price", |group| {
        centavos(group.lowest().map(|unit| unit.price))
    }),
    ("from_vat_percent", |group| {
        let config = &group.shared.site.config;
        Value::from(group.lowest().map(|unit| config.vat_percent(unit.unit_use)))
    }),
    ("low_rate", |group| centavos(group.rates().min())),
    ("high_rate", |group| centavos(group.rates().max())),
    ("min_area", |group| {
        let areas = group.units().map(|unit| unit.area);
        Value::from(areas.min().map(square_metres))
    }),
    ("max_area", |group| {
        let areas = group.units().map(|unit| unit.area);
        Value::from(areas.max().map(square_metres))
    }),
];

fn centavos(price: Option<Money>) -> Value {
    Value::from(price.map(Money::centavos))
}

impl Group {
    fn new(shared: &Arc<Shared>, indices: Vec<usize>, own: Vec<(&'static str, Value)>) -> Group {
        Group {
            shared: shared.clone(),
            indices,
            own,
            summary: Default::default(),
        }
    }

    fn unit(&self, index: usize) -> &Unit {
        &self.shared.site.inventory.units[index]
    }

    fn units(&self) -> impl Iterator<Item = &Unit> {
        self.indices.iter().map(|index| self.unit(*index))
    }

    fn free(&self) -> impl Iterator<Item = &Unit> {
        self.units().filter(|unit| unit.status == Status::Available)
    }

    /// The values of the units that are chosen.
    fn values(&self, is_chosen: impl Fn(usize) -> bool) -> Value {
        let chosen = self.indices.iter().filter(|index| is_chosen(**index));
        chosen.map(|index| self.shared.units[*index].clone()).collect()
    }

    fn counts(&self) -> Value {
        let of_status = |status: Status| self.units().filter(|unit| unit.status == status).count();
        context! {
            total => self.indices.len(),
            disponible => of_status(Status::Available),
            reservado => of_status(Status::Reserved),
            vendido => of_status(Status::Sold),
        }
    }

    /// The available unit with the lowest price.
    fn cheapest(&self) -> Option<usize> {
        let indices = self.indices.iter().copied();
        let free = indices.filter(|index| self.unit(*index).status == Status::Available);
        free.min_by_key(|index| self.unit(*index).price)
    }

    fn lowest(&self) -> Option<&Unit> {
        self.cheapest().map(|index| self.unit(index))
    }

    /// The prices per square metre.
    fn rates(&self) -> impl Iterator<Item = Money> {
        self.free()
            .filter_map(|unit| price_per_square_metre(unit.price, unit.area))
    }
}

impl Object for Group {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        if let Some((_, value)) = self.own.iter().find(|(name, _)| *name == key) {
            return Some(value.clone());
        }
        let field = SUMMARY.iter().position(|(name, _)| *name == key)?;
        let value = self.summary[field].get_or_init(|| SUMMARY[field].1(self));
        Some(value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let own = self.own.iter().map(|(name, _)| *name);
        let names = own.chain(SUMMARY.iter().map(|(name, _)| *name));
        Enumerator::Values(names.map(Value::from).collect())
    }
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

/// The group of each level.
fn levels(
    localized: Localized<'_>,
    group: &impl Fn(Vec<usize>, Vec<(&'static str, Value)>) -> Value,
) -> Value {
    let site = localized.site;
    let mut by_level: BTreeMap<Level, Vec<usize>> = BTreeMap::new();
    for (index, unit) in site.inventory.units.iter().enumerate() {
        by_level.entry(unit.level).or_default().push(index);
    }
    let level = |(level, units): (Level, Vec<usize>)| {
        // A level of the inventory may have no plan.
        let is_drawn = site.plans.iter().any(|plan| plan.level == level.0);
        let unit_use = site.inventory.units[units[0]].unit_use;
        let heading = site.config.use_of(unit_use);
        let heading = heading.map(|declared| declared.heading(localized.lang));
        let own = vec![
            ("level", Value::from(level.0)),
            ("use", Value::from(unit_use.key())),
            ("is_drawn", Value::from(is_drawn)),
            ("label", Value::from(localized.level(level).ok())),
            ("use_heading", Value::from(heading)),
        ];
        group(units, own)
    };
    by_level.into_iter().map(level).collect()
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
