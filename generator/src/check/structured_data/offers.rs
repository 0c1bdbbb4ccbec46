//! A unit's page has one offer, with the availability of the inventory and its price, with and without tax.

use serde_json::{Value, json};

use super::Described;
use crate::outputs::structured_data::availability;
use formats::problem::Problem;
use model::site::{PageKind, Site};

pub(super) fn check(site: &Site, page: &Described) -> Vec<Problem> {
    let PageKind::Unit(index) = page.page.page.kind else {
        return Vec::new();
    };
    if page.blocks.is_empty() {
        return Vec::new();
    }
    let unit = &site.inventory.units[index];
    let currency = site.config.currency();
    let Some(price) = site.config.price(unit) else {
        return vec![page.problem(format!("the price of unit {} cannot be computed", unit.code))];
    };
    let offers = page.of_type("Offer");
    let [offer] = offers[..] else {
        return vec![page.problem(format!("the page of one unit has {} offers", offers.len()))];
    };
    let mut compared = vec![
        ("availability", offer, json!(availability(unit.status))),
        ("price", offer, json!(currency.plain(price.total))),
        ("priceCurrency", offer, json!(currency.code())),
    ];
    for part in offer["priceSpecification"].as_array().into_iter().flatten() {
        let with_tax = part["valueAddedTaxIncluded"] == true;
        let expected = if with_tax { price.total } else { price.net };
        compared.push(("price", part, json!(currency.plain(expected))));
        compared.push(("priceCurrency", part, json!(currency.code())));
    }
    let problems = compared.into_iter().filter_map(|(key, object, expected)| {
        let kind = object["@type"].as_str().unwrap_or_default();
        let given: &Value = &object[key];
        let message = format!("`{key}` of the {kind} is {given}, but {expected} in the inventory");
        (*given != expected).then(|| page.problem(message))
    });
    problems.collect()
}
