//! The transform of an element, written as SVG or as CSS does.

use std::f64::consts::PI;
use std::str::FromStr as _;

use cssparser::{ParseError, Parser, Token};
use kurbo::{Affine, Size};
use svgtypes::{Angle, Length, LengthUnit, Transform, TransformOrigin};

use super::length::length;
use super::style::{Declared, Value};

/// Properties of CSS that move an element beside its `transform`.
const OTHERS: [&str; 4] = ["translate", "rotate", "scale", "offset-path"];

/// The transform of an element with its origin, or what about it cannot be read. Percentages are of the viewport around it.
pub(super) fn read(
    declared: &Declared<'_, '_, '_>,
    viewport: Option<Size>,
) -> Result<Affine, String> {
    let is_set = |value: Value<'_>| value.is_css && !value.text.eq_ignore_ascii_case("none");
    for property in OTHERS {
        if declared.get(property).is_some_and(is_set) {
            return Err(format!("`{property}` of its style cannot be read"));
        }
    }
    let Some(value) = declared.get("transform") else {
        return Ok(Affine::IDENTITY);
    };
    let refused = |why: &str| format!("`transform` cannot be read: {why}");
    let (transform, has_percentage) = if value.is_css {
        let read = functions(value.text, viewport).map_err(|why| refused(&why))?;
        (read, value.text.contains('%'))
    } else {
        let Transform { a, b, c, d, e, f } =
            Transform::from_str(value.text).map_err(|error| refused(&error.to_string()))?;
        (Affine::new([a, b, c, d, e, f]), false)
    };
    let only_moves = transform.as_coeffs()[..4] == [1.0, 0.0, 0.0, 1.0];
    if only_moves && !has_percentage {
        return Ok(transform);
    }
    let transform_box = declared.get("transform-box");
    if let Some(Value { text, .. }) = transform_box
        && !text.eq_ignore_ascii_case("view-box")
    {
        return Err(format!("`transform-box` cannot be read: it is `{text}`"));
    }
    let Some(Value { text, .. }) = declared.get("transform-origin") else {
        return Ok(transform);
    };
    let refused = |why: &str| format!("`transform-origin` cannot be read: it {why}");
    let origin = TransformOrigin::from_str(text).map_err(|_| refused(&format!("is `{text}`")))?;
    let offset = |Length { number, unit }: Length, whole| {
        let unit = match unit {
            LengthUnit::Percent => "%",
            LengthUnit::None | LengthUnit::Px => "",
            _ => return Err(refused(&format!("is `{text}`"))),
        };
        let text = format!("{number}{unit}");
        let value = Value {
            text: &text,
            is_css: false,
        };
        length("offset", value, whole).map_err(|why| refused(&why))
    };
    let x = offset(origin.x_offset, viewport.map(|size| size.width))?;
    let y = offset(origin.y_offset, viewport.map(|size| size.height))?;
    Ok(Affine::translate((x, y)) * transform * Affine::translate((-x, -y)))
}

/// The transform that functions of CSS say one after the other.
fn functions(text: &str, viewport: Option<Size>) -> Result<Affine, String> {
    let mut input = Parser::new(text);
    if input
        .try_parse(|input| input.expect_ident_matching("none"))
        .is_ok()
    {
        return Ok(Affine::IDENTITY);
    }
    let mut whole = Affine::IDENTITY;
    while let Ok(token) = input.next() {
        let Token::Function(name) = token else {
            return Err(format!("it is `{text}`"));
        };
        let name = name.to_string();
        let arguments = input
            .parse_nested_block(|input| {
                let start = input.position();
                while input.next().is_ok() {}
                Ok::<_, ParseError<()>>(input.slice_from(start))
            })
            .unwrap_or_default();
        let one = function(&name.to_ascii_lowercase(), arguments, viewport);
        whole *= one.ok_or_else(|| format!("`{name}({arguments})` is not known"))?;
    }
    Ok(whole)
}

/// The transform of one function of CSS; nothing when its name or an argument is unknown.
fn function(name: &str, arguments: &str, viewport: Option<Size>) -> Option<Affine> {
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let number = |text: &str| match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok().map(|percent| percent / 100.0),
        None => text.parse::<f64>().ok(),
    };
    let angle = |text: &str| {
        let has_unit = text.ends_with(|letter: char| letter.is_ascii_alphabetic());
        let angle: Angle = text.parse().ok()?;
        (has_unit || angle.number == 0.0).then(|| angle.to_degrees() * PI / 180.0)
    };
    let moved = |text: &str, whole| {
        let value = Value { text, is_css: true };
        length("distance", value, whole).ok()
    };
    let along = |text: &str| moved(text, viewport.map(|size| size.width));
    let down = |text: &str| moved(text, viewport.map(|size| size.height));
    let slant = |text: &str| angle(text).map(f64::tan);
    let transform = match (name, &arguments[..]) {
        ("translate" | "translatex", [x]) => Affine::translate((along(x)?, 0.0)),
        ("translate", [x, y]) => Affine::translate((along(x)?, down(y)?)),
        ("translatey", [y]) => Affine::translate((0.0, down(y)?)),
        ("scale", [both]) => Affine::scale(number(both)?),
        ("scale", [x, y]) => Affine::scale_non_uniform(number(x)?, number(y)?),
        ("scalex", [x]) => Affine::scale_non_uniform(number(x)?, 1.0),
        ("scaley", [y]) => Affine::scale_non_uniform(1.0, number(y)?),
        ("rotate", [turn]) => Affine::rotate(angle(turn)?),
        ("skew" | "skewx", [x]) => Affine::skew(slant(x)?, 0.0),
        ("skew", [x, y]) => Affine::skew(slant(x)?, slant(y)?),
        ("skewy", [y]) => Affine::skew(0.0, slant(y)?),
        ("matrix", numbers) => {
            let numbers: Option<Vec<f64>> = numbers.iter().map(|text| number(text)).collect();
            Affine::new(numbers?.try_into().ok()?)
        }
        _ => return None,
    };
    Some(transform)
}
