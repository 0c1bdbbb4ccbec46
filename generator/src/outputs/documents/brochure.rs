//! The data of the brochure: texts of the pages, the building with the current status of its units, the prices.

use std::collections::{BTreeMap, HashSet};

use platform::money::Money;
use platform::unit::{Level, Status, Unit};
use serde_json::{Map, Value, json};

use super::edition::{Edition, legible};
use super::job_pictures::{JobPictures, Width};
use super::sheet::{self, Sheet};
use super::typesetter::Job;
use super::{blocks, levels, online, payments, price_list};
use crate::outputs::pictures::Pictures;
use model::building::Plan;
use model::building::drawing::{View, axonometry_picture};
use model::document::Document;
use model::problem::Problem;

/// The groups of strings that its template uses.
const STRINGS: &str = "documents drawing facts legal level map nav payment price status unit use";

/// The pictures of the building, and how wide each is on its sheet. A picture that the site does not have is left out.
const PICTURES: [(&str, Width); 3] = [
    ("exterior-day", Width::Wide),
    ("lobby", Width::Narrow),
    ("exterior-dusk", Width::Narrow),
];

/// Above this number of units the brochure has no price list.
const MOST_LISTED: usize = 240;

/// The pages whose texts it uses, beside those about the uses.
const PAGES: [&str; 3] = ["/", "/caracteristicas", "/inversionistas"];

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
        "online": online_pages(edition)?,
        "pictures": building_pictures(edition, &mut pictures)?,
        "axonometry": drawing.map(|drawing| axonometry_picture(drawing, &statuses)),
        "units": site.config.declared_units(),
        "places": places(edition)?,
        "products": products(edition, &mut pictures)?,
        "from": from(edition)?,
        "available": available(edition, units)?,
        "amenities": amenities(edition, &mut pictures)?,
        "levels": levels(edition)?,
        "section": levels::section(edition)?,
        "sample": sample(edition)?,
        "lists": lists(edition)?,
        "offer": price_list::offer(edition)?,
        "contact": sheet::contact(edition, &edition.text("messages.whatsapp", &[])?)?,
        "legal": sheet::legal(edition, &site.config.vat_rates())?,
        "legal_prices": sheet::legal_of_prices(edition, &site.config.vat_rates())?,
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

/// The uses that have a page, with the texts of the page and its pictures.
fn products(edition: &Edition, pictures: &mut JobPictures) -> Result<Value, Problem> {
    let mut products = Vec::new();
    for declared in &edition.site.config.uses {
        let Some(neutral) = &declared.page else { continue };
        let (page, source) = edition.page(neutral, Document::Brochure)?;
        let mut picture = |name: &Option<String>, width| {
            let taken = name.as_ref().map(|name| pictures.take(edition, name, width));
            taken.transpose().map(Option::unwrap_or_default)
        };
        products.push(json!({
            "count": edition.site.config.count_of(declared),
            "heading": blocks::bound(&declared.heading(edition.lang)),
            "content": edition.prose(page, &source.front.data),
            "large": picture(&declared.pictures.interior, Width::Wide)?,
            "small": picture(&declared.pictures.brochure, Width::Narrow)?,
            "online": online::page(edition, neutral)?,
        }));
    }
    Ok(Value::Array(products))
}

/// The places near the development, with their names in words.
fn places(edition: &Edition) -> Result<Vec<Value>, Problem> {
    let places = edition.site.config.places.iter();
    places
        .map(|place| {
            let name = place.name.get(edition.lang);
            let to = edition.text("facts.to_place", &[("place", name)])?;
            Ok(json!({"name": name, "km": place.km, "to": to}))
        })
        .collect()
}

/// The pages that the brochure links to, by their slug in the original language.
fn online_pages(edition: &Edition) -> Result<Value, Problem> {
    let mut pages = Map::new();
    for neutral in ["/inventario", "/inversionistas"] {
        pages.insert(
            neutral.trim_start_matches('/').to_owned(),
            online::page(edition, neutral)?,
        );
    }
    Ok(Value::Object(pages))
}

/// The pictures of the building by name; null for each that the site does not have.
fn building_pictures(edition: &Edition, pictures: &mut JobPictures) -> Result<Value, Problem> {
    let mut taken = Map::new();
    for (name, width) in PICTURES {
        taken.insert(name.to_owned(), pictures.take(edition, name, width)?);
    }
    Ok(Value::Object(taken))
}

/// The available unit with the lowest price.
fn lowest<'a>(edition: &Edition<'a>) -> Option<&'a Unit> {
    let units = edition.site.inventory.units.iter();
    let free = units.filter(|unit| unit.status == Status::Available);
    free.min_by_key(|unit| unit.price)
}

/// The lowest price, and with tax where there is some; none when no unit is available.
fn from(edition: &Edition) -> Result<Option<Value>, Problem> {
    let Some(unit) = lowest(edition) else {
        return Ok(None);
    };
    let price = edition.price(unit)?;
    let net = price.net.to_string();
    Ok(Some(json!({
        "line": edition.text("price.from", &[("price", &net)])?,
        "total": (price.vat > Money(0)).then(|| price.total.to_string()),
    })))
}

/// What every payment plan comes to for the available unit with the lowest price; none without unit or plan.
fn sample(edition: &Edition) -> Result<Option<Value>, Problem> {
    let Some(unit) = lowest(edition).filter(|_| !edition.site.payment_plans.is_empty()) else {
        return Ok(None);
    };
    let title = edition.unit_title(unit)?;
    let net = edition.price(unit)?.net.to_string();
    let rate = edition.site.config.vat_percent(unit.unit_use);
    Ok(Some(json!({
        "line": edition.taxed("documents.sample", rate, &[("unit", &title), ("price", &net)])?,
        "plans": payments::plans(edition, unit)?,
        "note": edition.text("payment.note", &[])?,
        "credit": edition.text("payment.credit", &[])?,
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
            "picture": pictures.take(edition, &amenity.code, Width::Narrow)?,
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
fn levels(edition: &Edition) -> Result<Value, Problem> {
    edition
        .site
        .plans
        .iter()
        .map(|plan| level(edition, plan))
        .collect()
}

fn level(edition: &Edition, plan: &Plan) -> Result<Value, Problem> {
    let label = edition.level(Level(plan.level))?;
    let units: Vec<&Unit> = levels::units(edition, plan).collect();
    let drawn: HashSet<&str> = plan.units.iter().map(|unit| unit.code.as_str()).collect();
    let rows: Vec<Value> = units
        .iter()
        .filter(|unit| drawn.contains(unit.code.as_str()))
        .map(|unit| edition.unit(unit))
        .collect::<Result<_, _>>()?;
    let declared = units
        .first()
        .and_then(|unit| edition.site.config.use_of(unit.unit_use));
    let unit_use = declared.map(|declared| blocks::bound(&declared.level(edition.lang)));
    Ok(json!({
        "label": label,
        "use": unit_use.unwrap_or_default(),
        "available": available(edition, units.iter().copied())?,
        "mark": plan.mark,
        "clear_height": edition.text("documents.clear_height", &[("height", &plan.clear_height)])?,
        "plan": levels::picture(edition, plan, View::Level, &|unit| Some(unit.status))?,
        "alt": edition.text("unit.plan_level", &[("level", &label)])?,
        "units": rows,
    }))
}
