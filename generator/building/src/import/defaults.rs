//! What a plan need not draw: the outline of a level, the facade and the door of a unit.

use std::cmp::Ordering;

use crate::geometry::LevelGeometry;
use crate::shape::Point;
use crate::shape::{distance_to_edge, union, walls};

/// A wall within this distance of the outline is an outer wall: units are drawn to the middle of walls, metres.
const WALL: f64 = 0.5;
/// Width of a door, metres.
const DOOR: f64 = 1.0;

/// The outer edges of all rooms of a level together: several when they are apart.
pub(super) fn outlines(level: &LevelGeometry) -> Vec<Vec<Point>> {
    let shared = [&level.corridor, &level.core.outline]
        .into_iter()
        .chain(&level.lobby)
        .chain(&level.services);
    let all = shared.chain(level.units.iter().map(|unit| &unit.polygon));
    let rooms: Vec<&[Point]> = all
        .filter(|room| !room.is_empty())
        .map(Vec::as_slice)
        .collect();
    union(&rooms)
}

/// The distance of the middle of a wall from the nearest edge of these shapes, metres.
fn distance(shapes: &[&[Point]], wall: &[Point; 2]) -> f64 {
    let middle = [0, 1].map(|axis| f64::midpoint(wall[0][axis], wall[1][axis]));
    shapes
        .iter()
        .map(|shape| distance_to_edge(shape, middle))
        .fold(f64::INFINITY, f64::min)
}

/// The longest wall of a unit on the outline of its level; without one, the longest wall.
pub(super) fn facade(unit: &[Point], outlines: &[&[Point]]) -> Vec<Point> {
    let rank = |wall: &[Point; 2]| (distance(outlines, wall) <= WALL, length(wall));
    let longest =
        walls(unit).max_by(|a, b| rank(a).partial_cmp(&rank(b)).unwrap_or(Ordering::Equal));
    longest.map(Vec::from).unwrap_or_default()
}

/// A door in the middle of the wall nearest to what units are entered from; without any of it, of the facade: a wall between two
/// units has none.
pub(super) fn door(unit: &[Point], shared: &[&[Point]], facade: &[Point]) -> Option<[Point; 2]> {
    let [from, to] = match (shared, facade) {
        ([], [from, to, ..]) => [*from, *to],
        _ => walls(unit).min_by(|a, b| distance(shared, a).total_cmp(&distance(shared, b)))?,
    };
    let half = (DOOR / length(&[from, to])).min(1.0) / 2.0;
    let ends = [0.5 - half, 0.5 + half];
    Some(ends.map(|part| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part)))
}

fn length([a, b]: &[Point; 2]) -> f64 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}
