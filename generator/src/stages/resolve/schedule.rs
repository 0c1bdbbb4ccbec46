//! Which pages and months of construction (S11) are public at the time of a build, and when that changes next.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use crate::stages::load::Sources;
use formats::problem::{Code, Problem};
use model::config::{Config, Months};
use model::dates::Month;
use model::lang::{Lang, Languages, PerLang};
use model::phase::Phase;
use model::site::{NextChange, ProgressMonth, neutral_path};
use model::source::{ContentFile, EntrySource, LocalTime, PageSchedule, ScheduleState};
use model::strings::Strings;

/// What a build shows.
#[derive(Clone, Copy, Debug)]
pub struct DatedView {
    /// The moment of the build, in the development's time zone.
    pub now: LocalTime,
    /// Also shows what is not public, for authors.
    pub unpublished: bool,
}

impl DatedView {
    /// A problem for an exchange rate of a later day than the build's.
    pub(super) fn later_rate(self, config: &Config) -> Option<Problem> {
        let reference = config.reference_currency.as_ref();
        let date = reference
            .map(|reference| reference.date)
            .filter(|date| *date > self.now.local().date())?;
        let message = format!("{date} is in the future");
        let problem = config.problem(Code::ValueOutOfRange, "reference_currency.date", message);
        Some(problem.hint("write the day on which the rate was published"))
    }

    pub(super) fn state(self, schedule: PageSchedule) -> ScheduleState {
        schedule.state(self.now)
    }

    pub(super) fn shows(self, schedule: PageSchedule) -> bool {
        self.unpublished || self.state(schedule) == ScheduleState::Published
    }

    /// Whether the build reads it at all: nobody may ever see a draft, so its mistakes do not stop a build.
    pub(super) fn reads(self, schedule: PageSchedule) -> bool {
        self.unpublished || !schedule.draft
    }

    /// The next moment at which a page or month is published or unpublished by itself.
    pub(super) fn next_change(self, sources: &Sources) -> Option<NextChange> {
        let pages = sources
            .pages
            .iter()
            .map(|page| (&page.file, page.front.schedule()));
        let all = pages.chain(
            sources
                .entries
                .iter()
                .map(|entry| (&entry.file, entry.front.schedule())),
        );
        let changes =
            all.filter_map(|(file, schedule)| Some((schedule.next_change(self.now)?, file)));
        changes.min().map(|(at, file)| NextChange {
            at,
            file: file.clone(),
        })
    }
}

/// Pages and months that are unpublished before they are published.
pub(super) fn contradictions(sources: &Sources) -> Vec<Problem> {
    let pages = sources
        .pages
        .iter()
        .filter_map(|page| contradiction(page, page.front.schedule()));
    let entries = sources.entries.iter();
    pages
        .chain(entries.filter_map(|entry| contradiction(entry, entry.front.schedule())))
        .collect()
}

fn contradiction<T: DeserializeOwned>(
    source: &ContentFile<T>,
    schedule: PageSchedule,
) -> Option<Problem> {
    let (start, end) = schedule.publish_at.zip(schedule.unpublish_at)?;
    (end <= start).then(|| {
        let message = "`unpublish_at` is not after `publish_at`";
        let problem = source.problem(Code::InvalidSchedule, "unpublish_at", message);
        problem.hint("the page would never be public: correct one of them")
    })
}

/// When each page is public, by its language-neutral path.
pub type PageSchedules = BTreeMap<String, PageSchedule>;

/// When each content page is public: in the first language, because that of a language that is being translated is a draft.
pub(super) fn by_path(sources: &Sources) -> PageSchedules {
    let pages = sources.pages.iter().rev();
    pages
        .map(|page| (neutral_path(&page.slug), page.front.schedule()))
        .collect()
}

