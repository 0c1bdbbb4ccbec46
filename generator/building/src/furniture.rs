//! Furniture that fits in a unit, as a suggestion: benches of two desks, or the shelves and the counter of a shop.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::labels::{around, intersect};
use super::plan::{Extent, PlanUnit};
use super::shape::Point;
use super::shape::outside;

/// Lengths in decimetres. Free along the wall with the door, and around the door if it is within the shape.
const ENTRANCE: i64 = 15;
/// Free along the other walls.
const WALL: i64 = 2;
/// Between two benches, and between shelves.
const AISLE: i64 = 9;
/// Width and depth of a bench: two desks of 1.40 by 0.70 m face to face, each with a chair.
const BENCH: [i64; 2] = [14, 26];
/// A bench from its corner, with its desks one behind the other, or one beside the other.
const BENCH_LINES: [&str; 2] = [
    "m4 1h6v4h-6zm-4 5h14v14h-14zm0 7h14m-10 8h6v4h-6z",
    "m1 4v6h4v-6zm5-4v14h14v-14zm7 0v14m8-10v6h4v-6z",
];
/// Length and depth of a shelf, and of a counter.
const SHELF: [i64; 2] = [12, 5];
const COUNTER: [i64; 2] = [24, 7];
/// From the counter to the wall behind it.
const BEHIND_COUNTER: i64 = 14;
/// A part of a shape outside of a unit that is only a difference of rounding, square decimetres.
const ROUNDING: f64 = 0.5;

/// How the units of a use are furnished in their plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Furniture {
    /// Benches of two desks, with the number of people for whom there is place.
    Desks,
    /// Shelves along the walls and a counter.
    Shelves,
}

/// The furniture of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Furnished {
    /// SVG path data, decimetres.
    pub path: String,
    /// For how many people there is place: three quarters of the desks, and all of them; zero in a shop.
    pub people: [usize; 2],
}

/// A piece of furniture: its box, and its lines from the box's corner.
type Piece = (Extent, String);

impl PlanUnit {
    /// The furniture that fits in the unit; nothing when none does, or when it has no door to enter by.
    pub fn furnished(&self, furniture: Furniture) -> Option<Furnished> {
        let room = Room::new(self, self.opening?);
        let pieces = match furniture {
            Furniture::Desks => self.desks(&room),
            Furniture::Shelves => self.shop(&room),
        };
        let path: String = pieces
            .iter()
            .map(|([x, y, ..], lines)| format!("M{x} {y}{lines}"))
            .collect();
        let places = if furniture == Furniture::Desks {
            2 * pieces.len()
        } else {
            0
        };
        (!path.is_empty()).then(|| Furnished {
            path,
            people: [(3 * places).div_ceil(4), places],
        })
    }

    /// Rows of benches with aisles, in the direction in which more of them fit.
    fn desks(&self, room: &Room) -> Vec<Piece> {
        let [width, depth] = [room.size[0] - 2 * WALL, room.size[1] - ENTRANCE - WALL];
        let [one, other] = BENCH;
        let rows = [[one, other], [other, one]].map(|bench| {
            let across = (width / (bench[0] + AISLE)).max(0);
            let along = (depth / (bench[1] + AISLE)).max(0);
            let places = (0..along).flat_map(|row| (0..across).map(move |column| [column, row]));
            let benches = places.map(|[column, row]| {
                let centred = |at: i64, count: i64, length: i64, size: i64| {
                    (2 * at + 1) * length / (2 * count) - size / 2
                };
                let x = WALL + centred(column, across, width, bench[0]);
                let y = ENTRANCE + centred(row, along, depth, bench[1]);
                let area = room.place([x, y], bench);
                let is_deep = area[3] - area[1] > area[2] - area[0];
                (area, BENCH_LINES[usize::from(!is_deep)].to_owned())
            });
            benches
                .filter(|(area, _)| self.is_free(*area, room))
                .collect::<Vec<Piece>>()
        });
        let [deep, wide] = rows;
        if deep.len() < wide.len() { wide } else { deep }
    }

