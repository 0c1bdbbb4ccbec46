//! The development's offset from UTC: which day it is there, and when its days begin. One offset all year, so that no
//! time-zone database is needed: Quintana Roo has had no daylight saving since 2015, most of Mexico since 2022.

use std::fmt;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
use serde::{Deserialize, Deserializer};

use crate::formats::yaml;

/// Seconds of a minute, minutes of an hour.
const SIXTY: i32 = 60;

/// The offsets that places keep: from the west of the date line to the east of it.
const MOST_HOURS: i32 = 14;

/// Hours and minutes ahead of UTC (`utc_offset` of `site.yaml`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UtcOffset(Offset);

impl Default for UtcOffset {
    /// That of Quintana Roo (America/Cancun).
    fn default() -> UtcOffset {
        UtcOffset(jiff::tz::offset(-5))
    }
}

impl UtcOffset {
    /// The day that it is there at a moment.
    #[must_use]
    pub fn day(self, moment: Timestamp) -> Date {
        moment.to_zoned(TimeZone::fixed(self.0)).date()
    }

    /// The day there of a file's time; none beyond the years that a calendar has.
    pub fn day_of_file(self, time: SystemTime) -> Option<Date> {
        Timestamp::try_from(time).ok().map(|moment| self.day(moment))
    }

    /// When a day begins there (RFC 3339): `2026-11-20T00:00:00-05:00`.
    #[must_use]
    pub fn midnight(self, day: Date) -> String {
        format!("{day}T00:00:00{self}")
    }
}

impl TryFrom<String> for UtcOffset {
    type Error = String;

    fn try_from(text: String) -> Result<UtcOffset, String> {
        seconds(&text)
            .and_then(|seconds| Offset::from_seconds(seconds).ok())
            .map(UtcOffset)
            .ok_or_else(|| format!("\"{text}\" is not an offset from UTC like \"-05:00\" or \"+00:00\""))
    }
}

/// The seconds of `-05:00`.
fn seconds(text: &str) -> Option<i32> {
    let ahead = match text.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hours, minutes) = text[1..].split_once(':')?;
    let number = |part: &str| {
        let is_pair = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        is_pair.then(|| part.parse::<i32>().ok()).flatten()
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let all = hours * SIXTY + minutes;
    (minutes < SIXTY && all <= MOST_HOURS * SIXTY).then_some(ahead * all * SIXTY)
}

impl<'de> Deserialize<'de> for UtcOffset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UtcOffset, D::Error> {
        yaml::from_text(deserializer)
    }
}

/// `-05:00`.
impl fmt::Display for UtcOffset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.seconds();
        let sign = if seconds < 0 { '-' } else { '+' };
        let minutes = seconds.abs() / SIXTY;
        write!(formatter, "{sign}{:02}:{:02}", minutes / SIXTY, minutes % SIXTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offset(text: &str) -> UtcOffset {
        UtcOffset::try_from(text.to_owned()).unwrap()
    }

    #[test]
    fn the_day_changes_at_midnight_there() {
        let day = |offset: UtcOffset, moment: &str| offset.day(moment.parse().unwrap()).to_string();
        let cancun = UtcOffset::default();
        assert_eq!(day(cancun, "2026-11-21T04:59:59Z"), "2026-11-20");
        assert_eq!(day(cancun, "2026-11-21T05:00:00Z"), "2026-11-21");
        assert_eq!(day(cancun, "2026-07-01T05:00:00Z"), "2026-07-01");
        assert_eq!(day(offset("-07:00"), "2026-11-21T06:59:59Z"), "2026-11-20");
        assert_eq!(day(offset("+05:30"), "2026-11-20T18:30:00Z"), "2026-11-21");
    }

    #[test]
    fn offsets_are_read_and_written() {
        for text in ["-05:00", "+00:00", "+05:30", "-03:30", "+14:00"] {
            assert_eq!(offset(text).to_string(), text);
        }
        for wrong in [
            "",
            "05:00",
            "-5",
            "-5:00",
            "-05:60",
            "+15:00",
            "+14:30",
            "-0500",
            "−05:00",
            "America/Cancun",
        ] {
            assert!(UtcOffset::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
        let day = jiff::civil::date(2026, 11, 20);
        assert_eq!(offset("-07:00").midnight(day), "2026-11-20T00:00:00-07:00");
    }
}
