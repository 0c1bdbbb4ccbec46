//! Shapes in metres to SVG path data in whole decimetres.

use std::fmt::Write as _;

use super::geometry::Point;

const DECIMETRES: f64 = 10.0;

pub(super) fn decimetres(metres: f64) -> i64 {
    (metres * DECIMETRES).round() as i64
}

/// A level mark: an elevation in metres with sign and two decimals.
pub(super) fn mark(elevation: f64) -> String {
    format!("{elevation:+.2}")
}

/// A closed path. Horizontal and vertical lines use the short commands `H` and `V`.
pub(super) fn closed(shape: &[Point]) -> String {
    path_of(shape.iter().map(|point| point.map(decimetres)))
}

/// A closed path; nothing when there is no corner.
pub(super) fn path_of(corners: impl Iterator<Item = [i64; 2]>) -> String {
    let mut text = String::new();
    let mut last: Option<[i64; 2]> = None;
    for [x, y] in corners {
        // Writing to a String cannot fail.
        let _ = match last {
            None => write!(text, "M{x} {y}"),
            Some([_, last_y]) if last_y == y => write!(text, "H{x}"),
            Some([last_x, _]) if last_x == x => write!(text, "V{y}"),
            Some(_) => write!(text, "L{x} {y}"),
        };
        last = Some([x, y]);
    }
    if !text.is_empty() {
        text.push('Z');
    }
    text
}

/// The top left and bottom right corner of the bounding box.
pub(super) fn bounds(shape: &[Point]) -> [Point; 2] {
    let start = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    shape.iter().fold(start, |[low, high], [x, y]| {
        [[low[0].min(*x), low[1].min(*y)], [high[0].max(*x), high[1].max(*y)]]
    })
}

/// The smallest and the largest value.
pub(super) fn extent(values: impl Iterator<Item = i64>) -> (i64, i64) {
    values.fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)))
}
