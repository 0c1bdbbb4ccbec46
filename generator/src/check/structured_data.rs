//! The structured data (JSON-LD) of finished pages: what depends on data. A golden file has the rest, one page of each kind.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Value, json};

use super::links::SiteFiles;
use super::page::CheckedPage;
use crate::outputs::structured_data::{LEASE_OUT, availability};
use formats::problem::{Code, Problem};
use model::site::{PageKind, Site};
use platform::money::Money;
use platform::unit::Unit;

fn problem(page: &CheckedPage, message: impl std::fmt::Display) -> Problem {
    page.problem(Code::StructuredData, format!("structured data: {message}"))
}

/// Checks the structured data of all pages. A site without any is not a problem.
pub(super) fn check(site: &Site, pages: &[CheckedPage], files: &SiteFiles) -> Vec<Problem> {
    if pages.iter().all(|page| page.facts.structured.is_empty()) {
        return Vec::new();
    }
    let mut problems = check_addresses(&site.config.base_url, pages, files);
    for page in pages {
        if page.facts.structured.is_empty() && page.page.is_listed() {
            let problem = problem(page, "the page has none, but other pages do");
            problems.push(problem.hint("write {{ structured_data() }} into its layout"));
        }
        let errors = page
            .facts
            .structured
            .iter()
            .filter_map(|block| block.as_ref().err());
        problems
            .extend(errors.map(|error| problem(page, format!("the block is not JSON: {error}"))));
        problems.extend(check_offer(site, page));
    }
    problems
}

/// The blocks of a page that are JSON.
fn blocks<'a>(page: &'a CheckedPage) -> impl Iterator<Item = &'a Value> {
    page.facts.structured.iter().flatten()
}

/// Every JSON object in some values, at any depth.
fn objects<'a>(values: impl IntoIterator<Item = &'a Value>) -> Vec<&'a Value> {
    let mut found = Vec::new();
    for value in values {
        if let Value::Array(list) = value {
            found.extend(objects(list));
        } else if let Value::Object(properties) = value {
            found.push(value);
            found.extend(objects(properties.values()));
        }
    }
    found
}

/// A unit's page has an offer of its sale, of its rent, or both, with the availability of the inventory and its price, with and without
/// tax; a price on request is not in it.
fn check_offer(site: &Site, page: &CheckedPage) -> Vec<Problem> {
    let PageKind::Unit(index) = page.page.kind else {
        return Vec::new();
    };
    if blocks(page).next().is_none() {
        return Vec::new();
    }
    let is_offer = |object: &&Value| match &object["@type"] {
        Value::Array(kinds) => kinds.iter().any(|kind| kind == "Offer"),
        kind => kind == "Offer",
    };
    let offers: Vec<&Value> = objects(blocks(page)).into_iter().filter(is_offer).collect();
    let unit = &site.inventory.units[index];
    let is_lease = |offer: &&&Value| offer["businessFunction"] == LEASE_OUT;
    let leases = offers.iter().filter(is_lease).count();
    let sales = offers.len() - leases;
    let rent = site.config.rent(unit);
    let expected_sales = usize::from(unit.is_for_sale());
    let expected_leases = usize::from(rent.is_some());
    if sales != expected_sales || leases != expected_leases {
        return vec![problem(
            page,
            format!("the page of one unit has {sales} offers of a sale and {leases} of a rent"),
        )];
    }
    let mut problems = Vec::new();
    for offer in offers {
        match (rent, is_lease(&&offer)) {
            (Some(rent), true) => problems.extend(check_lease(site, page, offer, rent.price.total)),
            _ => problems.extend(check_sale(site, page, offer, unit)),
        }
    }
    problems
}

