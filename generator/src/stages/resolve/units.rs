//! The pages of units, and the addresses of units that the platform no longer lists.

use std::collections::HashSet;

use model::building::Plan;
use model::code::Code;
use model::config::{Config, FILE};
use model::document::Document;
use model::inventory::Inventory;
use model::lang::Lang;
use model::problem::Problem;
use model::site::{Page, PageKind, UNIT_PARENT};
use model::source::{PublicationState, Robots};
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
            state: PublicationState::Published,
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

/// A problem for each unit of `unit_facts` in `site.yaml` that neither the inventory nor the geometry has.
pub(super) fn unknown_facts<'a>(
    config: &'a Config,
    inventory: &'a Inventory,
    plans: &'a [Plan],
) -> impl Iterator<Item = Problem> + 'a {
    let is_known = move |code: &UnitCode| {
        let listed = inventory.units.iter().map(|unit| &unit.code);
        let mut drawn = plans.iter().flat_map(|plan| &plan.units);
        listed.chain(&inventory.history.gone).any(|known| known == code)
            || drawn.any(|unit| unit.code == code.as_str())
    };
    let problem = |code: &UnitCode| {
        let path = ["unit_facts", "units", code.as_str()];
        Problem::at(
            Code::InvalidValue,
            FILE,
            config.place(path),
            format!("`unit_facts.units` names `{code}`, which is no unit"),
        )
        .hint("write the code of a unit, as in the inventory")
    };
    let codes = config.unit_facts.units.keys();
    codes.filter(move |code| !is_known(code)).map(problem)
}
