//! The props of the islands that show units: the selector and the inventory.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use minijinja::Error;
use platform::unit::{Level, Status, Unit, UnitUse};
use platform::unit_field::FieldKind;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use strum::IntoEnumIterator as _;
use ts_rs::TS;

use super::unit_message;
use crate::outputs::values::{failed, inventory_value};
use crate::stages::render::data_files::{self, ACCESS_FIELD, ShownUnit, access_key, with_texts};
use crate::stages::render::environment::RenderContext;
use building::Plan;
use model::config::{ACCESS, Building, FieldOption, FieldPlace, Floor, UnitField, Use};
use model::inventory::UnitsSummary;
use model::site::template;

/// The prop that limits a selector to one use.
pub(in crate::stages::render::functions) const USE: &str = "use";

/// What a template may pass to the selector.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only checks what a template passes")]
#[ts(optional_fields)]
pub(crate) struct SelectorOptions {
    /// Shows only the units of this use.
    r#use: Option<String>,
    /// The level that is checked at first.
    level: Option<i16>,
}

/// What a template may pass to the inventory.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InventoryOptions {}

/// The props of the islands that show units.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub(crate) struct UnitProps<'a> {
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
    total: Option<usize>,
    /// The levels of each building from the ground up.
    levels: Vec<LevelRow<'a>>,
    plans: Vec<&'a Plan>,
    /// In a development with several: key and name of each building, and where to ask about one that is not yet on sale.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<BuildingNames>>", optional)]
    buildings: Vec<BuildingNames<'a>>,
    /// The uses by their key, in the order of the site.
    #[ts(as = "HashMap<String, UseNames>")]
    uses: Map<String, Json>,
    /// Minimum time that the store reports loading, in milliseconds (section 9 of the specification).
    minimum_delay: u32,
    whatsapp: Whatsapp<'a>,
    /// The fields of units that the development declares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<DeclaredNames>>", optional)]
    unit_fields: Vec<DeclaredNames<'a>>,
    /// The sentence about the second currency, on a site with one.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    reference: String,
    /// The inventory's: in what visitors enter prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    price_unit: Option<PriceUnit>,
}

/// A building of a development with several.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BuildingNames<'a> {
    key: &'a str,
    label: &'a str,
    /// The contact page, when it is not yet on sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    contact_url: Option<String>,
}

/// A level of an island that shows units.
#[derive(Serialize, TS)]
pub(crate) struct LevelRow<'a> {
    /// The key of its building; none on a site with one.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[ts(as = "Option<String>", optional)]
    building: &'a str,
    #[ts(as = "i16")]
    level: Level,
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
    /// The label of IVA with its rate.
    vat_label: Option<String>,
}

/// A field of units that the development declares.
#[derive(Serialize, TS)]
#[ts(rename = "DeclaredField")]
pub(crate) struct DeclaredNames<'a> {
    key: &'a str,
    kind: FieldKind,
    #[ts(as = "String")]
    label: Cow<'a, str>,
    /// Where it shows.
    places: Vec<FieldPlace>,
    /// Of a choice: key and label of each option.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<(String, String)>>", optional)]
    options: Vec<(Cow<'a, str>, &'a str)>,
}

/// Where WhatsApp messages about a unit go.
#[derive(Serialize, TS)]
pub(crate) struct Whatsapp<'a> {
    /// The digits of the number with country code.
    number: &'a str,
    /// The message about a unit by its status, with `{{unit}}` for the unit's code.
    #[ts(as = "HashMap<String, String>")]
    texts: BTreeMap<&'static str, String>,
}

/// A round number of units of the currency: a million, or a thousand where something costs less than a million.
#[derive(Serialize, TS)]
pub(crate) struct PriceUnit {
    /// What visitors call the round number.
    name: String,
    /// Its minor units.
    size: i64,
    /// The minor units of one unit of the currency.
    minor: i64,
}

/// The props of an island that shows these units on these levels.
fn unit_props<'a>(
    context: &'a RenderContext,
    units: Vec<&'a Unit>,
    levels: Vec<LevelRow<'a>>,
) -> Result<UnitProps<'a>, Error> {
    let site = &context.site;
    let is_shown = |plan: &Plan| {
        levels
            .iter()
            .any(|row| row.level == Level(plan.level) && row.building == plan.building)
    };
    Ok(UnitProps {
        date: site.inventory.date.to_string(),
        date_label: &context.date_label,
        data_url: format!("/{}", data_files::units_path(context.lang)),
        unit_base: context.localized().page_with(template::INVENTORY),
        units: with_texts(site, context.lang, units).map_err(failed)?,
        total: None,
        price_unit: None,
        plans: site.plans.iter().filter(|plan| is_shown(plan)).collect(),
        levels,
        buildings: site
            .config
            .buildings
            .iter()
            .map(|building| names(context, building))
            .collect(),
        uses: uses(context)?,
        minimum_delay: site.config.behaviour.fetch_minimum_delay_ms,
        whatsapp: Whatsapp {
            number: &site.config.contact.whatsapp.get(context.lang).digits,
            texts: Status::ALL
                .into_iter()
                .map(|status| Ok((status.key(), unit_message(context, status)?)))
                .collect::<Result<_, Error>>()?,
        },
        unit_fields: site
            .config
            .unit_fields
            .iter()
            .map(|field| declared(context, field))
            .collect(),
        reference: context.localized().reference_note().map_err(failed)?,
    })
}