    /// Shelves along both walls beside the door's, and a counter in front of the wall behind.
    fn shop(&self, room: &Room) -> Vec<Piece> {
        let [width, depth] = room.size;
        let [length, shelf] = SHELF;
        let mut places = Vec::new();
        if width >= COUNTER[0] + 2 * (shelf + AISLE) {
            places.push((
                [
                    (width - COUNTER[0]) / 2,
                    depth - BEHIND_COUNTER - COUNTER[1],
                ],
                COUNTER,
            ));
        }
        if width >= 2 * shelf + AISLE {
            let shelves = ((depth - ENTRANCE - WALL) / length).max(0);
            let rows = (0..shelves).map(|at| ENTRANCE + at * length);
            places.extend(rows.flat_map(|y| [0, width - shelf].map(|x| ([x, y], [shelf, length]))));
        }
        let pieces = places.into_iter().map(|(at, size)| {
            let area = room.place(at, size);
            let [wide, high] = [area[2] - area[0], area[3] - area[1]];
            (area, format!("h{wide}v{high}h-{wide}z"))
        });
        pieces
            .filter(|(area, _)| self.is_free(*area, room))
            .collect()
    }

    /// Whether a box is within the unit and not in front of its door.
    fn is_free(&self, area: Extent, room: &Room) -> bool {
        let [left, top, right, bottom] = area;
        let [whole_left, whole_top, whole_right, whole_bottom] = self.extent;
        if left < whole_left || top < whole_top || right > whole_right || bottom > whole_bottom {
            return false;
        }
        let metres = |corner: [i64; 2]| corner.map(|at| at as f64);
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map(metres);
        let shape: Vec<Point> = self.corners.iter().copied().map(metres).collect();
        let door = around(metres(room.door), ENTRANCE as f64);
        !intersect(area.map(|at| at as f64), door)
            && (shape.len() == 4 || outside(&corners, &[&shape]) < ROUNDING)
    }
}

/// The bounding box of a unit as its door sees it: along the wall with the door, and away from it.
struct Room {
    extent: Extent,
    /// The middle of the door opening.
    door: [i64; 2],
    /// Whether the door is in a wall from left to right, and whether it is in the wall on the right or below.
    is_across: bool,
    is_far: bool,
    size: [i64; 2],
}

impl Room {
    fn new(unit: &PlanUnit, [from, to]: [[i64; 2]; 2]) -> Room {
        let [left, top, right, bottom] = unit.extent;
        let is_across = (from[0] - to[0]).abs() >= (from[1] - to[1]).abs();
        let door = [0, 1].map(|axis| i64::midpoint(from[axis], to[axis]));
        let [x, y] = door;
        let is_far = if is_across {
            2 * y > top + bottom
        } else {
            2 * x > left + right
        };
        let size = if is_across {
            [right - left, bottom - top]
        } else {
            [bottom - top, right - left]
        };
        Room {
            door,
            extent: unit.extent,
            is_across,
            is_far,
            size,
        }
    }

