//! A colour as `theme.yaml` states it.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// An opaque colour of the sRGB space, written as `#rrggbb` in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour([u8; 3]);

impl Colour {
    /// The relative luminance, from 0 for black to 1 for white (WCAG 2.2, definition of "relative luminance").
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            match part <= 0.04045 {
                true => part / 12.92,
                false => ((part + 0.055) / 1.055).powf(2.4),
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio, from 1 for equal colours to 21 for black and white (WCAG 2.2, "contrast ratio").
    pub fn contrast(self, other: Colour) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl FromStr for Colour {
    type Err = String;

    fn from_str(text: &str) -> Result<Colour, String> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let part = |at: usize| u8::from_str_radix(digits?.get(at..at + 2)?, 16).ok();
        let is_hexadecimal = digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match (is_hexadecimal, part(0), part(2), part(4)) {
            (true, Some(red), Some(green), Some(blue)) => Ok(Colour([red, green, blue])),
            _ if matches!(text, "" | "null") => Err(
                "the colour is empty: write it in quotation marks, like \"#0d5a63\", because `#` begins a comment".to_owned(),
            ),
            _ => Err(format!("`{text}` is not a colour: write one in quotation marks, like \"#0d5a63\"")),
        }
    }
}

impl Serialize for Colour {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

formats::read_as_text!(Colour, "^#[0-9A-Fa-f]{6}$");
