//! The addresses of units that the platform no longer lists.

use std::collections::HashSet;

use model::config::Config;
use model::document::Document;
use model::inventory::Inventory;
use model::lang::Lang;
use model::site::UNIT_PARENT;
use platform::unit::UnitCode;

/// Every address of every such unit: its pages and documents redirect, so authors' links to them are valid.
pub(super) fn addresses(config: &Config, inventory: &Inventory) -> HashSet<String> {
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
