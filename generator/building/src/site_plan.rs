//! The site plan of a development with several buildings: where each is, and the land around them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::geometry::{Geometry, LevelGeometry};
use super::labels::hundredths;
use super::parse::check_numbers;
use super::shape::{Point, bounds, closed, decimetres, label_place};
use formats::json;
use formats::problem::{Code, Problem, ok_unless};
use formats::yaml::{Places, path};

/// The path of the file from the project's root. A development without it has no site plan.
pub const SITE_PLAN: &str = "content/site-plan.json";
/// The space around the site, in parts of the longer of its sides.
const SPACE: f64 = 0.03;
/// The radius of the circle with a building's number, in parts of that side: a phone shows it with 24 px.
const CIRCLE: f64 = 0.034;

/// Where the buildings of a development are, in metres: x to the right, y downwards on the sheet.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SitePlan {
    /// The direction of north: degrees clockwise from the top of the sheet.
    pub north: f64,
    /// The outline of the land; may be empty.
    pub plot: Vec<Point>,
    /// The outline of the street; may be empty.
    pub street: Vec<Point>,
    /// Where the corner `[0, 0]` of each building is, by its key.
    pub buildings: BTreeMap<String, Point>,
}

/// The site plan as SVG path data in whole decimetres.
#[derive(Debug, Clone, Serialize)]
pub struct SiteDrawing {
    /// Its extent: `left top width height`.
    #[serde(rename = "viewBox")]
    pub view_box: String,
    /// Degrees from the top of the sheet to north, clockwise.
    pub north: f64,
    /// The centre of the arrow to the north: the upper right corner of the drawing.
    pub arrow: [i64; 2],
    /// The radius of the arrow, and of the circles with the numbers of buildings.
    pub radius: i64,
    /// The land.
    pub plot: String,
    /// The street.
    pub street: String,
    /// The buildings in the order of the site.
    pub buildings: Vec<SiteBuilding>,
}

/// A building, or land for sale, on the site plan.
#[derive(Debug, Clone, Serialize)]
pub struct SiteBuilding {
    /// Its key.
    pub key: String,
    /// The level that is drawn: the lowest one above the ground.
    pub level: i16,
    /// Its outer walls.
    pub outline: String,
    /// The units of that level.
    pub units: Vec<SiteUnit>,
    /// Where its number is, from the left.
    pub x: i64,
    /// The same, from the top.
    pub y: i64,
}

/// A unit on the site plan.
#[derive(Debug, Clone, Serialize)]
pub struct SiteUnit {
    /// Its code.
    pub code: String,
    /// Its interior.
    pub path: String,
}

impl SitePlan {
    /// Parses the file. The problems are the first thing that cannot be parsed, or else every number that is too large, and each
    /// building that is none of `keys`.
    pub fn parse(text: &str, keys: &[&str]) -> Result<SitePlan, Vec<Problem>> {
        let plan: SitePlan = serde_json::from_str(text).map_err(|error| {
            let (place, message) = json::located(&error);
            vec![Problem::at(Code::InvalidSyntax, SITE_PLAN, place, message)]
        })?;
        let tree: Value = serde_json::from_str(text).unwrap_or_default();
        let mut faults = Vec::new();
        check_numbers(&tree, "", &mut faults);
        for key in plan.buildings.keys() {
            if !keys.contains(&&**key) {
                let message = format!("`{key}` is not a building of site.yaml");
                let hint = match keys {
                    [] => "declare `buildings` in site.yaml, or remove the file".to_owned(),
                    keys => format!("write one of `{}`", keys.join("`, `")),
                };
                faults.push((format!("buildings.{key}"), message, hint));
            }
        }
        let places = Places::read(text);
        let problem = |(at, message, hint): (String, String, String)| {
            let place = places.find(&path(&at));
            Problem::at(Code::InvalidGeometry, SITE_PLAN, place, message).hint(hint)
        };
        ok_unless(faults.into_iter().map(problem).collect(), plan)
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let json = |value: Value| value.to_string();
        let buildings: Vec<String> = self
            .buildings
            .iter()
            .map(|(key, place)| {
                let key = json(key.as_str().into());
                format!("    {key}: {}", json(serde_json::json!(place)))
            })
            .collect();
        let [plot, street] = [&self.plot, &self.street].map(|shape| json(serde_json::json!(shape)));
        format!(
            "{{\n  \"north\": {},\n  \"plot\": {plot},\n  \"street\": {street},\n  \"buildings\": {{\n{}\n  }}\n}}\n",
            self.north,
            buildings.join(",\n")
        )
    }

