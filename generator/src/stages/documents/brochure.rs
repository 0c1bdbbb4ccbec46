//! The data of the brochure: texts of the pages, the building with the current status of its units, the prices.

use std::collections::{BTreeMap, HashSet};

use platform::money::Money;
use platform::unit::{Level, Status, Unit};
use serde_json::{Map, Value, json};

use super::base_data::{self, Header};
use super::context::DocumentContext;
use super::job_pictures::{JobPictures, Width};
use super::typesetter::Job;
use super::{levels, payments, price_list};
use crate::stages::pictures::Pictures;
use building::drawing::{PlanView, axonometry_picture};
use building::{Axonometry, Plan};
use formats::markdown::blocks;
use formats::problem::Problem;
use model::config::{Month, Timeline};
use model::document::Document;
use model::inventory_summary::UnitsSummary;
use model::site::template;

/// The groups of strings that its template uses.
const STRINGS: &str =
    "building documents drawing facts legal level milestones nav payment price status unit use";

/// Above this number of units the brochure has no price list.
const MOST_LISTED: usize = 240;

/// The most units on the sheet of equal levels.
const MOST_ON_SHEET: usize = 60;

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
    let own = json!({
        "strings": context.groups(STRINGS),
        "home": context.prose(home_page, &home.front.data),
        "pages": pages(context)?,
        "online": online_pages(context)?,
        "pictures": building_pictures(context, &mut pictures)?,
        "axonometries": axonometries(context)?,
        "units": site.config.declared_units(),
        "places": places(context)?,
        "map": map(context),
        "products": products(context, &mut pictures)?,
        "from": from(context)?,
        "available": available(context, site.summary.all)?,
        "amenities": amenities(context, &mut pictures)?,
        "levels": levels(context)?,
        "level_pages": level_pages(context)?,
        "sections": levels::sections(context)?,
        "developer": site.config.developer.as_ref().map(|developer| &developer.name),
        "building_facts": site.config.building_facts,
        "milestones": milestones(context),
        "sample": sample(context)?,
        "lists": lists(context)?,
        "offer": price_list::offer(context)?,
        "contact": base_data::contact(context, Document::Brochure, "messages.whatsapp", &[])?,
        "legal": base_data::legal(context, &site.config.vat_rates())?,
        "legal_prices": base_data::legal_of_prices(context, &site.config.vat_rates())?,
        "page_words": base_data::page_words(context)?,
    });
    Ok(base_data::job(context, Document::Brochure, &header, own, pictures.taken))
}

