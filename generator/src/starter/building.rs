//! The building of a new project: its levels and units, as the text of the geometry and of the inventory.

use jiff::civil::Date;
use serde_json::json;

use super::known_use::KnownUse;
use super::plate::{Plate, Shape, round};
use ::building::{Geometry, LevelGeometry};

/// Heights of the ground floor and of the other levels, from floor to floor, metres.
const STOREYS: [f64; 2] = [4.2, 3.3];
/// What slabs and ceilings take of a storey.
const SLAB: f64 = 0.6;
/// Prices are whole multiples of this, pesos.
const PRICE_STEP: f64 = 10_000.0;
/// The smallest area of a home with one bedroom, with two, with three, m².
const HOMES: [f64; 3] = [0.0, 60.0, 90.0];
/// How much more a square metre costs one level higher.
const RISE: f64 = 0.01;

#[derive(Debug)]
pub(super) struct DrawnFloor<'a> {
    pub(super) level: i16,
    pub(super) known: &'a KnownUse,
    pub(super) units: usize,
}

/// The texts of both files, and figures about the units.
#[derive(Debug)]
pub(super) struct DrawnBuilding {
    pub(super) geometry: String,
    pub(super) inventory: String,
    /// The smallest and the largest area, m², of units that are not secondary.
    pub(super) areas: [f64; 2],
    /// The smallest and the largest area of all units, m².
    pub(super) bounds: [f64; 2],
    /// The lowest and the highest price, pesos.
    pub(super) prices: [f64; 2],
}

pub(super) fn building(shape: Shape, floors: &[DrawnFloor], date: Date) -> DrawnBuilding {
    let main = floors.iter().filter(|floor| !floor.known.secondary);
    let most = main.map(|floor| floor.units).max().unwrap_or_default();
    let plate = Plate::new(shape, most);
    let (plot, street) = plate.surroundings();
    let (length, depth) = (round(plate.length), round(plate.depth));
    let mut geometry = Geometry {
        example: true,
        length,
        depth,
        plot,
        street,
        axes: plate.axes(),
        ..Geometry::default()
    };
    let mut rows = Vec::new();
    let [mut areas, mut bounds, mut prices] = [[f64::MAX, 0.0]; 3];
    let basements = floors.iter().filter(|floor| floor.level < 0).count();
    let (mut elevation, mut clear) = (0.0 - STOREYS[1] * basements as f64, 0.0);
    let mut sizes: Vec<f64> = Vec::new();
    for floor in floors {
        let storey = STOREYS[usize::from(floor.level != 1)];
        clear = round(storey - SLAB);
        let mut drawn = plate.level(floor.units);
        for (index, unit) in drawn.units.iter_mut().enumerate() {
            let number = usize::from(floor.level.unsigned_abs()) * 100 + index + 1;
            unit.code = format!("{}-{number}", floor.known.prefix);
            let area = (unit.area() * 10.0).round() / 10.0;
            let rate = floor.known.pesos_per_m2 * (1.0 + RISE * f64::from(floor.level.max(1) - 1));
            let price = (area * rate / PRICE_STEP).round() * PRICE_STEP;
            bounds = [bounds[0].min(area), bounds[1].max(area)];
            if !floor.known.secondary {
                areas = [areas[0].min(area), areas[1].max(area)];
            }
            prices = [prices[0].min(price), prices[1].max(price)];
            let size = sizes
                .iter()
                .position(|size| *size == area)
                .unwrap_or_else(|| {
                    sizes.push(area);
                    sizes.len() - 1
                });
            let bathrooms = if floor.known.secondary {
                0
            } else {
                1 + usize::from(area >= 80.0)
            };
            let mut row = json!({
                    "propertyCode": unit.code, "unit": number.to_string(), "level": floor.level, "useType": floor.known.key,
                    "bathrooms": bathrooms, "interiorArea": area, "terraceArea": 0, "totalArea": area,
                    "price": price as u64, "typology": format!("T{}", size + 1), "status": status(rows.len()),
            });
            if floor.known.is_home() {
                row["bedrooms"] = json!(HOMES.iter().take_while(|least| area >= **least).count());
            }
            rows.push(format!("  {row}"));
        }
        let level = floor.level;
        geometry.levels.push(LevelGeometry {
            level,
            elevation: round(elevation),
            clear_height: clear,
            ..drawn
        });
        elevation += storey;
    }
    geometry.top = round(elevation + clear / 4.0);
    let inventory = format!(
        "{{\"date\": \"{date}\", \"Status\": 200, \"Data\": {{\"Property\": [\n{}\n]}}}}\n",
        rows.join(",\n")
    );
    DrawnBuilding {
        geometry: geometry.to_text(),
        inventory,
        areas,
        bounds,
        prices,
    }
}

/// An invented status, the same in every new project.
fn status(index: usize) -> &'static str {
    match index {
        index if index % 5 == 4 => "vendido",
        index if index % 7 == 2 => "reservado",
        _ => "disponible",
    }
}

#[cfg(test)]
mod tests {
    use building::Geometry;
    use serde_json::json;

    use super::*;

    #[test]
    fn every_shape_and_number_of_units_can_be_drawn() {
        let json = json!({"prefix": "A", "count": "", "page": "", "pesos_per_m2": 50_000, "label": {}, "plural": {}, "one": {}});
        let known: KnownUse = serde_json::from_value(json).unwrap();
        for shape in [Shape::Bar, Shape::L] {
            for number in 1..30_usize {
                let floor = |level, units| DrawnFloor {
                    level,
                    known: &known,
                    units,
                };
                let floors = [floor(-1, 0), floor(1, number.div_ceil(3)), floor(2, number)];
                let text = building(shape, &floors, "2026-11-20".parse().unwrap()).geometry;
                let problems: Vec<String> = Geometry::parse("", &text)
                    .err()
                    .unwrap_or_default()
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                assert!(
                    problems.is_empty(),
                    "{shape:?}, {number}: {}",
                    problems.join("\n")
                );
            }
        }
    }
}
