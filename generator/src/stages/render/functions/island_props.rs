//! The props of each island, made from the site: the same names for all, then what an island of that
//! name needs, then what the template adds.

use std::collections::BTreeMap;

use minijinja::value::Kwargs;
use minijinja::{Error, Value};
use platform::unit::{Level, Unit, UnitUse};
use serde_json::{Map, Value as Json, json};

use super::addresses::whatsapp_address;
use super::refused;
use crate::stages::render::shared::Shared;
use crate::stages::render::{extent, whole_inventory};
use model::dates;
use model::dollars::ExchangeRate;
use model::labels::level_label;
use model::site::UNIT_PARENT;

/// The data file that the stores revalidate (S20).
pub(crate) const INVENTORY_URL: &str = "/data/inventory.json";

/// Where forms are posted to.
const LEADS_URL: &str = "/api/leads";

/// Stands in a message where the browser puts the unit's code.
const UNIT_PLACEHOLDER: &str = "{{unit}}";

/// The props of an island that differ from page to page and that it shows as they are.
pub(super) fn open(name: &str) -> &'static [&'static str] {
    match name {
        "form" => &["page", "unit"],
        _ => &[],
    }
}

/// The props of an island.
pub(super) fn props(
    shared: &Shared,
    name: &str,
    id: &str,
    page_url: &str,
    groups: &[String],
    extra: &Map<String, Json>,
) -> Result<Map<String, Json>, Error> {
    let mut props = Map::new();
    props.insert("id".into(), json!(id));
    props.insert("lang".into(), json!(shared.lang.code()));
    props.insert("locale".into(), json!(shared.lang.locale()));
    match name {
        "inventory" => props.extend(inventory(shared)?),
        "selector" => props.extend(selector(shared, extra)?),
        "form" => props.extend(form(shared, page_url)?),
        _ => {}
    }
    props.insert("strings".into(), shared.strings().groups(groups));
    props.extend(extra.clone());
    if name == "form" && props.get("unit").is_some_and(Json::is_string) {
        props.insert("inventory".into(), freshness(shared));
    }
    Ok(props)
}

/// What an island that shows these units on these levels needs. A level whose units are not all among them says how
/// many it has.
fn units(
    shared: &Shared,
    units: &[&Unit],
    levels: &BTreeMap<Level, UnitUse>,
) -> Result<Map<String, Json>, Error> {
    whole_inventory::ask();
    let site = &shared.site;
    let level_rows: Vec<Json> = levels
        .iter()
        .map(|(level, unit_use)| json!({"level": level, "use": unit_use, "label": level_label(shared.strings(), *level).as_deref()}))
        .collect();
    let props = json!({
        "siteName": site.config.name,
        "date": site.inventory.date.to_string(),
        "dateLabel": shared.date_label,
        "dataUrl": INVENTORY_URL,
        "unitBase": shared.lang.path(UNIT_PARENT),
        "units": units,
        "levels": level_rows,
        "plans": site.plans.iter().filter(|plan| levels.contains_key(&Level(plan.level))).collect::<Vec<_>>(),
        "formUrl": {
            "oficina": shared.lang.path("/contacto-oficinas"),
            "local": shared.lang.path("/contacto-locales"),
        },
        "whatsapp": {
            "number": site.config.contact.whatsapp.get(shared.lang).digits(),
            "text": unit_message(shared)?,
        },
        "minimumDelay": site.config.behaviour.fetch_minimum_delay_ms,
        "vatPercent": site.config.facts.vat_percent,
    });
    let mut props = into_map(props);
    if let Some(usd) = &site.config.usd {
        props.insert("usd".into(), dollars(shared, usd)?);
    }
    Ok(props)
}

/// How an amount in dollars is told beside one in pesos.
fn dollars(shared: &Shared, usd: &ExchangeRate) -> Result<Json, Error> {
    let strings = shared.strings();
    let date = dates::long(strings, usd.date).map_err(|error| refused(error, None))?;
    let value_of = |name: &str| match name {
        "rate" => Some(usd.rate.to_string()),
        "date" => Some(date.clone()),
        "source" => Some(usd.source.get(shared.lang).clone()),
        _ => None,
    };
    let text = |key: &str| {
        strings
            .text(key, None, &value_of)
            .map_err(|error| refused(error, None))
    };
    Ok(json!({
        "rate": usd.rate.to_string(),
        "about": &*text("payment.about")?,
        "note": &*text("price.usd_note")?,
    }))
}