    /// Moves everything so that a corner is at `[0, 0]`, and rounds it to centimetres.
    pub(super) fn move_and_round(&mut self, corner: Point) {
        let points = self.plot.iter_mut().chain(&mut self.street);
        for point in points.chain(self.buildings.values_mut()) {
            *point = [0, 1].map(|axis| hundredths(point[axis] - corner[axis]));
        }
    }

    /// The drawing of the buildings that have a place and a geometry; nothing when none has.
    pub fn draw(&self, geometries: &[Geometry]) -> Option<SiteDrawing> {
        let mut corners: Vec<Point> = self.plot.clone();
        let mut buildings = Vec::new();
        for geometry in geometries {
            let Some(place) = self.buildings.get(&geometry.building) else {
                continue;
            };
            let is_above = |level: &&LevelGeometry| level.level > 0;
            let lowest = geometry.levels.iter().find(is_above);
            let Some(level) = lowest.or(geometry.levels.first()) else {
                continue;
            };
            let moved = |shape: &[Point]| -> Vec<Point> {
                let on_site = |point: &Point| [point[0] + place[0], point[1] + place[1]];
                shape.iter().map(on_site).collect()
            };
            let outlines: Vec<Vec<Point>> = level.outlines().map(moved).collect();
            corners.extend(outlines.iter().flatten());
            let [x, y] = number_place(&outlines).map(decimetres);
            let units = level.units.iter().map(|unit| SiteUnit {
                code: unit.code.clone(),
                path: closed(&moved(&unit.polygon)),
            });
            buildings.push(SiteBuilding {
                key: geometry.building.clone(),
                level: level.level,
                outline: outlines.iter().map(|outline| closed(outline)).collect(),
                units: units.collect(),
                x,
                y,
            });
        }
        if buildings.is_empty() {
            return None;
        }
        let [low, high] = bounds(&corners);
        let longer = (high[0] - low[0]).max(high[1] - low[1]);
        let radius = longer * CIRCLE;
        let space = longer * SPACE;
        // The arrow has a row of its own above the site.
        let top = low[1] - 3.0 * radius;
        let size = [high[0] - low[0] + 2.0 * space, high[1] - top + space];
        let [left, top, width, height] = [low[0] - space, top, size[0], size[1]].map(decimetres);
        let arrow = [high[0] - radius, low[1] - 1.5 * radius];
        Some(SiteDrawing {
            view_box: format!("{left} {top} {width} {height}"),
            north: self.north,
            arrow: arrow.map(decimetres),
            radius: decimetres(radius),
            plot: closed(&self.plot),
            street: closed(&self.street),
            buildings,
        })
    }
}

/// Where the number of a building is: within its largest part.
fn number_place(outlines: &[Vec<Point>]) -> Point {
    let area = |outline: &Vec<Point>| super::shape::area(outline);
    let largest = outlines
        .iter()
        .max_by(|one, other| area(one).total_cmp(&area(other)));
    largest
        .map(|outline| label_place(outline))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  \"north\": 18,\n  \"plot\": [],\n  \"street\": [],\n  \"buildings\": {\n    \"norte\": [0, 0],\n    \"sur\": [100, 20.5]\n  }\n}\n";

    #[test]
    fn buildings_are_drawn_where_they_are() {
        let plan = SitePlan::parse(TEXT, &["norte", "sur"]).expect("valid");
        let mut geometry = crate::tests::geometry();
        geometry.building = "sur".to_owned();
        let drawing = plan
            .draw(std::slice::from_ref(&geometry))
            .expect("a drawing");
        let [building] = &drawing.buildings[..] else {
            panic!("one building")
        };
        assert_eq!(building.key, "sur");
        assert!(
            building.outline.starts_with("M1000 205"),
            "{}",
            building.outline
        );
        let ground = &geometry.levels.iter().find(|level| level.level > 0);
        assert_eq!(
            building.units.len(),
            ground.expect("a ground floor").units.len()
        );
        assert!(plan.draw(&[]).is_none());
        let again = SitePlan::parse(&plan.to_text(), &["norte", "sur"]);
        assert_eq!(again.expect("valid"), plan);
    }

    #[test]
    fn mistakes_are_reported_at_their_place() {
        let problems = SitePlan::parse(TEXT, &["norte"]).expect_err("unknown");
        assert_eq!(
            problems[0].to_string(),
            "content/site-plan.json:7:5: `sur` is not a building of site.yaml: write one of `norte`"
        );
        let large = TEXT.replace("20.5", "1e9");
        let problems = SitePlan::parse(&large, &["norte", "sur"]).expect_err("too large");
        assert!(problems[0].message.contains("is too large"), "{problems:?}");
        assert!(SitePlan::parse("{}", &[]).is_err());
    }
}
