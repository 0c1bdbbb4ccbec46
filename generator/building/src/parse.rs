//! Text of the geometry file to its types, where what is accepted can be drawn; and the types to text.

use std::cell::LazyCell;
use std::fmt::Display;

use serde_json::{Value, json};

use super::check::{self, GeometryFault};
use super::geometry::{Geometry, LevelGeometry};
use super::labels::hundredths;
use super::shape::Point;
use formats::json;
use formats::problem::{Code, Problem, ok_unless};
use formats::yaml::{Places, path};

/// The path of the file from the project's root. A site without it has no drawings.
pub const FILE: &str = "content/geometry.json";
/// The folder with the file of each building of a development with several.
pub const FOLDER: &str = "content/geometry";

/// The path of the file of a building, by its key; the key is empty on a site with one.
pub fn file(building: &str) -> String {
    match building {
        "" => FILE.to_owned(),
        key => format!("{FOLDER}/{key}.json"),
    }
}

/// The largest distance from the corner of the building, and the largest angle, metres or degrees: every drawing is small.
const LARGEST: f64 = 1000.0;

impl Geometry {
    /// Parses the geometry file of a building, by its key; the key is empty on a site with one. The problems are the first thing that
    /// cannot be parsed; otherwise every number that is too large, or else everything that cannot be drawn.
    pub fn parse(building: &str, text: &str) -> Result<Geometry, Vec<Problem>> {
        let refused = |error: serde_json::Error| {
            let (place, message) = json::located(&error);
            vec![Problem::at(
                Code::InvalidSyntax,
                file(building),
                place,
                message,
            )]
        };
        // First, because a lost bracket makes a value of another type before it is wrong JSON.
        let tree: Value = serde_json::from_str(text).map_err(refused)?;
        let mut geometry: Geometry = serde_json::from_str(text).map_err(refused)?;
        building.clone_into(&mut geometry.building);
        text.clone_into(&mut geometry.text);
        let mut faults = Vec::new();
        check_numbers(&tree, "", &mut faults);
        if faults.is_empty() {
            faults = check::faults(&geometry);
        }
        let places = LazyCell::new(|| Places::read(text));
        let problem = |(at, message, hint): GeometryFault| {
            Problem::at(
                Code::InvalidGeometry,
                file(building),
                places.find(&path(&at)),
                message,
            )
            .hint(hint)
        };
        ok_unless(faults.into_iter().map(problem).collect(), geometry)
    }

    /// Moves everything so that `corner` is at `[0, 0]`, and rounds it to centimetres.
    pub(super) fn move_and_round(&mut self, corner: Point) {
        let place =
            |point: &mut Point| *point = [0, 1].map(|axis| hundredths(point[axis] - corner[axis]));
        for value in [&mut self.length, &mut self.depth, &mut self.top] {
            *value = hundredths(*value);
        }
        self.street.iter_mut().chain(&mut self.plot).for_each(place);
        for level in &mut self.levels {
            level.elevation = hundredths(level.elevation);
            let LevelGeometry {
                outline,
                blocks,
                corridor,
                lobby,
                services,
                core,
                units,
                ..
            } = level;
            let one = [outline, corridor, &mut core.outline].into_iter();
            let lists = [blocks, lobby, services, &mut core.stairs, &mut core.lifts]
                .into_iter()
                .flatten();
            one.chain(lists).flatten().for_each(place);
            for unit in units {
                let lines = unit
                    .polygon
                    .iter_mut()
                    .chain(&mut unit.facade)
                    .chain(unit.door.iter_mut().flatten());
                lines
                    .chain(unit.terrace.iter_mut().flatten())
                    .for_each(place);
            }
        }
    }

    /// The text of the geometry file.
    pub fn to_text(&self) -> String {
        let unit = |unit: &Value| format!("       {unit}");
        let level_or_facade = |item: &Value| match item.get("level") {
            Some(_) => format!("    {{{}}}", entries(item, "     ", unit)),
            None => format!("    {item}"),
        };
        format!(
            "{{\n  {}\n}}\n",
            entries(&json!(self), "  ", level_or_facade)
        )
    }
}

/// Adds a fault for each number that is too large.
pub(super) fn check_numbers(value: &Value, path: &str, faults: &mut Vec<GeometryFault>) {
    let mut check_inner = |step: &dyn Display, inner| {
        let path = format!("{path}.{step}");
        check_numbers(inner, path.trim_start_matches('.'), faults);
    };
    match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(index, item)| check_inner(&index, item)),
        Value::Object(entries) => entries
            .iter()
            .for_each(|(name, entry)| check_inner(name, entry)),
        Value::Number(number) if number.as_f64().is_none_or(|number| number.abs() > LARGEST) => {
            let hint = format!("write metres, or degrees, from -{LARGEST} to {LARGEST}");
            faults.push((path.to_owned(), format!("`{number}` is too large"), hint));
        }
        _ => {}
    }
}

/// The entries of an object, most of them in lines of their own, and the items of lists as `item` writes them.
fn entries(object: &Value, indent: &str, item: impl Fn(&Value) -> String) -> String {
    let mut text = String::new();
    for (key, value) in object.as_object().into_iter().flatten() {
        let separator = match key.as_str() {
            "facades" if *value == json!([]) => continue,
            _ if text.is_empty() => String::new(),
            "depth" | "top" | "north" | "elevation" | "clear_height" => ", ".to_owned(),
            _ => format!(",\n{indent}"),
        };
        let value = match (key.as_str(), value) {
            ("levels" | "units" | "facades", Value::Array(items)) => {
                format!(
                    "[\n{}\n{indent}]",
                    items.iter().map(&item).collect::<Vec<_>>().join(",\n")
                )
            }
            _ => value.to_string(),
        };
        text += &format!("{separator}\"{key}\": {value}");
    }
    text
}
