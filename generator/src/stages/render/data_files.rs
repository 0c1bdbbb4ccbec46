//! `/data/*.json`: the inventory for other programs, and the data with which islands refresh themselves in the browser (S20).
//! Amounts, taxes and areas are computed and written here, and not in the browser.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::civil::Date;
use platform::unit::{Status, Unit};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::catalogue::{Catalogue, RentLine};
use crate::outputs::values::SiteValues;
use model::config::{FieldPlace, OFFER_FIELD, RentPeriod};
use model::fields::{FieldTable, Kind};
use model::lang::{Lang, PerLang};
use model::localized::Localized;
use model::output::OutputFile;
use model::site::Site;

/// Version of the format of the files for other programs: raise it when the format changes.
const VERSION: u32 = 1;

/// Version of the format of the files for islands: raise it when the format changes, and that in `islands/src/stores/property.ts`.
const UNITS_VERSION: u32 = 3;

/// The path of the data file with the units, from the site's root.
pub const INVENTORY_PATH: &str = "data/inventory.json";

/// What the data file says about the inventory.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ShownInventory {
    version: u32,
    /// The day of its pull.
    pub date: Date,
    /// The units, in the site's order.
    pub units: Vec<Unit>,
}

impl ShownInventory {
    /// Reads the bytes of a data file.
    pub fn parse(bytes: &[u8]) -> Result<ShownInventory, String> {
        let shown: ShownInventory =
            serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        match shown.version {
            VERSION => Ok(shown),
            other => Err(format!("its version is {other}, not {VERSION}")),
        }
    }
}

/// The inventory for other programs.
#[derive(Serialize)]
struct InventoryFile<'a> {
    version: u32,
    date: String,
    /// The date for visitors.
    date_label: PerLang<String>,
    /// The currency of prices (ISO 4217).
    currency: &'a str,
    /// What rents are, on a site with rents.
    #[serde(skip_serializing_if = "Option::is_none")]
    rents: Option<RentsOfFile<'a>>,
    units: &'a [Unit],
}

/// What the rents of units are.
#[derive(Serialize)]
struct RentsOfFile<'a> {
    /// Their currency (ISO 4217).
    currency: &'a str,
    period: RentPeriod,
    per_m2: bool,
}

/// The inventory for the islands of one language.
#[derive(Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "InventoryData")]
pub(crate) struct UnitsFile<'a> {
    version: u32,
    /// The day of its pull: `2026-11-20`.
    date: String,
    /// The same day as visitors read it.
    date_label: String,
    units: Vec<ShownUnit<'a>>,
}

/// The amenities for the islands.
#[derive(Serialize, TS)]
#[ts(rename = "AmenitiesData")]
pub(crate) struct AmenitiesFile<'a> {
    version: u32,
    amenities: Vec<AmenityTexts<'a>>,
}

/// An amenity with its texts by language.
#[derive(Serialize, TS)]
pub(crate) struct AmenityTexts<'a> {
    code: &'a str,
    #[ts(as = "HashMap<String, String>")]
    name: PerLang<String>,
    #[ts(as = "HashMap<String, String>")]
    description: PerLang<String>,
    #[ts(as = "Option<String>")]
    image: &'a Option<String>,
}

/// The path of the data file with the units for the islands of a language, from the site's root.
pub(super) fn units_path(lang: Lang) -> String {
    format!("data/units-{lang}.json")
}

