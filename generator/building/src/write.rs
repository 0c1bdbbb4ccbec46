//! The geometry as the text of its file, with one line for each unit, and its coordinates.

use serde::Serialize;

use super::geometry::{Geometry, LevelGeometry, Point};

/// Coordinates are written in whole centimetres.
const CENTIMETRES: f64 = 100.0;

impl Geometry {
    /// Moves everything so that `corner` is at `[0, 0]`, and rounds it to centimetres.
    pub(super) fn move_and_round(&mut self, corner: Point) {
        let round = |metres: f64| (metres * CENTIMETRES).round() / CENTIMETRES;
        let place = |point: &mut Point| *point = [0, 1].map(|axis| round(point[axis] - corner[axis]));
        for value in [&mut self.length, &mut self.depth, &mut self.top] {
            *value = round(*value);
        }
        self.street.iter_mut().chain(&mut self.plot).for_each(place);
        for level in &mut self.levels {
            level.elevation = round(level.elevation);
            let LevelGeometry { outline, blocks, corridor, lobby, services, core, units, .. } = level;
            let one = [outline, corridor, &mut core.outline].into_iter();
            let lists = [blocks, lobby, services, &mut core.stairs, &mut core.lifts].into_iter().flatten();
            one.chain(lists).flatten().for_each(place);
            for unit in units {
                let lines = unit.polygon.iter_mut().chain(&mut unit.facade).chain(&mut unit.door);
                lines.chain(unit.terrace.iter_mut().flatten()).for_each(place);
            }
        }
    }

    /// The text of the geometry file.
    pub fn to_text(&self) -> String {
        let facades: Vec<String> =
            self.facades.iter().map(|facade| format!("    {}", json(facade))).collect();
        let facades = match facades.is_empty() {
            true => String::new(),
            false => format!(",\n  \"facades\": [\n{}\n  ]", facades.join(",\n")),
        };
        let levels: Vec<String> = self.levels.iter().map(level).collect();
        format!(
            "{{\n  \"example\": {},\n  \"length\": {}, \"depth\": {}, \"top\": {}, \"north\": {},\n  \"street\": {},\n  \
             \"plot\": {},\n  \"axes\": {},\n  \"levels\": [\n{}\n  ]{facades}\n}}\n",
            self.example,
            json(&self.length),
            json(&self.depth),
            json(&self.top),
            json(&self.north),
            json(&self.street),
            json(&self.plot),
            json(&self.axes),
            levels.join(",\n")
        )
    }
}

fn level(level: &LevelGeometry) -> String {
    let blocks = match level.blocks.is_empty() {
        true => String::new(),
        false => format!(",\n     \"blocks\": {}", json(&level.blocks)),
    };
    let units: Vec<String> = level.units.iter().map(|unit| format!("       {}", json(unit))).collect();
    format!(
        "    {{\"level\": {}, \"elevation\": {}, \"clear_height\": {},\n     \"outline\": {}{blocks},\n     \"corridor\": {},\n     \
         \"lobby\": {},\n     \"services\": {},\n     \"core\": {},\n     \"units\": [\n{}\n     ]}}",
        json(&level.level),
        json(&level.elevation),
        json(&level.clear_height),
        json(&level.outline),
        json(&level.corridor),
        json(&level.lobby),
        json(&level.services),
        json(&level.core),
        units.join(",\n")
    )
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
