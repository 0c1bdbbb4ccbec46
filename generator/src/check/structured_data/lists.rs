//! Lists count from one without a gap; the way to a page begins at home and ends there; the inventory's list is the
//! inventory, or its beginning where that is longer than a page lists.

use serde_json::Value;

use super::Told;
use super::node::Node;
use model::inventory::LISTED;
use model::problem::Problem;
use model::site::{Site, UNIT_PARENT};

pub(super) fn check(site: &Site, told: &Told) -> Vec<Problem> {
    let mut problems = Vec::new();
    let page = told.page.page;
    let nodes = told.nodes();
    for list in &nodes {
        if list.is("BreadcrumbList") || list.is("ItemList") {
            problems.extend(wrong_count(told, list));
        }
        if list.is("BreadcrumbList") {
            problems.extend(wrong_way(site, told, list));
        }
        if list.is("ItemList") && page.neutral == UNIT_PARENT {
            problems.extend(wrong_units(site, told, list));
        }
    }
    let is_below_home = page.is_listed() && page.neutral != "/";
    if is_below_home && !nodes.iter().any(|node| node.is("BreadcrumbList")) {
        problems.push(told.problem("there is no BreadcrumbList"));
    }
    problems
}

fn wrong_count(told: &Told, list: &Node) -> Option<Problem> {
    let items = list.list("itemListElement");
    let positions = items
        .iter()
        .map(|item| item.properties.get("position").and_then(Value::as_u64));
    let counted = positions.eq((1..=items.len() as u64).map(Some));
    let number = list.properties.get("numberOfItems").and_then(Value::as_u64);
    // A list that is cut short tells how many there are in all.
    let is_cut = items.len() == LISTED;
    let fits = |number: u64| number == items.len() as u64 || is_cut && number > items.len() as u64;
    let is_all = number.is_none_or(fits);
    let message = format!(
        "{} does not count its items from 1 to {}",
        list.label(),
        items.len()
    );
    (!counted || !is_all).then(|| told.problem(message))
}

fn wrong_way(site: &Site, told: &Told, list: &Node) -> Option<Problem> {
    let page = told.page.page;
    let base = &site.config.base_url;
    let steps: Vec<&str> = list
        .list("itemListElement")
        .iter()
        .map(|item| item.text("item").unwrap_or_default())
        .collect();
    let (home, own) = (
        format!("{base}{}", page.lang.path("/")),
        format!("{base}{}", page.url),
    );
    let leads =
        steps.len() > 1 && steps.first() == Some(&home.as_str()) && steps.last() == Some(&own.as_str());
    (!leads).then(|| {
        told.problem(format!("{} does not lead from {home} to {own}", list.label()))
            .hint(format!("it leads along {}", steps.join(", ")))
    })
}

fn wrong_units(site: &Site, told: &Told, list: &Node) -> Option<Problem> {
    let page = told.page.page;
    let units = &site.inventory.units;
    let wanted = units.iter().take(LISTED).map(|unit| {
        let path = page.lang.path(&format!("{UNIT_PARENT}/{}", unit.code));
        format!("{}{path}", site.config.base_url)
    });
    let items = list.list("itemListElement");
    let given = items
        .iter()
        .map(|item| item.text("url").unwrap_or_default().to_owned());
    let message = format!("{} is not the inventory of {} units", list.label(), units.len());
    let number = list.properties.get("numberOfItems").and_then(Value::as_u64);
    let is_counted = items.len() < LISTED || number == Some(units.len() as u64);
    let is_whole = given.eq(wanted) && is_counted;
    (!is_whole).then(|| told.problem(message))
}
