//! A page for every unit and language, below the inventory's address.

use std::collections::HashMap;

use super::page::Page;
use crate::inventory::Inventory;
use crate::lang::Lang;
use crate::problem::Problem;

/// The page below which units live: a site that has it has unit pages.
pub const UNIT_PARENT: &str = "/inventario";

/// The template of every unit's page.
const UNIT_TEMPLATE: &str = "pages/unit.html";

/// Makes the pages of all units, in inventory order.
pub(super) fn pages(content: &[Page], inventory: &Inventory, problems: &mut Vec<Problem>) -> Vec<Page> {
    if !content.iter().any(|page| page.neutral == UNIT_PARENT) {
        return Vec::new();
    }
    problems.extend(codes_alike(inventory));
    let mut pages = Vec::with_capacity(inventory.units.len() * Lang::ALL.len());
    for (index, unit) in inventory.units.iter().enumerate() {
        for lang in Lang::ALL {
            let neutral = format!("{UNIT_PARENT}/{}", unit.code);
            pages.push(Page::of_unit(lang, neutral, UNIT_TEMPLATE, index));
        }
    }
    pages
}

/// Codes that differ in nothing but capitals would be one file on many systems.
fn codes_alike(inventory: &Inventory) -> Vec<Problem> {
    let mut seen: HashMap<String, &str> = HashMap::with_capacity(inventory.units.len());
    let mut problems = Vec::new();
    for unit in &inventory.units {
        if let Some(other) = seen.insert(unit.code.as_str().to_ascii_lowercase(), unit.code.as_str()) {
            let message = format!(
                "the units \"{other}\" and \"{}\" would have the same address",
                unit.code
            );
            problems.push(
                Problem::in_file("inventory", message).hint("give one of them another code on the platform"),
            );
        }
    }
    problems
}
