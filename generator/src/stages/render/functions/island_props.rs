//! The props of each island: those that every island gets, those that the island of this name needs, and those that
//! the template passes. What does not depend on the page is separate, because it is published once for all pages.

use std::collections::{BTreeMap, HashMap};

use lead_site::FormKind;
use minijinja::value::Kwargs;
use minijinja::{Error, Value};
use platform::unit::{Level, Status, Unit, UnitUse};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use ts_rs::TS;

use super::addresses::whatsapp_address;
use super::{invalid, text};
use crate::stages::render::context::RenderContext;
use crate::stages::render::unit_texts::{ShownUnit, with_texts};
use crate::stages::render::{data_files, extent};
use building::Plan;
use formats::problem::did_you_mean;
use model::config::{Phone, Use};
use model::dollars::ExchangeRate;
use model::site::template;

/// The URL that forms are posted to.
const LEADS_URL: &str = "/api/leads";

/// The browser replaces this by the unit's code.
const UNIT_PLACEHOLDER: &str = "{{unit}}";

/// The prop that limits a selector to one use.
pub(super) const USE: &str = "use";

/// The prop with the code of a form's unit.
pub(super) const UNIT: &str = "unit";

/// The props of every island on one page, beside what the template passes.
#[derive(Serialize, TS)]
pub(crate) struct OwnProps<'a> {
    /// Unique on the page: the prefix of every `id` in the island.
    id: &'a str,
    /// Of a form: the path of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    page: Option<&'a str>,
    #[serde(flatten)]
    #[ts(skip)]
    options: &'a Map<String, Json>,
}

/// The props of every island that its pages share.
#[derive(Serialize, TS)]
pub(crate) struct SharedProps<'a> {
    /// The code of the language: `es`.
    lang: &'a str,
    /// The full locale: `es-MX`.
    locale: &'a str,
    /// Only the groups of strings that the registry lists for this island.
    #[ts(type = "StringTree")]
    strings: Json,
}

/// What a template may pass to the selector.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only checks what a template passes")]
pub(crate) struct SelectorOptions {
    /// Shows only the levels of this use.
    #[ts(optional)]
    r#use: Option<String>,
    /// The level that is checked at first.
    #[ts(optional)]
    level: Option<i16>,
}

/// What a template may pass to the inventory.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InventoryOptions {}

/// What a template passes to a form.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only checks what a template passes")]
pub(crate) struct FormOptions {
    #[ts(type = "Kind")]
    kind: String,
    /// The preselected option of the field `space`, on a page about one use.
    #[ts(optional)]
    space: Option<String>,
    /// The code of the unit, on the page of a unit.
    #[ts(optional)]
    unit: Option<String>,
    /// The path that is shown after success, instead of the thank-you page.
    #[ts(optional)]
    thanks: Option<String>,
}

/// The props of the islands that show units.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UnitProps<'a> {
    site_name: &'a str,
    /// The day of the data: `2026-11-20`.
    date: String,
    /// The same day as visitors read it.
    date_label: &'a str,
    /// The data file from which islands refresh the inventory (S20).
    data_url: String,
    /// `/inventario` or `/en/inventario`.
    unit_base: String,
    units: Vec<ShownUnit<'a>>,
    /// The number of all units, where `units` are only the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    total: Option<usize>,
    /// The levels from the ground up.
    levels: Vec<LevelRow>,
    plans: Vec<&'a Plan>,
    /// The uses by their key, in the order of the site.
    #[ts(as = "HashMap<String, UseNames>")]
    uses: Map<String, Json>,
    /// Minimum time that the store reports loading, in milliseconds (section 9 of the specification).
    minimum_delay: u32,
    whatsapp: Whatsapp<'a>,
    /// On a site that shows dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    usd: Option<DollarTexts>,
}

/// A level of an island that shows units.
#[derive(Serialize, TS)]
pub(crate) struct LevelRow {
    #[ts(as = "i16")]
    level: Level,
    #[serde(rename = "use")]
    #[ts(as = "String")]
    unit_use: UnitUse,
    label: Option<String>,
    /// Where its list of units is shortened: the number of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    total: Option<usize>,
    /// With `total`: the number of those that are available.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    free: Option<usize>,
}