/// Every unit; of a long list the first ones, and how many there are.
fn inventory(shared: &Shared) -> Result<Map<String, Json>, Error> {
    let site = &shared.site;
    let listed = extent::listed(site);
    let mut props = units(shared, &listed, &extent::all_levels(site))?;
    if listed.len() < site.inventory.units.len() {
        props.insert("total".into(), json!(site.inventory.units.len()));
    }
    Ok(props)
}

/// The levels that pages name, those of one use where the template says so, with their units.
fn selector(shared: &Shared, extra: &Map<String, Json>) -> Result<Map<String, Json>, Error> {
    let site = &shared.site;
    let wanted = extra.get("use").and_then(Json::as_str);
    let mut levels = extent::levels(site);
    levels.retain(|_, unit_use| wanted.is_none_or(|wanted| wanted == unit_use.key()));
    let selected = extent::selected(site, &levels);
    let mut props = units(shared, &selected, &levels)?;
    let counts = extent::counts_of_cut(site, &levels, &selected);
    for level in props
        .get_mut("levels")
        .and_then(Json::as_array_mut)
        .into_iter()
        .flatten()
    {
        let cut = counts.iter().find(|count| level["level"] == count.level.0);
        if let Some(count) = cut {
            level["total"] = json!(count.total);
            level["free"] = json!(count.free);
        }
    }
    Ok(props)
}

fn form(shared: &Shared, page_url: &str) -> Result<Map<String, Json>, Error> {
    let config = &shared.site.config;
    let message = shared
        .strings()
        .text("messages.whatsapp", None, &|_| None)
        .map_err(|error| refused(error, None))?;
    let captcha = (!config.captcha_site_key.is_empty()).then_some(&config.captcha_site_key);
    let props = json!({
        "action": LEADS_URL,
        "page": page_url,
        "thanks": shared.lang.path("/gracias"),
        "unit": Json::Null,
        "whatsappUrl": {
            "plain": whatsapp_address(shared, &message),
            "unit": whatsapp_address(shared, &unit_message(shared)?),
        },
        "phone": config.contact.phone,
        "privacyUrl": shared.lang.path("/aviso-de-privacidad"),
        "noticeVersion": config.legal.notice_version,
        "captchaSiteKey": captcha,
    });
    Ok(into_map(props))
}

/// What the form on a unit's own page, the only island there, needs to bring that page up to date.
fn freshness(shared: &Shared) -> Json {
    json!({
        "lang": shared.lang.code(),
        "date": shared.site.inventory.date.to_string(),
        "dateLabel": shared.date_label,
        "dataUrl": INVENTORY_URL,
        "units": [],
        "strings": shared.strings().groups(&["status".to_owned()]),
        "minimumDelay": shared.site.config.behaviour.fetch_minimum_delay_ms,
    })
}

/// The message about a unit, with the place for its code left open.
fn unit_message(shared: &Shared) -> Result<String, Error> {
    let value_of = |name: &str| (name == "unit").then(|| UNIT_PLACEHOLDER.to_owned());
    let text = shared.strings().text("messages.whatsapp_unit", None, &value_of);
    text.map(|text| text.to_string())
        .map_err(|error| refused(error, None))
}

fn into_map(json: Json) -> Map<String, Json> {
    match json {
        Json::Object(map) => map,
        _ => Map::new(),
    }
}

/// What the template gave, as JSON: the template engine's own filter knows how.
pub(super) fn given(extra: Option<&Value>) -> Result<Map<String, Json>, Error> {
    let Some(extra) = extra else { return Ok(Map::new()) };
    let no_options = Kwargs::from_iter(Vec::<(String, Value)>::new());
    let text = minijinja::filters::tojson(extra, None, no_options)?.to_string();
    match serde_json::from_str(&text).map_err(|error| refused(error, None))? {
        Json::Object(map) => Ok(map),
        other => Err(refused(format!("props are a group of values, not {other}"), None)),
    }
}
