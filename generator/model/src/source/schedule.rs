//! When a page or a month is public: drafts, and the moments at which it is published and unpublished.

use std::fmt;
use std::str::FromStr;

use jiff::civil::DateTime;
use serde::Serialize;

/// A moment in the development's time zone: a day (its first moment), or a day and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct LocalTime(pub DateTime);

impl FromStr for LocalTime {
    type Err = String;

    fn from_str(text: &str) -> Result<LocalTime, String> {
        let parsed = text.parse().map(LocalTime);
        parsed
            .map_err(|_| format!("`{text}` is not a date: write it like `2026-12-01` or `2026-12-01 09:30`"))
    }
}

formats::read_as_text!(LocalTime, "^\\d{4}-\\d{2}-\\d{2}");

impl fmt::Display for LocalTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0.strftime("%Y-%m-%d %H:%M"))
    }
}

/// The settings of the front matter that decide when something is public.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageSchedule {
    /// Never public.
    pub draft: bool,
    /// The first moment at which it is public.
    pub publish_at: Option<LocalTime>,
    /// The first moment at which it is no longer public.
    pub unpublish_at: Option<LocalTime>,
}

/// Whether something is public at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScheduleState {
    /// It is public.
    #[default]
    Published,
    /// It is a draft.
    Draft,
    /// It will be public from this moment on.
    Scheduled(LocalTime),
    /// It was public until this moment.
    Expired(LocalTime),
}

impl PageSchedule {
    /// The state at a moment.
    pub fn state(self, now: DateTime) -> ScheduleState {
        match (self.publish_at, self.unpublish_at) {
            _ if self.draft => ScheduleState::Draft,
            (_, Some(end)) if end.0 <= now => ScheduleState::Expired(end),
            (Some(start), _) if start.0 > now => ScheduleState::Scheduled(start),
            _ => ScheduleState::Published,
        }
    }

    /// The next moment at which the state changes by itself.
    pub fn next_change(self, now: DateTime) -> Option<LocalTime> {
        let moments = [self.publish_at, self.unpublish_at].into_iter().flatten();
        moments.filter(|moment| !self.draft && moment.0 > now).min()
    }

    /// Whether it is public at every moment at which the other one is.
    pub fn covers(self, other: PageSchedule) -> bool {
        let starts_in_time =
            self.publish_at.is_none_or(|own| other.publish_at.is_some_and(|start| own <= start));
        let lasts = self.unpublish_at.is_none_or(|own| other.unpublish_at.is_some_and(|end| end <= own));
        other.draft || (!self.draft && starts_in_time && lasts)
    }
}

impl fmt::Display for ScheduleState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScheduleState::Published => formatter.write_str("published"),
            ScheduleState::Draft => formatter.write_str("draft"),
            ScheduleState::Scheduled(start) => write!(formatter, "scheduled for {start}"),
            ScheduleState::Expired(end) => write!(formatter, "unpublished since {end}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> LocalTime {
        text.parse().unwrap()
    }

    fn between(start: Option<&str>, end: Option<&str>) -> PageSchedule {
        PageSchedule { draft: false, publish_at: start.map(at), unpublish_at: end.map(at) }
    }

    #[test]
    fn the_state_follows_the_clock() {
        let page = between(Some("2026-12-01"), Some("2026-12-24 18:00"));
        let state = |now: &str| page.state(at(now).0).to_string();
        assert_eq!(state("2026-11-30 23:59"), "scheduled for 2026-12-01 00:00");
        assert_eq!(state("2026-12-01"), "published");
        assert_eq!(state("2026-12-24 18:00"), "unpublished since 2026-12-24 18:00");
        let next = |now: &str| page.next_change(at(now).0);
        assert_eq!(next("2026-11-30"), Some(at("2026-12-01")));
        assert_eq!(next("2026-12-01"), Some(at("2026-12-24T18:00")));
        assert_eq!(next("2026-12-24 18:00"), None);
        assert!("mañana".parse::<LocalTime>().is_err());
    }

    #[test]
    fn one_schedule_covers_another_that_is_within_it() {
        let always = PageSchedule::default();
        let december = between(Some("2026-12-01"), Some("2027-01-01"));
        assert!(always.covers(december) && !december.covers(always));
        assert!(december.covers(december));
        assert!(!between(Some("2026-12-02"), None).covers(december));
        let draft = PageSchedule { draft: true, ..always };
        assert!(!draft.covers(december) && december.covers(draft));
    }
}
