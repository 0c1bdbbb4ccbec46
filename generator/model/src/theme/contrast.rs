//! The contrast of the pairs of colours that the style sheets use (WCAG 2.2, success criteria 1.4.3 and 1.4.11).

use super::{Colour, Colours, Theme};

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
