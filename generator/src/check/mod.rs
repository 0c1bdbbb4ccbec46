//! `site check`: what only the finished pages show. A problem names the file that an author opens, and the page in its message.

pub mod budgets;
pub mod content;
mod dates;
mod legal;
pub mod links;
mod offline;
mod page;
mod pages;
mod structured_data;
mod visible_text;

pub use legal::{check_counts_notice, check_documents, check_drawings};

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde_json::json;

use crate::outputs::values::Described;
use formats::problem::{Code, Problem, sorted};
use links::SiteFiles;
use model::config::Range;
use model::fields::{Absent, FieldTable, UnitSource};
use model::localized::Localized;
use model::output::OutputFile;
use model::site::{NOT_FOUND, Site, template};
use page::CheckedPage;

/// Checks a finished site; the problems are sorted.
pub fn check(described: &Described, outputs: &[OutputFile]) -> Vec<Problem> {
    let site = &described.site;
    let files = SiteFiles::from_outputs(outputs);
    let read = |page| Some(CheckedPage::read(page, files.get(&page.url)?));
    let pages: Vec<CheckedPage> = site.pages.par_iter().filter_map(read).collect();
    let mut problems: Vec<Problem> = pages
        .par_iter()
        .flat_map_iter(|page| pages::check_markup(page, site.config.languages))
        .collect();
    problems.extend(links::check_finished_pages(&pages, &files));
    problems.extend(links::check_assets(outputs, &files));
    problems.extend(pages::check_texts(&pages));
    problems.extend(pages::check_parity(&pages));
    problems.extend(legal::check(described, &pages, &files));
    problems.extend(pages::check_share_pictures(
        &site.config.base_url,
        &pages,
        &files,
    ));
    problems.extend(offline::check(&pages, &files));
    problems.extend(structured_data::check(site, &pages, &files));
    problems.extend(contradictions(site));
    sorted(once_for_each_cause(problems))
}

/// How many pages with the same problem have one cause, such as a text of all units, and are one problem.
const SAME_CAUSE: usize = 5;

/// The problems, where one that many pages have is one, which counts the other pages.
fn once_for_each_cause(problems: Vec<Problem>) -> Vec<Problem> {
    let cause = |problem: &Problem| {
        let (message, page) = problem.message.rsplit_once(" (page ")?;
        let is_whole = page.ends_with(')');
        // A text of all units, such as a rent that the platform sends as a text, has another amount in each.
        let message = match problem.code {
            Code::LegalMxnFirst => message.split('`').step_by(2).collect(),
            _ => message.to_owned(),
        };
        is_whole.then(|| (problem.code, message, problem.hint.clone()))
    };
    let mut by_cause: BTreeMap<_, Vec<Problem>> = BTreeMap::new();
    let mut others = Vec::new();
    for problem in problems {
        match cause(&problem) {
            Some(cause) => by_cause.entry(cause).or_default().push(problem),
            None => others.push(problem),
        }
    }
    for mut same in by_cause.into_values() {
        same.sort();
        same.dedup();
        if same.len() >= SAME_CAUSE {
            let more = same.len() - 1;
            same.truncate(1);
            for problem in &mut same {
                problem.message.pop();
                problem
                    .message
                    .push_str(&format!(", and {more} more pages)"));
            }
        }
        others.extend(same);
    }
    others
}

/// The days after which a rate of the second currency is too old to show beside prices.
const RATE_DAYS: i32 = 31;

/// A problem for each fact that the inventory or another fact contradicts.
pub fn contradictions(site: &Site) -> Vec<Problem> {
    let counts = site.config.uses.iter().filter_map(|declared| {
        let (name, number) = (declared.count.as_ref()?, site.config.count_of(declared)?);
        let found = site.summary.of_use(declared.key).total();
        (found != number as usize).then(|| {
            let (key, path) = (declared.key, format!("facts.{name}"));
            let message =
                format!("`{path}` is {number}, but the inventory has {found} with the use {key}");
            let problem = site.config.problem(Code::FactContradiction, &path, message);
            problem.hint("correct the fact, or the units on the platform")
        })
    });
    let areas = site
        .config
        .facts
        .area_m2
        .and_then(|range| areas_outside(site, range));
    let dates = dates::contradictions(site);
    counts
        .chain(areas)
        .chain(stale_rate(site))
        .chain(dates)
        .collect()
}

/// The rate of the second currency is much older than the prices.
fn stale_rate(site: &Site) -> Option<Problem> {
    let date = site.config.reference_currency.as_ref()?.date;
    let days = (site.inventory.date - date).get_days();
    (days > RATE_DAYS).then(|| {
        let message =
            format!("`reference_currency.date` is {date}, {days} days before the inventory");
        let problem = site
            .config
            .problem(Code::StaleRate, "reference_currency.date", message);
        problem.hint("write a new rate with its date")
    })
}