pub(super) fn files(site: &Site, described: &[&Arc<SiteValues>]) -> Vec<OutputFile> {
    let (languages, currency) = (site.config.languages, site.config.currency());
    let localized = |lang| Localized::new(site, lang);
    let label = |lang| localized(lang).date(site.inventory.date);
    let file = |path: &str, json: Result<Vec<u8>, _>| {
        OutputFile::new(path, json.unwrap_or_default(), "inventory")
    };
    let date = site.inventory.date.to_string();
    let (rents, rent_currency) = (site.config.rents.as_ref(), site.config.rent_currency());
    let inventory = InventoryFile {
        version: VERSION,
        date: date.clone(),
        date_label: PerLang::from_fn(languages, label),
        currency: currency.code(),
        rents: rents
            .zip(rent_currency.as_ref())
            .map(|(rents, currency)| RentsOfFile {
                currency: currency.code(),
                period: rents.period,
                per_m2: rents.per_m2,
            }),
        units: &site.inventory.units,
    };
    let texts = site.inventory.amenities.iter().map(|amenity| AmenityTexts {
        code: &amenity.code,
        name: PerLang::from_fn(languages, |lang| {
            localized(lang).amenity_text(amenity, "name", &amenity.name)
        }),
        description: PerLang::from_fn(languages, |lang| {
            localized(lang).amenity_text(amenity, "description", &amenity.description)
        }),
        image: &amenity.image,
    });
    let amenities = AmenitiesFile {
        version: VERSION,
        amenities: texts.collect(),
    };
    let mut files = vec![
        file(INVENTORY_PATH, serde_json::to_vec(&inventory)),
        file("data/amenities.json", serde_json::to_vec(&amenities)),
    ];
    // A project without islands may lack their texts; a page with an island that shows units reports them.
    let complete = described
        .iter()
        .filter(|values| values.catalogue.price_words.has_suffix());
    files.extend(complete.map(|values| {
        let units = UnitsFile {
            version: UNITS_VERSION,
            date: date.clone(),
            date_label: values.date_label.clone(),
            units: with_texts(&values.catalogue, 0..site.inventory.units.len()),
        };
        file(&units_path(values.lang), serde_json::to_vec(&units))
    }));
    files
}

/// The options of the filter by what is offered. A unit may be both: [`OFFER_FIELD`] of its texts then has both keys.
pub(crate) const FOR_SALE: &str = "sale";
pub(crate) const FOR_RENT: &str = "rent";

/// What a unit is offered for, with `|` between.
fn offer_keys(unit: &Unit) -> String {
    let sale = unit.is_for_sale().then_some(FOR_SALE);
    let rent = unit.rent.map(|_| FOR_RENT);
    sale.into_iter().chain(rent).collect::<Vec<_>>().join("|")
}

/// A unit of the development as islands show it. Areas are in square metres, the price in minor units of the currency before VAT.
#[derive(Debug, Serialize, TS)]
#[ts(rename = "Unit")]
pub(crate) struct ShownUnit<'a> {
    /// With the address of its code in place of the code, and among its fields what filters compare.
    #[serde(flatten)]
    #[ts(flatten)]
    unit: Cow<'a, Unit>,
    /// Its code as people write it, where that is not its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    label: Option<&'a str>,
    text: UnitTexts<'a>,
    /// Whether the list has it after all others, as units of a secondary use are.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    last: bool,
}

/// The texts of a unit, as visitors read them.
#[derive(Debug, Serialize, TS)]
#[ts(optional_fields)]
pub(crate) struct UnitTexts<'a> {
    /// The areas in one text; with a terrace `97.20 m² interiores + 82.80 m² de terraza`.
    areas: &'a str,
    /// By the keys of fields, those whose text is not that of their value.
    #[ts(as = "HashMap<String, String>")]
    fields: BTreeMap<&'a str, Cow<'a, str>>,
    /// The areas in square feet too, in languages whose readers think in them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<HashMap<String, String>>", optional)]
    full: BTreeMap<&'a str, &'a str>,
    /// By the keys of amounts that the comparison ranks, in minor units; the price and the rent are in the unit.
    #[ts(as = "HashMap<String, i32>")]
    amounts: BTreeMap<&'a str, i64>,
    /// Of a unit that is for rent: its rent as lists show it and what is paid for the period, then its other amounts and the
    /// conditions; each with its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<[Vec<(String, String)>; 2]>", optional)]
    rent: Option<[Vec<(&'a str, &'a str)>; 2]>,
    /// The price before VAT and the total in the second currency, each as a whole text, on a site with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<[String; 2]>,
}

