//! The moments that a lead proposes for a visit, as a calendar (RFC 5545) that the team's mail carries.

use crate::lead::Lead;
use jiff::civil::DateTime;
use std::fmt::Write;

/// The fields of the moments, in the order of preference.
const MOMENTS: [&str; 2] = ["visit_1", "visit_2"];
/// The most bytes of a line; longer ones continue in the next line, after a space.
const LINE: usize = 74;

/// The calendar, with one tentative hour for each moment in the time zone `zone`; `None` for a lead without a moment.
pub(super) fn calendar(lead: &Lead, zone: &str, summary: &str) -> Option<String> {
    let mut text = String::new();
    let stamp = lead.received_at.strftime("%Y%m%dT%H%M%SZ");
    for (index, name) in MOMENTS.iter().enumerate() {
        let Some(at) = lead.choices.get(*name).and_then(|at| at.parse::<DateTime>().ok()) else { continue };
        let start = at.strftime("%Y%m%dT%H%M%S");
        let number = index + 1;
        line(&mut text, "BEGIN:VEVENT");
        line(&mut text, &format!("UID:{}-{number}", lead.reference));
        line(&mut text, &format!("DTSTAMP:{stamp}"));
        line(&mut text, &format!("DTSTART;TZID={zone}:{start}"));
        line(&mut text, "DURATION:PT1H");
        line(&mut text, "STATUS:TENTATIVE");
        line(&mut text, &format!("SUMMARY:{}", escaped(summary)));
        line(&mut text, "END:VEVENT");
    }
    let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//leads//visit//EN\r\n";
    (!text.is_empty()).then(|| format!("{head}{text}END:VCALENDAR\r\n"))
}

fn line(text: &mut String, content: &str) {
    let mut length = 0;
    for letter in content.chars() {
        if length + letter.len_utf8() > LINE {
            text.push_str("\r\n ");
            length = 1;
        }
        let _ = text.write_char(letter);
        length += letter.len_utf8();
    }
    text.push_str("\r\n");
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
