//! Facts and gates: ranges, percentages, and what placeholders can show.

use serde_json::Value;

use super::text_forms::is_key;
use super::{Findings, OUT_OF_100, OUT_OF_SHARE, REVERSED, is_reversed, is_share};
use crate::config::{Config, Range};

/// Facts, gates, and the places of placeholders.
pub(super) fn check(config: &Config, found: &mut Findings) {
    let Config { facts, gates, .. } = config;
    found.refuse(
        "facts.area_m2",
        REVERSED,
        facts.area_m2.is_some_and(is_reversed),
    );
    found.refuse("gates.price", REVERSED, is_reversed(gates.price));
    found.refuse("gates.area_m2", REVERSED, is_reversed(gates.area_m2));

    let message = "`max_age_hours` is 0: write a number of hours, or remove it";
    found.refuse(
        "gates.max_age_hours",
        message,
        gates.max_age_hours == Some(0),
    );

    let message = "`from` is later than `to`: swap them";
    found.refuse(
        "facts.progress",
        message,
        facts.progress.is_some_and(|months| months.from > months.to),
    );

    found.refuse("facts.vat_percent", OUT_OF_100, facts.vat_percent > 100);
    found.refuse(
        "facts.vat_share_percent",
        OUT_OF_SHARE,
        !is_share(facts.vat_share_percent),
    );

    let message = "the fact is neither a number nor a text: write one, or a group of them";
    for (name, fact) in &facts.others {
        found.refuse(&format!("facts.{name}"), message, !is_fact(fact));
        if let Some(message) = unequal_languages(config, fact) {
            found.refuse(&format!("facts.{name}"), &message, true);
        }
        let end = |key| fact.get(key).and_then(Value::as_f64);
        let is_wrong = end("min")
            .zip(end("max"))
            .is_some_and(|(min, max)| is_reversed(Range { min, max }));
        found.refuse(&format!("facts.{name}"), REVERSED, is_wrong);
    }
    let message =
        "`key` is not a name for placeholders: write lower-case letters, digits, `_` or `-`";
    for (index, place) in config.places.iter().enumerate() {
        found.refuse(&format!("places.{index}.key"), message, !is_key(&place.key));
    }
}

/// What is wrong with a fact that has a text in each language. Other groups have no key that is a language.
fn unequal_languages(config: &Config, fact: &Value) -> Option<String> {
    let group = fact.as_object()?;
    let languages = config.languages;
    let is_language = |key: &str| languages.find(key).is_some();
    if !group.keys().any(|key| is_language(key)) {
        return group
            .values()
            .find_map(|inner| unequal_languages(config, inner));
    }
    if let Some(code) = languages.codes().find(|code| !group.contains_key(*code)) {
        return Some(format!(
            "the fact has no text in `{code}`: write one for each language"
        ));
    }
    let key = group.keys().find(|key| !is_language(key))?;
    Some(format!(
        "`{key}` is not one of the site's languages: remove it, or declare it under `languages`"
    ))
}

/// Whether a fact can be shown: a number, a text, or a group of such.
fn is_fact(value: &Value) -> bool {
    match value {
        Value::Number(_) | Value::String(_) => true,
        Value::Object(group) => group.values().all(is_fact),
        _ => false,
    }
}