/// The drawing of each building, on a site with several with its name and whether it is not yet on sale.
fn axonometries(context: &DocumentContext) -> Result<Vec<Value>, Problem> {
    let site = context.site;
    let picture = |drawing: &Axonometry| {
        let building = site.config.building(&drawing.building);
        let announced = building.filter(|building| building.announced);
        let statuses = statuses(drawing, &site.inventory.units);
        Ok(json!({
            "building": drawing.building,
            "name": building.map(|building| building.label.get(context.lang)),
            "announced": announced.map(|_| context.text("selector.announced", &[])).transpose()?,
            "svg": axonometry_picture(drawing, &statuses, &site.theme),
        }))
    };
    site.axonometries.iter().map(picture).collect()
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

/// The months of the works, as the brochure shows them; null for those that are to be confirmed.
fn milestones(context: &DocumentContext) -> Value {
    let Timeline { start, structure, finishes, delivery, deed } = context.site.config.timeline;
    let month = |month: Option<Month>| month.map(|month| blocks::bound(&context.localized.month(month)));
    json!([
        ["start", month(start)],
        ["structure", month(structure)],
        ["finishes", month(finishes)],
        ["delivery", month(delivery)],
        ["deed", month(deed)],
    ])
}

/// `35 disponibles de 69`.
fn available(context: &DocumentContext, summary: UnitsSummary) -> Result<String, Problem> {
    let total = summary.total().to_string();
    context.count("selector.available", summary.available(), &[("total", &total)])
}

/// The shared amenities, in this language where it has texts for them.
fn amenities(context: &DocumentContext, pictures: &mut JobPictures) -> Result<Value, Problem> {
    let drawn = |text: String| context.bound(Ok(context.site.theme.drawn(&text)));
    let amenities = context.site.inventory.amenities.iter().map(|amenity| {
        Ok(json!({
            "name": drawn(context.localized.amenity_name(amenity))?,
            "description": drawn(context.localized.amenity_description(amenity))?,
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

/// The levels that have a plan: name, use, height, and how many units are available.
fn levels(context: &DocumentContext) -> Result<Value, Problem> {
    context.site.plans.iter().map(|plan| Ok(Value::Object(level(context, plan)?))).collect()
}

fn level(context: &DocumentContext, plan: &Plan) -> Result<Map<String, Value>, Problem> {
    let floor = context.site.config.floor_of(plan);
    let summary = context.site.summary.by_floor.get(&floor);
    let first = levels::units(context, plan).next();
    let declared = first.and_then(|unit| context.site.config.use_of(unit.unit_use));
    let unit_use = declared.map(|declared| blocks::bound(&declared.level(context.lang)));
    let height = context.text(
        "documents.clear_height",
        &[("height", &context.localized.numbers().number(&plan.clear_height))],
    )?;
    Ok(Map::from_iter([
        ("building".to_owned(), json!(plan.building)),
        ("label".to_owned(), json!(context.level(floor)?)),
        ("name".to_owned(), json!(context.bound(context.localized.level(floor.level))?)),
        ("use".to_owned(), json!(unit_use.unwrap_or_default())),
        ("available".to_owned(), json!(available(context, summary.copied().unwrap_or_default())?)),
        ("mark".to_owned(), json!(context.localized.numbers().number(&plan.mark))),
        ("clear_height".to_owned(), json!(height)),
    ]))
}

/// A sheet for each level with units, and one for levels in a row that are equal.
fn level_pages(context: &DocumentContext) -> Result<Value, Problem> {
    let plans = &context.site.plans;
    let is_sold = |plan: &&Plan| levels::units(context, plan).next().is_some();
    let shown: Vec<&Plan> = plans.iter().filter(is_sold).collect();
    let groups = shown.chunk_by(|one, next| is_typical(context, one, next));
    let sheets = groups.flat_map(|group| {
        let units = group[0].units.len().max(1);
        group.chunks((MOST_ON_SHEET / units).max(1))
    });
    sheets.map(|group| level_page(context, group)).collect()
}

/// Whether the level above is drawn like this one and has the same use; a level with a name of its own is not typical.
fn is_typical(context: &DocumentContext, plan: &Plan, above: &Plan) -> bool {
    let own_use = |plan: &Plan| levels::units(context, plan).next().map(|unit| unit.unit_use);
    let has_name =
        |plan: &Plan| plan.level < 0 || context.site.config.levels.contains_key(&Level(plan.level));
    !has_name(plan)
        && !has_name(above)
        && plan.building == above.building
        && own_use(plan) == own_use(above)
        && plan.is_drawn_like(above)
}

/// The sheet of equal levels: the plan of the lowest, and the units of all.
fn level_page(context: &DocumentContext, group: &[&Plan]) -> Result<Value, Problem> {
    let (plan, highest) = (group[0], group[group.len() - 1]);
    let mut page = level(context, plan)?;
    let is_alone = group.len() == 1;
    if !is_alone {
        let [from, to] = [plan, highest].map(|plan| plan.level.to_string());
        let range = context.text("level.range", &[("from", &from), ("to", &to)])?;
        let building = context.site.config.building(&plan.building);
        let label = building.map_or(range.clone(), |one| format!("{}, {range}", one.label.get(context.lang)));
        page.insert("label".to_owned(), json!(label));
        let [low, high] = [plan, highest].map(|plan| context.localized.numbers().number(&plan.mark));
        page.insert("mark".to_owned(), json!(format!("{low} – {high}")));
        let summary = &context.site.summary.by_floor;
        let of_levels = group.iter().filter_map(|plan| summary.get(&context.site.config.floor_of(plan)));
        let (free, total) =
            of_levels.fold((0, 0), |(free, total), level| (free + level.available(), total + level.total()));
        let text = context.count("selector.available", free, &[("total", &total.to_string())])?;
        page.insert("available".to_owned(), json!(text));
    }
    let mut rows: Vec<Value> = Vec::new();
    for plan in group {
        let drawn: HashSet<&str> = plan.units.iter().map(|unit| unit.code.as_str()).collect();
        let units = levels::units(context, plan).filter(|unit| drawn.contains(unit.code.as_str()));
        for unit in units {
            rows.push(context.unit(unit)?);
        }
    }
    let label = page["label"].as_str().unwrap_or_default().to_owned();
    // On several levels a unit has several statuses.
    let status = |unit: &Unit| is_alone.then_some(unit.status);
    page.insert("plan".to_owned(), json!(levels::picture(context, plan, PlanView::Level, &status)?));
    page.insert("alt".to_owned(), json!(context.text("unit.plan_level", &[("level", &label)])?));
    page.insert("units".to_owned(), json!(rows));
    Ok(Value::Object(page))
}
