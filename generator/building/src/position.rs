//! Where a unit is in its building: to which sides its outer walls are, and how far its door is from the lifts.

use super::geometry::{Geometry, LevelGeometry, UnitGeometry};
use super::shape::{Point, bounds, distance_to_edge, outer_normal};

/// Shorter outer walls say nothing about a side, metres.
const LEAST_WALL: f64 = 1.0;
/// How far a door may be from the edge of the corridor that it opens to, metres.
const ON_CORRIDOR: f64 = 0.3;
/// The names of the eight directions, clockwise from north: the ends of their keys in the strings.
const DIRECTIONS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/// A side of a building, seen from its street.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Towards the street.
    Street,
    /// Away from it.
    Back,
    /// Along it.
    Flank,
}

/// To which side an outer wall is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Facing {
    /// The side of the building; nothing where no street is drawn.
    pub side: Option<Side>,
    /// The nearest of eight directions: `n`, `ne`, `e` and so on, clockwise.
    pub direction: &'static str,
}

impl Geometry {
    /// To which sides the outer walls of a unit are, each once, the street first.
    pub(super) fn facings(&self, unit: &UnitGeometry) -> Vec<Facing> {
        let walls = unit.facade.windows(2).filter_map(|wall| {
            let [from, to] = [*wall.first()?, *wall.get(1)?];
            let length = (to[0] - from[0]).hypot(to[1] - from[1]);
            if length < LEAST_WALL {
                return None;
            }
            Some(self.facing(outer_normal(&unit.polygon, from, to)))
        });
        let mut facings: Vec<Facing> = walls.collect();
        facings.sort_unstable();
        facings.dedup();
        facings
    }

    /// The side in a direction, `[right, down]` on the sheet, at whose lower edge the street is.
    fn facing(&self, [right, down]: Point) -> Facing {
        let side = if self.street.is_empty() {
            None
        } else if right.abs() > down.abs() {
            Some(Side::Flank)
        } else if down > 0.0 {
            Some(Side::Street)
        } else {
            Some(Side::Back)
        };
        let from_top = right.atan2(-down).to_degrees();
        let eighth = ((from_top - self.north) / 45.0).round().rem_euclid(8.0);
        Facing {
            side,
            direction: DIRECTIONS.get(eighth as usize).copied().unwrap_or("n"),
        }
    }
}

impl LevelGeometry {
    /// From the middle of a unit's door to the nearest lift, along the two directions of the building, in whole metres. Nothing when
    /// the level has no lifts, or the door does not open to the corridor.
    pub(super) fn to_lifts(&self, unit: &UnitGeometry) -> Option<f64> {
        let [from, to] = unit.door?;
        let door = [0, 1].map(|axis| f64::midpoint(from[axis], to[axis]));
        if self.corridor.is_empty() || distance_to_edge(&self.corridor, door) > ON_CORRIDOR {
            return None;
        }
        let distances = self.core.lifts.iter().map(|lift| {
            let [low, high] = bounds(lift);
            let apart = |axis: usize| {
                let outside = (low[axis] - door[axis]).max(door[axis] - high[axis]);
                outside.max(0.0)
            };
            apart(0) + apart(1)
        });
        distances
            .min_by(f64::total_cmp)
            .map(|metres| metres.round().max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::geometry;

    fn unit(geometry: &Geometry, level: usize, code: &str) -> (Vec<Facing>, Option<f64>) {
        let plan = &geometry.plans()[level];
        let unit = plan.unit(code).expect("a unit");
        (unit.facings.clone(), unit.to_lifts)
    }

    /// North is 18 degrees to the right of the sheet's top, so that the street, at its bottom, is in the south.
    #[test]
    fn a_unit_knows_its_side_and_how_far_the_lifts_are() {
        let geometry = geometry();
        let facing = |side, direction| Facing {
            side: Some(side),
            direction,
        };
        assert_eq!(
            unit(&geometry, 2, "O-301"),
            (vec![facing(Side::Street, "s")], Some(13.0)),
            "10.9 m to the left of the first lift, and 2.4 m below it"
        );
        assert_eq!(
            unit(&geometry, 2, "O-306"),
            (vec![facing(Side::Back, "n")], Some(11.0)),
            "11 m to the right of the second lift, and 0.4 m below it"
        );
        let shop = unit(&geometry, 0, "L-101");
        assert_eq!(shop.1, None, "its door opens to the street");
    }

    #[test]
    fn a_corner_has_two_sides_and_without_a_street_only_directions() {
        let mut geometry = geometry();
        geometry.levels[2].units[0].facade = vec![[0.0, 12.0], [0.0, 22.0], [9.0, 22.0]];
        let (facings, _) = unit(&geometry, 2, "O-301");
        let sides: Vec<_> = facings.iter().map(|facing| facing.side).collect();
        assert_eq!(sides, [Some(Side::Street), Some(Side::Flank)]);
        geometry.street.clear();
        geometry.north = 90.0;
        let (facings, _) = unit(&geometry, 2, "O-301");
        let directions: Vec<_> = facings
            .iter()
            .map(|facing| (facing.side, facing.direction))
            .collect();
        assert_eq!(directions, [(None, "e"), (None, "s")]);
    }

    #[test]
    fn a_level_without_lifts_gives_no_distance() {
        let mut geometry = geometry();
        geometry.levels[2].core.lifts.clear();
        assert_eq!(unit(&geometry, 2, "O-301").1, None);
    }
}
