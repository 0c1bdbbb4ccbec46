//! A unit as one sees it from its door, and what is free in it.

use super::{ENTRANCE, Part, Piece};
use crate::labels::{around, intersect};
use crate::plan::{Extent, PlanUnit};
use crate::shape::{Point, outside};

/// A part of a shape outside of a unit that is only a difference of rounding, square decimetres.
const ROUNDING: f64 = 0.5;

/// The bounding box of a unit as its door sees it: along the wall with the door, from the corner that is nearer to it, and away.
pub(super) struct Room<'a> {
    unit: &'a PlanUnit,
    /// The middle of the door opening on the plan.
    pub(super) door: [i64; 2],
    /// Whether the door is in a wall from left to right, and whether it is in the wall on the right or below.
    is_across: bool,
    is_far: bool,
    /// Whether the nearer corner is on the right or below.
    is_mirrored: bool,
    /// Its length along the wall with the door, and its depth, decimetres.
    pub(super) size: [i64; 2],
    /// From the nearer corner to the middle of the door.
    pub(super) to_door: i64,
}

impl<'a> Room<'a> {
    /// Nothing for a unit without a door.
    pub(super) fn new(unit: &'a PlanUnit) -> Option<Room<'a>> {
        let [from, to] = unit.opening?;
        let [left, top, right, bottom] = unit.extent;
        let is_across = (from[0] - to[0]).abs() >= (from[1] - to[1]).abs();
        let door = [0, 1].map(|axis| i64::midpoint(from[axis], to[axis]));
        let [x, y] = door;
        let sides = [(x - left, right - left), (y - top, bottom - top)];
        let [(along, length), (away, depth)] = if is_across {
            sides
        } else {
            [sides[1], sides[0]]
        };
        let is_mirrored = 2 * along > length;
        Some(Room {
            unit,
            door,
            is_across,
            is_far: 2 * away > depth,
            is_mirrored,
            size: [length, depth],
            to_door: if is_mirrored { length - along } else { along },
        })
    }

    /// Whether the unit is a rectangle.
    pub(super) fn is_rectangle(&self) -> bool {
        self.unit.corners.len() == 4
    }

    /// The box on the plan of one in the room.
    fn on_plan(&self, [along, away, length, depth]: Part) -> Extent {
        let turned = |is_turned, at: i64, size: i64, whole: i64| {
            if is_turned { whole - at - size } else { at }
        };
        let along = turned(self.is_mirrored, along, length, self.size[0]);
        let away = turned(self.is_far, away, depth, self.size[1]);
        let ([x, y], [width, height]) = if self.is_across {
            ([along, away], [length, depth])
        } else {
            ([away, along], [depth, length])
        };
        let [left, top, ..] = self.unit.extent;
        [left + x, top + y, left + x + width, top + y + height]
    }

    /// A piece whose parts are given from a corner.
    pub(super) fn piece(&self, [along, away]: [i64; 2], parts: &[Part]) -> Piece {
        let parts: Vec<Extent> = parts
            .iter()
            .map(|[x, y, length, depth]| self.on_plan([along + x, away + y, *length, *depth]))
            .collect();
        let union = |[left, top, right, bottom]: Extent, part: &Extent| {
            let [l, t, r, b] = *part;
            [left.min(l), top.min(t), right.max(r), bottom.max(b)]
        };
        let first = parts.first().copied().unwrap_or_default();
        Piece {
            area: parts.iter().fold(first, union),
            parts,
            ..Piece::default()
        }
    }

    /// Whether a piece is within the unit and not in front of its door.
    pub(super) fn is_free(&self, piece: &Piece) -> bool {
        let [left, top, right, bottom] = piece.area;
        let [whole_left, whole_top, whole_right, whole_bottom] = self.unit.extent;
        if left < whole_left || top < whole_top || right > whole_right || bottom > whole_bottom {
            return false;
        }
        let metres = |corner: [i64; 2]| corner.map(|at| at as f64);
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map(metres);
        let shape: Vec<Point> = self.unit.corners.iter().copied().map(metres).collect();
        let door = around(metres(self.door), ENTRANCE as f64);
        !intersect(piece.area.map(|at| at as f64), door)
            && (self.is_rectangle() || outside(&corners, &[&shape]) < ROUNDING)
    }
}

/// Whether two pieces cover each other.
pub(super) fn overlap(one: &Piece, other: &Piece) -> bool {
    let [one, other] = [one.area, other.area].map(|area| area.map(|at| at as f64));
    intersect(one, other)
}
