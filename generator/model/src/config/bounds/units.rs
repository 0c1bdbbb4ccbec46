//! What units are: uses, words of the platform, own fields and where they show, buildings.

use platform::unit::{Level, UnitUse};
use platform::unit_field::BUILDING;
use serde_json::json;

use super::text_forms::is_key;
use super::{Findings, OUT_OF_100, OUT_OF_SHARE, REVERSED, is_reversed, is_share};
use crate::config::{BuildingFacts, Config, UseGates, own_fields, rents};
use crate::fields::{Kind, all_keys, filter_keys};
use formats::problem::did_you_mean;

/// Uses: their tax, gates and facts, and where others name them.
pub(super) fn check_uses(config: &Config, found: &mut Findings) {
    for (index, declared) in config.uses.iter().enumerate() {
        let path = |key: &str| format!("uses.{index}.{key}");
        found.refuse(
            &path("vat_percent"),
            OUT_OF_100,
            declared.vat_percent.is_some_and(|rate| rate > 100),
        );
        found.refuse(
            &path("vat_share_percent"),
            OUT_OF_SHARE,
            declared.vat_share_percent.is_some_and(|own| !is_share(own)),
        );
        let UseGates { price, area_m2 } = declared.gates;
        for (key, range) in [("gates.price", price), ("gates.area_m2", area_m2)] {
            found.refuse(&path(key), REVERSED, range.is_some_and(is_reversed));
        }
        let repeated = "this use is declared twice: remove one of both";
        found.refuse(&path("key"), repeated, config.rank(declared.key) < index);
        let uncounted = "`count` names no whole number below `facts`: write the name of the fact with the number of units";
        found.refuse(
            &path("count"),
            uncounted,
            declared.count.is_some() && config.count_of(declared).is_none(),
        );
    }
    found.refuse(
        "uses",
        "`uses` is empty: declare what the units are",
        config.uses.is_empty(),
    );
    let is_declared = |key: &UnitUse| config.use_of(*key).is_some();
    let keys: Vec<&str> = config
        .uses
        .iter()
        .map(|declared| declared.key.key())
        .collect();
    let named = config
        .platform
        .uses
        .iter()
        .map(|(word, key)| (format!("platform.uses.{word}"), key))
        .chain(
            config
                .unit_facts
                .uses
                .keys()
                .map(|key| (format!("unit_facts.uses.{key}"), key)),
        );
    for (path, key) in named {
        let keys = keys.join("`, `");
        let message = format!(
            "`uses` does not declare the use `{key}`: declare it, or write one of `{keys}`"
        );
        found.refuse(&path, &message, !is_declared(key));
    }
}

/// Levels, and what the platform's words mean.
pub(super) fn check_platform(config: &Config, found: &mut Findings) {
    let message =
        "a building has no level 0: the ground floor is 1, the level above it 2, a basement -1";
    found.refuse("levels.0", message, config.levels.contains_key(&Level(0)));
    for (word, level) in &config.platform.levels {
        found.refuse(
            &format!("platform.levels.{word}"),
            message,
            *level == Level(0),
        );
    }
    for (path, message) in config.platform.problems() {
        found.refuse(&format!("platform.{path}"), &message, true);
    }
}

/// Rents and fields of units, and the questions of forms.
pub(super) fn check_fields(config: &Config, found: &mut Findings) {
    for (key, message) in config.rent_problems() {
        found.refuse(&format!("rents.{key}"), &message, true);
    }

    for (index, field) in config.unit_fields.iter().enumerate() {
        for (key, message) in field.problems(&config.unit_fields[..index]) {
            found.refuse(&format!("unit_fields.{index}.{key}"), message, true);
        }
        let is_taken = config.rents.is_some() && rents::OWN_KEYS.contains(&&*field.key);
        let message = "a site with `rents` has a field of this name: choose another key, and write the platform's name into `field`";
        found.refuse(&format!("unit_fields.{index}.key"), message, is_taken);
    }

    for (name, own) in &config.forms {
        for (path, message) in own_fields::problems(name, own) {
            found.refuse(&format!("forms.{name}{path}"), &message, true);
        }
    }
}

