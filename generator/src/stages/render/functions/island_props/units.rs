//! The props of the islands that show units: the selector and the inventory.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use minijinja::Error;
use platform::unit::{Level, Status, Unit, UnitUse};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use ts_rs::TS;

use crate::catalogue::{Catalogue, chat, reference_note};
use crate::outputs::values::{SiteValues, failed, inventory_value};
use crate::stages::render::data_files::{
    self, FOR_RENT, FOR_SALE, ISLAND_PLACES, ShownUnit, island_fields, with_texts,
};
use building::Plan;
use model::config::{Building, FieldOption, FieldPlace, Floor, OFFER_FIELD, Use};
use model::fields::{AmountKind, Kind, Read};
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
    /// The fields of units that islands show.
    fields: Vec<FieldNames<'a>>,
    /// The keys of those that show at a place, in their order there.
    #[ts(as = "HashMap<FieldPlace, Vec<String>>")]
    places: BTreeMap<FieldPlace, Vec<&'a str>>,
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

/// A field of units.
#[derive(Serialize, TS)]
#[ts(rename = "UnitField")]
pub(crate) struct FieldNames<'a> {
    key: &'a str,
    #[ts(as = "Kind")]
    kind: Kind,
    label: &'a str,
    /// Its name in the head of a column, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    head: Option<&'a str>,
    /// Which amount it is, in the attribute `data-price` of elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    amount: Option<AmountKind>,
    /// Of a choice: key and label of each option.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<(String, String)>>", optional)]
    options: Vec<(Cow<'a, str>, &'a str)>,
    /// Of a count and a number: what follows it, like `kVA`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    measure: Option<&'a str>,
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
    context: &'a SiteValues,
    units: Vec<usize>,
    levels: Vec<LevelRow<'a>>,
) -> Result<UnitProps<'a>, Error> {
    let site = &context.site;
    // The prices of units end with it.
    context.text("price.vat_suffix", &[])?;
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
        units: with_texts(&context.catalogue, units),
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
                .map(|status| {
                    let message = chat::message(context.localized(), status).map_err(failed)?;
                    Ok((status.key(), message))
                })
                .collect::<Result<_, Error>>()?,
        },
        fields: fields(&context.catalogue)?,
        places: places(&context.catalogue),
        reference: reference_note(context.localized()).map_err(failed)?,
    })
}

fn fields(catalogue: &Catalogue) -> Result<Vec<FieldNames<'_>>, Error> {
    let table = &catalogue.table;
    let names = |position: usize| {
        let field = &table.fields[position];
        let declared = match field.read {
            Read::Declared(index) => Some(&catalogue.site.config.unit_fields[index]),
            _ => None,
        };
        let options = declared.map_or(&[][..], |field| &field.options);
        let computed = catalogue.filter_values.get(&position);
        let computed = computed.map_or(&[][..], |values| &values.options);
        let measure = declared.and_then(|field| field.measure.as_ref());
        let measure = measure.map(|measure| measure.get(catalogue.lang).as_str());
        let label = catalogue.label(position).map_err(failed)?;
        let head = catalogue.head(position).map_err(failed)?;
        Ok(FieldNames {
            key: &field.key,
            kind: field.kind,
            label,
            head: (head != label).then_some(head),
            amount: field.amount,
            measure: measure.or(field.measure),
            options: options
                .iter()
                .map(|option| name(option, catalogue))
                .chain(computed.iter().map(|(key, label)| (key.into(), &**label)))
                .collect(),
        })
    };
    island_fields(table).into_iter().map(names).collect()
}

fn name<'a>(option: &'a FieldOption, catalogue: &Catalogue) -> (Cow<'a, str>, &'a str) {
    let label = option.label.get(catalogue.lang);
    (option.key.as_str().into(), label)
}

fn places(catalogue: &Catalogue) -> BTreeMap<FieldPlace, Vec<&str>> {
    let table = &catalogue.table;
    let keys = |place| {
        let positions = table.at(place).iter();
        positions
            .map(|position| &*table.fields[*position].key)
            .collect()
    };
    ISLAND_PLACES
        .into_iter()
        .map(|place| (place, keys(place)))
        .collect()
}

