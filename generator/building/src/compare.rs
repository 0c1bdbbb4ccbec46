//! How the drawn building differs from the inventory: warnings, because the platform can change at any time.

use std::cell::LazyCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Display;

use platform::area::Area;
use platform::unit::{Level, Unit, UnitCode};

use super::geometry::{Facade, FacadeLevel, FacadeUnit, Geometry, UnitGeometry};
use super::parse::file;
use super::shape::Point;
use super::shape::area;
use formats::problem::{Code, Problem, did_you_mean};
use formats::yaml::{Places, path};

/// How much a drawn area may differ from the inventory's, in parts of it: drawings are rounded to centimetres.
const TOLERANCE: f64 = 0.02;
/// How many codes a message lists.
const LISTED: usize = 5;

/// A warning for each unit that only the drawing or the inventory has, or of another level or area; `gone` ones may stay drawn.
pub fn differences(geometry: &Geometry, units: &[Unit], gone: &[UnitCode]) -> Vec<Problem> {
    if units.is_empty() {
        return Vec::new();
    }
    let (building, file) = (geometry.building.as_str(), file(&geometry.building));
    let drawn_units = geometry.levels.iter().flat_map(|level| &level.units);
    let drawn: HashSet<&str> = drawn_units.map(|unit| unit.code.as_str()).collect();
    let listed: HashMap<&str, &Unit> = units
        .iter()
        .map(|unit| (unit.code.address(), unit))
        .collect();
    let is_undrawn =
        |unit: &&Unit| unit.building() == building && !drawn.contains(unit.code.address());
    let undrawn: Vec<&Unit> = units.iter().filter(is_undrawn).collect();
    let gone: HashSet<&str> = gone.iter().map(UnitCode::address).collect();
    let places = LazyCell::new(|| Places::read(&geometry.text));
    let mut found = Vec::new();
    for (index, level) in geometry.levels.iter().enumerate() {
        for (place, drawn) in level.units.iter().enumerate() {
            let code = drawn.code.as_str();
            let mut report = |part: &str, message: String, hint: &str| {
                let place = places.find(&path(&format!("levels.{index}.units.{place}.{part}")));
                found.push(Problem::at(Code::UnequalGeometry, &file, place, message).hint(hint));
            };
            match listed.get(code) {
                Some(unit) if unit.level != Level(level.level) || unit.building() != building => {
                    let here = in_building(level.level, building);
                    let there = in_building(unit.level, unit.building());
                    let message = format!(
                        "`{code}` is drawn on level {here}, and is on level {there} of the inventory"
                    );
                    report(
                        "code",
                        message,
                        "move it to that level, or correct it on the platform",
                    );
                }
                Some(unit) => {
                    for (part, message) in other_areas(drawn, unit) {
                        report(
                            part,
                            message,
                            "correct the drawing, or the area on the platform",
                        );
                    }
                }
                None if gone.contains(code) => {}
                None => {
                    let same_level = undrawn
                        .iter()
                        .filter(|unit| unit.level == Level(level.level));
                    let similar = did_you_mean(code, same_level.map(|unit| unit.code.address()));
                    let suggestion = similar.as_deref().filter(|hint| hint.starts_with("did"));
                    let hint =
                        suggestion.unwrap_or("write its code as in the inventory, or remove it");
                    report(
                        "code",
                        format!("`{code}` is drawn, and the inventory does not have it"),
                        hint,
                    );
                }
            }
        }
    }
    found.extend(not_drawn(geometry, &places, &undrawn));
    found.extend(stale_marks(geometry, &places));
    found
}

/// The marks on pictures of units that the plans of their level do not draw any more: their links are not on the page.
fn stale_marks(geometry: &Geometry, places: &Places<'_>) -> Vec<Problem> {
    let is_drawn = |number: i16, code: &str| {
        let mut levels = geometry.levels.iter().filter(|level| level.level == number);
        levels.any(|level| level.units.iter().any(|unit| unit.code == code))
    };
    let mut found = Vec::new();
    for (
        at,
        Facade {
            picture, levels, ..
        },
    ) in geometry.facades.iter().enumerate()
    {
        let hint = format!(
            "correct the code, or mark the picture again: `site geometry facade {picture} FILE`"
        );
        for (index, FacadeLevel { level, units, .. }) in levels.iter().enumerate() {
            let stale = units
                .iter()
                .enumerate()
                .filter(|(_, unit)| !is_drawn(*level, &unit.code));
            for (place, FacadeUnit { code, .. }) in stale {
                let place = places.find(&path(&format!(
                    "facades.{at}.levels.{index}.units.{place}.code"
                )));
                let message = format!(
                    "`{code}` is marked on the picture `{picture}`, and level {level} does not draw it"
                );
                let file = file(&geometry.building);
                found.push(Problem::at(Code::UnequalGeometry, file, place, message).hint(&hint));
            }
        }
    }
    found
}

/// A level, with its building on a site with several.
fn in_building(level: impl Display, building: &str) -> String {
    match building {
        "" => level.to_string(),
        key => format!("{level} of `{key}`"),
    }
}

/// The areas of a unit that differ: the key of the shape, and what is wrong.
fn other_areas(drawn: &UnitGeometry, unit: &Unit) -> impl Iterator<Item = (&'static str, String)> {
    let terrace = drawn.terrace.as_deref().unwrap_or_default();
    let pairs: [(_, _, &[Point], Area); 2] = [
        ("polygon", "the interior", &drawn.polygon, unit.interior),
        ("terrace", "the terrace", terrace, unit.terrace),
    ];
    pairs.into_iter().filter_map(move |(part, name, shape, stated)| {
        let metres = f64::from(stated.hundredths()) / 100.0;
        let area = if shape.is_empty() { 0.0 } else { area(shape) };
        let differs = (area - metres).abs() > metres.max(0.01) * TOLERANCE;
        let code = &drawn.code;
        let message =
            format!("{name} of `{code}` is drawn with {area:.2} m², and has {metres:.2} m² in the inventory");
        differs.then_some((part, message))
    })
}

/// One warning for each level with units that are not drawn: a building has hundreds of units, and the list may be new.
fn not_drawn(geometry: &Geometry, places: &Places<'_>, units: &[&Unit]) -> Vec<Problem> {
    let mut levels: BTreeMap<Level, Vec<&str>> = BTreeMap::new();
    for unit in units {
        levels
            .entry(unit.level)
            .or_default()
            .push(unit.code.spelling());
    }
    let beside = places.find(&path("levels"));
    let problem = |(level, codes): (Level, Vec<&str>)| {
        let listed = codes[..codes.len().min(LISTED)].join("`, `");
        let more = match codes.len().saturating_sub(LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let drawn = geometry
            .levels
            .iter()
            .position(|drawn| Level(drawn.level) == level);
        let place = drawn.map_or(beside, |index| {
            places.find(&path(&format!("levels.{index}.units")))
        });
        let place_of = in_building(level, &geometry.building);
        let message = format!(
            "level {place_of} of the inventory has units that are not drawn: `{listed}`{more}"
        );
        Problem::at(Code::UndrawnUnit, file(&geometry.building), place, message)
            .hint("draw them, or correct the codes of those that are")
    };
    levels.into_iter().map(problem).collect()
}

#[cfg(test)]
mod tests;
