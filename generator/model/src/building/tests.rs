use std::collections::BTreeMap;

use super::*;

const GEOMETRY: &str = include_str!("../../../../content/geometry.json");
const INVENTORY: &str = include_str!("../../../../content/inventory.json");

fn geometry() -> Geometry {
    Geometry::parse(GEOMETRY).expect("the shipped geometry is readable")
}

fn stated() -> BTreeMap<String, (f64, f64)> {
    let answer: serde_json::Value = serde_json::from_str(INVENTORY).expect("the shipped inventory is JSON");
    let units = answer["Data"]["Property"].as_array().expect("a list of units");
    units
        .iter()
        .map(|unit| {
            let code = unit["propertyCode"].as_str().expect("a code").to_owned();
            let area = |name: &str| unit[name].as_f64().expect("an area");
            (code, (area("interiorArea"), area("terraceArea")))
        })
        .collect()
}

/// The area of a polygon, m² (shoelace formula).
fn area(polygon: &[Point]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    let twice: f64 = polygon
        .iter()
        .zip(next)
        .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
        .sum();
    twice.abs() / 2.0
}

/// The art direction allows a difference of 2 %.
#[test]
fn the_geometry_has_the_units_and_areas_of_the_inventory() {
    let mut stated = stated();
    for unit in geometry().levels.iter().flat_map(|level| &level.units) {
        let (interior, terrace) = stated.remove(&unit.code).expect("a unit of the inventory");
        let drawn_terrace = unit.terrace.as_deref().map_or(0.0, area);
        for (drawn, stated) in [(area(&unit.polygon), interior), (drawn_terrace, terrace)] {
            assert!(
                (drawn - stated).abs() <= stated.max(0.01) * 0.02,
                "{}: {drawn:.2} m² in the geometry, {stated:.2} m² in the inventory",
                unit.code
            );
        }
    }
    assert_eq!(stated.keys().collect::<Vec<_>>(), Vec::<&String>::new());
}

/// Spec 2.3: levels 1 and 2 hold commercial units, levels 3 and 4 offices; 46 and 23 in all.
#[test]
fn each_level_has_its_units() {
    let counts: Vec<(u16, usize)> = geometry()
        .levels
        .iter()
        .map(|level| (level.level, level.units.len()))
        .collect();
    assert_eq!(counts, [(1, 12), (2, 11), (3, 26), (4, 20)]);
}

#[test]
fn units_of_a_level_overlap_neither_each_other_nor_the_corridor() {
    let boxes = |shape: &[Point]| super::path::bounds(shape);
    for level in geometry().levels {
        let corridor = boxes(&level.corridor);
        assert!(
            corridor[1][1] - corridor[0][1] >= 1.8,
            "level {}: the corridor is too narrow",
            level.level
        );
        let mut shapes = vec![
            ("corridor".to_owned(), corridor),
            ("core".to_owned(), boxes(&level.core.outline)),
        ];
        for unit in &level.units {
            shapes.push((unit.code.clone(), boxes(&unit.polygon)));
        }
        for (place, (name, [low, high])) in shapes.iter().enumerate() {
            for (other, [other_low, other_high]) in &shapes[place + 1..] {
                let wide = high[0].min(other_high[0]) - low[0].max(other_low[0]);
                let deep = high[1].min(other_high[1]) - low[1].max(other_low[1]);
                assert!(
                    wide <= 0.001 || deep <= 0.001,
                    "level {}: {name} overlaps {other}",
                    level.level
                );
            }
        }
    }
}

#[test]
fn every_unit_has_a_door_and_a_facade_on_its_own_outline() {
    for level in geometry().levels {
        for unit in &level.units {
            let [low, high] = super::path::bounds(&unit.polygon);
            for point in unit.facade.iter().chain(&unit.door) {
                let on_edge = (point[1] - low[1]).abs() < 0.01 || (point[1] - high[1]).abs() < 0.01;
                assert!(
                    on_edge && point[0] >= low[0] && point[0] <= high[0],
                    "{}",
                    unit.code
                );
            }
            assert!(
                (unit.facade[0][1] - unit.facade[1][1]).abs() < 0.01,
                "{}",
                unit.code
            );
        }
    }
}

#[test]
fn each_level_names_the_rooms_that_it_has() {
    let kinds = |plan: &Plan| {
        plan.rooms
            .iter()
            .map(|rooms| (rooms.kind, rooms.places.len()))
            .collect::<Vec<_>>()
    };
    let plans = geometry().plans();
    assert_eq!(
        kinds(&plans[0]),
        [
            ("stairs", 2),
            ("lifts", 1),
            ("services", 2),
            ("lobby", 1),
            ("corridor", 1)
        ]
    );
    assert_eq!(kinds(&plans[1])[3], ("void", 1));
    assert_eq!(kinds(&plans[2]), [("stairs", 2), ("lifts", 1), ("corridor", 1)]);
    let lifts = &plans[2].rooms[1].places[0];
    assert_eq!((lifts.x, lifts.y, lifts.is_upright), (420, 98, false));
}

#[test]
fn paths_are_short_and_closed() {
    let plans = geometry().plans();
    assert_eq!(plans[2].units[4].path, "M264 137H304V249H264Z");
    assert_eq!(plans[2].mark, "+9.00");
    assert_eq!(plans[0].view_box, "-70 -70 980 389");
    assert!(
        plans
            .iter()
            .all(|plan| plan.units.iter().all(|unit| unit.path.ends_with('Z')))
    );
}

#[test]
fn the_axonometry_shows_every_unit_once() {
    let axonometry = geometry().axonometry();
    let codes: std::collections::BTreeSet<&str> = axonometry
        .levels
        .iter()
        .flat_map(|level| &level.units)
        .map(|unit| unit.code.as_str())
        .collect();
    assert_eq!(codes.len(), 69);
}

#[test]
fn a_level_without_a_core_has_none_in_its_drawings() {
    let mut without = geometry();
    without.levels[0].core.outline.clear();
    assert_eq!(without.plans()[0].core, "");
    assert_eq!(without.axonometry().levels[0].core, "");
}
