//! The values that the files of `starter/` name.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use serde::Deserialize;

use super::building::{DrawnBuilding, DrawnFloor};
use super::{FEATURES, NewSite, UseOnLevels};
use crate::project::packages;
use formats::markdown::fold;
use model::schema::ENGINE;

/// The usual value added tax in Mexico, percent (LIVA, article 1).
const VAT_PERCENT: u8 = 16;
/// The values for the files of a language, or for those without a language.
pub(super) fn values(
    site: &NewSite,
    uses: &[UseOnLevels],
    floors: &[DrawnFloor],
    building: &DrawnBuilding,
    packages: &[(String, String)],
    lang: Option<&str>,
) -> Value {
    let units: usize = floors.iter().map(|floor| floor.units).sum();
    let words = lang.map(|lang| joined_names(uses, lang)).unwrap_or_default();
    let map: Vec<String> = uses.iter().map(|used| format!("{0}: {0}", used.key)).collect();
    let [area_min, area_max] = building.areas;
    let [area_least, area_most] = building.bounds;
    let [price_min, price_max] = building.prices;
    let slug = fold(&site.name);
    let mut names: Vec<&str> = site.name.split_whitespace().collect();
    names.retain(|word| word.chars().all(|letter| letter.is_alphabetic() || letter == '’'));
    let vat_percent = |used: &UseOnLevels| used.known.vat_percent.unwrap_or(VAT_PERCENT);
    let each_use = uses.iter().map(|used| use_values(used, floors, &site.languages, lang));
    let flags = FEATURES.map(|(name, _)| (name, site.features().any(|feature| feature == name)));
    context! {
        version => ENGINE,
        name => &site.name,
        product => capitalised(&slug),
        code => slug.to_uppercase(),
        slug,
        engine => packages::engine_name(),
        packages => packages.iter().map(|(name, version)| context! { name, version }).collect::<Vec<Value>>(),
        languages => site.languages.join(", "),
        es => site.languages.iter().any(|lang| lang == "es"),
        en => site.languages.iter().any(|lang| lang == "en"),
        words => names.join("\n"),
        time_zone => &site.time_zone,
        today => site.today.to_string(),
        month => site.today.strftime("%Y-%m").to_string(),
        Uses => capitalised(&words),
        uses => words,
        use_map => map.join(", "),
        each_use => each_use.collect::<Vec<Value>>(),
        units,
        levels => floors.iter().filter(|floor| floor.units > 0 && !floor.known.secondary).count(),
        parking => floors.iter().filter(|floor| !floor.known.secondary).map(|floor| floor.units).sum::<usize>(),
        elevators => 2,
        area_min => area_min.floor().to_string(),
        area_max => area_max.ceil().to_string(),
        area_low => (area_least / 2.0).floor().to_string(),
        area_high => (area_most * 2.0).ceil().to_string(),
        price_low => (price_min / 2.0).floor().to_string(),
        price_high => (price_max * 2.0).ceil().to_string(),
        taxed => uses.iter().any(|used| vat_percent(used) > 0),
        housing => uses.iter().any(|used| used.known.is_home()),
        ..Value::from_pairs(flags)
    }
}

/// The values of a use: its name in each language, and in this one also capitalised.
fn use_values(used: &UseOnLevels, floors: &[DrawnFloor], languages: &[String], lang: Option<&str>) -> Value {
    let own = floors.iter().filter(|floor| floor.key == used.key);
    let known = &used.known;
    let each = |texts: &BTreeMap<String, String>| {
        let texts = languages.iter().filter_map(|code| Some(format!("{code}: {}", texts.get(code)?)));
        format!("{{ {} }}", texts.collect::<Vec<_>>().join(", "))
    };
    let one = |texts: &BTreeMap<String, String>| lang.and_then(|lang| texts.get(lang)).cloned();
    let plural = one(&known.plural);
    context! {
        key => &used.key,
        page => &known.page,
        count => &known.count,
        units => own.map(|floor| floor.units).sum::<usize>(),
        vat_percent => known.vat_percent.unwrap_or(VAT_PERCENT),
        secondary => known.secondary,
        labels => each(&known.label),
        plurals => each(&known.plural),
        label => one(&known.label),
        one => one(&known.one),
        Plural => plural.as_deref().map(capitalised),
        plural,
    }
}

/// `oficinas y locales comerciales`.
fn joined_names(uses: &[UseOnLevels], lang: &str) -> String {
    let and = if lang == "es" { " y " } else { " and " };
    let mut names: Vec<&str> =
        uses.iter().filter_map(|used| used.known.plural.get(lang)).map(String::as_str).collect();
    let last = names.pop().unwrap_or_default();
    match names.is_empty() {
        true => last.to_owned(),
        false => format!("{}{and}{last}", names.join(", ")),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A use of units.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KnownUse {
    /// Begins the codes of units.
    pub(super) prefix: String,
    /// The fact with their number.
    pub(super) count: String,
    /// The address of the page about them, without the first slash.
    pub(super) page: String,
    /// An invented price, pesos for each m².
    pub(super) pesos_per_m2: f64,
    /// The tax, if it is not the usual one.
    pub(super) vat_percent: Option<u8>,
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

impl KnownUse {
    /// Whether people live in it: dwellings have no tax (LIVA, article 9).
    pub(super) fn is_home(&self) -> bool {
        self.vat_percent == Some(0)
    }
}

pub(super) type Catalogue = BTreeMap<String, KnownUse>;