/// Units with their texts.
pub(crate) fn with_texts(
    catalogue: &Catalogue,
    units: impl IntoIterator<Item = usize>,
) -> Vec<ShownUnit<'_>> {
    let config = &catalogue.site.config;
    let fields: Vec<usize> = island_fields(&catalogue.table)
        .into_iter()
        .filter(|position| {
            let field = &catalogue.table.fields[*position];
            !field.shows_as_sent(config)
        })
        .collect();
    let shown = |index: usize| {
        let unit = catalogue.unit(index);
        let spelling = unit.code.spelling();
        let has_label = spelling != unit.code.address();
        let mut sent = Cow::Borrowed(unit);
        if has_label {
            sent.to_mut().code = unit.code.without_spelling();
        }
        for (position, values) in &catalogue.filter_values {
            if let Some(value) = values.of(index) {
                let key = catalogue.table.fields[*position].key.to_string();
                sent.to_mut().fields.insert(key, value.clone());
            }
        }
        ShownUnit {
            unit: sent,
            label: has_label.then_some(spelling),
            text: unit_texts(catalogue, &fields, index),
            last: config.is_secondary(unit.unit_use),
        }
    };
    units.into_iter().map(shown).collect()
}

/// The places of islands.
pub(crate) const ISLAND_PLACES: [FieldPlace; 5] = [
    FieldPlace::Dialog,
    FieldPlace::Column,
    FieldPlace::Filter,
    FieldPlace::Card,
    FieldPlace::Comparison,
];

/// The positions of the fields that islands show, and of the parts of a price, in the order of the table.
pub(crate) fn island_fields(table: &FieldTable) -> BTreeSet<usize> {
    let shown = ISLAND_PLACES.into_iter().flat_map(|place| table.at(place));
    let amounts = table
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.kind == Kind::Money);
    shown
        .copied()
        .chain(amounts.map(|(position, _)| position))
        .collect()
}

fn unit_texts<'a>(catalogue: &'a Catalogue, fields: &[usize], index: usize) -> UnitTexts<'a> {
    let view = &catalogue.units[index];
    let mut short: BTreeMap<&str, Cow<'_, str>> = BTreeMap::new();
    let mut full: BTreeMap<&str, &str> = BTreeMap::new();
    let mut amounts = BTreeMap::new();
    for position in fields {
        let field = &catalogue.table.fields[*position];
        let Some(text) = view.text(*position) else {
            continue;
        };
        // A cell of the table breaks a price in two currencies here only.
        let is_in_both = field.kind == Kind::Money && text.short.contains(" (");
        let shown = if is_in_both {
            text.short.replace(" (", "\n(").into()
        } else {
            Cow::Borrowed(&*text.short)
        };
        short.insert(&field.key, shown);
        if let Some(amount) = view.price.compared_amount(&field.key) {
            amounts.insert(&*field.key, amount.minor_units());
        }
        if text.text != text.short {
            full.insert(&field.key, &text.text);
        }
    }
    let unit = catalogue.unit(index);
    // Islands have the words of the development.
    let differs =
        unit.status == Status::Sold && unit.closing() != catalogue.localized().strings.closing();
    if let (true, Ok(status)) = (differs, catalogue.status(unit)) {
        short.insert("status", Cow::Borrowed(status));
    }
    if catalogue.price_words.rents.is_some() {
        short.insert(OFFER_FIELD, offer_keys(unit).into());
    }
    UnitTexts {
        areas: view.areas.metres.as_deref().unwrap_or_default(),
        fields: short,
        full,
        amounts,
        rent: rent_texts(catalogue, index),
        reference: view
            .price
            .in_reference(catalogue.localized(), &catalogue.price_words),
    }
}

/// The texts of the rent of a unit, the large ones and the others; none of a unit that is not for rent.
fn rent_texts(catalogue: &Catalogue, index: usize) -> Option<[Vec<(&str, &str)>; 2]> {
    let rent = catalogue.units[index].price.rent.as_ref()?;
    let words = catalogue.price_words.rents.as_ref()?;
    let main = rent.main.iter().map(RentLine::texts);
    let others = rent.parts.iter().chain(&words.conditions);
    Some([main.collect(), others.map(RentLine::texts).collect()])
}
