//! Shapes in metres: their area, how they overlap, where a label fits, and their SVG path data in whole decimetres.

use std::fmt::Write as _;

use geo::{
    Area as _, BooleanOps as _, Contains as _, Distance as _, Euclidean, LineString, Polygon,
    Validation as _, unary_union,
};
use polylabel::polylabel;

/// A point on a level, in metres: x to the right along the street, y downwards on the sheet.
pub type Point = [f64; 2];

/// How close to the best place a label is, metres.
const LABEL_PRECISION: f64 = 0.05;
/// A shape that differs less from its bounding box is a rectangle, square metres.
const RECTANGLE_PRECISION: f64 = 0.001;
/// How far from an edge a point is looked for on either side of it, metres.
const BESIDE: f64 = 0.01;

fn polygon(shape: &[Point]) -> Polygon<f64> {
    Polygon::new(LineString::from(shape.to_vec()), Vec::new())
}

/// Whether a shape does not cross or touch itself, and has at least three different corners.
pub(super) fn is_simple(shape: &[Point]) -> bool {
    polygon(shape).is_valid()
}

/// The area, square metres.
pub(super) fn area(shape: &[Point]) -> f64 {
    polygon(shape).unsigned_area()
}

/// The area that both shapes cover, square metres.
pub(super) fn overlap(one: &[Point], other: &[Point]) -> f64 {
    let [[low, high], [other_low, other_high]] = [bounds(one), bounds(other)];
    if (0..2).any(|axis| high[axis] <= other_low[axis] || other_high[axis] <= low[axis]) {
        return 0.0;
    }
    polygon(one).intersection(&polygon(other)).unsigned_area()
}

/// The area of `inner` outside all of `outer`, square metres.
pub(super) fn outside(inner: &[Point], outer: &[&[Point]]) -> f64 {
    let outer: Vec<Polygon<f64>> = outer.iter().map(|shape| polygon(shape)).collect();
    polygon(inner)
        .difference(&unary_union(&outer))
        .unsigned_area()
}

/// The outer edges of all shapes together: one for each group of shapes that touch each other.
pub(super) fn union(shapes: &[&[Point]]) -> Vec<Vec<Point>> {
    let polygons: Vec<Polygon<f64>> = shapes.iter().map(|shape| polygon(shape)).collect();
    let corners = |part: Polygon<f64>| {
        let mut corners: Vec<Point> = part.exterior().coords().map(|at| [at.x, at.y]).collect();
        // The library repeats the first corner.
        corners.pop();
        corners
    };
    unary_union(&polygons).into_iter().map(corners).collect()
}

pub(super) fn distance_to_edge(shape: &[Point], point: Point) -> f64 {
    Euclidean.distance(polygon(shape).exterior(), &geo::Point::from(point))
}

/// The direction in which the outer side of a wall of `shape`, from `a` to `b`, points; its length is 1.
pub(super) fn outer_normal(shape: &[Point], a: Point, b: Point) -> Point {
    let [across, along] = [b[0] - a[0], b[1] - a[1]];
    let length = across.hypot(along);
    let normal = [-along / length, across / length];
    let beside = [0, 1].map(|axis| f64::midpoint(a[axis], b[axis]) + normal[axis] * BESIDE);
    if polygon(shape).contains(&geo::Point::from(beside)) {
        normal.map(|part| -part)
    } else {
        normal
    }
}

/// Whether the outer side of a wall of `shape`, from `a` to `b`, points in a direction.
pub(super) fn faces(shape: &[Point], a: Point, b: Point, direction: Point) -> bool {
    let normal = outer_normal(shape, a, b);
    normal[0] * direction[0] + normal[1] * direction[1] > 0.0
}

/// The walls of a shape: from each corner to the next one.
pub(super) fn walls(shape: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    shape
        .iter()
        .zip(shape.iter().cycle().skip(1))
        .map(|(a, b)| [*a, *b])
}

/// The point of a shape that is farthest from its edges (the pole of inaccessibility): the centre of a rectangle.
pub(super) fn label_place(shape: &[Point]) -> Point {
    let [low, high] = bounds(shape);
    let centre = [0, 1].map(|axis| f64::midpoint(low[axis], high[axis]));
    // Every point of a rectangle's middle line is equally far from the edges.
    let whole = (high[0] - low[0]) * (high[1] - low[1]);
    if shape.len() < 3 || (whole - area(shape)).abs() < RECTANGLE_PRECISION {
        return centre;
    }
    polylabel(&polygon(shape), &LABEL_PRECISION).map_or(centre, <[f64; 2]>::from)
}

