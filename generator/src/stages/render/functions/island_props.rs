//! The props of each island: those that every island gets, those that the island of this name needs, and those that
//! the template passes. What does not depend on the page is separate, because it is published once for all pages.

use std::collections::{BTreeMap, HashMap};

use lead_site::FormKind;
use minijinja::value::Kwargs;
use minijinja::{Error, Value};
use platform::unit::{Level, Status, Unit, UnitUse};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::addresses::whatsapp_address;
use super::props::Props;
use super::{invalid, text};
use crate::stages::render::context::RenderContext;
use crate::stages::render::extent;
use model::building::Plan;
use model::config::Use;
use model::dollars::ExchangeRate;
use model::problem::did_you_mean;
use model::site::template;

/// The data file from which islands refresh the inventory (S20).
pub(crate) const INVENTORY_URL: &str = "/data/inventory.json";

/// The URL that forms are posted to.
const LEADS_URL: &str = "/api/leads";

/// The browser replaces this by the unit's code.
const UNIT_PLACEHOLDER: &str = "{{unit}}";

/// The prop that limits a selector to one use.
pub(super) const USE: &str = "use";

/// The prop with the code of a form's unit.
pub(super) const UNIT: &str = "unit";

/// Names of the props that differ from page to page and that the island shows unchanged (see `island_memo`).
pub(super) fn differing_by_page(name: &str) -> &'static [&'static str] {
    match name {
        "form" => &["page", UNIT],
        _ => &[],
    }
}

/// The props of an island on this page only.
pub(super) fn own(
    name: &str,
    id: &str,
    page_url: &str,
    extra: &Map<String, Json>,
) -> Result<Map<String, Json>, Error> {
    let mut own = extra.clone();
    own.insert("id".into(), json!(id));
    if name == "form" {
        check_kind(extra)?;
        own.insert("page".into(), json!(page_url));
    }
    Ok(own)
}

/// The props of an island that do not depend on the page. Of those that the template passes, the text of [`USE`] matters, and
/// whether [`UNIT`] is a text.
pub(super) fn shared(
    context: &RenderContext,
    name: &str,
    extra: &Map<String, Json>,
    groups: &[String],
) -> Result<Props, Error> {
    let mut props = Props::default();
    props.add("lang", &context.lang.code())?;
    props.add("locale", &context.lang.locale())?;
    match name {
        "inventory" => inventory(&mut props, context)?,
        "selector" => selector(&mut props, context, extra)?,
        "form" => props.add_all(&form(context, extra)?)?,
        _ => {}
    }
    props.add("strings", &context.strings().groups(groups))?;
    Ok(props)
}

/// The props of an island that shows these units on these levels.
fn add_units(
    props: &mut Props,
    context: &RenderContext,
    units: &[&Unit],
    levels: &[LevelRow],
) -> Result<(), Error> {
    let site = &context.site;
    let is_shown = |number: i16| levels.iter().any(|row| row.level == Level(number));
    let plans: Vec<&Plan> = site.plans.iter().filter(|plan| is_shown(plan.level)).collect();
    props.add("siteName", &site.config.name)?;
    props.add("date", &site.inventory.date.to_string())?;
    props.add("dateLabel", &context.date_label)?;
    props.add("dataUrl", &INVENTORY_URL)?;
    props.add("unitBase", &path_of(context, template::INVENTORY))?;
    props.add("units", &units)?;
    props.add("levels", &levels)?;
    props.add("plans", &plans)?;
    props.add("uses", &uses(context))?;
    let whatsapp = json!({
        "number": site.config.contact.whatsapp.get(context.lang).digits(),
        "text": unit_message(context)?,
    });
    props.add("whatsapp", &whatsapp)?;
    props.add("minimumDelay", &site.config.behaviour.fetch_minimum_delay_ms)?;
    match &site.config.usd {
        Some(usd) => props.add("usd", &dollars(context, usd)?),
        None => Ok(()),
    }
}

/// A level of an island that shows units.
#[derive(Serialize)]
struct LevelRow {
    level: Level,
    #[serde(rename = "use")]
    unit_use: UnitUse,
    label: Option<String>,
    /// Where its list of units is shortened: the number of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
    /// With `total`: the number of those that are available.
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<usize>,
}

fn level_rows(context: &RenderContext, levels: &BTreeMap<Level, UnitUse>) -> Vec<LevelRow> {
    let rows = levels.iter().map(|(level, unit_use)| LevelRow {
        level: *level,
        unit_use: *unit_use,
        label: context.localized().level(*level).ok(),
        total: None,
        free: None,
    });
    rows.collect()
}

/// The names, contact page and tax in percent of each use, by its key.
fn uses(context: &RenderContext) -> Json {
    let config = &context.site.config;
    let one = |declared: &Use| {
        let names = json!({
            "label": declared.label.get(context.lang),
            "short": declared.short(context.lang),
            "formUrl": context.lang.path(context.site.contact_of(declared)),
            "vatPercent": config.vat_percent(declared.key),
        });
        (declared.key.key().to_owned(), names)
    };
    Json::Object(config.uses.iter().map(one).collect())
}

/// The exchange rate and the texts with which an island shows amounts in dollars.
fn dollars(context: &RenderContext, usd: &ExchangeRate) -> Result<Json, Error> {
    let localized = context.localized();
    let date = localized.date(usd.date).map_err(|error| invalid(error, None))?;
    let rate = usd.rate.to_string();
    let values = [
        ("rate", &*rate),
        ("date", &date),
        ("source", usd.source.get(context.lang)),
    ];
    Ok(json!({
        "rate": rate,
        "about": text(context, "payment.about", &values)?,
        "note": text(context, "price.usd_note", &values)?,
    }))
}

