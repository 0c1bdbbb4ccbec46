//! The price list: every unit with net price, tax, total and status, by level.

use std::collections::BTreeMap;

use platform::unit::{Level, Status, Unit};
use serde_json::{Value, json};

use super::edition::Edition;
use super::online;
use super::sheet::{self, Sheet};
use super::typesetter::Job;
use formats::problem::Problem;
use model::document::Document;
use model::site::template;

/// The groups of strings that its template uses.
const STRINGS: &str = "documents level legal price status unit use";

pub(super) fn job(edition: &Edition) -> Result<Job, Problem> {
    let heading = edition.text("documents.price_list", &[])?;
    let date = edition.date()?;
    let sheet = Sheet {
        title: &format!("{heading}. {}", edition.site.config.name),
        description: &edition.text("documents.price_list_description", &[("date", &date)])?,
        date_line: &edition.text("price.date", &[("date", &date)])?,
        date: edition.site.inventory.date,
    };
    let own = json!({
        "strings": edition.groups(STRINGS),
        "heading": heading,
        "lists": lists(edition)?,
        "offer": offer(edition)?,
        "validity": edition.text("price.validity", &[("date", &date)])?,
        "inventory": online::page_with(edition, template::INVENTORY)?,
        "contact": sheet::contact(edition, &edition.text("messages.whatsapp", &[])?)?,
        "legal": sheet::legal(edition, &edition.site.config.vat_rates())?,
    });
    Ok(sheet::job(edition, Document::PriceList, sheet, own))
}

/// Every unit, by level from the ground up, in inventory order within a level.
pub(super) fn lists(edition: &Edition) -> Result<Value, Problem> {
    let mut by_level: BTreeMap<Level, Vec<Value>> = BTreeMap::new();
    for unit in &edition.site.inventory.units {
        by_level.entry(unit.level).or_default().push(edition.unit(unit)?);
    }
    by_level
        .into_iter()
        .map(|(level, units)| Ok(json!({"title": edition.level(level)?, "units": units})))
        .collect()
}

/// The number of units in the offer (LFPC): `Oferta limitada a 35 unidades disponibles al ...`.
pub(super) fn offer(edition: &Edition) -> Result<String, Problem> {
    let free = free(&edition.site.inventory.units);
    edition.count("legal.units_in_offer", free, &[("date", &edition.date()?)])
}

/// The number of available units.
pub(super) fn free<'a>(units: impl IntoIterator<Item = &'a Unit>) -> usize {
    units
        .into_iter()
        .filter(|unit| unit.status == Status::Available)
        .count()
}
