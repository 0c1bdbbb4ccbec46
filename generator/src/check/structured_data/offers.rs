//! What a unit's page offers is what the inventory says: one offer, its status, its price in pesos with and without
//! the tax.

use platform::unit::Unit;
use serde_json::{Value, json};

use super::Told;
use super::node::Node;
use crate::outputs::structured_data::{Availability, amount};
use model::price::Price;
use model::problem::Problem;
use model::site::{PageKind, Site};

/// The only currency of our prices.
const CURRENCY: &str = "MXN";

pub(super) fn check(site: &Site, told: &Told) -> Vec<Problem> {
    let PageKind::Unit(index) = told.page.page.kind else {
        return Vec::new();
    };
    if told.blocks.is_empty() {
        return Vec::new();
    }
    let unit = &site.inventory.units[index];
    let Some(price) = Price::of(unit.price, site.config.facts.vat_percent) else {
        return vec![told.problem(format!("the price of unit {} is no amount to pay", unit.code))];
    };
    let nodes = told.nodes();
    let offers: Vec<&Node> = nodes.iter().filter(|node| node.is("Offer")).collect();
    let [offer] = offers[..] else {
        return vec![told.problem(format!("there are {} offers, and one unit", offers.len()))];
    };
    let mut wrong = Vec::new();
    compare(
        "availability",
        offer,
        &json!(Availability::from(unit.status)),
        &mut wrong,
    );
    compare("price", offer, &json!(amount(price.total)), &mut wrong);
    compare("priceCurrency", offer, &json!(CURRENCY), &mut wrong);
    for part in offer.list("priceSpecification") {
        let includes_tax = part.properties.get("valueAddedTaxIncluded") == Some(&Value::Bool(true));
        let wanted = if includes_tax { price.total } else { price.net };
        compare("price", &part, &json!(amount(wanted)), &mut wrong);
        compare("priceCurrency", &part, &json!(CURRENCY), &mut wrong);
    }
    for node in nodes.iter().filter(|node| node.is("Product")) {
        compare("sku", node, &json!(unit.code), &mut wrong);
        compare("numberOfBathroomsTotal", node, &json!(unit.bathrooms), &mut wrong);
        wrong.extend(wrong_size(unit, node));
    }
    wrong.into_iter().map(|message| told.problem(message)).collect()
}

fn compare(property: &str, node: &Node, wanted: &Value, wrong: &mut Vec<String>) {
    let given = node.properties.get(property).unwrap_or(&Value::Null);
    if given != wanted {
        let kind = node.types().join(" and ");
        wrong.push(format!(
            "{property} of {kind} is {given}, and {wanted} in the inventory"
        ));
    }
}

fn wrong_size(unit: &Unit, node: &Node) -> Option<String> {
    let given = node.properties.get("floorSize").map(|size| &size["value"])?;
    let wanted = json!(unit.area);
    (*given != wanted).then(|| format!("floorSize is {given}, and {wanted} in the inventory"))
}
