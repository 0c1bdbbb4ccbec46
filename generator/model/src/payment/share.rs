//! A part of a price in hundredths of a percent, an integer, so that sums are exact.

use std::fmt;
use std::str::FromStr;

use formats::yaml;

/// A percentage, in hundredths of a percent (basis points).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(pub u32);

impl Share {
    /// 100 %.
    pub const WHOLE: Share = Share(10_000);
    /// 0 %.
    pub const NONE: Share = Share(0);
}

/// `30`, `12.5`: without a percent sign, which depends on the language.
impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match rest {
            0 => write!(formatter, "{whole}"),
            _ if rest.is_multiple_of(10) => write!(formatter, "{whole}.{}", rest / 10),
            _ => write!(formatter, "{whole}.{rest:02}"),
        }
    }
}

impl FromStr for Share {
    type Err = String;

    /// Reads `30`, `12.5`, `30 %`.
    fn from_str(text: &str) -> Result<Share, String> {
        let number = text.trim().trim_end_matches('%').trim_end();
        yaml::scaled(number, 2)
            .and_then(|share| u32::try_from(share).ok())
            .map(Share)
            .filter(|share| *share <= Share::WHOLE)
            .ok_or_else(|| {
                format!("`{text}` is not a percentage: write a number from 0 to 100, like `30` or `12.5`")
            })
    }
}

formats::read_as_text!(Share, "^\\s*\\d+(\\.\\d+)?\\s*%?\\s*$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_parsed_and_written() {
        for (text, share, written) in
            [("30", 3000, "30"), ("12.5 %", 1250, "12.5"), ("0.05%", 5, "0.05"), ("100", 10_000, "100")]
        {
            let read = Share::from_str(text).unwrap();
            assert_eq!((read, read.to_string().as_str()), (Share(share), written));
        }
        for wrong in ["", "100.01", "-5", "1.234", "a third", "1,5"] {
            assert!(Share::from_str(wrong).is_err(), "{wrong}");
        }
    }
}
