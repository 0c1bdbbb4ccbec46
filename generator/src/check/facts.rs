//! The facts of `site.yaml` agree with the inventory: pages show both.

use std::collections::BTreeSet;

use formats::code::Code;
use formats::problem::Problem;
use model::config::Range;
use model::localized::Localized;
use model::site::Site;
use serde_json::json;

/// The days after which a rate of the second currency is too old to show beside prices.
const RATE_DAYS: i32 = 31;

/// A problem for each fact that the inventory contradicts.
pub fn contradictions(site: &Site) -> Vec<Problem> {
    let counts = site.config.uses.iter().filter_map(|declared| {
        let (name, number) = (declared.count.as_ref()?, site.config.count_of(declared)?);
        let found = site.summary.of_use(declared.key).total();
        (found != number as usize).then(|| {
            let key = declared.key;
            let message =
                format!("`facts.{name}` is {number}, but the inventory has {found} with the use {key}");
            problem(site, &format!("facts.{name}"), message, "correct the fact, or the units on the platform")
        })
    });
    let areas = site.config.facts.area_m2.and_then(|range| outside(site, range));
    counts.chain(areas).chain(stale_rate(site)).collect()
}

/// The rate of the second currency is much older than the prices.
fn stale_rate(site: &Site) -> Option<Problem> {
    let date = site.config.reference_currency.as_ref()?.date;
    let days = (site.inventory.date - date).get_days();
    (days > RATE_DAYS).then(|| {
        let message = format!("`reference_currency.date` is {date}, {days} days before the inventory");
        let problem = site.config.problem(Code::StaleRate, "reference_currency.date", message);
        problem.hint("write a new rate with its date")
    })
}

/// A problem for each fact that buyers ask for and `site.yaml` does not have, of which pages say that it is to be confirmed.
pub fn missing_facts(site: &Site) -> Vec<Problem> {
    let config = &site.config;
    let mut paths = BTreeSet::new();
    for unit in &site.inventory.units {
        let facts = Localized::new(site, config.languages.first()).unit_facts(unit);
        let missing = facts.filter(|(_, fact)| fact.is_none());
        paths.extend(
            missing.map(|(key, _)| key.replacen("unit", &format!("unit_facts.{}", unit.unit_use.key()), 1)),
        );
    }
    let groups = [("building_facts", json!(config.building_facts)), ("timeline", json!(config.timeline))];
    for (name, group) in &groups {
        let facts = group.as_object().into_iter().flatten();
        paths.extend(facts.filter(|(_, fact)| fact.is_null()).map(|(key, _)| format!("{name}.{key}")));
    }
    let problem = |path: String| {
        let message = format!("`{path}` is missing: pages say that it is to be confirmed");
        config.problem(Code::MissingFact, &path, message).hint("write it")
    };
    paths.into_iter().map(problem).collect()
}

/// The units with an area outside the declared range, in which units that only complete others have no part.
fn outside(site: &Site, range: Range<f64>) -> Option<Problem> {
    let is_outside = |area: f64| area < range.min || area > range.max;
    let units = site.inventory.units.iter().filter(|unit| !site.config.is_secondary(unit.unit_use));
    let mut outside = units.filter(|unit| is_outside(f64::from(unit.area.hundredths()) / 100.0));
    let first = outside.next()?;
    let others = match outside.count() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let (code, area) = (&first.code, first.area);
    let message =
        format!("`facts.area_m2` is {} to {}, but unit {code} has {area}{others}", range.min, range.max);
    Some(problem(site, "facts.area_m2", message, "correct the range, or the areas on the platform"))
}

fn problem(site: &Site, path: &str, message: String, hint: &str) -> Problem {
    site.config.problem(Code::FactContradiction, path, message).hint(hint)
}
