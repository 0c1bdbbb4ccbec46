//! The data of the brochure: texts of the pages, the building with the current status of its units, the prices.

use std::collections::{BTreeMap, HashSet};

use platform::unit::{Level, Status, Unit};
use serde_json::{Map, Value, json};

use super::edition::{Edition, legible};
use super::job_pictures::JobPictures;
use super::sheet::{self, Sheet};
use super::typesetter::Job;
use super::{FONT, price_list};
use crate::outputs::pictures::Pictures;
use model::building::Plan;
use model::building::drawing::{axonometry_picture, plan_picture};
use model::document::Document;
use model::price::Price;
use model::problem::Problem;

/// The groups of strings that its template uses.
const STRINGS: &str = "documents drawing facts legal level map nav price status unit use";

/// The picture of the last sheet.
const CLOSING: &str = "exterior-dusk";

/// Above this number of units the brochure has no price list.
const MOST_LISTED: usize = 240;

/// The pages whose texts it uses.
const PAGES: [&str; 5] = [
    "/",
    "/oficinas-lujo",
    "/locales-comerciales",
    "/caracteristicas",
    "/inversionistas",
];

pub(super) fn job(edition: &Edition, pictures: &Pictures) -> Result<Job, Problem> {
    let mut pictures = JobPictures::of(pictures);
    let site = edition.site;
    let (_, home) = edition.page("/", Document::Brochure)?;
    let sheet = Sheet {
        title: &format!(
            "{}. {}",
            site.config.name,
            edition.text("documents.brochure", &[])?
        ),
        description: &home.front.description,
        date_line: &sheet::availability(edition)?,
        date: site.inventory.date,
    };
    let units = &site.inventory.units;
    let statuses: BTreeMap<String, Status> = units
        .iter()
        .map(|unit| (unit.code.to_string(), unit.status))
        .collect();
    let drawing = site.axonometry.as_ref();
    let own = json!({
        "strings": edition.groups(STRINGS),
        "pages": pages(edition)?,
        "axonometry": drawing.map(|drawing| axonometry_picture(drawing, &statuses)),
        "facts": site.config.facts,
        "from": from(edition)?,
        "available": available(edition, units)?,
        "amenities": amenities(edition, &mut pictures)?,
        "closing": pictures.take(edition, CLOSING)?,
        "levels": levels(edition, &statuses)?,
        "lists": lists(edition)?,
        "offer": price_list::offer(edition)?,
        "inventory_url": edition.url("/inventario"),
        "contact": sheet::contact(edition, &edition.text("messages.whatsapp", &[])?)?,
        "legal": sheet::legal(edition)?,
        "legal_prices": sheet::legal_of_prices(edition)?,
        "page_words": sheet::page_words(edition)?,
    });
    Ok(Job {
        pictures: pictures.taken,
        ..sheet::job(edition, Document::Brochure, sheet, own)
    })
}

/// The pages' data by slug.
fn pages(edition: &Edition) -> Result<Value, Problem> {
    let mut pages = Map::new();
    for neutral in PAGES {
        let (page, source) = edition.page(neutral, Document::Brochure)?;
        pages.insert(page.slug().to_owned(), edition.prose(page, &source.front.data));
    }
    Ok(Value::Object(pages))
}

/// The lowest price among the free units, net, tax and total; none when no unit is available.
fn from(edition: &Edition) -> Result<Option<Value>, Problem> {
    let units = edition.site.inventory.units.iter();
    let free = units.filter(|unit| unit.status == platform::unit::Status::Available);
    let Some(lowest) = free.map(|unit| unit.price).min() else {
        return Ok(None);
    };
    let net = lowest.to_string();
    let total = Price::of(lowest, edition.site.config.facts.vat_percent).map(|price| price.total.to_string());
    Ok(Some(json!({
        "line": edition.text("price.from", &[("price", &net)])?,
        "total": total,
    })))
}

/// `35 disponibles de 69`.
fn available<'a>(
    edition: &Edition,
    units: impl IntoIterator<Item = &'a Unit> + Clone,
) -> Result<String, Problem> {
    let total = units.clone().into_iter().count().to_string();
    edition.count(
        "selector.available",
        price_list::free(units),
        &[("total", &total)],
    )
}

/// The shared amenities, in this language where it has texts for them.
fn amenities(edition: &Edition, pictures: &mut JobPictures) -> Result<Value, Problem> {
    let amenities = edition.site.inventory.amenities.iter().map(|amenity| {
        let text = |field: &str, given: &str| {
            let own = edition.text(&format!("amenity.{}.{field}", amenity.code), &[]);
            own.unwrap_or_else(|_| legible(given))
        };
        Ok(json!({
            "name": text("name", &amenity.name),
            "description": text("description", &amenity.description),
            "picture": pictures.take(edition, &amenity.code)?,
        }))
    });
    amenities.collect()
}

/// The price list, unless it is too long for the brochure.
fn lists(edition: &Edition) -> Result<Value, Problem> {
    if edition.site.inventory.units.len() > MOST_LISTED {
        return Ok(json!([]));
    }
    price_list::lists(edition)
}

/// A sheet for each level that has a plan.
fn levels(edition: &Edition, statuses: &BTreeMap<String, Status>) -> Result<Value, Problem> {
    let plans = edition.site.plans.iter();
    plans.map(|plan| level(edition, plan, statuses)).collect()
}

fn level(edition: &Edition, plan: &Plan, statuses: &BTreeMap<String, Status>) -> Result<Value, Problem> {
    let label = edition.level(Level(plan.level))?;
    let on_level = |unit: &&Unit| unit.level.0 == plan.level;
    let units: Vec<&Unit> = edition.site.inventory.units.iter().filter(on_level).collect();
    let drawn: HashSet<&str> = plan.units.iter().map(|unit| unit.code.as_str()).collect();
    let rows: Vec<Value> = units
        .iter()
        .filter(|unit| drawn.contains(unit.code.as_str()))
        .map(|unit| edition.unit(unit))
        .collect::<Result<_, _>>()?;
    let unit_use = match units.first() {
        Some(unit) => edition.text(&format!("documents.{}_level", unit.unit_use.key()), &[])?,
        None => String::new(),
    };
    Ok(json!({
        "label": label,
        "use": unit_use,
        "available": available(edition, units.iter().copied())?,
        "mark": plan.mark,
        "clear_height": edition.text("documents.clear_height", &[("height", &plan.clear_height)])?,
        "plan": plan_picture(plan, statuses, None, FONT),
        "alt": edition.text("unit.plan_level", &[("level", &label)])?,
        "north": plan.north,
        "units": rows,
    }))
}
