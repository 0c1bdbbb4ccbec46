//! Dates as visitors read them, from the Unicode CLDR. Templates, islands and documents get these texts and format no dates
//! themselves.

use icu_calendar::{Date as IcuDate, Gregorian};
use icu_datetime::FixedCalendarDateTimeFormatter;
use icu_datetime::fieldsets::{M, YM, YMD};
use icu_locale_core::Locale;
use jiff::civil::Date;
use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer};

use crate::config::Month;
use crate::lang::Lang;

/// Reads a date of a file, for serde.
pub(crate) fn read<'de, D: Deserializer<'de>, T: From<Date>>(deserializer: D) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = || D::Error::custom(format_args!("`{text}` is not a date: write it like `2026-11-20`"));
    text.parse::<Date>().map(T::from).map_err(|_| wrong())
}

/// The text of a date with a set of fields; in plain notation when CLDR has none.
macro_rules! written {
    ($lang:expr, $fields:expr, $date:expr) => {{
        let (locale, date): (_, Date) = ($lang.locale().parse().unwrap_or(Locale::UNKNOWN), $date);
        let formatter =
            FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new((&locale).into(), $fields).ok();
        let (month, day) = (date.month().unsigned_abs(), date.day().unsigned_abs());
        let day = IcuDate::try_new_gregorian(date.year().into(), month, day).ok();
        let text = formatter.zip(day).map(|(formatter, day)| formatter.format(&day).to_string());
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

/// A month without its year, shortened: `oct`.
pub fn short_month(lang: Lang, month: Month) -> String {
    written!(lang, M::medium(), month.first_day())
}

/// A day of each month from January on, with the placeholders `{{day}}` and `{{year}}`, for a program without the CLDR.
pub fn by_month(lang: Lang) -> Vec<String> {
    // No number of a month occurs in these numbers.
    let day = |month| Date::new(2033, month, 22).map_or_else(|_| String::new(), |day| long(lang, day));
    (1..=12).map(|month| day(month).replace("2033", "{{year}}").replace("22", "{{day}}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{Languages, known_locales};
    use jiff::civil::date;

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
            let made = (long(lang, day), month(lang), short_month(lang, "2026-11".parse().unwrap()));
            assert_eq!(made, (long_date.to_owned(), long_month.to_owned(), short.to_owned()));
        }
    }

    #[test]
    fn every_language_has_twelve_months() {
        for locale in known_locales() {
            let lang = Languages::from_codes([&locale[..2]]).unwrap().first();
            let months = by_month(lang);
            for (number, text) in (1..).zip(&months) {
                for (year, day) in [(2022, 1), (2026, 28), (2033, 22)] {
                    let filled =
                        text.replace("{{day}}", &day.to_string()).replace("{{year}}", &year.to_string());
                    assert_eq!(filled, long(lang, date(year, number, day)), "{locale}");
                }
            }
        }
    }
}
