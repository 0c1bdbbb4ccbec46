//! A page for every unit and language, below the inventory's address.

use super::page::Page;
use crate::inventory::Inventory;
use crate::lang::Lang;

/// The page below which units live: a site that has it has unit pages.
pub const UNIT_PARENT: &str = "/inventario";

/// The template of every unit's page.
const UNIT_TEMPLATE: &str = "pages/unit.html";

/// Makes the pages of all units, in inventory order.
pub(super) fn pages(content: &[Page], inventory: &Inventory) -> Vec<Page> {
    if !content.iter().any(|page| page.neutral == UNIT_PARENT) {
        return Vec::new();
    }
    let mut pages = Vec::with_capacity(inventory.units.len() * Lang::ALL.len());
    for (index, unit) in inventory.units.iter().enumerate() {
        for lang in Lang::ALL {
            let neutral = format!("{UNIT_PARENT}/{}", unit.code);
            pages.push(Page::of_unit(lang, neutral, UNIT_TEMPLATE, index));
        }
    }
    pages
}
