//! The shapes of a level, with their names in messages and their paths in the file.

use super::geometry::{LevelGeometry, Point};

/// A shape of the file.
pub(super) struct Shape<'a> {
    /// What messages call it, with backticks.
    pub(super) name: String,
    /// Where it is in the file.
    pub(super) path: String,
    pub(super) points: &'a [Point],
}

/// The shapes of a level by what is required of them.
pub(super) struct LevelShapes<'a> {
    /// The enclosed parts: beside each other.
    pub(super) outlines: Vec<Shape<'a>>,
    /// Units and shared rooms: within the outline and beside each other.
    pub(super) rooms: Vec<Shape<'a>>,
    /// Stairs and lifts: within the outline.
    pub(super) shafts: Vec<Shape<'a>>,
    /// Beside the rooms, inside or outside the outline.
    pub(super) terraces: Vec<Shape<'a>>,
}

impl<'a> LevelShapes<'a> {
    /// The shapes of the level at `index` of the file. Shared rooms that a level lacks are left out.
    pub(super) fn new(index: usize, level: &'a LevelGeometry) -> LevelShapes<'a> {
        let at = |path: &str| format!("levels.{index}.{path}");
        let shared = |name: &str, path: &str, points: &'a [Point]| Shape {
            name: format!("`{name}` of level {}", level.level),
            path: at(path),
            points,
        };
        let each = |name: &str, path: &str, all: &'a [Vec<Point>]| {
            let numbered = all.iter().enumerate();
            let shapes = numbered.map(|(place, points)| shared(name, &format!("{path}.{place}"), points));
            shapes.collect::<Vec<_>>()
        };
        let optional = [
            shared("corridor", "corridor", &level.corridor),
            shared("core", "core.outline", &level.core.outline),
        ];
        let mut rooms: Vec<Shape> = optional.into_iter().filter(|shape| !shape.points.is_empty()).collect();
        rooms.extend(each("lobby", "lobby", &level.lobby));
        rooms.extend(each("services", "services", &level.services));
        let mut terraces = Vec::new();
        for (place, unit) in level.units.iter().enumerate() {
            let of_unit = |name: String, part: &str, points| {
                let path = at(&format!("units.{place}.{part}"));
                Shape { name, path, points }
            };
            rooms.push(of_unit(format!("`{}`", unit.code), "polygon", &unit.polygon));
            if let Some(points) = &unit.terrace {
                terraces.push(of_unit(format!("the terrace of `{}`", unit.code), "terrace", points));
            }
        }
        let mut shafts = each("stairs", "core.stairs", &level.core.stairs);
        shafts.extend(each("lifts", "core.lifts", &level.core.lifts));
        let mut outlines = vec![shared("outline", "outline", &level.outline)];
        outlines.extend(each("blocks", "blocks", &level.blocks));
        LevelShapes { outlines, rooms, shafts, terraces }
    }

    /// Every shape, in the order in which faults are reported.
    pub(super) fn all(&self) -> impl Iterator<Item = &Shape<'a>> {
        let inner = self.rooms.iter().chain(&self.shafts).chain(&self.terraces);
        self.outlines.iter().chain(inner)
    }
}