fn names<'a>(context: &'a SiteValues, building: &'a Building) -> BuildingNames<'a> {
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
    context: &'a SiteValues,
    floors: &BTreeMap<Floor, UnitsSummary>,
) -> Vec<LevelRow<'a>> {
    let row = |floor: &Floor| {
        let building = context.site.config.buildings.get(floor.building);
        let label = match building {
            Some(building) if !building.levels => Some(String::new()),
            _ => context.localized().level(floor.level).ok(),
        };
        LevelRow {
            building: building.map_or("", |building| &building.key),
            level: floor.level,
            label,
            total: None,
            free: None,
        }
    };
    floors.keys().map(row).collect()
}

/// The uses by their key.
fn uses(context: &SiteValues) -> Result<Map<String, Json>, Error> {
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
        })
        .map_err(failed)?;
        Ok((declared.key.key().to_owned(), names))
    };
    config.uses.iter().map(one).collect()
}

fn price_unit(context: &SiteValues) -> Result<PriceUnit, Error> {
    let currency = context.site.config.currency();
    let size = |units| currency.whole(units).unwrap_or_default();
    let lowest = context
        .site
        .inventory
        .units
        .iter()
        .filter_map(|unit| unit.price)
        .min();
    let (key, size) = if lowest.is_some_and(|price| price < size(1_000_000)) {
        ("inventory.thousands", size(1_000))
    } else {
        ("inventory.millions", size(1_000_000))
    };
    Ok(PriceUnit {
        name: context.text(key, &[])?,
        size: size.minor_units(),
        minor: currency.minor_units(),
    })
}

/// The filter by what is offered, where units are for sale and for rent.
fn offers(context: &SiteValues) -> Option<FieldNames<'_>> {
    let words = context.catalogue.price_words.rents.as_ref()?;
    let units = &context.site.inventory.units;
    let has_both =
        units.iter().any(Unit::is_for_sale) && units.iter().any(|unit| unit.rent.is_some());
    has_both.then(|| FieldNames {
        key: OFFER_FIELD,
        kind: Kind::Choice,
        label: &words.offer,
        head: None,
        amount: None,
        options: vec![
            (FOR_SALE.into(), &words.for_sale),
            (FOR_RENT.into(), &words.for_rent),
        ],
        measure: None,
    })
}

/// All units, or the first ones of a long inventory.
pub(super) fn inventory(context: &SiteValues) -> Result<UnitProps<'_>, Error> {
    let site = &context.site;
    let listed = inventory_value::listed(site);
    let all = site.inventory.units.len();
    let total = (listed.len() < all).then_some(all);
    let props = unit_props(context, listed, level_rows(context, &site.summary.by_floor))?;
    let UnitProps {
        mut fields,
        mut places,
        ..
    } = props;
    if let Some(offers) = offers(context) {
        let filters = places.entry(FieldPlace::Filter).or_default();
        // After the development's own fields.
        let is_computed = |key: &&str| {
            let mut all = context.catalogue.table.fields.iter();
            all.any(|field| field.key == **key && field.is_computed())
        };
        let at = filters.iter().position(is_computed);
        filters.insert(at.unwrap_or(filters.len()), offers.key);
        fields.push(offers);
    }
    Ok(UnitProps {
        total,
        price_unit: Some(price_unit(context)?),
        fields,
        places,
        ..props
    })
}

/// The units to show, only those of one use when the template passes `use`, and their levels.
pub(super) fn selector<'a>(
    context: &'a SiteValues,
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
    let mut counts: BTreeMap<Floor, usize> = BTreeMap::new();
    for index in &selected {
        let floor = site.config.floor(context.catalogue.unit(*index));
        *counts.entry(floor).or_default() += 1;
    }
    let mut rows = level_rows(context, floors);
    for (row, (floor, all)) in rows.iter_mut().zip(floors) {
        if counts.get(floor).copied().unwrap_or_default() < all.total() {
            row.total = Some(all.total());
            row.free = Some(all.available());
        }
    }
    unit_props(context, selected, rows)
}