fn declared<'a>(context: &RenderContext, field: &'a UnitField) -> DeclaredNames<'a> {
    let option = |option: &'a FieldOption| {
        (
            option.key.as_str().into(),
            option.label.get(context.lang).as_str(),
        )
    };
    DeclaredNames {
        key: &field.key,
        kind: field.kind,
        label: field.label.get(context.lang).as_str().into(),
        places: FieldPlace::iter()
            .filter(|place| field.shows_in(*place))
            .collect(),
        options: field.options.iter().map(option).collect(),
    }
}

/// The filter by the door of units, where they differ: each choice has the text of that fact.
fn access(context: &RenderContext) -> Option<DeclaredNames<'_>> {
    let config = &context.site.config;
    let doors = context
        .site
        .inventory
        .units
        .iter()
        .filter_map(|unit| config.unit_facts.access(unit));
    let key = |door| access_key(&context.site, door).into();
    let doors: BTreeMap<Cow<'_, str>, &str> = doors
        .map(|door| (key(door), door.get(context.lang).as_str()))
        .collect();
    let label = context.strings().plain(ACCESS).filter(|_| doors.len() > 1);
    label.map(|label| DeclaredNames {
        key: ACCESS_FIELD,
        kind: FieldKind::Choice,
        label: label.to_string().into(),
        places: vec![FieldPlace::Filter],
        options: doors.into_iter().collect(),
    })
}

fn names<'a>(context: &'a RenderContext, building: &'a Building) -> BuildingNames<'a> {
    let routes = &context.site.routes;
    let contact = routes
        .with_template(template::CONTACT)
        .map(|page| routes.addresses.path(context.lang, page));
    BuildingNames {
        key: &building.key,
        label: building.label.get(context.lang),
        contact_url: building
            .announced
            .then(|| contact.unwrap_or_default() + "#contact"),
    }
}

fn level_rows<'a>(
    context: &'a RenderContext,
    floors: &BTreeMap<Floor, UnitsSummary>,
) -> Vec<LevelRow<'a>> {
    let rows = floors.keys().map(|floor| LevelRow {
        building: context
            .site
            .config
            .buildings
            .get(floor.building)
            .map_or("", |building| &building.key),
        level: floor.level,
        label: context.localized().level(floor.level).ok(),
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
            form_url: context
                .site
                .routes
                .addresses
                .path(context.lang, context.site.contact_of(declared)),
            vat_label: context.localized().vat_label(config.vat(declared.key)).ok(),
        });
        let names = names.map_err(failed)?;
        Ok((declared.key.key().to_owned(), names))
    };
    config.uses.iter().map(one).collect()
}

fn price_unit(context: &RenderContext) -> Result<PriceUnit, Error> {
    let currency = context.site.config.currency();
    let size = |units| currency.whole(units).unwrap_or_default();
    let lowest = context
        .site
        .inventory
        .units
        .iter()
        .map(|unit| unit.price)
        .min();
    let (key, size) = match lowest.is_some_and(|price| price < size(1_000_000)) {
        true => ("inventory.thousands", size(1_000)),
        false => ("inventory.millions", size(1_000_000)),
    };
    Ok(PriceUnit {
        name: context.text(key, &[])?,
        size: size.minor_units(),
        minor: currency.minor_units(),
    })
}

/// All units, or the first ones of a long inventory.
pub(super) fn inventory(context: &RenderContext) -> Result<UnitProps<'_>, Error> {
    let site = &context.site;
    let listed = inventory_value::listed(site);
    let all = site.inventory.units.len();
    let total = (listed.len() < all).then_some(all);
    let props = unit_props(context, listed, level_rows(context, &site.summary.by_floor))?;
    let mut unit_fields = props.unit_fields;
    unit_fields.extend(access(context));
    Ok(UnitProps {
        total,
        price_unit: Some(price_unit(context)?),
        unit_fields,
        ..props
    })
}

/// The units to show, only those of one use when the template passes `use`, and their levels.
pub(super) fn selector<'a>(
    context: &'a RenderContext,
    extra: &Map<String, Json>,
) -> Result<UnitProps<'a>, Error> {
    let site = &context.site;
    let only = extra
        .get(USE)
        .and_then(Json::as_str)
        .map(UnitUse::new)
        .transpose()
        .map_err(failed)?;
    let floors = match only {
        Some(only) => &site.summary.floors_of_use(only),
        None => &site.summary.by_floor,
    };
    let selected = inventory_value::selected(site, only);
    let mut rows = level_rows(context, floors);
    for (row, (floor, all)) in rows.iter_mut().zip(floors) {
        if selected
            .iter()
            .filter(|unit| site.config.floor(unit) == *floor)
            .count()
            < all.total()
        {
            row.total = Some(all.total());
            row.free = Some(all.available());
        }
    }
    unit_props(context, selected, rows)
}
