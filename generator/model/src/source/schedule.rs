//! When a page or month is public.

use std::fmt;
use std::str::FromStr;

use jiff::civil::DateTime;
use jiff::{Timestamp, Zoned};
use strum::Display;

use crate::dates::TimeZone;

/// A moment as it is written: a day (its first moment), or a day and a time of day, in the development's time zone; or with an offset
/// from UTC. Compare only moments that have the time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalTime {
    /// Of what is written with an offset, and of each moment once it has the time zone.
    moment: Option<Timestamp>,
    /// In the time zone; in UTC before an offset has it.
    local: DateTime,
}

impl LocalTime {
    /// A moment in a time zone.
    pub fn at(moment: Timestamp, zone: &TimeZone) -> LocalTime {
        LocalTime {
            moment: Some(moment),
            local: zone.local(moment),
        }
    }

    /// The moment with the development's time zone.
    pub fn in_zone(self, zone: &TimeZone) -> LocalTime {
        let LocalTime { moment, local } = self;
        match moment.or_else(|| zone.moment(local)) {
            Some(moment) if self.moment.is_some() => LocalTime::at(moment, zone),
            moment => LocalTime { moment, local },
        }
    }

    /// The day and the time of day in the time zone.
    pub fn local(self) -> DateTime {
        self.local
    }

    /// The moment as text (RFC 3339) in this time zone.
    pub fn written(self, zone: &TimeZone) -> Option<String> {
        let moment = self.moment.or_else(|| zone.moment(self.local))?;
        Some(zone.written(moment))
    }
}

impl FromStr for LocalTime {
    type Err = String;

    fn from_str(text: &str) -> Result<LocalTime, String> {
        let exact = if text.contains('[') {
            text.parse().map(|zoned: Zoned| zoned.timestamp()).ok()
        } else {
            text.parse().ok()
        };
        // The library accepts and ignores an offset here.
        let is_plain = |sign: char| sign.is_ascii_digit() || "-:.T ".contains(sign);
        let has_offset = text.get(10..).is_some_and(|time| time.contains('-'));
        let local = exact.map_or_else(
            || {
                if text.chars().all(is_plain) && !has_offset {
                    text.parse().ok()
                } else {
                    None
                }
            },
            |exact: Timestamp| Some(TimeZone::default().local(exact)),
        );
        let time = local.map(|local| LocalTime {
            moment: exact,
            local,
        });
        time.ok_or_else(|| {
            let remedy = "write it like `2026-12-01` or `2026-12-01 09:30`, or `2026-12-01T15:30Z` for a time in UTC";
            format!("`{text}` is not a date: {remedy}")
        })
    }
}

formats::read_as_text!(LocalTime, "^\\d{4}-\\d{2}-\\d{2}", written);

impl fmt::Display for LocalTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.local.strftime("%Y-%m-%d %H:%M"))
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display)]
#[strum(serialize_all = "lowercase")]
pub enum ScheduleState {
    /// It is public.
    #[default]
    Published,
    /// It is a draft.
    Draft,
    /// It will be public from this moment on.
    #[strum(to_string = "scheduled for {0}")]
    Scheduled(LocalTime),
    /// It was public until this moment.
    #[strum(to_string = "unpublished since {0}")]
    Expired(LocalTime),
}

impl PageSchedule {
    /// The state at a moment.
    pub fn state(self, now: LocalTime) -> ScheduleState {
        match (self.publish_at, self.unpublish_at) {
            _ if self.draft => ScheduleState::Draft,
            (_, Some(end)) if end <= now => ScheduleState::Expired(end),
            (Some(start), _) if start > now => ScheduleState::Scheduled(start),
            _ => ScheduleState::Published,
        }
    }

    /// The next moment at which the state changes by itself.
    pub fn next_change(self, now: LocalTime) -> Option<LocalTime> {
        let moments = [self.publish_at, self.unpublish_at].into_iter().flatten();
        moments.filter(|moment| !self.draft && *moment > now).min()
    }

    /// Whether it is public at every moment at which the other one is.
    pub fn covers(self, other: PageSchedule) -> bool {
        let starts_in_time = self
            .publish_at
            .is_none_or(|own| other.publish_at.is_some_and(|start| own <= start));
        let lasts = self
            .unpublish_at
            .is_none_or(|own| other.unpublish_at.is_some_and(|end| end <= own));
        other.draft || (!self.draft && starts_in_time && lasts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> LocalTime {
        text.parse().unwrap()
    }

    fn between(start: Option<&str>, end: Option<&str>) -> PageSchedule {
        PageSchedule {
            draft: false,
            publish_at: start.map(at),
            unpublish_at: end.map(at),
        }
    }

    #[test]
    fn the_state_follows_the_clock() {
        let page = between(Some("2026-12-01"), Some("2026-12-24 18:00"));
        let state = |now: &str| page.state(at(now)).to_string();
        assert_eq!(state("2026-11-30 23:59"), "scheduled for 2026-12-01 00:00");
        assert_eq!(state("2026-12-01"), "published");
        assert_eq!(
            state("2026-12-24 18:00"),
            "unpublished since 2026-12-24 18:00"
        );
        let next = |now: &str| page.next_change(at(now));
        assert_eq!(next("2026-11-30"), Some(at("2026-12-01")));
        assert_eq!(next("2026-12-01"), Some(at("2026-12-24T18:00")));
        assert_eq!(next("2026-12-24 18:00"), None);
    }

    #[test]
    fn an_offset_is_the_moment_that_it_says() {
        let zone: TimeZone = "America/Mexico_City".parse().unwrap();
        for text in [
            "2026-11-28T16:36:00+00:00",
            "2026-11-28T16:36:00Z",
            "2026-11-28 16:36Z",
            "2026-11-28T10:36:00-06:00",
            "2026-11-28T11:36:00-05:00",
            "2026-11-29T01:36:00+09:00[Asia/Tokyo]",
            "2026-11-29T01:36[Asia/Tokyo]",
            "2026-11-28 10:36",
        ] {
            let time = at(text).in_zone(&zone);
            assert_eq!(time, at("2026-11-28 10:36").in_zone(&zone), "{text}");
            assert_eq!(time.to_string(), "2026-11-28 10:36", "{text}");
            let written = time.written(&zone);
            assert_eq!(written.as_deref(), Some("2026-11-28T10:36:00-06:00"));
        }
        // An hour that the clocks show twice.
        let tijuana: TimeZone = "America/Tijuana".parse().unwrap();
        let [first, second] = ["2026-11-01T01:30-07:00", "2026-11-01T01:30-08:00"]
            .map(|text| at(text).in_zone(&tijuana));
        assert!(first < second);
        assert_eq!(first, at("2026-11-01 01:30").in_zone(&tijuana));
        for text in [
            "mañana",
            "",
            "2026-02-30",
            "2026-12-01 9 am",
            "2026-12-01 09:30 -05:00",
            "2026-12-01 -05:00",
        ] {
            assert!(text.parse::<LocalTime>().is_err(), "{text}");
        }
    }

    #[test]
    fn one_schedule_covers_another_that_is_within_it() {
        let always = PageSchedule::default();
        let december = between(Some("2026-12-01"), Some("2027-01-01"));
        assert!(always.covers(december) && !december.covers(always));
        assert!(december.covers(december));
        assert!(!between(Some("2026-12-02"), None).covers(december));
        let draft = PageSchedule {
            draft: true,
            ..always
        };
        assert!(!draft.covers(december) && december.covers(draft));
    }
}
