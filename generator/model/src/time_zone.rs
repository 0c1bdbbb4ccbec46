//! The development's time zone: which day it is there, and when its days begin. The rules of all time zones are part
//! of the binary, so that a build gives the same result on every machine.

use std::str::FromStr;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use serde::{Serialize, Serializer};

/// A time zone of the IANA database (`time_zone` of `site.yaml`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeZone(jiff::tz::TimeZone);

impl Default for TimeZone {
    /// UTC.
    fn default() -> TimeZone {
        TimeZone(jiff::tz::TimeZone::UTC)
    }
}

impl Serialize for TimeZone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl TimeZone {
    /// Its name in the IANA database.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// The calendar day in this time zone at `moment`.
    pub fn day(&self, moment: Timestamp) -> Date {
        self.local(moment).date()
    }

    /// The day and the time of day in this time zone at `moment`.
    pub fn local(&self, moment: Timestamp) -> DateTime {
        moment.to_zoned(self.0.clone()).datetime()
    }

    /// The calendar day in this time zone of a file's modification time. `None` outside the years -9999 to 9999.
    pub fn day_of_file(&self, time: SystemTime) -> Option<Date> {
        Timestamp::try_from(time).ok().map(|moment| self.day(moment))
    }

    /// The first moment of a day in this time zone (RFC 3339): `2026-11-20T00:00:00-05:00`.
    pub fn midnight(&self, day: Date) -> String {
        match self.start(day) {
            Some(start) => self.written(start),
            None => format!("{day}T00:00:00Z"),
        }
    }

    /// The first moment of a day in this time zone. `None` for the first and the last day of the calendar only, which
    /// have moments that cannot be represented.
    pub fn start(&self, day: Date) -> Option<Timestamp> {
        let start = day.to_zoned(self.0.clone()).ok()?;
        Some(start.timestamp())
    }

    /// A day and a time of day in this time zone as a moment (RFC 3339). A time that a change of clocks skips is the one
    /// after it.
    pub fn moment(&self, local: DateTime) -> Option<String> {
        let zoned = local.to_zoned(self.0.clone()).ok()?;
        Some(self.written(zoned.timestamp()))
    }

    /// A moment as text (RFC 3339) in this time zone, in whole seconds.
    pub fn written(&self, moment: Timestamp) -> String {
        let local = moment.to_zoned(self.0.clone());
        local.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }
}

impl FromStr for TimeZone {
    type Err = String;

    fn from_str(name: &str) -> Result<TimeZone, String> {
        jiff::tz::TimeZone::get(name).map(TimeZone).map_err(|_| {
            format!(
                "`{name}` is not a time zone: write its name in the IANA database, like `America/Mexico_City`"
            )
        })
    }
}

formats::read_as_text!(TimeZone, "");

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::from_str(name).unwrap()
    }

    #[test]
    fn a_day_begins_at_local_midnight() {
        let day = |zone: &TimeZone, moment: &str| zone.day(moment.parse().unwrap()).to_string();
        let panama = zone("America/Panama");
        assert_eq!(day(&panama, "2026-11-21T04:59:59Z"), "2026-11-20");
        assert_eq!(day(&panama, "2026-11-21T05:00:00Z"), "2026-11-21");
        assert_eq!(day(&panama, "2026-07-01T05:00:00Z"), "2026-07-01");
        assert_eq!(day(&zone("America/Hermosillo"), "2026-11-21T06:59:59Z"), "2026-11-20");
        assert_eq!(day(&zone("Asia/Kolkata"), "2026-11-20T18:30:00Z"), "2026-11-21");
    }

    #[test]
    fn midnight_has_the_offset_of_its_day() {
        let tijuana = zone("America/Tijuana");
        assert_eq!(tijuana.midnight(jiff::civil::date(2026, 11, 20)), "2026-11-20T00:00:00-08:00");
        assert_eq!(tijuana.midnight(jiff::civil::date(2026, 7, 1)), "2026-07-01T00:00:00-07:00");
    }

    #[test]
    fn only_names_of_the_iana_database_are_time_zones() {
        for wrong in ["", "-05:00", "EST5EDT4", "America/Panamá", "Panama City"] {
            let error = TimeZone::from_str(wrong).unwrap_err();
            assert_eq!(
                error,
                format!(
                    "`{wrong}` is not a time zone: write its name in the IANA database, like `America/Mexico_City`"
                )
            );
        }
    }
}