/// Which fields show where.
pub(super) fn check_places(config: &Config, found: &mut Findings) {
    let keys: Vec<&str> = all_keys(config).collect();
    for (place, shown) in &config.fields {
        let name = json!(place);
        let place = name.as_str().unwrap_or_default();
        for (index, key) in shown.iter().enumerate() {
            let path = format!("fields.{place}.{index}");
            let hint = did_you_mean(key, keys.iter().copied())
                .unwrap_or_else(|| "write the key of one of them".to_owned());
            let message = format!("`{key}` is not a field of units: {hint}");
            found.refuse(&path, &message, !keys.contains(&key.as_str()));
            let message = "this field is named twice: remove one of both";
            found.refuse(&path, message, shown[..index].contains(key));
            let declared = config.unit_fields.iter().find(|field| field.key == *key);
            let can_filter = key == BUILDING
                || filter_keys().any(|known| known == key)
                || declared.is_some_and(|field| Kind::from(field.kind).can_filter());
            let message = "visitors can filter by `access`, `facing`, `to_lifts` and declared fields that are no texts: remove it";
            found.refuse(&path, message, place == "filter" && !can_filter);
        }
        let message =
            "the column of the code is missing, which links to the unit's page: write `code` first";
        found.refuse(
            &format!("fields.{place}"),
            message,
            place == "column" && shown.first().is_none_or(|key| key != "code"),
        );
    }

    for (index, declared) in config.uses.iter().enumerate() {
        for (position, key) in declared.without.iter().enumerate() {
            let hint = did_you_mean(key, keys.iter().copied())
                .unwrap_or_else(|| "write the key of one of them".to_owned());
            let message = format!("`{key}` is not a field of units: {hint}");
            let path = format!("uses.{index}.without.{position}");
            found.refuse(&path, &message, !keys.contains(&key.as_str()));
        }
    }
}

/// The facts that a development does not have.
fn check_facts_without(config: &Config, found: &mut Findings) {
    for (position, key) in config.building_facts.without.iter().enumerate() {
        let hint = did_you_mean(key, BuildingFacts::keys())
            .unwrap_or_else(|| "write the key of one of them".to_owned());
        let message = format!("`{key}` is not a fact of buildings: {hint}");
        let path = format!("building_facts.without.{position}");
        found.refuse(
            &path,
            &message,
            !BuildingFacts::keys().any(|known| known == key),
        );
        let is_given = config.building_facts.gives(key);
        let message = format!("`building_facts` has `{key}`: remove it there or here");
        found.refuse(&path, &message, is_given);
    }
}

/// Buildings, and where the platform names them.
pub(super) fn check_buildings(config: &Config, found: &mut Findings) {
    check_facts_without(config, found);
    for (index, building) in config.buildings.iter().enumerate() {
        let path = |key: &str| format!("buildings.{index}.{key}");
        let message = "write it in `building_facts`: a building shows only the facts that it has";
        let is_own = !building.facts.without.is_empty();
        found.refuse(&path("facts.without"), message, is_own);
        let message = "this is not a name of data and of a file: write lower-case letters, digits, `_` or `-`";
        found.refuse(&path("key"), message, !is_key(&building.key));
        let repeated = config.buildings[..index]
            .iter()
            .any(|other| other.key == building.key);
        found.refuse(
            &path("key"),
            "this building is declared twice: remove one of both",
            repeated,
        );
    }
    let is_all =
        !config.buildings.is_empty() && config.buildings.iter().all(|building| building.announced);
    let message = "no building is on sale: remove `announced` from one, or `buildings`";
    found.refuse("buildings", message, is_all);
    for (word, key) in &config.platform.buildings {
        let message = format!(
            "`buildings` does not declare `{key}`: declare it, or write the key of one of them"
        );
        found.refuse(
            &format!("platform.buildings.{word}"),
            &message,
            config.building(key).is_none(),
        );
    }
}
