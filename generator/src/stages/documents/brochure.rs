//! The data of the brochure: texts of the pages, the building with the current status of its units, the prices.

use std::collections::{BTreeMap, HashSet};

use platform::money::Money;
use platform::unit::{Level, Status, Unit};
use serde_json::{Value, json};

use super::base_data::{self, Header};
use super::context::{DocumentContext, replace_missing_glyphs};
use super::job_pictures::{JobPictures, Width};
use super::typesetter::Job;
use super::{levels, payments, price_list};
use crate::stages::pictures::Pictures;
use building::drawing::{PlanView, axonometry_picture};
use building::{Axonometry, Plan};
use formats::markdown::blocks;
use formats::problem::Problem;
use model::document::Document;
use model::inventory_summary::UnitsSummary;
use model::site::template;

/// The groups of strings that its template uses.
const STRINGS: &str = "documents drawing facts legal level nav payment price status unit use";

/// Above this number of units the brochure has no price list.
const MOST_LISTED: usize = 240;

/// The templates of the pages whose texts it uses where the site has them, beside the home page and those about the uses.
const PAGES: [&str; 2] = [template::CHARACTERISTICS, template::INVESTORS];

/// The templates of the pages that it links to where the site has them.
const ONLINE: [&str; 2] = [template::INVENTORY, template::INVESTORS];

pub(super) fn job(context: &DocumentContext, pictures: &Pictures) -> Result<Job, Problem> {
    let mut pictures = JobPictures::new(pictures);
    let site = context.site;
    let (home_page, home) = context.page("/", Document::Brochure)?;
    let header = Header {
        title: format!("{}. {}", site.config.name, context.text("documents.brochure", &[])?),
        description: home.front.description.clone(),
        date_line: base_data::availability(context)?,
        date: site.inventory.date,
    };
    let units = &site.inventory.units;
    let drawing = site.axonometry.as_ref();
    let own = json!({
        "strings": context.groups(STRINGS),
        "home": context.prose(home_page, &home.front.data),
        "pages": pages(context)?,
        "online": online_pages(context)?,
        "pictures": building_pictures(context, &mut pictures)?,
        "axonometry": drawing.map(|drawing| axonometry_picture(drawing, &statuses(drawing, units), &context.site.theme)),
        "units": site.config.declared_units(),
        "places": places(context)?,
        "map": map(context),
        "products": products(context, &mut pictures)?,
        "from": from(context)?,
        "available": available(context, site.summary.all)?,
        "amenities": amenities(context, &mut pictures)?,
        "levels": levels(context)?,
        "section": levels::section(context)?,
        "sample": sample(context)?,
        "lists": lists(context)?,
        "offer": price_list::offer(context)?,
        "contact": base_data::contact(context, "messages.whatsapp", &[])?,
        "legal": base_data::legal(context, &site.config.vat_rates())?,
        "legal_prices": base_data::legal_of_prices(context, &site.config.vat_rates())?,
        "page_words": base_data::page_words(context)?,
    });
    Ok(base_data::job(context, Document::Brochure, &header, own, pictures.taken))
}

/// The statuses of the units that are drawn, by their codes.
fn statuses(drawing: &Axonometry, units: &[Unit]) -> BTreeMap<String, Status> {
    let drawn = drawing.levels.iter().flat_map(|level| &level.units);
    let drawn: HashSet<&str> = drawn.map(|unit| unit.code.as_str()).collect();
    let units = units.iter().filter(|unit| drawn.contains(unit.code.as_str()));
    units.map(|unit| (unit.code.to_string(), unit.status)).collect()
}

/// The pages' data by template; null for each page that the site does not have.
fn pages(context: &DocumentContext) -> Result<Value, Problem> {
    let routes = &context.site.routes;
    let pages = PAGES.map(|template| {
        let Some(neutral) = routes.with_template(template) else {
            return Ok((template.to_owned(), Value::Null));
        };
        let (page, source) = context.page(neutral, Document::Brochure)?;
        Ok((template.to_owned(), context.prose(page, &source.front.data)))
    });
    pages.into_iter().collect()
}

/// The uses that have a page, with the texts of the page and its pictures.
fn products(context: &DocumentContext, pictures: &mut JobPictures) -> Result<Value, Problem> {
    let mut products = Vec::new();
    for declared in &context.site.config.uses {
        let Some(neutral) = &declared.page else { continue };
        let (page, source) = context.page(neutral, Document::Brochure)?;
        let mut picture = |name: &Option<String>, width| taken_by_name(context, pictures, name, width);
        products.push(json!({
            "count": context.site.config.count_of(declared),
            "heading": blocks::bound(&declared.heading(context.lang)),
            "content": context.prose(page, &source.front.data),
            "large": picture(&declared.pictures.interior, Width::Wide)?,
            "small": picture(&declared.pictures.brochure, Width::Narrow)?,
            "online": context.link(neutral)?,
        }));
    }
    Ok(Value::Array(products))
}

/// The map with its alternative text; null for a site without one.
fn map(context: &DocumentContext) -> Option<Value> {
    let map = context.site.map.as_ref()?.get(context.lang);
    Some(json!({"svg": map.svg, "alt": map.alt}))
}

/// The places near the development, with their names in words.
fn places(context: &DocumentContext) -> Result<Vec<Value>, Problem> {
    let places = context.site.config.places.iter();
    places
        .map(|place| {
            let name = place.name.get(context.lang);
            let to = context.text("facts.to_place", &[("place", name)])?;
            Ok(json!({"name": name, "km": place.km, "to": to}))
        })
        .collect()
}