/// A problem for each fact that buyers ask for and `site.yaml` does not have, of which pages say that it is to be confirmed.
pub fn missing_facts(site: &Site) -> Vec<Problem> {
    let config = &site.config;
    let table = FieldTable::new(config);
    let mut paths = BTreeSet::new();
    for unit in &site.inventory.units {
        let source = UnitSource {
            localized: Localized::new(site, config.languages.first()),
            unit,
            plan: None,
            drawn: None,
        };
        let group = format!("unit_facts.{}", unit.unit_use.key());
        let declared = config.use_of(unit.unit_use);
        let is_lacked = |key: &str| declared.is_some_and(|declared| declared.lacks(key));
        let asked = table
            .fields
            .iter()
            .filter(|field| field.absent == Absent::Asked && !is_lacked(&field.key));
        let missing = asked.filter(|field| field.value(&source).is_none());
        paths.extend(missing.map(|field| format!("{group}.{}", field.key)));
    }
    let left_out = &config.building_facts.without;
    let is_left_out = |key: &String| left_out.contains(key);
    let groups = [
        ("building_facts", json!(config.building_facts)),
        ("timeline", json!(config.timeline)),
    ];
    for (name, group) in &groups {
        let facts = group.as_object().into_iter().flatten();
        paths.extend(
            facts
                .filter(|(key, fact)| fact.is_null() && !is_left_out(key))
                .map(|(key, _)| format!("{name}.{key}")),
        );
    }
    let without_beginning = config
        .timeline
        .steps()
        .filter(|step| matches!(step.key, "structure" | "finishes") && step.from.is_none());
    paths.extend(without_beginning.map(|step| format!("timeline.{}.from", step.key)));
    let problem = |path: String| {
        let message = format!("`{path}` is missing: pages say that it is to be confirmed");
        config
            .problem(Code::MissingFact, &path, message)
            .hint("write it")
    };
    paths.into_iter().map(problem).collect()
}

/// The units with an area outside the declared range, in which units that only complete others have no part.
fn areas_outside(site: &Site, range: Range<f64>) -> Option<Problem> {
    let is_outside = |area: f64| area < range.min || area > range.max;
    let units = site
        .inventory
        .units
        .iter()
        .filter(|unit| !site.config.is_secondary(unit.unit_use));
    let mut outside = units.filter(|unit| is_outside(f64::from(unit.area.hundredths()) / 100.0));
    let first = outside.next()?;
    let others = match outside.count() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let (code, area) = (&first.code, first.area);
    let Range { min, max, .. } = range;
    let message = format!("`facts.area_m2` is {min} to {max}, but unit {code} has {area}{others}");
    let problem = site
        .config
        .problem(Code::FactContradiction, "facts.area_m2", message);
    Some(problem.hint("correct the range, or the areas on the platform"))
}

/// A problem for each page that is not public. `islands` are the sets of islands on pages; none for a site without scripts.
pub fn check_required_pages(site: &Site, islands: &BTreeSet<BTreeSet<String>>) -> Vec<Problem> {
    let has_scripts = !islands.is_empty();
    let has_form = islands.iter().any(|names| names.contains("form"));
    let has_trackers = site.config.tracking.is_configured();
    let required = [
        (
            has_scripts,
            template::OFFLINE,
            "the service worker shows it without a network connection",
        ),
        (
            has_form,
            template::THANKS,
            "forms redirect to it after submission",
        ),
        (has_form, template::PRIVACY, "forms link to it"),
        (
            has_trackers && !has_form,
            template::PRIVACY,
            "the consent bar links to it",
        ),
    ];
    let folder = format!("content/{}", site.config.languages.first());
    let is_missing = |(is_required, name, _): &(bool, &str, _)| {
        *is_required && site.routes.with_template(name).is_none()
    };
    let missing = required
        .into_iter()
        .filter(is_missing)
        .map(|(_, template, reason)| {
            let message = format!("no public page has the template `{template}`, and {reason}");
            Problem::in_file(Code::MissingPage, &folder, message).hint(format!(
                "write `template: {template}` in a page of each language, or publish it"
            ))
        });
    let not_found = (has_scripts && !site.routes.contains(NOT_FOUND)).then(|| {
        let message = format!(
            "`{NOT_FOUND}` is not a public page, and hosts show it for addresses that do not exist"
        );
        Problem::in_file(
            Code::MissingPage,
            format!("{folder}{NOT_FOUND}.md"),
            message,
        )
        .hint("write the page in each language, or publish it")
    });
    not_found.into_iter().chain(missing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cause_with_another_amount_in_each_unit_is_one_problem() {
        let found = |code, what: &str, page: usize| {
            let message = format!("the amount `{what}` has none in pesos (page /O-{page})");
            Problem::in_file(code, "templates/pages/unit.html", message)
        };
        let amounts = (1..=6).map(|page| found(Code::LegalMxnFirst, &format!("5,6{page}"), page));
        let links = (1..=6).map(|page| found(Code::BrokenLink, &format!("/{page}"), page));
        let problems = once_for_each_cause(amounts.chain(links).collect());
        let (of_amounts, of_links): (Vec<_>, Vec<_>) = problems
            .iter()
            .partition(|problem| problem.code == Code::LegalMxnFirst);
        assert_eq!((of_amounts.len(), of_links.len()), (1, 6), "{problems:?}");
        assert!(
            of_amounts[0]
                .message
                .ends_with("`5,61` has none in pesos (page /O-1, and 5 more pages)"),
            "{problems:?}"
        );
    }
}