/// The offer of a rent has no price of its own, and each specification has a period; one has what is paid for it.
fn check_lease(site: &Site, page: &CheckedPage, offer: &Value, total: Money) -> Vec<Problem> {
    let Some(currency) = site.config.rent_currency() else {
        return Vec::new();
    };
    let mut messages = Vec::new();
    if !offer["price"].is_null() {
        messages.push("the offer of a rent has a `price`, which is that of a sale".to_owned());
    }
    let parts = offer["priceSpecification"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    if parts.iter().any(|part| part["unitCode"].is_null()) {
        messages
            .push("a specification of a rent has no `unitCode`, which is its period".to_owned());
    }
    let total = json!(currency.plain(total));
    let is_total = |part: &Value| part["price"] == total && part["referenceQuantity"].is_null();
    if !parts.iter().any(is_total) {
        messages.push(format!(
            "no specification of the rent has the total {total}"
        ));
    }
    messages
        .into_iter()
        .map(|message| problem(page, message))
        .collect()
}

fn check_sale(site: &Site, page: &CheckedPage, offer: &Value, unit: &Unit) -> Vec<Problem> {
    let currency = site.config.currency();
    let price = site.config.price(unit);
    let total = price.map(|price| currency.plain(price.total));
    let mut compared = vec![
        ("availability", offer, json!(availability(unit.status))),
        ("price", offer, json!(total)),
        (
            "priceCurrency",
            offer,
            json!(price.map(|_| currency.code())),
        ),
    ];
    for part in offer["priceSpecification"].as_array().into_iter().flatten() {
        let with_tax = part["valueAddedTaxIncluded"] == true;
        let expected = price
            .map(|price| if with_tax { price.total } else { price.net })
            .map(|amount| currency.plain(amount));
        compared.push(("price", part, json!(expected)));
        compared.push(("priceCurrency", part, json!(currency.code())));
    }
    let problems = compared.into_iter().filter_map(|(key, object, expected)| {
        let kind = object["@type"].as_str().unwrap_or_default();
        let given: &Value = &object[key];
        let message = format!("`{key}` of the {kind} is {given}, but {expected} in the inventory");
        (*given != expected).then(|| problem(page, message))
    });
    problems.collect()
}

/// Properties with addresses of this site.
const OWN: [&str; 7] = [
    "@id",
    "url",
    "item",
    "image",
    "logo",
    "contentUrl",
    "thumbnailUrl",
];

/// Properties with addresses of any site.
const ANY: [&str; 2] = ["sameAs", "embedUrl"];

/// Addresses are absolute, addresses of this site exist, and every `@id` that a page refers to is described on some page.
fn check_addresses(base_url: &str, pages: &[CheckedPage], files: &SiteFiles) -> Vec<Problem> {
    let described: HashSet<&str> = pages.iter().flat_map(|page| ids(page, false)).collect();
    let mut problems = Vec::new();
    for page in pages {
        for (property, value) in objects(blocks(page))
            .into_iter()
            .filter_map(Value::as_object)
            .flatten()
        {
            let list = value.as_array();
            let values = list.map_or(std::slice::from_ref(value), Vec::as_slice);
            for address in values.iter().filter_map(Value::as_str) {
                let fault = fault(base_url, property, address, files);
                problems.extend(
                    fault.map(|fault| problem(page, format!("{property} `{address}` {fault}"))),
                );
            }
        }
        let references: BTreeSet<&str> = ids(page, true).collect();
        let unknown = references.into_iter().filter(|id| !described.contains(id));
        problems
            .extend(unknown.map(|id| problem(page, format!("no page describes the `@id` `{id}`"))));
    }
    problems
}

fn fault(base_url: &str, property: &str, address: &str, files: &SiteFiles) -> Option<&'static str> {
    if ANY.contains(&property) {
        return (!address.starts_with("https://")).then_some("is not absolute");
    }
    if !OWN.contains(&property) {
        return None;
    }
    let Some(path) = address.strip_prefix(base_url) else {
        return Some("is not an absolute address of this site");
    };
    let path = path.split('#').next().unwrap_or_default();
    let exists = path.starts_with('/') && files.answers(path);
    (!exists).then_some("does not exist on this site")
}

/// The ids of objects that are only a reference, `{"@id": ...}`, or of all others.
fn ids<'a>(page: &'a CheckedPage, references: bool) -> impl Iterator<Item = &'a str> {
    let objects = objects(blocks(page))
        .into_iter()
        .filter_map(Value::as_object);
    let wanted = objects.filter(move |properties| (properties.len() == 1) == references);
    wanted.filter_map(|properties| properties.get("@id").and_then(Value::as_str))
}
