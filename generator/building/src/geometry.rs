//! The types of the geometry file, and levels in a row, as commands name them.

use std::fmt;
use std::str::FromStr;

use platform::unit::UnitCode;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::shape::{self, Point};

/// The geometry file: the plot, the axes, and every level with its units.
#[derive(Debug, Clone, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Geometry {
    /// Whether the building is an example; see `site check --before-launch`.
    #[serde(default)]
    pub example: bool,
    /// Length of the building along the street, metres.
    pub length: f64,
    /// Depth of the building, metres.
    pub depth: f64,
    /// Height of the roof over the pavement, metres.
    pub top: f64,
    /// The direction of north: degrees clockwise from the top of the sheet.
    pub north: f64,
    /// The street's outline; may be empty.
    pub street: Vec<Point>,
    /// The plot's outline; may be empty.
    pub plot: Vec<Point>,
    /// The structural axes.
    pub axes: Axes,
    /// The levels from the ground up.
    pub levels: Vec<LevelGeometry>,
    /// The pictures on which levels and units are marked.
    #[serde(default)]
    pub facades: Vec<Facade>,
    /// The key of the building; empty on a site with one.
    #[serde(skip)]
    pub building: String,
    /// The text of the file, for the positions of its values.
    #[serde(skip)]
    pub text: String,
}

/// The structural axes in both directions.
#[derive(Debug, Clone, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Axes {
    /// Axes perpendicular to the street, numbered.
    pub x: Vec<Axis>,
    /// Axes parallel to the street, with letters.
    pub y: Vec<Axis>,
}

/// One structural axis.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The text in the axis bubble.
    pub label: String,
    /// Distance from the corner of the building, metres.
    pub at: f64,
}

/// One level of the building.
#[derive(Debug, Clone, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelGeometry {
    /// The level's number, 1 for the ground floor, below zero for a basement.
    pub level: i16,
    /// Height of the floor over the pavement, metres.
    pub elevation: f64,
    /// Clear height, metres (spec 9: 3.80 to 4.05).
    pub clear_height: f64,
    /// The enclosed part of the level.
    pub outline: Vec<Point>,
    /// The outlines of further enclosed parts, when the level consists of several blocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Vec<Point>>,
    /// The corridor between the units; empty when there is none.
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

impl LevelGeometry {
    pub(super) fn outlines(&self) -> impl Iterator<Item = &[Point]> {
        [&self.outline]
            .into_iter()
            .chain(&self.blocks)
            .map(Vec::as_slice)
    }
}

/// The core: its walls, its stairs and its lifts.
#[derive(Debug, Clone, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Core {
    /// The core's walls; empty when there is none.
    pub outline: Vec<Point>,
    /// Outlines of the stairs.
    pub stairs: Vec<Vec<Point>>,
    /// Outlines of the lift shafts.
    pub lifts: Vec<Vec<Point>>,
}

/// The shapes of one unit on its level.
#[derive(Debug, Clone, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitGeometry {
    /// The address of the unit's code; files may have the code as it is written.
    #[serde(deserialize_with = "unit_address")]
    pub code: String,
    /// The interior.
    pub polygon: Vec<Point>,
    /// The terrace, if the unit has one.
    pub terrace: Option<Vec<Point>>,
    /// The corners of its outer wall, at least two: a unit at a corner of the building has three or more.
    pub facade: Vec<Point>,
    /// The ends of its door opening; land has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub door: Option<[Point; 2]>,
}

/// The address of a code that people wrote; a text that is not a code stays as it is, and no unit has it.
pub(crate) fn address_of(code: &str) -> String {
    UnitCode::new(code).map_or_else(|_| code.to_owned(), |code| code.address().to_owned())
}

fn unit_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|code| address_of(&code))
}

impl UnitGeometry {
    /// The area of the interior, square metres.
    pub fn area(&self) -> f64 {
        shape::area(&self.polygon)
    }
}

/// The marks on one picture, as SVG path data.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Facade {
    /// The name of the picture in `content/images`.
    pub picture: String,
    /// The extent of the picture in units of the drawing: `left top width height`.
    #[serde(rename = "viewBox")]
    pub view_box: String,
    /// The levels from the ground up.
    pub levels: Vec<FacadeLevel>,
}

/// One level on a picture.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FacadeLevel {
    /// The level's number.
    pub level: i16,
    /// What the picture shows of the level; empty when only its units are marked.
    pub path: String,
    /// The units that the picture shows.
    pub units: Vec<FacadeUnit>,
}

/// One unit on a picture.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FacadeUnit {
    /// The address of the unit's code; files may have the code as it is written.
    #[serde(deserialize_with = "unit_address")]
    pub code: String,
    /// What the picture shows of the unit.
    pub path: String,
}

/// The most levels of a range: no building has more.
const MOST: i16 = 200;

/// From one level to another; there is no level 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRange {
    /// The number of the lowest level; below zero for a basement.
    pub lowest: i16,
    /// The number of the highest level.
    pub highest: i16,
}

impl LevelRange {
    /// The levels from below.
    pub fn numbers(self) -> impl Iterator<Item = i16> {
        (self.lowest..=self.highest).filter(|level| *level != 0)
    }
}

impl FromStr for LevelRange {
    type Err = String;

    /// `9`, `-1..14` or `2-13`.
    fn from_str(text: &str) -> Result<LevelRange, String> {
        let text = text.trim();
        let hyphen = || {
            text.char_indices()
                .skip(1)
                .find(|(_, letter)| *letter == '-')
        };
        let parts = text
            .split_once("..")
            .or_else(|| hyphen().map(|(at, _)| (&text[..at], &text[at + 1..])));
        let (lowest, highest) = parts.unwrap_or((text, text));
        let number = |text: &str| {
            text.parse::<i16>()
                .ok()
                .filter(|level| *level != 0 && level.abs() <= MOST)
        };
        match (number(lowest), number(highest)) {
            (Some(lowest), Some(highest)) if lowest <= highest => {
                Ok(LevelRange { lowest, highest })
            }
            _ => Err(format!(
                "`{text}` does not name levels: write a number or a range, like `9` or `-1..14`, up to {MOST}; a basement is `-1`"
            )),
        }
    }
}

impl fmt::Display for LevelRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lowest == self.highest {
            write!(f, "{}", self.highest)
        } else {
            write!(f, "{}..{}", self.lowest, self.highest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_levels_are_read_and_have_no_level_0() {
        let levels = |text: &str| {
            text.parse::<LevelRange>()
                .map(|range| range.numbers().collect::<Vec<_>>())
        };
        for (text, numbers) in [
            ("-2..2", &[-2, -1, 1, 2][..]),
            ("2-4", &[2, 3, 4]),
            ("-2--1", &[-2, -1]),
            ("7", &[7]),
        ] {
            assert_eq!(levels(text).unwrap(), numbers);
        }
        for wrong in " 0 3..2 0..2 1.. .. - a 1-2-3 1..99999 201 é-2 1.5".split(' ') {
            let error = levels(wrong).expect_err(wrong).to_string();
            assert!(
                error.starts_with(&format!("`{wrong}` does not name levels: write")),
                "{error}"
            );
        }
    }
}
