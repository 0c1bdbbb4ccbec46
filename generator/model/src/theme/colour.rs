//! A colour as `theme.yaml` states it, and the contrast of the pairs of colours that the style sheets use (WCAG 2.2, success
//! criteria 1.4.3 and 1.4.11).

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::{Colours, Theme};

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

/// What text needs on its ground.
const OF_TEXT: f64 = 4.5;
/// What lines and symbols that carry information need.
const OF_MARK: f64 = 3.0;
/// The fills of available and sold units differ in lightness too, for those who do not see the colours. Reserved units
/// have a hatch, in the colour of their text.
const OF_FILLS: f64 = 1.5;

/// A colour and its name in the file.
type Named = (&'static str, Colour);

/// The path of the first colour of each pair with too little contrast, what is wrong, and what to do.
pub(super) fn too_low(theme: &Theme) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for (ground, colours) in theme.grounds() {
        let on_plans = match ground {
            "band" => Vec::new(),
            _ => plan_pairs(colours),
        };
        for (front, back, least) in pairs(colours).into_iter().chain(on_plans) {
            let ratio = front.1.contrast(back.1);
            if ratio < least {
                let (front, back) = (front.0, back.0);
                found.push((
                    format!("{ground}.{front}"),
                    format!("`{ground}.{front}` on `{ground}.{back}` has the contrast {ratio:.2}"),
                    format!("change one of them to reach {least}"),
                ));
            }
        }
    }
    found
}

/// Each pair of pages: what is in front, its ground, and the least contrast.
fn pairs(colours: &Colours) -> Vec<(Named, Named, f64)> {
    let text = ("text", colours.text);
    let texts = [
        text,
        ("muted", colours.muted),
        ("accent", colours.accent),
        ("disponible", colours.disponible),
        ("reservado", colours.reservado),
        ("vendido", colours.vendido),
        ("error", colours.error),
    ];
    let (ground, on_action) = (("ground", colours.ground), ("on_action", colours.on_action));
    let mut pairs = Vec::new();
    for front in texts {
        pairs.push((front, ground, OF_TEXT));
        pairs.push((front, ("raised", colours.raised), OF_TEXT));
    }
    pairs.extend([
        (text, ("sunken", colours.sunken), OF_TEXT),
        (on_action, ("action", colours.action), OF_TEXT),
        (on_action, ("action_hover", colours.action_hover), OF_TEXT),
        (("line_strong", colours.line_strong), ground, OF_MARK),
    ]);
    pairs
}

/// The pairs of floor plans: labels on the fills, and the fills beside each other.
fn plan_pairs(colours: &Colours) -> Vec<(Named, Named, f64)> {
    let available = ("disponible_fill", colours.disponible_fill);
    let sold = ("vendido_fill", colours.vendido_fill);
    let reserved = ("reservado_fill", colours.reservado_fill);
    let text = ("text", colours.text);
    vec![
        (text, available, OF_TEXT),
        (text, reserved, OF_TEXT),
        (text, sold, OF_TEXT),
        (("reservado", colours.reservado), reserved, OF_MARK),
        (available, sold, OF_FILLS),
    ]
}
