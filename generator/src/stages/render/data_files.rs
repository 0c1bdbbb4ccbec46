//! `/data/*.json`: the data with which a page refreshes itself in the browser (S20).

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::Unit;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use model::localized::Localized;
use model::output::OutputFile;
use model::site::Site;

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
    pub fn read(bytes: &[u8]) -> Result<ShownInventory, String> {
        let shown: ShownInventory = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        match shown.version {
            VERSION => Ok(shown),
            other => Err(format!("its version is {other}, not {VERSION}")),
        }
    }
}

/// The data file as it is written.
#[derive(Serialize)]
struct InventoryFile<'a> {
    version: u32,
    date: String,
    /// The date for visitors, by language.
    date_label: Value,
    units: &'a [Unit],
}

pub(super) fn files(site: &Site) -> [OutputFile; 2] {
    let per_lang = |value: &dyn Fn(Localized) -> Option<String>| {
        let languages = site.config.languages.iter();
        let pairs = languages.map(|lang| (lang.code().to_owned(), json!(value(Localized::new(site, lang)))));
        Value::Object(Map::from_iter(pairs))
    };
    let inventory = InventoryFile {
        version: VERSION,
        date: site.inventory.date.to_string(),
        date_label: per_lang(&|localized| localized.date(site.inventory.date).ok()),
        units: &site.inventory.units,
    };
    let amenity = |amenity: &Amenity| {
        json!({
            "code": amenity.code,
            "name": per_lang(&|localized| Some(localized.amenity_name(amenity))),
            "description": per_lang(&|localized| Some(localized.amenity_description(amenity))),
            "image": amenity.image,
        })
    };
    let amenities: Vec<Value> = site.inventory.amenities.iter().map(amenity).collect();
    let amenities = json!({"version": VERSION, "amenities": amenities});
    [
        (INVENTORY_PATH, serde_json::to_vec(&inventory)),
        ("data/amenities.json", serde_json::to_vec(&amenities)),
    ]
    .map(|(path, json)| OutputFile::new(path, json.unwrap_or_default(), "inventory"))
}
