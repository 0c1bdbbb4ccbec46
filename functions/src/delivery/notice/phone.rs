//! A visitor's telephone number, to dial and to write to on WhatsApp.

use serde::Serialize;

/// The country code of Mexico (ITU-T E.164).
const MEXICO: &str = "52";
/// Digits of a Mexican number without its country code.
const NATIONAL: usize = 10;
/// Prefixes that were dialled before a Mexican number until August 2019, which pasted numbers still have.
const OLD_PREFIXES: [&str; 4] = ["521", "01", "044", "045"];

/// A number with its country code.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct DialledPhone {
    /// Digits, the country code first.
    digits: String,
    /// `+52 984 555 0162`; numbers of countries other than Mexico, the United States and Canada are not grouped.
    label: String,
    /// Whether the country code is our assumption: the visitor typed ten digits.
    is_assumed: bool,
}

impl DialledPhone {
    /// The number of a lead, which is digits only. `None` when it is empty.
    pub(super) fn new(digits: &str) -> Option<Self> {
        if digits.is_empty() {
            return None;
        }
        let digits = digits.strip_prefix("00").unwrap_or(digits);
        let is_assumed = digits.len() == NATIONAL;
        let digits = match national(digits) {
            Some(national) => format!("{MEXICO}{national}"),
            None => digits.to_owned(),
        };
        let label = match digits.split_at(digits.len().saturating_sub(NATIONAL)) {
            (code @ (MEXICO | "1"), number) => {
                format!("+{code} {} {} {}", &number[..3], &number[3..6], &number[6..])
            }
            _ => format!("+{digits}"),
        };
        Some(Self { digits, label, is_assumed })
    }
}

/// The ten digits of a Mexican number that has no country code, or an old prefix.
fn national(digits: &str) -> Option<&str> {
    if digits.len() == NATIONAL {
        return Some(digits);
    }
    OLD_PREFIXES.iter().filter_map(|prefix| digits.strip_prefix(prefix)).find(|rest| rest.len() == NATIONAL)
}

#[cfg(test)]
mod tests {
    use super::DialledPhone;

    #[test]
    fn numbers_get_their_country_code() {
        for (typed, label, is_assumed) in [
            ("9845550162", "+52 984 555 0162", true),
            ("529845550162", "+52 984 555 0162", false),
            ("5219845550162", "+52 984 555 0162", false),
            ("0449845550162", "+52 984 555 0162", false),
            ("019845550162", "+52 984 555 0162", false),
            ("0019845550162", "+1 984 555 0162", false),
            ("14155550100", "+1 415 555 0100", false),
            ("34915550100", "+34915550100", false),
            ("442055501000", "+442055501000", false),
        ] {
            let phone = DialledPhone::new(typed).expect(typed);
            assert_eq!((&*phone.label, phone.is_assumed), (label, is_assumed), "{typed}");
        }
        assert_eq!(DialledPhone::new(""), None);
    }
}
