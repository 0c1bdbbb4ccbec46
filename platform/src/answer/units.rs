//! Parses one unit: all its fields are checked before errors are reported.

use super::item::{Item, find_source};
use super::values::{self, is_empty};
use super::{Fault, FieldError, quoted};
use crate::area::Area;
use crate::config::{DecimalSign, PlatformConfig};
use crate::field_map::FieldSource;
use crate::money::Money;
use crate::unit::{Unit, UnitCode};
use crate::unit_field::{BUILDING, DeclaredField, FieldValue};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What it means that no source has a price.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPrice {
    /// The price is on request.
    OnRequest,
    /// The field is missing: another answer may have it.
    Missing,
}

/// A unit whose fields each come from the first source that has it, and the fields that none has or that are invalid. What
/// none has comes from the unit `before`, except status and price; bathrooms and typology may be unknown. `None` when
/// another field is.
pub(crate) fn unit(
    sources: &[&Value],
    at: usize,
    map: &PlatformConfig,
    no_price: NoPrice,
    before: Option<&Unit>,
) -> (Option<Unit>, Vec<FieldError>) {
    let names = &map.fields;
    let sign = map.decimal;
    let area = |value: &Value| values::number(value, sign, Area::parse);
    let area_or_none = |value: &Value| {
        if is_empty(value) {
            Ok(Area(0))
        } else {
            area(value)
        }
    };
    let mut item = Item {
        sources,
        noun: "unit",
        code: &names.code,
        at,
        faults: Vec::new(),
    };
    let code = item.field("code", &names.code, values::code);
    let unit = item.field("unit", &names.unit, values::name);
    let level = item.mapped("level", &names.level, "levels", |text| map.level(text));
    let unit_use = item.mapped("use", &names.unit_use, "uses", |text| map.unit_use(text));
    let lacks = |field| map.lacks(unit_use, field);
    let bathrooms = if lacks("bathrooms") {
        None
    } else {
        item.field("bathrooms", &names.bathrooms, |value| {
            values::count(value, sign)
        })
    };
    let interior = item.sum("interior", names.interior.parts(), area, Area::checked_add);
    let terrace = if lacks("terrace") {
        Some(Area(0))
    } else {
        item.sum(
            "terrace",
            names.terrace.parts(),
            area_or_none,
            Area::checked_add,
        )
    };
    let total = item.sum("area", names.area.parts(), area, Area::checked_add);
    let typology = if lacks("typology") {
        Some(String::new())
    } else {
        item.field("typology", &names.typology, values::name)
    };
    let status = item.mapped("status", &names.status, "statuses", |text| map.status(text));
    let rent = item.rent(map);
    let is_for_rent = matches!(rent, Some(Some(_)));
    // A rent answers what is asked for the unit: it need not have a price.
    let no_price = if is_for_rent {
        NoPrice::OnRequest
    } else {
        no_price
    };
    let price = item.price(map, no_price);
    if let Some(source) = &names.currency
        && price != Some(None)
    {
        item.currency(source, map.currency.code());
    }
    let mut fields = BTreeMap::new();
    for field in &map.declared {
        let mut value = item.declared(field, sign);
        // A unit need not have it: only without a whole detail it may have been there before.
        let may_be_old = sources.len() == 1 || !item.faults.is_empty();
        if value.is_none() && may_be_old {
            value = before.and_then(|before| before.fields.get(&field.key).cloned());
        }
        if let Some(value) = value {
            fields.insert(field.key.clone(), value);
        }
    }
    let has_place = map
        .declared
        .iter()
        .all(|field| field.key != BUILDING || fields.contains_key(BUILDING));
    let complete = || {
        has_place.then_some(())?;
        Some(Unit {
            code: code?,
            unit: unit.or_else(|| before.map(|unit| unit.unit.clone()))?,
            level: level.or(before.map(|unit| unit.level))?,
            unit_use: unit_use.or(before.map(|unit| unit.unit_use))?,
            bathrooms: bathrooms.or(before.and_then(|unit| unit.bathrooms)),
            interior: interior.or(before.map(|unit| unit.interior))?,
            terrace: terrace.or(before.map(|unit| unit.terrace))?,
            area: total.or(before.map(|unit| unit.area))?,
            price: price?,
            rent: rent?,
            typology: typology
                .or_else(|| before.map(|unit| unit.typology.clone()))
                .unwrap_or_default(),
            status: status?,
            fields,
        })
    };
    (complete(), item.faults)
}

/// The code of the unit in this object of an answer, if it has one.
pub(crate) fn unit_code(value: &Value, map: &PlatformConfig) -> Option<UnitCode> {
    find_source(&[value], &map.fields.code).and_then(|value| values::code(value).ok())
}

impl Item<'_> {
    /// Parses the price. `Some(None)` where it is on request: all of its parts are absent, without
    /// letters and digits (`-`, `$ –`), or words that say so.
    fn price(&mut self, map: &PlatformConfig, no_price: NoPrice) -> Option<Option<Money>> {
        let sources = self.sources;
        let wires = map.fields.price.parts();
        let mut found = wires.iter().map(|wire| find_source(sources, wire));
        let is_nothing = |value: Option<&Value>| {
            value.is_none_or(|value| {
                let text = value.as_str();
                is_empty(value) || text.is_some_and(|text| !text.contains(char::is_alphanumeric))
            })
        };
        let is_lacking = match no_price {
            NoPrice::OnRequest => found.clone().all(is_nothing),
            NoPrice::Missing => false,
        };
        let says_so = |value: Option<&Value>| value.is_some_and(|value| map.is_on_request(value));
        if is_lacking || found.all(says_so) {
            return Some(None);
        }
        let amount = self.sum(
            "price",
            wires,
            |value| values::money(value, map.decimal, map.currency),
            Money::checked_add,
        );
        amount.map(Some)
    }

    /// Parses the rent. `Some(None)` where the unit is not for rent: no part of it is there, or words say that one may ask.
    fn rent(&mut self, map: &PlatformConfig) -> Option<Option<Money>> {
        let Some(currency) = map.rent_currency else {
            return Some(None);
        };
        let sources = self.sources;
        let wires = map.fields.rent.parts();
        let mut found = wires.iter().map(|wire| find_source(sources, wire));
        let is_nothing = |value: Option<&Value>| {
            value.is_none_or(|value| is_empty(value) || map.is_on_request(value))
        };
        if found.all(is_nothing) {
            return Some(None);
        }
        let amount = self.sum(
            "rent",
            wires,
            |value| values::money(value, map.decimal, currency),
            Money::checked_add,
        );
        amount.map(Some)
    }

    /// Reports a currency that is not the development's `own`.
    fn currency(&mut self, wire: &FieldSource, own: &str) {
        let found = find_source(self.sources, wire).map_or(Ok(Cow::default()), values::scalar_text);
        let fault = match found {
            Ok(sent) if sent.trim().eq_ignore_ascii_case(own) => return,
            Ok(sent) => {
                let what = "the currency of the development: only prices in it are shown";
                Fault::Unmapped(format!("{} is not {own}, {what}", quoted(&sent)))
            }
            Err(fault) => fault,
        };
        self.report("currency", wire, fault);
    }

    /// Parses a field that `site.yaml` declares. `None` where the unit has none, or it is invalid.
    fn declared(&mut self, field: &DeclaredField, sign: DecimalSign) -> Option<FieldValue> {
        if field.key == BUILDING {
            return self.mapped(BUILDING, &field.name, "buildings", |text| {
                field.option(text)
            });
        }
        self.optional(&field.key, &field.name, |value| {
            values::declared(value, field, sign)
        })
        .flatten()
    }
}