/// The names, the contact page and the tax of a use.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UseNames<'a> {
    /// One unit: "Oficina".
    label: &'a str,
    /// One unit, before its number.
    short: &'a str,
    /// The path of its contact page.
    form_url: String,
    /// The rate of IVA in percent.
    vat_percent: u8,
}

/// Where WhatsApp messages about a unit go.
#[derive(Serialize, TS)]
pub(crate) struct Whatsapp<'a> {
    /// The digits of the number with country code.
    number: &'a str,
    /// The message, with `{{unit}}` for the unit's code.
    text: String,
}

/// The texts around an amount in dollars.
#[derive(Serialize, TS)]
pub(crate) struct DollarTexts {
    /// The word before the amount.
    about: String,
    /// The sentence after it.
    note: String,
}

/// The props of a form that its pages share.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FormSettings<'a> {
    /// Where the post goes: `/api/leads`.
    action: &'static str,
    /// The path of the thank-you page, shown after success.
    thanks: String,
    whatsapp_url: WhatsappUrls,
    #[ts(type = "{ label: string, href: string }")]
    phone: &'a Phone,
    privacy_url: String,
    /// The version of the privacy notice that the form links.
    notice_version: &'a str,
    /// The site key of reCAPTCHA v3; null when none is configured.
    captcha_site_key: Option<&'a str>,
}

/// The link that opens WhatsApp.
#[derive(Serialize, TS)]
pub(crate) struct WhatsappUrls {
    plain: String,
    /// The one about a unit, with `{{unit}}` in its text.
    unit: String,
}

/// Names of the props that differ from page to page and that the island shows unchanged (see `island_memo`).
pub(super) fn differing_by_page(name: &str) -> &'static [&'static str] {
    match name {
        "form" => &["page", UNIT],
        _ => &[],
    }
}

/// The props of an island on this page only, as JSON text.
pub(super) fn own(name: &str, id: &str, page_url: &str, extra: &Map<String, Json>) -> Result<String, Error> {
    match name {
        "form" => check_kind(&options::<FormOptions>(name, extra)?.kind)?,
        "selector" => {
            options::<SelectorOptions>(name, extra)?;
        }
        "inventory" => {
            options::<InventoryOptions>(name, extra)?;
        }
        _ => {}
    }
    let own = OwnProps {
        id,
        page: (name == "form").then_some(page_url),
        options: extra,
    };
    serde_json::to_string(&own).map_err(|error| invalid(error, None))
}

/// What a template passes to an island.
fn options<T: DeserializeOwned>(name: &str, extra: &Map<String, Json>) -> Result<T, Error> {
    let read = serde_json::from_value(Json::Object(extra.clone()));
    read.map_err(|error| invalid(format!("`props` of the island `{name}`: {error}"), None))
}

/// The props of an island that do not depend on the page, as JSON text. Of those that the template passes, only the text of
/// [`USE`] matters.
pub(super) fn shared(
    context: &RenderContext,
    name: &str,
    extra: &Map<String, Json>,
    groups: &[String],
) -> Result<String, Error> {
    let every = SharedProps {
        lang: context.lang.code(),
        locale: context.lang.locale(),
        strings: context.strings().groups(groups),
    };
    match name {
        "inventory" => to_text(&every, &inventory(context)?),
        "selector" => to_text(&every, &selector(context, extra)?),
        "form" => to_text(&every, &form(context)?),
        _ => to_text(&every, &Map::new()),
    }
}

/// The props of every island and those of one, as the text of one JSON object.
fn to_text(every: &SharedProps, island: &impl Serialize) -> Result<String, Error> {
    #[derive(Serialize)]
    struct Props<'a, T> {
        #[serde(flatten)]
        every: &'a SharedProps<'a>,
        #[serde(flatten)]
        island: &'a T,
    }
    serde_json::to_string(&Props { every, island }).map_err(|error| invalid(error, None))
}

/// Shared props and those of a page, which count where both have a prop, as JSON text.
pub(super) fn merged(shared: &str, own: &str) -> String {
    // Neither is empty, and of two equal names JSON's readers take the second.
    format!("{},{}", &shared[..shared.len() - 1], &own[1..])
}

