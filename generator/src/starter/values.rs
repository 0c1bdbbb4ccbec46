//! The values that the files of `starter/` name.

use minijinja::{Value, context};

use super::building::{DrawnBuilding, DrawnFloor};
use super::known_use::KnownUse;
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
