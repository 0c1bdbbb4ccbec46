//! Lengths of SVG and CSS in units of the drawing.

use svgtypes::{Length, LengthUnit};

use super::style::Value;

/// Units of the drawing in an inch: CSS defines a pixel as 1/96 of it.
const INCH: f64 = 96.0;

/// No drawing is larger than this, in its units.
pub(in crate::import) const MOST_UNITS: f64 = 1e9;

/// A length in units of the drawing, or why it is none. A percentage is of `whole`, which is absent when nothing says how large it is.
pub(super) fn length(name: &str, value: Value<'_>, whole: Option<f64>) -> Result<f64, String> {
    let Value { text, is_css } = value;
    let refused = |why: &str| format!("has the {name} `{text}`, {why}");
    let Ok(Length { number, unit }) = text.trim().parse::<Length>() else {
        return Err(refused("which is not a length in px, mm, cm, in, pt or %"));
    };
    let units = match unit {
        LengthUnit::None if is_css && number != 0.0 => {
            return Err(refused("which has no unit, as styles need"));
        }
        LengthUnit::None | LengthUnit::Px => number,
        LengthUnit::In => number * INCH,
        LengthUnit::Cm => number * INCH / 2.54,
        LengthUnit::Mm => number * INCH / 25.4,
        LengthUnit::Pt => number * INCH / 72.0,
        LengthUnit::Pc => number * INCH / 6.0,
        LengthUnit::Em | LengthUnit::Ex => {
            return Err(refused("which depends on a font"));
        }
        LengthUnit::Percent => {
            let whole = whole.ok_or_else(|| refused("and the drawing has no `viewBox`"))?;
            whole * number / 100.0
        }
    };
    if units.abs() <= MOST_UNITS {
        Ok(units)
    } else {
        Err(refused("which is too large"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_each_unit_are_those_of_css() {
        let read = |text, is_css| length("x", Value { text, is_css }, Some(200.0));
        for (text, units) in [
            ("12", 12.0),
            ("12px", 12.0),
            ("25.4mm", 96.0),
            ("2.54cm", 96.0),
            ("1in", 96.0),
            ("72pt", 96.0),
            ("6pc", 96.0),
            ("-1e1", -10.0),
            ("50%", 100.0),
        ] {
            assert!(
                (read(text, false).expect(text) - units).abs() < 1e-9,
                "{text}"
            );
        }
        for (text, is_css) in [
            ("1em", false),
            ("1rem", false),
            ("", false),
            ("1e999", false),
            ("12", true),
        ] {
            assert!(read(text, is_css).is_err(), "{text}");
        }
        let percentage = Value {
            text: "50%",
            is_css: false,
        };
        assert!(length("x", percentage, None).is_err());
    }
}
