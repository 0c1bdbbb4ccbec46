//! The same rules on documents, seen from the data that a document is made of: a template prints all of it.

use platform::money::Money;
use serde_json::Value;

use super::Demands;
use super::prices::{foreign_first, is_plan, no_credit_notice, no_validity};
use super::seller::{no_complaints, no_contract, no_seller};
use super::shown::plain;

/// The key under which a document gets texts that its template fills in itself.
const TEXTS: &str = "strings";

/// Every unit in a document has the total that a buyer pays.
pub(super) fn total_price(demands: &Demands, data: &Value) -> Vec<String> {
    let units = offered(data).into_iter();
    units.filter_map(|unit| wrong_total(demands, unit)).collect()
}

fn wrong_total(demands: &Demands, unit: &Value) -> Option<String> {
    let amount = |value: &Value| value.as_str().and_then(|text| Money::parse(text).ok());
    let net = amount(&unit["net"])?;
    let wanted = demands.totals.get(&net)?;
    let figure = &unit["figures"]["total"];
    let is_told =
        amount(&unit["total"]) == Some(*wanted) && (figure.is_null() || amount(figure) == Some(*wanted));
    (!is_told).then(|| format!("the total of {}, {wanted}, is not shown", unit["code"]))
}

pub(super) fn pesos_first(_: &Demands, data: &Value) -> Vec<String> {
    foreign_first(&words(data)).into_iter().collect()
}

pub(super) fn validity(demands: &Demands, data: &Value) -> Vec<String> {
    on_offer(demands, data, |text| no_validity(demands, text))
}

pub(super) fn credit_notice(demands: &Demands, data: &Value) -> Vec<String> {
    let text = words(data);
    if is_plan(demands, &text) {
        no_credit_notice(demands, &text)
    } else {
        Vec::new()
    }
}

/// Documents say it once for all their drawings.
pub(super) fn illustrative(demands: &Demands, data: &Value) -> Vec<String> {
    let line = demands.string("legal.images");
    on_offer(demands, data, |text| {
        let is_said = line.as_ref().is_some_and(|line| text.contains(line.as_str()));
        let message = "it shows drawings, and not that they are illustrative";
        (!is_said).then(|| message.to_owned()).into_iter().collect()
    })
}

pub(super) fn seller(demands: &Demands, data: &Value) -> Vec<String> {
    on_offer(demands, data, |text| {
        no_seller(demands, text).into_iter().collect()
    })
}

pub(super) fn complaints(demands: &Demands, data: &Value) -> Vec<String> {
    on_offer(demands, data, |text| {
        no_complaints(demands, text).into_iter().collect()
    })
}

pub(super) fn contract(demands: &Demands, data: &Value) -> Vec<String> {
    on_offer(demands, data, |text| {
        no_contract(demands, text).into_iter().collect()
    })
}

/// A document offers that shows a unit with its price, or the price alone.
fn on_offer(demands: &Demands, data: &Value, missing: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let text = words(data);
    if offered(data).is_empty() && !demands.offers(&text) {
        return Vec::new();
    }
    missing(&text)
}

/// The units whose prices a document shows.
fn offered(data: &Value) -> Vec<&Value> {
    match data {
        Value::Object(map) if map.contains_key("code") && map.contains_key("net") => vec![data],
        Value::Object(map) => map.values().flat_map(offered).collect(),
        Value::Array(list) => list.iter().flat_map(offered).collect(),
        _ => Vec::new(),
    }
}

/// All finished texts of a document.
fn words(data: &Value) -> String {
    let mut text = String::new();
    collect(data, &mut text);
    plain(&text)
}

fn collect(value: &Value, text: &mut String) {
    match value {
        Value::String(words) => {
            text.push(' ');
            text.push_str(words);
        }
        Value::Array(list) => list.iter().for_each(|inner| collect(inner, text)),
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| *key != TEXTS)
            .for_each(|(_, inner)| collect(inner, text)),
        _ => {}
    }
}