/// The ends of the widest horizontal line through a point that stays within the shape; the bounding box when there is none.
pub(super) fn chord(shape: &[Point], [x, y]: Point) -> [f64; 2] {
    let [low, high] = bounds(shape);
    let crossings = walls(shape).filter_map(|[a, b]| {
        let crosses = (a[1] <= y) != (b[1] <= y);
        crosses.then(|| a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
    });
    crossings.fold([low[0], high[0]], |[left, right], at| {
        if at <= x {
            [left.max(at), right]
        } else {
            [left, right.min(at)]
        }
    })
}

pub(super) fn decimetres(metres: f64) -> i64 {
    (metres * 10.0).round() as i64
}

/// A level mark: an elevation in metres with sign and two decimals.
pub(super) fn mark(elevation: f64) -> String {
    // A ground floor may be at minus zero.
    format!("{:+.2}", elevation + 0.0)
}

/// A closed path.
pub(super) fn closed(shape: &[Point]) -> String {
    path_of(shape.iter().map(|point| point.map(decimetres)))
}

/// A closed path; nothing when there is no corner. Lines are relative to their start: units of the same size have the same
/// text, which a page then contains compressed once.
pub(super) fn path_of(corners: impl Iterator<Item = [i64; 2]>) -> String {
    let mut text = String::new();
    let mut last: Option<[i64; 2]> = None;
    for [x, y] in corners {
        let step = last.map(|[last_x, last_y]| [x - last_x, y - last_y]);
        // Writing to a String cannot fail.
        let _ = match step {
            None => write!(text, "M{x} {y}"),
            Some([right, 0]) => write!(text, "h{right}"),
            Some([0, down]) => write!(text, "v{down}"),
            Some([right, down]) if down < 0 => write!(text, "l{right}{down}"),
            Some([right, down]) => write!(text, "l{right} {down}"),
        };
        last = Some([x, y]);
    }
    if !text.is_empty() {
        text.push('z');
    }
    text
}

/// The top left and bottom right corner of the bounding box.
pub(super) fn bounds(shape: &[Point]) -> [Point; 2] {
    let start = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    shape.iter().fold(start, |[low, high], [x, y]| {
        [
            [low[0].min(*x), low[1].min(*y)],
            [high[0].max(*x), high[1].max(*y)],
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// An L of 10 by 10 m whose lower right quarter is missing but for a strip.
    const L: [Point; 6] = [
        [0.0, 0.0],
        [10.0, 0.0],
        [10.0, 2.0],
        [4.0, 2.0],
        [4.0, 10.0],
        [0.0, 10.0],
    ];

    #[test]
    fn a_label_is_at_the_widest_place_of_its_shape() {
        assert_eq!(
            label_place(&[[1.0, 2.0], [4.0, 2.0], [4.0, 8.0], [1.0, 8.0]]),
            [2.5, 5.0]
        );
        let [x, y] = label_place(&L);
        assert!(
            x < 4.0 && y > 0.0,
            "{x} {y}: inside the L, not at the centre of its bounding box"
        );
        assert!(distance_to_edge(&L, [x, y]) > 1.9);
        assert_eq!(chord(&L, [2.0, 5.0]), [0.0, 4.0]);
        assert_eq!(chord(&L, [2.0, 1.0]), [0.0, 10.0]);
    }

    #[test]
    fn areas_overlaps_and_edges_are_those_of_the_shape() {
        assert!((area(&L) - 52.0).abs() < 1e-6);
        let notch = [[5.0, 3.0], [9.0, 3.0], [9.0, 9.0], [5.0, 9.0]];
        assert!(overlap(&L, &notch) < 1e-6, "the notch is not part of the L");
        assert!((outside(&notch, &[&L]) - 24.0).abs() < 1e-3);
        assert!(is_simple(&L));
        assert!(!is_simple(&[
            [0.0, 0.0],
            [4.0, 4.0],
            [4.0, 0.0],
            [0.0, 4.0]
        ]));
        assert!(faces(&L, [0.0, 10.0], [4.0, 10.0], [0.0, 1.0]));
        assert!(!faces(&L, [0.0, 0.0], [10.0, 0.0], [0.0, 1.0]));
        assert!(
            faces(&L, [4.0, 2.0], [4.0, 10.0], [1.0, 0.0]),
            "a wall of the notch"
        );
    }

    proptest! {
        /// Plates in the shape of an L, T or U with arms of any width.
        #[test]
        fn a_label_is_inside_its_shape(arms in prop::collection::vec((1u32..30, 1u32..30), 1..6)) {
            let (mut corners, mut x) = (vec![], 0.0);
            for (width, depth) in arms {
                let left = x;
                x += f64::from(width);
                corners.extend([left, x].map(|x| [x, f64::from(depth)]));
            }
            corners.extend([[x, 0.0], [0.0, 0.0]]);
            let place = label_place(&corners);
            prop_assert!(polygon(&corners).contains(&geo::Point::from(place)), "{place:?} of {corners:?}");
            let [left, right] = chord(&corners, place);
            prop_assert!(left < place[0] && place[0] < right);
        }
    }
}
