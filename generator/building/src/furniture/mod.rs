//! Furniture that fits in a unit, as suggestions: several layouts for each kind of use.

mod desks;
mod practice;
mod room;
mod shop;

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::plan::{Extent, PlanUnit};
use room::Room;

/// A box in a room: from its corner along the wall with the door and away from it, with its length and its depth, decimetres.
type Part = [i64; 4];

/// Free along the wall with the door, and around the door if it is within the shape, decimetres.
const ENTRANCE: i64 = 15;
/// Free along the other walls.
const WALL: i64 = 2;
/// Between two pieces of furniture, and the width of an opening in a wall.
const AISLE: i64 = 9;

/// How the units of a use are furnished in their plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Furniture {
    /// Benches of two desks: as many as fit, and fewer with a meeting room.
    Desks,
    /// A medical practice: a reception and consulting rooms.
    Practice,
    /// Shelves and a counter near the entrance.
    Shelves,
    /// The tables and the counter of a café or restaurant.
    Tables,
}

impl Furniture {
    /// Whether it suggests a use that not every development permits.
    pub fn needs_permission(self) -> bool {
        matches!(self, Furniture::Practice | Furniture::Tables)
    }
}

/// A way to furnish a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Layout {
    /// The key of its description in the strings, below `unit.layout`.
    pub kind: &'static str,
    /// SVG path data, decimetres.
    pub path: String,
    /// For how many people there is a desk or a place at a table.
    pub seats: usize,
    /// How many consulting rooms there are, or places in the meeting room.
    pub others: usize,
}

/// A piece of furniture, or a room with its walls.
#[derive(Clone, Debug, Default)]
struct Piece {
    /// Its boxes on the plan: left, top, right, bottom, decimetres.
    parts: Vec<Extent>,
    /// The box around them.
    area: Extent,
    seats: usize,
    others: usize,
}

impl PlanUnit {
    /// The layouts of these kinds that fit in the unit, in their order; none when it has no door to enter by.
    pub fn layouts(&self, kinds: &[Furniture]) -> Vec<Layout> {
        let Some(room) = Room::new(self) else {
            return Vec::new();
        };
        let layouts = kinds.iter().flat_map(|kind| match kind {
            Furniture::Desks => vec![
                ("desks", desks::benches(&room)),
                ("meeting", desks::with_meeting_room(&room)),
            ],
            Furniture::Practice => vec![("practice", practice::practice(&room))],
            Furniture::Shelves => vec![("shelves", shop::shelves(&room))],
            Furniture::Tables => vec![("tables", shop::tables(&room))],
        });
        layouts
            .filter_map(|(kind, pieces)| Layout::of_pieces(kind, &pieces))
            .collect()
    }
}

impl Layout {
    fn of_pieces(kind: &'static str, pieces: &[Piece]) -> Option<Layout> {
        let sum = |count: fn(&Piece) -> usize| pieces.iter().map(count).sum();
        (!pieces.is_empty()).then(|| Layout {
            kind,
            path: path_of_boxes(pieces.iter().flat_map(|piece| &piece.parts)),
            seats: sum(|piece| piece.seats),
            others: sum(|piece| piece.others),
        })
    }
}

/// Boxes as SVG path data, each relative to the one before: what is repeated has the same text, which a page then contains compressed
/// once.
fn path_of_boxes<'a>(boxes: impl Iterator<Item = &'a Extent>) -> String {
    let mut text = String::new();
    let mut last: Option<[i64; 2]> = None;
    for [left, top, right, bottom] in boxes {
        // Writing to a String cannot fail.
        let _ = match last.map(|[x, y]| [left - x, top - y]) {
            None => write!(text, "M{left} {top}"),
            Some([x, y]) if y < 0 => write!(text, "m{x}{y}"),
            Some([x, y]) => write!(text, "m{x} {y}"),
        };
        let (width, height) = (right - left, bottom - top);
        let _ = write!(text, "h{width}v{height}h-{width}z");
        last = Some([*left, *top]);
    }
    text
}

#[cfg(test)]
mod tests;
