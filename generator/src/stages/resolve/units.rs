//! A page for every unit and language, below the address of the inventory.

use super::page;
use model::inventory::Inventory;
use model::lang::Lang;
use model::site::{Page, UNIT_PARENT};

/// The template of every unit's page.
const UNIT_TEMPLATE: &str = "pages/unit.html";

/// The pages of all units, in the order of the inventory; none when there is no inventory page.
pub(super) fn pages(content: &[Page], inventory: &Inventory) -> Vec<Page> {
    if !content.iter().any(|page| page.neutral == UNIT_PARENT) {
        return Vec::new();
    }
    let mut pages = Vec::with_capacity(inventory.units.len() * Lang::ALL.len());
    for (index, unit) in inventory.units.iter().enumerate() {
        for lang in Lang::ALL {
            let neutral = format!("{UNIT_PARENT}/{}", unit.code);
            pages.push(page::of_unit(lang, neutral, UNIT_TEMPLATE, index));
        }
    }
    pages
}
