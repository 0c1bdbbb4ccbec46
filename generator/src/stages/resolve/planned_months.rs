//! The plan of the months of the works: which ones have their texts, and which ones are still to be written. Only a site with
//! `facts.progress.works_end` has one.

use std::collections::BTreeMap;

use super::publication::Clock;
use formats::code::Code;
use formats::problem::Problem;
use model::config::{Config, FILE, Month};
use model::lang::Lang;
use model::site::{MonthState, PlannedMonth, template};
use model::source::{EntrySource, PageSource, PublicationState};

/// The months from the first that is not public, oldest first.
pub(super) fn remaining(config: &Config, entries: &[EntrySource], clock: Clock) -> Vec<PlannedMonth> {
    let written = by_month(entries);
    let state = |month: Month| {
        let found: Vec<&EntrySource> = written.get(&month).cloned().unwrap_or_default();
        match found.first() {
            Some(entry) if found.len() == config.languages.count() => {
                MonthState::Written(clock.state(entry.front.publication()))
            }
            _ if clock.is_over(month) => MonthState::Missing,
            _ => MonthState::Future,
        }
    };
    planned(config)
        .map(|month| PlannedMonth {
            month,
            state: state(month),
        })
        .skip_while(|planned| planned.state == MonthState::Written(PublicationState::Published))
        .collect()
}

/// A problem for each month that is over and has no file in a language. None without a page for them, which is a problem of its
/// own.
pub(super) fn unwritten(
    config: &Config,
    pages: &[PageSource],
    entries: &[EntrySource],
    clock: Clock,
) -> Vec<Problem> {
    let Some(page) = pages
        .iter()
        .find(|page| page.front.template == template::PROGRESS)
    else {
        return Vec::new();
    };
    let written = by_month(entries);
    let is_written = |month: Month, lang: Lang| {
        let found = written.get(&month);
        found.is_some_and(|entries| entries.iter().any(|entry| entry.lang == lang))
    };
    let missing = planned(config)
        .filter(|month| clock.is_over(*month))
        .filter_map(|month| {
            let without = config.languages.iter().filter(|lang| !is_written(month, *lang));
            let files: Vec<String> = without
                .map(|lang| format!("content/{lang}/{}/{month}.md", page.slug))
                .collect();
            (!files.is_empty()).then_some((month, files))
        });
    missing
        .map(|(month, files)| {
            let message = format!(
                "the month {month} is over, and there is no {}",
                files.join(" and no ")
            );
            let place = config.place(["facts", "progress", "works_end"]);
            Problem::at(Code::UnwrittenMonth, FILE, place, message).hint(format!(
                "write it with `site new month {month}`, or correct `works_end`"
            ))
        })
        .collect()
}

/// Every month until the end of the works; none when the site does not say when that is.
fn planned(config: &Config) -> impl Iterator<Item = Month> {
    let period = config.facts.progress;
    let end = period.and_then(|period| period.works_end);
    period
        .zip(end)
        .into_iter()
        .flat_map(|(period, end)| period.months().take_while(move |month| *month <= end))
}

fn by_month(entries: &[EntrySource]) -> BTreeMap<Month, Vec<&EntrySource>> {
    let mut by_month: BTreeMap<Month, Vec<&EntrySource>> = BTreeMap::new();
    for entry in entries {
        by_month.entry(entry.front.month).or_default().push(entry);
    }
    by_month
}
