//! The moments that a lead proposes for a visit, as a calendar (RFC 5545) that the team's mail carries.

use crate::lead::Lead;
use jiff::civil::DateTime;

/// The fields of the moments, in the order of preference.
const MOMENTS: [&str; 2] = ["visit_1", "visit_2"];
/// The most bytes of a line; longer ones continue in the next line, after a space.
const LINE: usize = 74;

/// The calendar, with one tentative hour for each moment in the time zone `zone`; `None` for a lead without a moment.
pub(super) fn calendar(lead: &Lead, zone: &str, summary: &str) -> Option<String> {
    let (reference, summary) = (&lead.reference, escaped(summary));
    let stamp = lead.received_at.strftime("%Y%m%dT%H%M%SZ");
    let events = MOMENTS.iter().enumerate().filter_map(|(index, name)| {
        let start = lead.choices.get(*name)?.parse::<DateTime>().ok()?.strftime("%Y%m%dT%H%M%S");
        let number = index + 1;
        Some(format!(
            "BEGIN:VEVENT\nUID:{reference}-{number}\nDTSTAMP:{stamp}\nDTSTART;TZID={zone}:{start}\nDURATION:PT1H\n\
             STATUS:TENTATIVE\nSUMMARY:{summary}\nEND:VEVENT\n"
        ))
    });
    let events: String = events.collect();
    let text = format!("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//leads//visit//EN\n{events}END:VCALENDAR");
    (!events.is_empty()).then(|| text.lines().map(folded).collect())
}

/// A line with its end, divided where it is too long.
fn folded(line: &str) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for letter in line.chars() {
        if length + letter.len_utf8() > LINE {
            text.push_str("\r\n ");
            length = 1;
        }
        text.push(letter);
        length += letter.len_utf8();
    }
    text + "\r\n"
}

/// A text with the signs escaped that separate values.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,")
}

#[cfg(test)]
mod tests {
    use super::calendar;
    use crate::tests::lead;

    #[test]
    fn each_moment_is_a_tentative_hour_in_the_zone_of_the_development() {
        let mut lead = lead("visit", "");
        assert_eq!(calendar(&lead, "America/Cancun", "Visita"), None);
        for (name, at) in [("visit_1", "2026-12-01T10:00"), ("visit_2", "2026-12-02T16:30")] {
            lead.choices.insert(name.to_owned(), at.to_owned());
        }
        let name = "Ana; Núñez, ".repeat(9);
        let text = calendar(&lead, "America/Cancun", &name).expect("a calendar");
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        let unfolded = text.replace("\r\n ", "");
        for line in [
            "DTSTART;TZID=America/Cancun:20261201T100000",
            "DTSTART;TZID=America/Cancun:20261202T163000",
            "SUMMARY:Ana\\; Núñez\\, ",
        ] {
            assert!(unfolded.contains(line), "{unfolded}");
        }
        assert_eq!(unfolded.matches("BEGIN:VEVENT").count(), 2);
    }
}
