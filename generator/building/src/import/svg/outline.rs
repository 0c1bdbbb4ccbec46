//! The path of a shape's element.

use kurbo::{BezPath, Circle, Ellipse, Line, Rect, RoundedRect, Shape as _, Size};
use svgtypes::{PathParser, PathSegment, SimplePathSegment, SimplifyingPathParser};

use super::length::{MOST_UNITS, length};
use super::style::{Declared, Value};

/// The elements that are shapes.
pub(super) const SHAPES: [&str; 7] = [
    "path", "polygon", "polyline", "rect", "line", "circle", "ellipse",
];
/// How exactly curves are curves: a thousandth of a unit of the drawing, which itself is drawn within 2 cm.
const EXACT: f64 = 0.001;

/// The path of a shape's element, or why it has none.
pub(super) fn outline(
    declared: &Declared<'_, '_, '_>,
    viewport: Option<Size>,
) -> Result<BezPath, String> {
    let wide = viewport.map(|size| size.width);
    let high = viewport.map(|size| size.height);
    // Percentages of lengths in no direction are of this one.
    let mean = viewport.map(|size| size.width.hypot(size.height) / 2.0_f64.sqrt());
    let given = |name: &str, whole| {
        let value = declared
            .get(name)
            .filter(|value| value.text.trim() != "auto");
        value.map(|value| length(name, value, whole)).transpose()
    };
    let number = |name, whole| given(name, whole).map(|length| length.unwrap_or(0.0));
    match declared.tag() {
        "path" => match declared.get("d") {
            Some(Value { is_css: true, .. }) => Err("has its path in a style".to_owned()),
            value => path(value.map_or("", |value| value.text)),
        },
        tag @ ("polygon" | "polyline") => {
            let points = declared.attribute("points").unwrap_or_default().trim();
            if points.is_empty() {
                return Ok(BezPath::new());
            }
            let mut path = path(&format!("M{points}"))?;
            if tag == "polygon" {
                path.close_path();
            }
            Ok(path)
        }
        "line" => {
            let from = (number("x1", wide)?, number("y1", high)?);
            let to = (number("x2", wide)?, number("y2", high)?);
            Ok(Line::new(from, to).to_path(EXACT))
        }
        "rect" => {
            let (x, y) = (number("x", wide)?, number("y", high)?);
            let (width, height) = (number("width", wide)?, number("height", high)?);
            if width < 0.0 || height < 0.0 {
                return Err("has a width or height below zero".to_owned());
            }
            let rect = Rect::new(x, y, x + width, y + height);
            let (rx, ry) = (given("rx", wide)?, given("ry", high)?);
            Ok(rounded(rect, rx.or(ry), ry.or(rx)))
        }
        "circle" => {
            let center = (number("cx", wide)?, number("cy", high)?);
            Ok(Circle::new(center, number("r", mean)?).to_path(EXACT))
        }
        "ellipse" => {
            let center = (number("cx", wide)?, number("cy", high)?);
            let (rx, ry) = (given("rx", wide)?, given("ry", high)?);
            let radii = (rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0));
            Ok(Ellipse::new(center, radii, 0.0).to_path(EXACT))
        }
        other => Err(format!("is a `{other}`, which cannot be imported")),
    }
}

/// A rectangle with these radii of its corners.
fn rounded(rect: Rect, rx: Option<f64>, ry: Option<f64>) -> BezPath {
    let most = |radius: Option<f64>, size: f64| radius.unwrap_or(0.0).clamp(0.0, size / 2.0);
    let (rx, ry) = (most(rx, rect.width()), most(ry, rect.height()));
    if rx == 0.0 || ry == 0.0 {
        return rect.to_path(EXACT);
    }
    // Its corners are round where it is as much higher as they are wider.
    let stretch = kurbo::Affine::scale_non_uniform(1.0, ry / rx);
    let (top, bottom) = (rect.y0 * rx / ry, rect.y1 * rx / ry);
    stretch * RoundedRect::new(rect.x0, top, rect.x1, bottom, rx).to_path(EXACT)
}

fn path(data: &str) -> Result<BezPath, String> {
    // Arcs as large as numbers can be would become curves without end.
    let is_too_large = |segment: PathSegment| match segment {
        PathSegment::EllipticalArc { rx, ry, x, y, .. } => {
            [rx, ry, x, y].iter().any(|size| size.abs() > MOST_UNITS)
        }
        _ => false,
    };
    if PathParser::from(data).flatten().any(is_too_large) {
        return Err("has an arc that is too large".to_owned());
    }
    let mut path = BezPath::new();
    for segment in SimplifyingPathParser::from(data) {
        match segment.map_err(|error| format!("has a path that cannot be read: {error}"))? {
            SimplePathSegment::MoveTo { x, y } => path.move_to((x, y)),
            SimplePathSegment::LineTo { x, y } => path.line_to((x, y)),
            SimplePathSegment::CurveTo {
                x1,
                y1,
                x2,
                y2,
                x,
                y,
            } => path.curve_to((x1, y1), (x2, y2), (x, y)),
            SimplePathSegment::Quadratic { x1, y1, x, y } => path.quad_to((x1, y1), (x, y)),
            SimplePathSegment::ClosePath => path.close_path(),
        }
    }
    Ok(path)
}
