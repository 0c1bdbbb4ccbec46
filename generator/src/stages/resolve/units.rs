//! The pages of units, and the addresses of units that the platform no longer lists.

use std::collections::HashSet;

use model::config::Config;
use model::document::Document;
use model::inventory::Inventory;
use model::lang::Lang;
use model::site::{Page, PageKind, UNIT_PARENT};
use model::source::Robots;
use platform::unit::UnitCode;

/// The template of every unit's page.
const TEMPLATE: &str = "pages/unit.html";

/// The pages of all units, in the order of the inventory; none when there is no inventory page.
pub(super) fn pages(content: &[Page], inventory: &Inventory) -> Vec<Page> {
    if !content.iter().any(|page| page.neutral == UNIT_PARENT) {
        return Vec::new();
    }
    let mut pages = Vec::with_capacity(inventory.units.len() * Lang::ALL.len());
    for (index, unit) in inventory.units.iter().enumerate() {
        let neutral = format!("{UNIT_PARENT}/{}", unit.code);
        pages.extend(Lang::ALL.map(|lang| Page {
            lang,
            url: lang.path(&neutral),
            file: lang.file(&neutral),
            neutral: neutral.clone(),
            template: TEMPLATE.to_owned(),
            robots: Robots::Index,
            no_store: false,
            refused: None,
            kind: PageKind::Unit(index),
        }));
    }
    pages
}

/// Every address of every unit that is gone: its pages and documents redirect, so authors' links to them are valid.
pub(super) fn gone_addresses(config: &Config, inventory: &Inventory) -> HashSet<String> {
    let of_unit = |code: &UnitCode| {
        let sheets = Lang::ALL.map(|lang| {
            let sheet = Document::UnitSheet(code.as_str()).path(lang, &config.product);
            format!("/{sheet}")
        });
        let page = format!("{UNIT_PARENT}/{code}");
        [page].into_iter().chain(sheets)
    };
    inventory.history.gone.iter().flat_map(of_unit).collect()
}