/// The pages that the brochure links to, by their template.
fn online_pages(context: &DocumentContext) -> Result<Value, Problem> {
    let pages = ONLINE.map(|template| Ok((template.to_owned(), context.link_with(template)?)));
    pages.into_iter().collect()
}

/// The pictures of the building by their place, each as wide as its sheet needs; null for each that the site does not have.
fn building_pictures(context: &DocumentContext, pictures: &mut JobPictures) -> Result<Value, Problem> {
    let named = &context.site.config.pictures;
    Ok(json!({
        "cover": taken_by_name(context, pictures, &named.home, Width::Wide)?,
        "building": taken_by_name(context, pictures, &named.characteristics, Width::Narrow)?,
        "end": taken_by_name(context, pictures, &named.investors, Width::Narrow)?,
    }))
}

/// A picture that `site.yaml` names; null when it names none.
fn taken_by_name(
    context: &DocumentContext,
    pictures: &mut JobPictures,
    name: &Option<String>,
    width: Width,
) -> Result<Value, Problem> {
    let taken = name.as_ref().map(|name| pictures.take(context, name, width));
    taken.transpose().map(Option::unwrap_or_default)
}

/// The lowest price, and with tax where there is some; none when no unit is available.
fn from(context: &DocumentContext) -> Result<Option<Value>, Problem> {
    let Some(unit) = context.site.cheapest(context.site.summary.all) else {
        return Ok(None);
    };
    let price = context.site.price(unit)?;
    let net = context.localized.money(price.net);
    Ok(Some(json!({
        "line": context.text("price.from", &[("price", &net)])?,
        "total": (price.vat > Money(0)).then(|| context.localized.money(price.total)),
    })))
}

/// What every payment plan comes to for the available unit with the lowest price; none without unit or plan.
fn sample(context: &DocumentContext) -> Result<Option<Value>, Problem> {
    let site = context.site;
    let cheapest = site.cheapest(site.summary.all);
    let Some(unit) = cheapest.filter(|_| !site.payment_plans.is_empty()) else {
        return Ok(None);
    };
    let title = context.unit_title(unit)?;
    let net = context.localized.money(context.site.price(unit)?.net);
    let rate = context.site.config.vat_percent(unit.unit_use);
    let line = context.localized.taxed("documents.sample", rate, &[("unit", &title), ("price", &net)]);
    Ok(Some(json!({
        "line": context.bound(line)?,
        "plans": payments::plans(context, unit)?,
        "note": context.text("payment.note", &[])?,
        "credit": context.text("payment.credit", &[])?,
    })))
}

/// `35 disponibles de 69`.
fn available(context: &DocumentContext, summary: UnitsSummary) -> Result<String, Problem> {
    let total = summary.total().to_string();
    context.count("selector.available", summary.available(), &[("total", &total)])
}

/// The shared amenities, in this language where it has texts for them.
fn amenities(context: &DocumentContext, pictures: &mut JobPictures) -> Result<Value, Problem> {
    let amenities = context.site.inventory.amenities.iter().map(|amenity| {
        let text = |field: &str, given: &str| {
            let own = context.text(&format!("amenity.{}.{field}", amenity.code), &[]);
            own.unwrap_or_else(|_| replace_missing_glyphs(given))
        };
        Ok(json!({
            "name": text("name", &amenity.name),
            "description": text("description", &amenity.description),
            "picture": pictures.take(context, &amenity.code, Width::Narrow)?,
        }))
    });
    amenities.collect()
}

/// The price list, unless it is too long for the brochure.
fn lists(context: &DocumentContext) -> Result<Value, Problem> {
    if context.site.summary.all.total() > MOST_LISTED {
        return Ok(json!([]));
    }
    price_list::lists(context)
}

/// A sheet for each level that has a plan.
fn levels(context: &DocumentContext) -> Result<Value, Problem> {
    context.site.plans.iter().map(|plan| level(context, plan)).collect()
}

fn level(context: &DocumentContext, plan: &Plan) -> Result<Value, Problem> {
    let number = Level(plan.level);
    let label = context.level(number)?;
    let summary = context.site.summary.by_level.get(&number);
    let units: Vec<&Unit> = levels::units(context, plan).collect();
    let drawn: HashSet<&str> = plan.units.iter().map(|unit| unit.code.as_str()).collect();
    let rows: Vec<Value> = units
        .iter()
        .filter(|unit| drawn.contains(unit.code.as_str()))
        .map(|unit| context.unit(unit))
        .collect::<Result<_, _>>()?;
    let declared = units.first().and_then(|unit| context.site.config.use_of(unit.unit_use));
    let unit_use = declared.map(|declared| blocks::bound(&declared.level(context.lang)));
    Ok(json!({
        "label": label,
        "use": unit_use.unwrap_or_default(),
        "available": available(context, summary.copied().unwrap_or_default())?,
        "mark": context.localized.numbers().number(&plan.mark),
        "clear_height": context.text("documents.clear_height", &[("height", &context.localized.numbers().number(&plan.clear_height))])?,
        "plan": levels::picture(context, plan, PlanView::Level, &|unit| Some(unit.status))?,
        "alt": context.text("unit.plan_level", &[("level", &label)])?,
        "units": rows,
    }))
}