    /// The box on the plan of one that is `along` and `away` from the corner of the wall with the door.
    fn place(&self, [along, away]: [i64; 2], [length, depth]: [i64; 2]) -> Extent {
        let away = if self.is_far {
            self.size[1] - away - depth
        } else {
            away
        };
        let ([x, y], [width, height]) = if self.is_across {
            ([along, away], [length, depth])
        } else {
            ([away, along], [depth, length])
        };
        let [left, top, ..] = self.extent;
        [left + x, top + y, left + x + width, top + y + height]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::UnitGeometry;
    use crate::plan::plan_unit;

    /// A rectangular unit of this size in metres, with its door in one of its four walls.
    fn unit([width, depth]: [f64; 2], wall: usize, at: f64) -> PlanUnit {
        let polygon = vec![
            [3.0, 5.0],
            [3.0 + width, 5.0],
            [3.0 + width, 5.0 + depth],
            [3.0, 5.0 + depth],
        ];
        let (from, to) = (polygon[wall], polygon[(wall + 1) % 4]);
        let part = |share: f64| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
        let door = [part(at), part(at + 0.1)];
        drawn(polygon, door)
    }

    fn drawn(polygon: Vec<Point>, door: [Point; 2]) -> PlanUnit {
        let facade = vec![polygon[0], polygon[1]];
        plan_unit(&UnitGeometry {
            code: "O-1".to_owned(),
            polygon,
            terrace: None,
            facade,
            door: Some(door),
        })
    }

    fn room(unit: &PlanUnit) -> Room {
        Room::new(unit, unit.opening.unwrap())
    }

    fn people(unit: &PlanUnit) -> usize {
        unit.furnished(Furniture::Desks)
            .map_or(0, |furnished| furnished.people[1])
    }

    #[test]
    fn an_office_of_45_square_metres_has_place_for_eight_people_and_a_tiny_one_has_no_furniture() {
        let furnished = unit([4.0, 11.25], 0, 0.4)
            .furnished(Furniture::Desks)
            .expect("furniture");
        assert_eq!(furnished.people, [6, 8]);
        let tiny = unit([1.5, 2.0], 0, 0.4);
        assert_eq!(
            [Furniture::Desks, Furniture::Shelves].map(|kind| tiny.furnished(kind)),
            [None, None]
        );
    }

    #[test]
    fn furniture_stays_out_of_the_missing_corner_of_an_l() {
        let l: [Point; 6] = [
            [0.0, 0.0],
            [12.0, 0.0],
            [12.0, 6.0],
            [6.0, 6.0],
            [6.0, 12.0],
            [0.0, 12.0],
        ];
        let unit = drawn(l.to_vec(), [[2.0, 12.0], [3.0, 12.0]]);
        let room = room(&unit);
        for (area, _) in unit.desks(&room).iter().chain(&unit.shop(&room)) {
            let [_, _, right, bottom] = *area;
            assert!(right <= 60 || bottom <= 60, "{area:?}");
        }
        assert!(people(&unit) > 8);
    }

    proptest! {
        #[test]
        fn furniture_is_inside_apart_and_away_from_the_door(
            (width, depth) in (15u32..250, 15u32..250), wall in 0usize..4, at in 0.0..0.9,
        ) {
            let size = [width, depth].map(|size| f64::from(size) / 10.0);
            let unit = unit(size, wall, at);
            let room = room(&unit);
            for pieces in [unit.desks(&room), unit.shop(&room)] {
                for (index, (area, _)) in pieces.iter().enumerate() {
                    let [left, top, right, bottom] = *area;
                    let [l, t, r, b] = unit.extent;
                    prop_assert!(left >= l && top >= t && right <= r && bottom <= b, "{area:?}");
                    let area = area.map(|at| at as f64);
                    for (other, _) in &pieces[..index] {
                        prop_assert!(!intersect(area, other.map(|at| at as f64)), "{:?} {:?}", area, other);
                    }
                    let [x, y] = room.door.map(|at| at as f64);
                    prop_assert!(!intersect(area, [x - 12.0, y - 12.0, x + 12.0, y + 12.0]), "{:?}", area);
                }
            }
        }

        #[test]
        fn a_larger_unit_has_place_for_as_many_people(
            (width, depth) in (15u32..200, 15u32..200), (more, deeper) in (0u32..60, 0u32..60),
        ) {
            let size = |width: u32, depth: u32| [width, depth].map(|size| f64::from(size) / 10.0);
            let small = people(&unit(size(width, depth), 0, 0.3));
            let large = people(&unit(size(width + more, depth + deeper), 0, 0.3));
            prop_assert!(small <= large, "{small} {large}");
        }
    }
}
