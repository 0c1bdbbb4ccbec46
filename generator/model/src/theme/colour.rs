//! A colour of `theme.yaml`, and the contrast of the pairs that the style sheets use (WCAG 2.2, criteria 1.4.3 and 1.4.11).

use std::fmt;
use std::str::FromStr;

use super::Theme;
use formats::problem::{Code, Problem};

/// An opaque colour of the sRGB space, written as `#rrggbb` in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour([u8; 3]);

impl Colour {
    /// The relative luminance, from 0 for black to 1 for white (WCAG 2.2, definition of "relative luminance").
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
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
        let digits = text.strip_prefix('#').filter(|digits| {
            digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).map(u32::to_be_bytes) {
            Some([_, red, green, blue]) => Ok(Colour([red, green, blue])),
            _ if matches!(text, "" | "null") => Err(
                "the colour is empty: write it in quotation marks, like \"#0d5a63\", because `#` begins a comment".to_owned(),
            ),
            _ => Err(format!("`{text}` is not a colour: write one in quotation marks, like \"#0d5a63\"")),
        }
    }
}

formats::read_as_text!(Colour, "^#[0-9A-Fa-f]{6}$", written);

/// What text needs on its ground.
const OF_TEXT: f64 = 4.5;
/// What lines and symbols that carry information need.
const OF_MARK: f64 = 3.0;
/// The fills of available and sold units differ in lightness too, for those who do not see the colours. Reserved units
/// have a hatch, in the colour of their text.
const OF_FILLS: f64 = 1.5;

/// Colours that are text on the ground and on raised surfaces.
const TEXTS: [&str; 7] = [
    "text",
    "muted",
    "accent",
    "disponible",
    "reservado",
    "vendido",
    "error",
];
/// Other pairs of pages: what is in front, its ground, and the least contrast.
const PAIRS: [(&str, &str, f64); 4] = [
    ("text", "sunken", OF_TEXT),
    ("on_action", "action", OF_TEXT),
    ("on_action", "action_hover", OF_TEXT),
    ("line_strong", "ground", OF_MARK),
];
/// The pairs of floor plans: labels on the fills, and the fills beside each other.
const PLAN_PAIRS: [(&str, &str, f64); 5] = [
    ("text", "disponible_fill", OF_TEXT),
    ("text", "reservado_fill", OF_TEXT),
    ("text", "vendido_fill", OF_TEXT),
    ("reservado", "reservado_fill", OF_MARK),
    ("disponible_fill", "vendido_fill", OF_FILLS),
];

/// The fills of units, from that which must stand out most from the ground: what can be bought before what cannot.
const PROMINENCE: [&str; 3] = ["disponible_fill", "reservado_fill", "vendido_fill"];

/// A problem of the first colour of each pair with too little contrast, and of each fill that stands out more than one before it.
pub(super) fn too_low(theme: &Theme) -> Vec<Problem> {
    let mut found = Vec::new();
    for (ground, colours) in theme.grounds() {
        let colours = serde_json::to_value(colours).unwrap_or_default();
        let colour = |name: &str| colours[name].as_str()?.parse::<Colour>().ok();
        let texts = TEXTS
            .iter()
            .flat_map(|text| ["ground", "raised"].map(|back| (*text, back, OF_TEXT)));
        // No plan is on a band.
        let on_plans = if ground == "band" {
            &[][..]
        } else {
            &PLAN_PAIRS[..]
        };
        let contrast = |name: &str| Some(colour(name)?.contrast(colour("ground")?));
        let prominence = PROMINENCE.map(|name| (name, contrast(name)));
        for pair in prominence.windows(2) {
            let [(first, Some(more)), (second, Some(less))] = *pair else {
                continue;
            };
            if ground != "band" && more <= less {
                let path = format!("{ground}.{second}");
                let message = format!(
                    "`{path}` stands out more from `{ground}.ground` (contrast {less:.2}) than `{ground}.{first}` ({more:.2})"
                );
                let problem = theme.problem(Code::LowContrast, &path, message);
                found.push(problem.hint(
                    "available units must stand out most, then reserved, then sold ones: change one of them",
                ));
            }
        }
        for (front, back, least) in texts.chain(PAIRS).chain(on_plans.iter().copied()) {
            let ratio = colour(front)
                .zip(colour(back))
                .map(|(front, back)| front.contrast(back));
            if let Some(ratio) = ratio.filter(|ratio| *ratio < least) {
                let path = format!("{ground}.{front}");
                let message = format!("`{path}` on `{ground}.{back}` has the contrast {ratio:.2}");
                let problem = theme.problem(Code::LowContrast, &path, message);
                found.push(problem.hint(format!("change one of them to reach {least}")));
            }
        }
    }
    found
}
