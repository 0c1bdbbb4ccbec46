//! Which pages and months are public at the time of a build, and when that changes next.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use serde::de::DeserializeOwned;

use crate::stages::load::Sources;
use formats::code::Code;
use formats::problem::Problem;
use model::config::Config;
use model::site::{NextChange, neutral_path};
use model::source::{ContentFile, PageSchedule, ScheduleState};

/// What a build shows.
#[derive(Clone, Copy, Debug)]
pub struct DatedView {
    /// The moment of the build.
    pub now: jiff::Timestamp,
    /// Also shows what is not public, for authors.
    pub unpublished: bool,
}

/// The clock of a build, in the development's time zone.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScheduleClock {
    now: DateTime,
    unpublished: bool,
}

impl ScheduleClock {
    pub(super) fn new(config: &Config, view: DatedView) -> ScheduleClock {
        ScheduleClock { now: config.time_zone.local(view.now), unpublished: view.unpublished }
    }

    /// A problem for an exchange rate of a later day than the build's.
    pub(super) fn later_rate(self, config: &Config) -> Option<Problem> {
        let date = config
            .reference_currency
            .as_ref()
            .map(|reference| reference.date)
            .filter(|date| *date > self.now.date())?;
        let problem = config.problem(
            Code::ValueOutOfRange,
            "reference_currency.date",
            format!("{date} is in the future"),
        );
        Some(problem.hint("write the day on which the rate was published"))
    }

    /// The state of something at the time of the build.
    pub(super) fn state(self, schedule: PageSchedule) -> ScheduleState {
        schedule.state(self.now)
    }

    /// Whether the build contains it.
    pub(super) fn shows(self, schedule: PageSchedule) -> bool {
        self.unpublished || self.state(schedule) == ScheduleState::Published
    }

    /// Whether the build reads it at all: nobody may ever see a draft, so its mistakes do not stop a build.
    pub(super) fn reads(self, schedule: PageSchedule) -> bool {
        self.unpublished || !schedule.draft
    }

    /// The next moment at which a page or month is published or unpublished by itself.
    pub(super) fn next_change(self, sources: &Sources) -> Option<NextChange> {
        let changes = all(sources).filter_map(|(file, schedule)| {
            let at = schedule.next_change(self.now)?;
            Some(NextChange { at, file: file.to_owned() })
        });
        changes.min_by(|one, other| (one.at, &one.file).cmp(&(other.at, &other.file)))
    }
}

fn all(sources: &Sources) -> impl Iterator<Item = (&str, PageSchedule)> {
    let pages = sources.pages.iter().map(|page| (page.file.as_str(), page.front.schedule()));
    pages.chain(sources.entries.iter().map(|entry| (entry.file.as_str(), entry.front.schedule())))
}

/// Pages and months that are unpublished before they are published.
pub(super) fn contradictions(sources: &Sources) -> Vec<Problem> {
    let pages = sources.pages.iter();
    let pages = pages.filter_map(|page| contradiction(page, page.front.schedule()));
    let entries = sources.entries.iter();
    pages.chain(entries.filter_map(|entry| contradiction(entry, entry.front.schedule()))).collect()
}

fn contradiction<T: DeserializeOwned>(source: &ContentFile<T>, schedule: PageSchedule) -> Option<Problem> {
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
    pages.map(|page| (neutral_path(&page.slug), page.front.schedule())).collect()
}
