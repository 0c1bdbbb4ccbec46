//! The data of the brochure: texts of the pages, the building with the current status of its units, the prices.

use std::collections::{BTreeMap, HashSet};

use platform::money::Money;
use platform::unit::{Level, Status, Unit};
use serde_json::{Map, Value, json};

use super::edition::{Edition, legible};
use super::job_pictures::{JobPictures, Width};
use super::sheet::{self, Sheet};
use super::typesetter::Job;
use super::{levels, online, payments, price_list};
use crate::stages::pictures::Pictures;
use building::drawing::{View, axonometry_picture};
use building::{Axonometry, Plan};
use formats::markdown::blocks;
use formats::problem::Problem;
use model::document::Document;
use model::site::template;

/// The groups of strings that its template uses.
const STRINGS: &str = "documents drawing facts legal level nav payment price status unit use";

/// Above this number of units the brochure has no price list.
const MOST_LISTED: usize = 240;

/// The templates of the pages whose texts it uses where the site has them, beside the home page and those about the uses.
const PAGES: [&str; 2] = [template::CHARACTERISTICS, template::INVESTORS];

/// The templates of the pages that it links to where the site has them.
const ONLINE: [&str; 2] = [template::INVENTORY, template::INVESTORS];

pub(super) fn job(edition: &Edition, pictures: &Pictures) -> Result<Job, Problem> {
    let mut pictures = JobPictures::new(pictures);
    let site = edition.site;
    let (home_page, home) = edition.page("/", Document::Brochure)?;
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
    let drawing = site.axonometry.as_ref();
    let own = json!({
        "strings": edition.groups(STRINGS),
        "home": edition.prose(home_page, &home.front.data),
        "pages": pages(edition)?,
        "online": online_pages(edition)?,
        "pictures": building_pictures(edition, &mut pictures)?,
        "axonometry": drawing.map(|drawing| axonometry_picture(drawing, &statuses(drawing, units), &edition.site.theme)),
        "units": site.config.declared_units(),
        "places": places(edition)?,
        "map": map(edition),
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

/// The statuses of the units that are drawn, by their codes.
fn statuses(drawing: &Axonometry, units: &[Unit]) -> BTreeMap<String, Status> {
    let drawn = drawing.levels.iter().flat_map(|level| &level.units);
    let drawn: HashSet<&str> = drawn.map(|unit| unit.code.as_str()).collect();
    let units = units.iter().filter(|unit| drawn.contains(unit.code.as_str()));
    units.map(|unit| (unit.code.to_string(), unit.status)).collect()
}

/// The pages' data by template; null for each page that the site does not have.
fn pages(edition: &Edition) -> Result<Value, Problem> {
    let routes = &edition.site.routes;
    let mut pages = Map::new();
    for template in PAGES {
        let neutral = routes.with_template(template);
        let found = neutral.map(|neutral| edition.page(neutral, Document::Brochure));
        let data = found
            .transpose()?
            .map(|(page, source)| edition.prose(page, &source.front.data));
        pages.insert(template.to_owned(), data.unwrap_or_default());
    }
    Ok(Value::Object(pages))
}

/// The uses that have a page, with the texts of the page and its pictures.
fn products(edition: &Edition, pictures: &mut JobPictures) -> Result<Value, Problem> {
    let mut products = Vec::new();
    for declared in &edition.site.config.uses {
        let Some(neutral) = &declared.page else { continue };
        let (page, source) = edition.page(neutral, Document::Brochure)?;
        let mut picture = |name: &Option<String>, width| taken_by_name(edition, pictures, name, width);
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

/// The map with its alternative text; null for a site without one.
fn map(edition: &Edition) -> Option<Value> {
    let map = edition.site.map.as_ref()?.get(edition.lang);
    Some(json!({"svg": map.svg, "alt": map.alt}))
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

/// The pages that the brochure links to, by their template.
fn online_pages(edition: &Edition) -> Result<Value, Problem> {
    let mut pages = Map::new();
    for template in ONLINE {
        pages.insert(template.to_owned(), online::page_with(edition, template)?);
    }
    Ok(Value::Object(pages))
}

/// The pictures of the building by their place, each as wide as its sheet needs; null for each that the site does not have.
fn building_pictures(edition: &Edition, pictures: &mut JobPictures) -> Result<Value, Problem> {
    let named = &edition.site.config.pictures;
    let mut taken = Map::new();
    for (place, name, width) in [
        ("cover", &named.home, Width::Wide),
        ("building", &named.characteristics, Width::Narrow),
        ("end", &named.investors, Width::Narrow),
    ] {
        taken.insert(place.to_owned(), taken_by_name(edition, pictures, name, width)?);
    }
    Ok(Value::Object(taken))
}

/// A picture that `site.yaml` names; null when it names none.
fn taken_by_name(
    edition: &Edition,
    pictures: &mut JobPictures,
    name: &Option<String>,
    width: Width,
) -> Result<Value, Problem> {
    let taken = name.as_ref().map(|name| pictures.take(edition, name, width));
    taken.transpose().map(Option::unwrap_or_default)
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