/// Assigns each entry to its month; the newest month is first. Those of the published languages are compared.
pub(super) fn months(
    config: &Config,
    published: Languages,
    strings: &PerLang<Strings>,
    entries: Vec<EntrySource>,
    view: DatedView,
    problems: &mut Vec<Problem>,
) -> PerLang<Vec<ProgressMonth>> {
    let period = config.facts.progress;
    let mut by_month = ByMonth::new();
    for entry in entries
        .into_iter()
        .filter(|entry| view.reads(entry.front.schedule()))
    {
        let stage = format!("progress.stage.{}", entry.front.stage);
        if strings.get(entry.lang).plain(&stage).is_none() {
            let message = format!("there is no stage `{}`", entry.front.stage);
            let hint =
                format!("add the string `{stage}` to each strings.json, or use an existing stage");
            problems.push(
                entry
                    .problem(Code::UnknownStage, "stage", message)
                    .hint(hint),
            );
        }
        let video = entry.front.video.as_deref();
        if video.is_some_and(|url| !url.starts_with("https://")) {
            let problem = entry.problem(
                Code::BrokenLink,
                "video",
                "`video` is not the URL of a video",
            );
            problems.push(problem.hint("write one that begins with https://"));
        }
        problems.extend(phase_contradiction(config.phase, &entry));
        if let Some(period) = period.filter(|period| !period.contains(entry.front.month)) {
            let message = format!(
                "the month {} is outside `facts.progress` of site.yaml ({} to {})",
                entry.front.month, period.from, period.to
            );
            problems.push(entry.problem(Code::MonthOutOfRange, "month", message));
        }
        by_month.insert((entry.lang, entry.front.month), entry);
    }
    compare_months(published, &by_month, problems);
    PerLang::from_fn(config.languages, |lang| {
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

type ByMonth = BTreeMap<(Lang, Month), EntrySource>;

/// A problem for each language that lacks a month, and for each month that is not public at the same time as in the first.
fn compare_months(languages: Languages, by_month: &ByMonth, problems: &mut Vec<Problem>) {
    for ((lang, month), entry) in by_month
        .iter()
        .filter(|((lang, _), _)| languages.as_slice().contains(lang))
    {
        let mut others = languages
            .iter()
            .filter_map(|other| by_month.get(&(other, *month)));
        let first = others.next().unwrap_or(entry);
        if first.front.schedule() != entry.front.schedule() {
            let message = "the month is not public at the same time in another language";
            let problem = Problem::in_file(Code::UnequalSettings, &entry.file, message);
            problems.push(
                problem
                    .hint("write the same `draft`, `publish_at` and `unpublish_at` in each file"),
            );
        }
        let is_missing =
            |other: &Lang| first.lang == *lang && !by_month.contains_key(&(*other, *month));
        problems.extend(languages.iter().filter(is_missing).map(|other| {
            let message = format!("this month does not exist in `{other}`");
            let hint = format!("write content/{other}/{}.md", entry.slug);
            Problem::in_file(Code::MissingTranslation, &entry.file, message).hint(hint)
        }));
    }
}

/// The months with those entries that the build shows, up to `facts.progress.to` or the newest entry.
pub(super) fn shown_months(
    config: &Config,
    mut months: Vec<ProgressMonth>,
    view: DatedView,
) -> Vec<ProgressMonth> {
    for month in &mut months {
        month
            .entry
            .take_if(|entry| !view.shows(entry.front.schedule()));
    }
    let last = config.facts.progress.map(|period| period.to);
    let is_ahead =
        |month: &&ProgressMonth| month.entry.is_none() && last.is_some_and(|to| month.month > to);
    let ahead = months.iter().take_while(is_ahead).count();
    months.drain(..ahead);
    months
}

/// An entry whose stage cannot be, in the building's phase.
fn phase_contradiction(phase: Phase, entry: &EntrySource) -> Option<Problem> {
    let stage = entry.front.stage.as_str();
    let is_possible = match phase {
        // The only stage before construction begins, and the one after it.
        Phase::Presale => stage == "estudios",
        Phase::Construction => stage != "entrega",
        Phase::Finished => true,
    };
    (!is_possible).then(|| {
        let message = format!(
            "the stage `{stage}` contradicts `phase: {}` of site.yaml",
            <&str>::from(phase)
        );
        let problem = entry.problem(Code::PhaseContradiction, "stage", message);
        problem.hint("change the stage of the month or the phase")
    })
}
