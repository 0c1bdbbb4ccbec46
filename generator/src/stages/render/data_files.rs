//! `/data/*.json`: the inventory for other programs, and the data with which islands refresh themselves in the browser (S20).

use std::collections::HashMap;

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::Unit;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use model::lang::{Lang, PerLang};
use model::localized::Localized;
use model::output::OutputFile;
use model::site::Site;

use super::unit_texts::{ShownUnit, with_texts};

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
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn parse(bytes: &[u8]) -> Result<ShownInventory, String> {
        let shown: ShownInventory = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
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
    let label = |lang| Localized::new(site, lang).date(site.inventory.date);
    let file =
        |path: &str, json: Result<Vec<u8>, _>| OutputFile::new(path, json.unwrap_or_default(), "inventory");
    let date = site.inventory.date.to_string();
    let inventory = InventoryFile {
        version: VERSION,
        date: date.clone(),
        date_label: PerLang::from_fn(languages, label),
        currency: currency.code(),
        units: &site.inventory.units,
    };
    let amenities = AmenitiesFile {
        version: VERSION,
        amenities: site.inventory.amenities.iter().map(|amenity| amenity_texts(site, amenity)).collect(),
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

fn amenity_texts<'a>(site: &Site, amenity: &'a Amenity) -> AmenityTexts<'a> {
    let per_lang = |text: &dyn Fn(Localized) -> String| {
        PerLang::from_fn(site.config.languages, |lang| text(Localized::new(site, lang)))
    };
    AmenityTexts {
        code: &amenity.code,
        name: per_lang(&|localized| localized.amenity_name(amenity)),
        description: per_lang(&|localized| localized.amenity_description(amenity)),
        image: &amenity.image,
    }
}
