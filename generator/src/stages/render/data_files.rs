//! `/data/*.json`: the inventory for other programs, and the data with which islands refresh themselves in the browser (S20).
//! Amounts, taxes and areas are computed and written here, and not in the browser.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use platform::area::Area;
use platform::money::Money;
use platform::unit::Unit;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use model::lang::{Lang, PerLang};
use model::localized::Localized;
use model::output::OutputFile;
use model::site::Site;
use model::strings::StringsError;

/// Version of the data files' format: raise it when the format changes.
const VERSION: u32 = 1;

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
    units: &'a [Unit],
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

pub(super) fn files(site: &Site) -> Vec<OutputFile> {
    let (languages, currency) = (site.config.languages, site.config.currency());
    let localized = |lang| Localized::new(site, lang);
    let label = |lang| localized(lang).date(site.inventory.date);
    let file = |path: &str, json: Result<Vec<u8>, _>| {
        OutputFile::new(path, json.unwrap_or_default(), "inventory")
    };
    let date = site.inventory.date.to_string();
    let inventory = InventoryFile {
        version: VERSION,
        date: date.clone(),
        date_label: PerLang::from_fn(languages, label),
        currency: currency.code(),
        units: &site.inventory.units,
    };
    let amenities = site.inventory.amenities.iter().map(|amenity| AmenityTexts {
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
        amenities: amenities.collect(),
    };
    let mut files = vec![
        file(INVENTORY_PATH, serde_json::to_vec(&inventory)),
        file("data/amenities.json", serde_json::to_vec(&amenities)),
    ];
    // A project without islands may lack their texts; a page with an island that shows units reports them.
    let units = |lang| {
        let units = UnitsFile {
            version: VERSION,
            date: date.clone(),
            date_label: label(lang),
            units: with_texts(site, lang, &site.inventory.units).ok()?,
        };
        Some(file(&units_path(lang), serde_json::to_vec(&units)))
    };
    files.extend(languages.iter().filter_map(units));
    files
}

/// The field with the [`access_key`] of a unit among the declared ones, by which the inventory filters.
pub(crate) const ACCESS_FIELD: &str = "access";

/// The text about the door of a unit as links of every language have it: `desde-la-calle`.
pub(crate) fn access_key(site: &Site, access: &PerLang<String>) -> String {
    let text = access.get(site.config.languages.first()).to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join("-")
}

/// A unit of the development as islands show it. Areas are in square metres, the price in minor units of the currency before VAT.
#[derive(Debug, Serialize, TS)]
#[ts(rename = "Unit")]
pub(crate) struct ShownUnit<'a> {
    #[serde(flatten)]
    #[ts(flatten)]
    unit: &'a Unit,
    text: UnitTexts,
    /// Whether the list has it after all others, as units of a secondary use are.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    last: bool,
}

/// The texts of a unit, as visitors read them.
#[derive(Debug, Serialize, TS)]
#[ts(optional_fields)]
pub(crate) struct UnitTexts {
    #[serde(flatten)]
    #[ts(flatten)]
    areas: AreaTexts,
    /// The areas in square feet too, in languages whose readers think in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    full: Option<AreaTexts>,
    /// The price before VAT, with "+ IVA" where it has tax.
    price: String,
    /// The tax, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    vat: Option<String>,
    /// The price with the tax.
    total: String,
    /// The price of a square metre before VAT, with both bases where the unit has a terrace.
    #[serde(skip_serializing_if = "Option::is_none")]
    per_m2: Option<String>,
    /// The price before VAT and the total in the second currency, each as a whole text, on a site with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<[String; 2]>,
    /// The declared fields whose text is not that of their value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>", optional)]
    fields: BTreeMap<String, String>,
}

/// The areas of a unit.
#[derive(Debug, Serialize, TS)]
pub(crate) struct AreaTexts {
    /// In one text; with a terrace `97.20 m² interiores + 82.80 m² de terraza`.
    area: String,
    area_total: String,
    interior: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    terrace: Option<String>,
}

/// Units with their texts.
///
/// # Errors
/// The site lacks the string that follows a price before VAT.
pub(crate) fn with_texts<'a>(
    site: &'a Site,
    lang: Lang,
    units: impl IntoIterator<Item = &'a Unit>,
) -> Result<Vec<ShownUnit<'a>>, StringsError> {
    let localized = Localized::new(site, lang);
    let suffix = localized.text("price.vat_suffix")?;
    let shown = |unit: &'a Unit| ShownUnit {
        unit,
        text: unit_texts(localized, unit, &suffix),
        last: site.config.is_secondary(unit.unit_use),
    };
    Ok(units.into_iter().map(shown).collect())
}

fn unit_texts<'a>(localized: Localized<'a>, unit: &Unit, suffix: &str) -> UnitTexts {
    let Localized { site, lang, .. } = localized;
    let price = site.config.price(unit);
    let has_tax = site.config.vat(unit.unit_use).percent > 0;
    // A cell of the table breaks the price here only.
    let net = localized.money(unit.price).replace(" (", "\n(");
    let areas = |write: fn(&Localized<'a>, Area) -> String| AreaTexts {
        area: localized.unit_area(unit, write).unwrap_or_default(),
        area_total: write(&localized, unit.area),
        interior: write(&localized, unit.interior),
        terrace: (!unit.terrace.is_zero()).then(|| write(&localized, unit.terrace)),
    };
    let declared = site
        .config
        .unit_fields
        .iter()
        .filter(|field| !field.shows_as_sent());
    let declared = declared.filter_map(|field| {
        Some((
            field.key.clone(),
            localized.field(field, field.value(unit)?).ok()?,
        ))
    });
    let access = site.config.unit_facts.access(unit);
    let access = access.map(|access| (ACCESS_FIELD.to_owned(), access_key(site, access)));
    UnitTexts {
        areas: areas(Localized::square_metres),
        full: lang.uses_square_feet().then(|| areas(Localized::area)),
        price: match has_tax {
            true => format!("{net} {suffix}"),
            false => net,
        },
        vat: has_tax.then(|| localized.money(price.vat)),
        total: localized.money(price.total),
        per_m2: localized.rates_line(unit),
        reference: reference_texts(localized, unit.price, price.total, suffix, has_tax),
        fields: declared.chain(access).collect(),
    }
}

/// `aprox. $230,574 USD + IVA`, and the sentence `aprox. $267,466 USD. ` about the total.
fn reference_texts(
    localized: Localized<'_>,
    net: Money,
    total: Money,
    suffix: &str,
    has_tax: bool,
) -> Option<[String; 2]> {
    let about = localized.text("payment.about").ok()?;
    let (net, total) = (localized.reference(net)?, localized.reference(total)?);
    let suffix = if has_tax {
        format!(" {suffix}")
    } else {
        String::new()
    };
    Some([
        format!("{about} {net}{suffix}"),
        format!("{about} {total}. "),
    ])
}
