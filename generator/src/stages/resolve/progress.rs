//! The months of construction progress (S11): every month between those in `facts.progress` of `site.yaml`, with its
//! entry or without one.

use std::collections::BTreeMap;

use super::publication::Clock;
use crate::stages::load::PROGRESS_FOLDER;
use model::code::Code;
use model::config::{Config, Month, Months};
use model::lang::{Lang, PerLang};
use model::phase::Phase;
use model::problem::Problem;
use model::site::ProgressMonth;
use model::source::EntrySource;
use model::strings::Strings;

/// Assigns each entry to its month; the newest month is first.
pub(super) fn resolve(
    config: &Config,
    strings: &PerLang<Strings>,
    entries: Vec<EntrySource>,
    clock: Clock,
    problems: &mut Vec<Problem>,
) -> PerLang<Vec<ProgressMonth>> {
    let period = config.facts.progress;
    let mut by_month: BTreeMap<(Lang, Month), EntrySource> = BTreeMap::new();
    for entry in entries
        .into_iter()
        .filter(|entry| clock.reads(entry.front.publication()))
    {
        let stage = format!("progress.stage.{}", entry.front.stage);
        if strings.get(entry.lang).plain(&stage).is_none() {
            let message = format!("there is no stage `{}`", entry.front.stage);
            problems.push(at_key(Code::UnknownStage, &entry, "stage", message).hint(format!(
                "add the string `{stage}` to both strings.json, or use an existing stage"
            )));
        }
        problems.extend(contradiction(config.phase, &entry));
        if let Some(period) = period.filter(|period| !(period.from..=period.to).contains(&entry.front.month))
        {
            let message = format!(
                "the month {} is outside `facts.progress` of site.yaml ({} to {})",
                entry.front.month, period.from, period.to
            );
            problems.push(at_key(Code::MonthOutOfRange, &entry, "month", message));
        }
        by_month.insert((entry.lang, entry.front.month), entry);
    }
    problems.extend(
        by_month
            .iter()
            .filter(|((lang, month), _)| !by_month.contains_key(&(lang.other(), *month)))
            .map(|((lang, month), entry)| {
                Problem::in_file(
                    Code::MissingTwin,
                    &entry.file,
                    "this month does not exist in the other language",
                )
                .hint(format!(
                    "write content/{}/{PROGRESS_FOLDER}/{month}.md",
                    lang.other()
                ))
            }),
    );
    problems.extend(unequal(&by_month));
    PerLang::from_fn(|lang| {
        let mut months: Vec<ProgressMonth> = period
            .into_iter()
            .flat_map(Months::months)
            .map(|month| ProgressMonth {
                month,
                entry: by_month.remove(&(lang, month)),
            })
            .collect();
        months.reverse();
        months
    })
}

/// Months that are not public at the same time in both languages.
fn unequal(by_month: &BTreeMap<(Lang, Month), EntrySource>) -> Vec<Problem> {
    let differs = |lang: &Lang, month: &Month, entry: &EntrySource| {
        let other = by_month.get(&(lang.other(), *month));
        *lang == Lang::En && other.is_some_and(|other| other.front.publication() != entry.front.publication())
    };
    let unequal = by_month
        .iter()
        .filter(|((lang, month), entry)| differs(lang, month, entry));
    unequal
        .map(|(_, entry)| {
            let message = "the month is not public at the same time in the other language";
            Problem::in_file(Code::UnequalSettings, &entry.file, message)
                .hint("write the same `draft`, `publish_at` and `unpublish_at` in both files")
        })
        .collect()
}

/// The months with those entries that the build shows.
pub(super) fn shown(mut months: Vec<ProgressMonth>, clock: Clock) -> Vec<ProgressMonth> {
    for month in &mut months {
        month
            .entry
            .take_if(|entry| !clock.shows(entry.front.publication()));
    }
    months
}

/// The stage before construction begins.
const STUDIES: &str = "estudios";
/// The stage after construction.
const HANDOVER: &str = "entrega";

/// An entry whose stage cannot be, in the building's phase.
fn contradiction(phase: Phase, entry: &EntrySource) -> Option<Problem> {
    let stage = entry.front.stage.as_str();
    let is_possible = match phase {
        Phase::Presale => stage == STUDIES,
        Phase::Construction => stage != HANDOVER,
        Phase::Finished => true,
    };
    let message = format!(
        "the stage `{stage}` contradicts `phase: {}` of site.yaml",
        phase.as_str()
    );
    (!is_possible).then(|| {
        at_key(Code::PhaseContradiction, entry, "stage", message)
            .hint("change the stage of the month or the phase")
    })
}

fn at_key(code: Code, entry: &EntrySource, key: &str, message: String) -> Problem {
    Problem::at(code, &entry.file, entry.place_of(key), message)
}
