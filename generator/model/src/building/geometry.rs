//! The geometry file's types, and the check that drawing and inventory agree.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A point on a level, in metres: x to the right along the street, y downwards on the sheet.
pub type Point = [f64; 2];

/// The geometry file: the plot, the axes, and every level with its units.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Geometry {
    /// Length of the building along the street, metres.
    pub length: f64,
    /// Depth of the building, metres.
    pub depth: f64,
    /// Height of the roof over the pavement, metres.
    pub top: f64,
    /// Where north lies: degrees clockwise from the top of the sheet.
    pub north: f64,
    /// The street's outline.
    pub street: Vec<Point>,
    /// The plot's outline.
    pub plot: Vec<Point>,
    /// The structural axes with their bubbles' labels.
    pub axes: Axes,
    /// The levels from the ground up.
    pub levels: Vec<LevelGeometry>,
}

/// The structural axes in both directions.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Axes {
    /// Axes across the street, numbered.
    pub x: Vec<Axis>,
    /// Axes along the street, lettered.
    pub y: Vec<Axis>,
}

/// One axis: its label and its distance from the building's corner, metres.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// Text in the axis bubble.
    pub label: String,
    /// Distance from the origin, metres.
    pub at: f64,
}

/// One level of the building.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelGeometry {
    /// The level's number, 1 for the ground floor.
    pub level: u16,
    /// Height of the floor over the pavement, metres.
    pub elevation: f64,
    /// Clear height, metres (spec 9: 3.80 to 4.05).
    pub clear_height: f64,
    /// The enclosed part of the level.
    pub outline: Vec<Point>,
    /// The corridor between the rows of units.
    pub corridor: Vec<Point>,
    /// Entrance halls, or the void over one.
    pub lobby: Vec<Vec<Point>>,
    /// Rooms for the building's services.
    pub services: Vec<Vec<Point>>,
    /// Stairs and lifts.
    pub core: Core,
    /// The units for sale.
    pub units: Vec<UnitGeometry>,
}

/// The core: its walls, its stairs and its lifts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Core {
    /// The core's walls.
    pub outline: Vec<Point>,
    /// Outlines of the stairs.
    pub stairs: Vec<Vec<Point>>,
    /// Outlines of the lift shafts.
    pub lifts: Vec<Vec<Point>>,
}

/// One unit's place on its level.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitGeometry {
    /// The unit's code, as in the inventory.
    pub code: String,
    /// The interior.
    pub polygon: Vec<Point>,
    /// The terrace, if the unit has one.
    pub terrace: Option<Vec<Point>>,
    /// The stretch of outer wall.
    pub facade: [Point; 2],
    /// The door's opening.
    pub door: [Point; 2],
}

/// What is wrong with a geometry, for the author of the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GeometryError {
    /// A unit of the inventory has no place in the drawing, or the other way round.
    #[error("unit {code} is in the {present} but not in the {missing}")]
    Unplaced {
        /// The unit's code.
        code: String,
        /// Where the unit is.
        present: &'static str,
        /// Where it is not.
        missing: &'static str,
    },
    /// A unit's polygon has another area than the inventory says (more than 2 % apart).
    #[error("unit {code} is drawn with {drawn} m² of {part} but the inventory says {stated} m²")]
    Area {
        /// The unit's code.
        code: String,
        /// `interior` or `terrace`.
        part: &'static str,
        /// The drawn area, m² with two decimals.
        drawn: String,
        /// The stated area, m² with two decimals.
        stated: String,
    },
    /// A shape has fewer than three corners or a corner that is no number.
    #[error("level {level}: {what} is not a shape with at least three corners")]
    Shape {
        /// The level's number.
        level: u16,
        /// Which shape.
        what: String,
    },
}

/// How much a drawn area may differ from the stated one (art direction: 2 %).
const AREA_TOLERANCE: f64 = 0.02;

impl Geometry {
    /// Every difference between the drawing and the inventory, in the inventory's order.
    ///
    /// `stated` gives, by unit code, the interior and terrace areas in m².
    #[must_use]
    pub fn problems(&self, stated: &BTreeMap<String, (f64, f64)>) -> Vec<GeometryError> {
        let mut problems = self.shape_problems();
        let drawn: BTreeMap<&str, &UnitGeometry> = self
            .levels
            .iter()
            .flat_map(|level| &level.units)
            .map(|unit| (unit.code.as_str(), unit))
            .collect();
        for (code, (interior, terrace)) in stated {
            let Some(unit) = drawn.get(code.as_str()) else {
                problems.push(GeometryError::Unplaced {
                    code: code.clone(),
                    present: "inventory",
                    missing: "geometry",
                });
                continue;
            };
            let terrace_drawn = unit.terrace.as_deref().map_or(0.0, area);
            for (part, drawn, stated) in [
                ("interior", area(&unit.polygon), *interior),
                ("terrace", terrace_drawn, *terrace),
            ] {
                if (drawn - stated).abs() > stated.max(0.01) * AREA_TOLERANCE {
                    problems.push(GeometryError::Area {
                        code: code.clone(),
                        part,
                        drawn: format!("{drawn:.2}"),
                        stated: format!("{stated:.2}"),
                    });
                }
            }
        }
        for code in drawn.keys().filter(|code| !stated.contains_key(**code)) {
            problems.push(GeometryError::Unplaced {
                code: (*code).to_owned(),
                present: "geometry",
                missing: "inventory",
            });
        }
        problems
    }

    fn shape_problems(&self) -> Vec<GeometryError> {
        let mut problems = Vec::new();
        for level in &self.levels {
            let named = [
                ("outline", &level.outline),
                ("corridor", &level.corridor),
                ("core", &level.core.outline),
            ];
            let units = level.units.iter().map(|unit| (unit.code.as_str(), &unit.polygon));
            for (what, shape) in named.into_iter().chain(units) {
                if shape.len() < 3 || shape.iter().flatten().any(|value| !value.is_finite()) {
                    problems.push(GeometryError::Shape {
                        level: level.level,
                        what: what.to_owned(),
                    });
                }
            }
        }
        problems
    }
}

/// The area of a polygon, m² (shoelace formula).
#[must_use]
pub fn area(polygon: &[Point]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    let twice: f64 = polygon
        .iter()
        .zip(next)
        .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
        .sum();
    twice.abs() / 2.0
}
