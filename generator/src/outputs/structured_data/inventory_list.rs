//! The inventory as a list of its units' pages, in the order of the table.

use serde::Serialize;

use super::page::part;
use super::types::Reference;
use model::inventory::LISTED;
use model::site::{Page, Site, UNIT_PARENT};

/// The number of units, and the units in order.
#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
pub(super) struct ItemList {
    #[serde(flatten)]
    id: Reference,
    number_of_items: usize,
    item_list_element: Vec<ListItem>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "@type")]
struct ListItem {
    position: usize,
    url: String,
}

pub(super) fn list(site: &Site, page: &Page) -> ItemList {
    let units = site.inventory.units.iter().take(LISTED).enumerate();
    let items = units.map(|(index, unit)| ListItem {
        position: index + 1,
        url: site
            .config
            .absolute(&page.lang.path(&format!("{UNIT_PARENT}/{}", unit.code))),
    });
    ItemList {
        id: part(&site.config.absolute(&page.url), "list"),
        number_of_items: site.inventory.units.len(),
        item_list_element: items.collect(),
    }
}