/// The props of an island that shows these units on these levels.
fn unit_props<'a>(
    context: &'a RenderContext,
    units: Vec<&'a Unit>,
    levels: Vec<LevelRow>,
) -> Result<UnitProps<'a>, Error> {
    let site = &context.site;
    let is_shown = |number: i16| levels.iter().any(|row| row.level == Level(number));
    let usd = site.config.usd.as_ref();
    Ok(UnitProps {
        site_name: &site.config.name,
        date: site.inventory.date.to_string(),
        date_label: &context.date_label,
        data_url: format!("/{}", data_files::units_path(context.lang)),
        unit_base: path_of(context, template::INVENTORY),
        units: with_texts(site, context.lang, units).map_err(|error| invalid(error, None))?,
        total: None,
        plans: site.plans.iter().filter(|plan| is_shown(plan.level)).collect(),
        levels,
        uses: uses(context)?,
        minimum_delay: site.config.behaviour.fetch_minimum_delay_ms,
        whatsapp: Whatsapp {
            number: site.config.contact.whatsapp.get(context.lang).digits(),
            text: unit_message(context)?,
        },
        usd: usd.map(|usd| dollar_texts(context, usd)).transpose()?,
    })
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

/// The uses by their key.
fn uses(context: &RenderContext) -> Result<Map<String, Json>, Error> {
    let config = &context.site.config;
    let one = |declared: &Use| {
        let names = serde_json::to_value(UseNames {
            label: declared.label.get(context.lang),
            short: declared.short(context.lang),
            form_url: context.lang.path(context.site.contact_of(declared)),
            vat_percent: config.vat_percent(declared.key),
        });
        let names = names.map_err(|error| invalid(error, None))?;
        Ok((declared.key.key().to_owned(), names))
    };
    config.uses.iter().map(one).collect()
}

fn dollar_texts(context: &RenderContext, usd: &ExchangeRate) -> Result<DollarTexts, Error> {
    let localized = context.localized();
    let date = localized.date(usd.date).map_err(|error| invalid(error, None))?;
    let rate = usd.rate.to_string();
    let values = [
        ("rate", &*rate),
        ("date", &date),
        ("source", usd.source.get(context.lang)),
    ];
    Ok(DollarTexts {
        about: text(context, "payment.about", &values)?,
        note: text(context, "price.usd_note", &values)?,
    })
}

/// All units, or the first ones of a long inventory.
fn inventory(context: &RenderContext) -> Result<UnitProps<'_>, Error> {
    let site = &context.site;
    let listed = extent::listed(site);
    let all = site.inventory.units.len();
    let total = (listed.len() < all).then_some(all);
    let props = unit_props(context, listed, level_rows(context, &extent::levels(site)))?;
    Ok(UnitProps { total, ..props })
}

/// The levels to show and their units; only those of one use when the template passes `use`.
fn selector<'a>(context: &'a RenderContext, extra: &Map<String, Json>) -> Result<UnitProps<'a>, Error> {
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
    unit_props(context, selected, rows)
}

fn count_by_level<'a>(units: impl Iterator<Item = &'a Unit>) -> HashMap<Level, usize> {
    let mut counts = HashMap::new();
    units.for_each(|unit| *counts.entry(unit.level).or_default() += 1);
    counts
}

/// Refuses a form that the lead function would refuse.
fn check_kind(kind: &str) -> Result<(), Error> {
    if FormKind::parse(kind).is_some() {
        return Ok(());
    }
    let message = format!("`kind` of the island `form` cannot be `{kind}`");
    let known = FormKind::POSTED.map(FormKind::as_str);
    Err(invalid(message, did_you_mean(kind, known)))
}

fn form(context: &RenderContext) -> Result<FormSettings<'_>, Error> {
    let config = &context.site.config;
    let message = text(context, "messages.whatsapp", &[])?;
    let site_key = &*config.captcha_site_key;
    Ok(FormSettings {
        action: LEADS_URL,
        thanks: path_of(context, template::THANKS),
        whatsapp_url: WhatsappUrls {
            plain: whatsapp_address(context, &message),
            unit: whatsapp_address(context, &unit_message(context)?),
        },
        phone: &config.contact.phone,
        privacy_url: path_of(context, template::PRIVACY),
        notice_version: &config.legal.notice_version,
        captcha_site_key: (!site_key.is_empty()).then_some(site_key),
    })
}

/// The path of the page with a template; of the home page where the site lacks it, which `required_pages` reports for forms.
fn path_of(context: &RenderContext, template: &str) -> String {
    let neutral = context.site.routes.with_template(template);
    context.lang.path(neutral.unwrap_or("/"))
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
