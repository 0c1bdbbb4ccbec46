//! Dates as visitors read them, from the Unicode CLDR; and the development's time zone. The binary has the rules of all time zones.

use std::fmt;
use std::str::FromStr;

use icu_calendar::{Date as IcuDate, Gregorian};
use icu_datetime::FixedCalendarDateTimeFormatter;
use icu_datetime::fieldsets::{M, YM, YMD};
use icu_locale_core::Locale;
use jiff::civil::{Date, DateTime};
use jiff::{Timestamp, ToSpan as _};
use serde::{Deserialize as _, Deserializer, Serialize, Serializer};

use crate::lang::Lang;

/// Reads a date of a file, for serde.
pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    Day::deserialize(deserializer).map(|day| day.0)
}

/// Reads a date of a file that may be missing or empty, for serde.
pub(crate) fn read_optional<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Date>, D::Error> {
    Ok(Option::<Day>::deserialize(deserializer)?.map(|day| day.0))
}

/// A day, written `2026-11-20`.
struct Day(Date);

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Day, String> {
        let wrong = |_| format!("`{text}` is not a date: write it like `2026-11-20`");
        text.parse().map(Day).map_err(wrong)
    }
}

formats::read_as_text!(Day, "^\\d{4}-\\d{2}-\\d{2}$");

/// The text of a date with a set of fields; in plain notation when CLDR has none.
macro_rules! written {
    ($lang:expr, $fields:expr, $date:expr) => {{
        let (locale, date): (_, Date) = ($lang.locale().parse().unwrap_or(Locale::UNKNOWN), $date);
        let formatter =
            FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new((&locale).into(), $fields).ok();
        let (month, day) = (date.month().unsigned_abs(), date.day().unsigned_abs());
        let day = IcuDate::try_new_gregorian(date.year().into(), month, day).ok();
        let text = formatter
            .zip(day)
            .map(|(formatter, day)| formatter.format(&day).to_string());
        text.unwrap_or_else(|| date.to_string())
    }};
}

/// A day: `20 de noviembre de 2026`, `November 20, 2026`.
pub fn long(lang: Lang, date: Date) -> String {
    written!(lang, YMD::long(), date)
}

/// A month: `octubre de 2022`, `October 2022`.
pub fn month(lang: Lang, month: Month) -> String {
    written!(lang, YM::long(), month.first_day())
}

/// A month, shortened: `oct 2022`, `Oct 2022`.
pub fn medium_month(lang: Lang, month: Month) -> String {
    written!(lang, YM::medium(), month.first_day())
}

/// A month without its year, shortened: `oct`.
pub fn short_month(lang: Lang, month: Month) -> String {
    written!(lang, M::medium(), month.first_day())
}

/// A day of each month from January on, with the placeholders `{{day}}` and `{{year}}`, for a program without the CLDR.
pub fn by_month(lang: Lang) -> Vec<String> {
    // No number of a month occurs in these numbers.
    let day =
        |month| Date::new(2033, month, 22).map_or_else(|_| String::new(), |day| long(lang, day));
    (1..=12)
        .map(|month| {
            day(month)
                .replace("2033", "{{year}}")
                .replace("22", "{{day}}")
        })
        .collect()
}

/// A month of a year, written `2022-10`, as its first day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(Date);

impl Month {
    /// The first day of the month.
    pub fn first_day(self) -> Date {
        self.0
    }

    /// The month that is `count` months later.
    pub fn plus(self, count: i32) -> Month {
        Month(self.0.saturating_add(count.months()))
    }

    /// How many months later `other` is; negative when it is earlier.
    pub fn months_until(self, other: Month) -> i32 {
        let number = |month: Month| i32::from(month.0.year()) * 12 + i32::from(month.0.month());
        number(other) - number(self)
    }

    /// This month and all after it.
    pub(crate) fn and_following(self) -> impl Iterator<Item = Month> {
        self.0.series(1.month()).map(Month)
    }
}

/// The month of a day.
impl From<Date> for Month {
    fn from(date: Date) -> Month {
        Month(date.first_of_month())
    }
}

impl fmt::Display for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0.strftime("%Y-%m"))
    }
}

impl FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Month, String> {
        let first_day = Date::strptime("%Y-%m-%d", format!("{text}-01")).ok();
        let month = first_day
            .map(Month)
            .filter(|month| month.to_string() == text);
        month.ok_or_else(|| format!("`{text}` is not a month: write it like `2022-10`"))
    }
}

