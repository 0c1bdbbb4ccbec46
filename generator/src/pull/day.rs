//! The day of a pull, in the time of the development. Cancún keeps UTC-5 all year (no daylight saving since 2015),
//! so no time-zone database is needed.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
use std::time::SystemTime;

/// Quintana Roo's offset from UTC (America/Cancun).
const CANCUN: Offset = jiff::tz::offset(-5);

/// Today in Cancún. Read once per command, and written into the snapshot only.
pub fn today() -> Date {
    in_cancun(Timestamp::now())
}

/// The day in Cancún of a file's time.
pub(super) fn of_time(time: SystemTime) -> Option<Date> {
    Timestamp::try_from(time).ok().map(in_cancun)
}

fn in_cancun(time: Timestamp) -> Date {
    time.to_zoned(TimeZone::fixed(CANCUN)).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_changes_at_midnight_in_cancun() {
        let day = |text: &str| in_cancun(text.parse().unwrap()).to_string();
        assert_eq!(day("2026-11-21T04:59:59Z"), "2026-11-20");
        assert_eq!(day("2026-11-21T05:00:00Z"), "2026-11-21");
        assert_eq!(day("2026-07-01T05:00:00Z"), "2026-07-01");
    }
}