/// All units, or the first ones of a long inventory with `total`, the number of all.
fn inventory(props: &mut Props, context: &RenderContext) -> Result<(), Error> {
    let site = &context.site;
    let listed = extent::listed(site);
    add_units(
        props,
        context,
        &listed,
        &level_rows(context, &extent::levels(site)),
    )?;
    let all = site.inventory.units.len();
    if listed.len() < all {
        props.add("total", &all)?;
    }
    Ok(())
}

/// The levels to show and their units; only those of one use when the template passes `use`.
fn selector(props: &mut Props, context: &RenderContext, extra: &Map<String, Json>) -> Result<(), Error> {
    let site = &context.site;
    let only = extra.get(USE).and_then(Json::as_str);
    let mut levels = extent::levels(site);
    levels.retain(|_, unit_use| only.is_none_or(|only| only == unit_use.key()));
    let selected = extent::selected(site, &levels);
    let shown = count_by_level(selected.iter().copied());
    let total = count_by_level(site.inventory.units.iter());
    let available = |unit: &&Unit| unit.status == Status::Available;
    let free = count_by_level(site.inventory.units.iter().filter(available));
    let mut rows = level_rows(context, &levels);
    for row in &mut rows {
        if shown.get(&row.level) < total.get(&row.level) {
            row.total = total.get(&row.level).copied();
            row.free = Some(free.get(&row.level).copied().unwrap_or(0));
        }
    }
    add_units(props, context, &selected, &rows)
}

fn count_by_level<'a>(units: impl Iterator<Item = &'a Unit>) -> HashMap<Level, usize> {
    let mut counts = HashMap::new();
    units.for_each(|unit| *counts.entry(unit.level).or_default() += 1);
    counts
}

/// Refuses a form that the lead function would refuse.
fn check_kind(extra: &Map<String, Json>) -> Result<(), Error> {
    let kind = extra.get("kind").and_then(Json::as_str).unwrap_or_default();
    if FormKind::parse(kind).is_some() {
        return Ok(());
    }
    let message = format!("`kind` of the island `form` cannot be `{kind}`");
    Err(invalid(
        message,
        did_you_mean(kind, FormKind::POSTED.map(FormKind::as_str)),
    ))
}

/// The props of a form. That on a unit's page also refreshes the page's data.
fn form(context: &RenderContext, extra: &Map<String, Json>) -> Result<Json, Error> {
    let config = &context.site.config;
    let message = text(context, "messages.whatsapp", &[])?;
    let captcha = (!config.captcha_site_key.is_empty()).then_some(&config.captcha_site_key);
    let mut props = json!({
        "action": LEADS_URL,
        "thanks": path_of(context, template::THANKS),
        "unit": Json::Null,
        "whatsappUrl": {
            "plain": whatsapp_address(context, &message),
            "unit": whatsapp_address(context, &unit_message(context)?),
        },
        "phone": config.contact.phone,
        "privacyUrl": path_of(context, template::PRIVACY),
        "noticeVersion": config.legal.notice_version,
        "captchaSiteKey": captcha,
    });
    if extra.get(UNIT).is_some_and(Json::is_string) {
        props["inventory"] = refresh(context)?;
    }
    Ok(props)
}

/// The path of the page with a template; of the home page where the site lacks it, which `required_pages` reports for forms.
fn path_of(context: &RenderContext, template: &str) -> String {
    let neutral = context.site.routes.with_template(template);
    context.lang.path(neutral.unwrap_or("/"))
}

/// What the form on a unit's page, the only island there, refreshes the page's data with.
fn refresh(context: &RenderContext) -> Result<Json, Error> {
    Ok(json!({
        "lang": context.lang.code(),
        "date": context.site.inventory.date.to_string(),
        "dateLabel": context.date_label,
        "dataUrl": INVENTORY_URL,
        "units": [],
        "strings": context.strings().groups(&["status".to_owned()]),
        "minimumDelay": context.site.config.behaviour.fetch_minimum_delay_ms,
        "notices": {
            "reservado": text(context, "unit.reserved_notice", &[])?,
            "vendido": text(context, "unit.sold_notice", &[])?,
            "similar": text(context, "unit_page.similar", &[])?,
        },
    }))
}

/// The WhatsApp message about a unit, with [`UNIT_PLACEHOLDER`] for its code.
fn unit_message(context: &RenderContext) -> Result<String, Error> {
    text(context, "messages.whatsapp_unit", &[("unit", UNIT_PLACEHOLDER)])
}

/// The props that the template passes, converted to JSON by minijinja's `tojson` filter.
pub(super) fn from_template(extra: Option<&Value>) -> Result<Map<String, Json>, Error> {
    let Some(extra) = extra else { return Ok(Map::new()) };
    let no_options = Kwargs::from_iter(Vec::<(String, Value)>::new());
    let text = minijinja::filters::tojson(extra, None, no_options)?.to_string();
    match serde_json::from_str(&text).map_err(|error| invalid(error, None))? {
        Json::Object(map) => Ok(map),
        other => {
            let hint = "write props={\"name\": value}".to_owned();
            Err(invalid(format!("`props` is not a map: {other}"), Some(hint)))
        }
    }
}