formats::read_as_text!(Month, "^\\d{4}-(0[1-9]|1[0-2])$", written);

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

    /// The first moment of a day in this time zone (RFC 3339): `2026-11-20T00:00:00-05:00`.
    pub fn midnight(&self, day: Date) -> String {
        self.start(day)
            .map_or_else(|| format!("{day}T00:00:00Z"), |start| self.written(start))
    }

    /// The first moment of a day in this time zone; `None` at the ends of the calendar, whose moments cannot be represented.
    pub fn start(&self, day: Date) -> Option<Timestamp> {
        Some(day.to_zoned(self.0.clone()).ok()?.timestamp())
    }

    /// The moment of a time in this time zone. A time that a change of clocks skips is the one after it, and one that it repeats the
    /// first; `None` at the ends of the calendar, whose moments cannot be represented.
    pub fn moment(&self, local: DateTime) -> Option<Timestamp> {
        Some(local.to_zoned(self.0.clone()).ok()?.timestamp())
    }

    /// A moment as text (RFC 3339) in this time zone, in whole seconds.
    pub fn written(&self, moment: Timestamp) -> String {
        moment
            .to_zoned(self.0.clone())
            .strftime("%Y-%m-%dT%H:%M:%S%:z")
            .to_string()
    }
}

impl FromStr for TimeZone {
    type Err = String;

    fn from_str(name: &str) -> Result<TimeZone, String> {
        let remedy = "write its name in the IANA database, like `America/Mexico_City`";
        let zone = jiff::tz::TimeZone::get(name).map(TimeZone);
        zone.map_err(|_| format!("`{name}` is not a time zone: {remedy}"))
    }
}

formats::read_as_text!(TimeZone, "");

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::lang::{Languages, known_locales};

    #[test]
    fn dates_are_written_as_in_the_language() {
        let day = date(2026, 11, 20);
        let month = |lang| super::month(lang, "2026-11".parse().unwrap());
        let lines = [
            ("es", "20 de noviembre de 2026", "noviembre de 2026", "nov"),
            ("en", "November 20, 2026", "November 2026", "Nov"),
            ("pt", "20 de novembro de 2026", "novembro de 2026", "nov."),
            ("de", "20. November 2026", "November 2026", "Nov"),
            ("fr", "20 novembre 2026", "novembre 2026", "nov."),
            ("cs", "20. listopadu 2026", "listopad 2026", "lis"),
            ("ja", "2026年11月20日", "2026年11月", "11月"),
        ];
        for (code, long_date, long_month, short) in lines {
            let lang = Languages::from_codes([code]).unwrap().first();
            let made = [
                long(lang, day),
                month(lang),
                short_month(lang, "2026-11".parse().unwrap()),
            ];
            assert_eq!(made, [long_date, long_month, short]);
        }
    }

    #[test]
    fn every_language_has_twelve_months() {
        for locale in known_locales() {
            let lang = Languages::from_codes([&locale[..2]]).unwrap().first();
            let months = by_month(lang);
            for (number, text) in (1..).zip(&months) {
                for (year, day) in [(2022, 1), (2026, 28), (2033, 22)] {
                    let text = text.replace("{{day}}", &day.to_string());
                    let filled = text.replace("{{year}}", &year.to_string());
                    assert_eq!(filled, long(lang, date(year, number, day)), "{locale}");
                }
            }
        }
    }

    #[test]
    fn a_day_begins_at_local_midnight() {
        let zone = |name| TimeZone::from_str(name).unwrap();
        for (name, moment, expected) in [
            ("America/Panama", "2026-11-21T04:59:59Z", "2026-11-20"),
            ("America/Panama", "2026-11-21T05:00:00Z", "2026-11-21"),
            ("America/Panama", "2026-07-01T05:00:00Z", "2026-07-01"),
            ("America/Hermosillo", "2026-11-21T06:59:59Z", "2026-11-20"),
            ("Asia/Kolkata", "2026-11-20T18:30:00Z", "2026-11-21"),
        ] {
            assert_eq!(
                zone(name).day(moment.parse().unwrap()).to_string(),
                expected,
                "{name}"
            );
        }
        let tijuana = zone("America/Tijuana");
        assert_eq!(
            tijuana.midnight(date(2026, 11, 20)),
            "2026-11-20T00:00:00-08:00"
        );
        assert_eq!(
            tijuana.midnight(date(2026, 7, 1)),
            "2026-07-01T00:00:00-07:00"
        );
    }

    #[test]
    fn only_names_of_the_iana_database_are_time_zones() {
        for wrong in ["", "-05:00", "EST5EDT4", "America/Panamá", "Panama City"] {
            let hint = "write its name in the IANA database, like `America/Mexico_City`";
            let error = TimeZone::from_str(wrong).unwrap_err();
            assert_eq!(error, format!("`{wrong}` is not a time zone: {hint}"));
        }
    }
}
