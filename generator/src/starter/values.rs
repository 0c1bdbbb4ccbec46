//! The values that the files of `starter/` name.

use std::collections::BTreeSet;

use super::building::{Building, Floor};
use super::fill::{Names, Values};
use super::{NewSite, UseOnLevels};

/// The usual value added tax in Mexico, percent (LIVA, article 1).
const VAT_PERCENT: u8 = 16;
/// The lifts of the building, as its core is drawn.
const ELEVATORS: usize = 2;

/// The values for a file of a language, or for one without a language.
pub(super) fn values(
    site: &NewSite,
    uses: &[UseOnLevels],
    floors: &[Floor],
    building: &Building,
    lang: Option<&str>,
) -> Values {
    let units: usize = floors.iter().map(|floor| floor.units).sum();
    let words = lang.map(|lang| list(uses, lang)).unwrap_or_default();
    let map: Vec<String> = uses.iter().map(|used| format!("{0}: {0}", used.key)).collect();
    let [area_min, area_max] = building.areas;
    let [price_min, price_max] = building.prices;
    let slug = slug(&site.name);
    let month = site.today.strftime("%Y-%m").to_string();
    let mut names: Vec<&str> = site.name.split_whitespace().collect();
    names.retain(|word| word.chars().all(char::is_alphabetic));
    let plain = [
        ("name", site.name.clone()),
        ("product", capitalised(&slug)),
        ("slug", slug.clone()),
        ("code", slug.to_uppercase()),
        ("languages", site.languages.join(", ")),
        ("words", names.join("\n")),
        ("time_zone", site.time_zone.clone()),
        ("today", site.today.to_string()),
        ("month", month),
        ("Uses", capitalised(&words)),
        ("uses", words),
        ("use_map", map.join(", ")),
        ("units", units.to_string()),
        ("levels", floors.len().to_string()),
        ("parking", units.to_string()),
        ("elevators", ELEVATORS.to_string()),
        ("area_min", area_min.floor().to_string()),
        ("area_max", area_max.ceil().to_string()),
        ("area_low", (area_min / 2.0).floor().to_string()),
        ("area_high", (area_max * 2.0).ceil().to_string()),
        ("price_low", (price_min / 2.0).floor().to_string()),
        ("price_high", (price_max * 2.0).ceil().to_string()),
    ];
    let taxed = uses
        .iter()
        .any(|used| used.known.vat_percent.unwrap_or(VAT_PERCENT) > 0);
    let homes = uses.iter().any(|used| used.known.vat_percent == Some(0));
    let mut flags: BTreeSet<String> = site.features().map(str::to_owned).collect();
    flags.extend(site.languages.iter().cloned());
    flags.insert(if taxed { "taxed" } else { "untaxed" }.to_owned());
    flags.insert(if homes { "housing" } else { "commercial" }.to_owned());
    Values {
        plain: plain.map(|(name, value)| (name.to_owned(), value)).into(),
        uses: uses
            .iter()
            .map(|used| names_of(used, floors, &site.languages, lang))
            .collect(),
        flags,
    }
}

/// The values of a use.
fn names_of(used: &UseOnLevels, floors: &[Floor], languages: &[String], lang: Option<&str>) -> Names {
    let own = floors.iter().filter(|floor| floor.key == used.key);
    let units: usize = own.map(|floor| floor.units).sum();
    let known = &used.known;
    let plain = [
        ("use.key", used.key.clone()),
        ("use.page", known.page.clone()),
        ("use.count", known.count.clone()),
        ("use.units", units.to_string()),
        (
            "use.vat_percent",
            known.vat_percent.unwrap_or(VAT_PERCENT).to_string(),
        ),
    ];
    let mut names: Names = plain.map(|(name, value)| (name.to_owned(), value)).into();
    for (name, texts) in [
        ("label", &known.label),
        ("plural", &known.plural),
        ("one", &known.one),
    ] {
        let all = languages
            .iter()
            .filter_map(|code| Some(format!("{code}: {}", texts.get(code)?)));
        let all = all.collect::<Vec<_>>().join(", ");
        names.insert(format!("use.{name}s"), format!("{{ {all} }}"));
        if let Some(text) = lang.and_then(|lang| texts.get(lang)) {
            names.insert(format!("use.{name}"), text.clone());
            names.insert(format!("use.{}", capitalised(name)), capitalised(text));
        }
    }
    names
}

/// `oficinas y locales comerciales`.
fn list(uses: &[UseOnLevels], lang: &str) -> String {
    let and = match lang {
        "es" => " y ",
        _ => " and ",
    };
    let mut names: Vec<&str> = uses
        .iter()
        .filter_map(|used| used.known.plural.get(lang))
        .map(String::as_str)
        .collect();
    let last = names.pop().unwrap_or_default();
    match names.is_empty() {
        true => last.to_owned(),
        false => format!("{}{and}{last}", names.join(", ")),
    }
}

/// A name as part of an address: lower-case letters, digits and hyphens.
pub(super) fn slug(name: &str) -> String {
    let small = name.to_lowercase();
    let plain = small.chars().map(|letter| match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '-',
    });
    let plain: String = plain.collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
