//! The price list: every unit with net price, tax, total and status, by level.

use std::collections::BTreeMap;

use platform::unit_field::FieldKind;
use serde_json::{Value, json};

use super::base_data::{self, Header};
use super::context::DocumentContext;
use super::typesetter::Job;
use super::unit_sheet;
use formats::problem::Problem;
use model::config::{FieldPlace, Floor, UnitField};
use model::document::Document;
use model::site::template;

/// The groups of strings that its template uses.
const STRINGS: &str = "documents level legal price status unit use";

pub(super) fn job(context: &DocumentContext) -> Result<Job, Problem> {
    let heading = context.text("documents.price_list", &[])?;
    let date = context.date();
    let header = Header {
        title: format!("{heading}. {}", context.site.config.name),
        description: context.text("documents.price_list_description", &[("date", &date)])?,
        date_line: context.text("price.date", &[("date", &date)])?,
        date: context.site.inventory.date,
    };
    let own = json!({
        "strings": context.groups(STRINGS),
        "heading": heading,
        "fields": fields(context),
        "lists": lists(context)?,
        "reference": unit_sheet::reference(context)?,
        "offer": offer(context)?,
        "validity": context.text("price.validity", &[("date", &date)])?,
        "inventory": context.link_with(template::INVENTORY)?,
        "contact": base_data::contact(context, Document::PriceList, "messages.whatsapp", &[])?,
        "legal": base_data::legal(context, &context.site.config.vat_rates())?,
    });
    Ok(base_data::job(context, Document::PriceList, &header, own, Vec::new()))
}

/// The columns of the fields that the development declares, those that some unit has.
fn fields(context: &DocumentContext) -> Vec<Value> {
    let (config, units) = (&context.site.config, &context.site.inventory.units);
    let shown = config.unit_fields.iter().filter(|field| field.shows_in(FieldPlace::Prices));
    let filled = shown.filter(|field| units.iter().any(|unit| field.value(unit).is_some()));
    let column = |field: &UnitField| {
        let is_number = matches!(field.kind, FieldKind::Count | FieldKind::Area);
        json!({ "key": field.key, "label": field.label.get(context.lang), "is_number": is_number })
    };
    filled.map(column).collect()
}

/// Every unit, by building and level from the ground up, in inventory order within a level.
pub(super) fn lists(context: &DocumentContext) -> Result<Value, Problem> {
    let mut by_floor: BTreeMap<Floor, Vec<Value>> = BTreeMap::new();
    for unit in &context.site.inventory.units {
        by_floor.entry(context.site.config.floor(unit)).or_default().push(context.unit(unit)?);
    }
    by_floor
        .into_iter()
        .map(|(floor, units)| Ok(json!({"title": context.level(floor)?, "units": units})))
        .collect()
}

/// The number of units in the offer (LFPC): `Oferta limitada a 35 unidades disponibles al ...`.
pub(super) fn offer(context: &DocumentContext) -> Result<String, Problem> {
    let available = context.site.summary.all.available();
    context.count("legal.units_in_offer", available, &[("date", &context.date())])
}
