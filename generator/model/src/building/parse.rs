//! Text of the geometry file to its types: what is accepted can be drawn.

use serde_json::Value;

use super::geometry::{Geometry, Point};
use crate::code::Code;
use crate::formats::yaml::{self, Step};
use crate::problem::{Place, Problem};

/// The path of the file from the project's root. A site without it has no drawings.
pub const FILE: &str = "content/geometry.json";

/// The largest distance from the corner of the building, and the largest angle: metres or degrees. Far more than a building
/// needs, and little enough that every drawing is small.
const LARGEST: f64 = 1000.0;

impl Geometry {
    /// Parses the geometry file.
    ///
    /// # Errors
    /// The first thing that is not JSON, an unknown key or of the wrong type; otherwise every number that is too large, every
    /// shape of fewer than three points, and a file without levels.
    pub fn parse(text: &str) -> Result<Geometry, Vec<Problem>> {
        let geometry: Geometry = serde_json::from_str(text).map_err(|error| vec![not_readable(&error)])?;
        let mut faults = Vec::new();
        let tree: Value = serde_json::from_str(text).unwrap_or_default();
        check_numbers(&tree, &mut Vec::new(), &mut faults);
        geometry.check_shapes(&mut faults);
        if faults.is_empty() {
            return Ok(geometry);
        }
        // JSON is YAML.
        let problem = |(path, message, hint): Fault| {
            Problem::at(Code::InvalidValue, FILE, yaml::locate(text, &path), message).hint(hint)
        };
        Err(faults.into_iter().map(problem).collect())
    }

    fn check_shapes(&self, faults: &mut Vec<Fault>) {
        if self.levels.is_empty() {
            let hint = "add the levels from the ground up, or remove the file".to_owned();
            faults.push((vec![key("levels")], "`levels` is empty".to_owned(), hint));
        }
        for (index, level) in self.levels.iter().enumerate() {
            let at = |name: &str| vec![key("levels"), Step::Index(index), key(name)];
            check_shape("outline", &level.outline, at("outline"), faults);
            for (name, shapes) in [("stairs", &level.core.stairs), ("lifts", &level.core.lifts)] {
                for (index, shape) in shapes.iter().enumerate() {
                    let path = [at("core"), vec![key(name), Step::Index(index)]].concat();
                    check_shape(name, shape, path, faults);
                }
            }
            for (index, unit) in level.units.iter().enumerate() {
                let at = |name: &str| [at("units"), vec![Step::Index(index), key(name)]].concat();
                check_shape("polygon", &unit.polygon, at("polygon"), faults);
            }
        }
    }
}

/// The path of a value, what is wrong with it and what to do.
type Fault = (Vec<Step>, String, String);

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

fn not_readable(error: &serde_json::Error) -> Problem {
    let place = Place {
        line: error.line().max(1),
        column: error.column().max(1),
    };
    let sentence = error.to_string();
    let message = sentence.split(" at line ").next().unwrap_or_default();
    Problem::at(Code::InvalidSyntax, FILE, place, message)
}

/// Adds a fault for each number that is too large.
fn check_numbers(value: &Value, path: &mut Vec<Step>, faults: &mut Vec<Fault>) {
    let mut check_inner = |step, inner| {
        path.push(step);
        check_numbers(inner, path, faults);
        path.pop();
    };
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                check_inner(Step::Index(index), item);
            }
        }
        Value::Object(entries) => {
            for (name, entry) in entries {
                check_inner(key(name), entry);
            }
        }
        Value::Number(number) if number.as_f64().is_none_or(|number| number.abs() > LARGEST) => {
            let hint = format!("write metres, or degrees, from -{LARGEST} to {LARGEST}");
            faults.push((path.clone(), format!("`{number}` is too large"), hint));
        }
        _ => {}
    }
}

/// Adds a fault if a shape encloses nothing.
fn check_shape(name: &str, shape: &[Point], path: Vec<Step>, faults: &mut Vec<Fault>) {
    if shape.len() < 3 {
        let message = format!("a shape of `{name}` has only {} points", shape.len());
        faults.push((path, message, "write at least three points".to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: &str = include_str!("../../../../content/geometry.json");

    /// The messages for the shipped geometry with one change.
    fn messages(from: &str, to: &str) -> Vec<String> {
        assert!(SHIPPED.contains(from));
        let problems = Geometry::parse(&SHIPPED.replacen(from, to, 1)).expect_err("refused");
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_its_position() {
        assert_eq!(
            messages("\"depth\": 24.9", "\"depth\": 2490"),
            ["content/geometry.json:3:17: `2490` is too large: write metres, or degrees, from -1000 to 1000"]
        );
        assert_eq!(
            messages("[[0,0],[84,0],[84,24.9],[0,24.9]]", "[[0,0],[84,0]]"),
            [
                "content/geometry.json:9:6: a shape of `outline` has only 2 points: write at least three points"
            ]
        );
        let unit = "[[0,13.65],[13.2,13.65],[13.2,24.9],[0,24.9]]";
        assert_eq!(
            messages(unit, "[]"),
            [
                "content/geometry.json:15:24: a shape of `polygon` has only 0 points: write at least three points"
            ]
        );
        assert_eq!(
            messages("\"lifts\":[[[", "\"lifts\":[[],[["),
            [
                "content/geometry.json:13:179: a shape of `lifts` has only 0 points: write at least three points"
            ]
        );
        let start = SHIPPED.find("\"levels\"").expect("levels");
        let empty = format!("{}\"levels\": []}}", &SHIPPED[..start]);
        let problems = Geometry::parse(&empty).expect_err("refused");
        assert_eq!(problems[0].message, "`levels` is empty");
    }
}
