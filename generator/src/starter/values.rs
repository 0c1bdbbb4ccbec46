//! The values that the files of `starter/` name.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};

use super::building::{DrawnBuilding, DrawnFloor};
use super::{FEATURES, NewSite};
use crate::project::packages;
use formats::markdown::fold;
use formats::templating::values::from_serialize;
use model::schema::ENGINE;

/// The values for all files.
pub(super) fn values(
    site: &NewSite,
    uses: &[KnownUse],
    floors: &[DrawnFloor],
    building: &DrawnBuilding,
) -> Value {
    let is_word = |word: &&str| {
        word.chars()
            .all(|letter| letter.is_alphabetic() || letter == '’')
    };
    let main = || floors.iter().filter(|floor| !floor.known.secondary);
    let [area_min, area_max] = building.areas;
    let [area_least, area_most] = building.bounds;
    let [price_min, price_max] = building.prices;
    context! {
        version => ENGINE,
        name => &site.name,
        slug => fold(&site.name),
        engine => packages::engine_name(),
        languages => &site.languages,
        words => site.name.split_whitespace().filter(is_word).collect::<Vec<_>>().join("\n"),
        time_zone => &site.time_zone,
        today => site.today.to_string(),
        month => site.today.strftime("%Y-%m").to_string(),
        each_use => uses.iter().map(|used| use_values(used, floors)).collect::<Vec<Value>>(),
        levels => main().filter(|floor| floor.units > 0).count(),
        parking => main().map(|floor| floor.units).sum::<usize>(),
        area_min => area_min.floor().to_string(),
        area_max => area_max.ceil().to_string(),
        area_low => (area_least / 2.0).floor().to_string(),
        area_high => (area_most * 2.0).ceil().to_string(),
        price_low => (price_min / 2.0).floor().to_string(),
        price_high => (price_max * 2.0).ceil().to_string(),
        taxed => uses.iter().any(|used| used.vat_percent > 0),
        housing => uses.iter().any(KnownUse::is_home),
        ..Value::from_pairs(FEATURES.map(|(name, _)| (name, site.has(name))))
    }
}

/// A use with its number of units.
pub(super) fn use_values(used: &KnownUse, floors: &[DrawnFloor]) -> Value {
    let floors = floors.iter().filter(|floor| floor.known.key == used.key);
    context! { units => floors.map(|floor| floor.units).sum::<usize>(), ..from_serialize(used) }
}

/// `oficinas y locales comerciales`.
pub(super) fn joined_names(uses: &[KnownUse], lang: &str) -> String {
    let and = if lang == "es" { " y " } else { " and " };
    let mut names: Vec<&str> = uses
        .iter()
        .filter_map(|used| used.plural.get(lang))
        .map(String::as_str)
        .collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() {
        last.to_owned()
    } else {
        format!("{}{and}{last}", names.join(", "))
    }
}

/// A use of units.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct KnownUse {
    /// Its key in the catalogue, and in the project.
    #[serde(skip_deserializing)]
    pub(super) key: String,
    /// Begins the codes of units.
    pub(super) prefix: String,
    /// The fact with their number.
    pub(super) count: String,
    /// The address of the page about them, without the first slash.
    pub(super) page: String,
    /// An invented price, pesos for each m².
    pub(super) pesos_per_m2: f64,
    /// The value added tax, if it is not the usual one in Mexico.
    #[serde(default = "usual_vat")]
    pub(super) vat_percent: u8,
    /// Whether such units only complete others, and are in basements.
    #[serde(default)]
    pub(super) secondary: bool,
    /// The name of one unit, by language.
    pub(super) label: BTreeMap<String, String>,
    /// The name of several within a sentence, by language.
    pub(super) plural: BTreeMap<String, String>,
    /// The name of one with its article, by language.
    pub(super) one: BTreeMap<String, String>,
}

/// Percent (LIVA, article 1).
fn usual_vat() -> u8 {
    16
}

impl KnownUse {
    /// Whether people live in it: dwellings have no tax (LIVA, article 9).
    pub(super) fn is_home(&self) -> bool {
        self.vat_percent == 0
    }
}
