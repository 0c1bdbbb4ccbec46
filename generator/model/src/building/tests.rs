use std::collections::BTreeMap;

use super::*;

const GEOMETRY: &str = include_str!("../../../../content/geometry.json");
const INVENTORY: &str = include_str!("../../../../content/inventory.json");

fn geometry() -> Geometry {
    serde_json::from_str(GEOMETRY).expect("the shipped geometry is readable")
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

#[test]
fn the_drawing_states_the_same_areas_as_the_inventory() {
    assert_eq!(geometry().problems(&stated()), []);
}

#[test]
fn a_wrong_area_and_an_unplaced_unit_are_both_told() {
    let mut stated = stated();
    stated.insert("O-999".to_owned(), (50.0, 0.0));
    stated.insert("O-305".to_owned(), (46.0, 0.0));
    stated.remove("L-101");
    let problems: Vec<String> = geometry()
        .problems(&stated)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        problems,
        [
            "unit O-305 is drawn with 45.00 m² of interior but the inventory says 46.00 m²",
            "unit O-999 is in the inventory but not in the geometry",
            "unit L-101 is in the geometry but not in the inventory",
        ]
    );
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
fn units_of_a_level_do_not_overlap_and_keep_the_corridor_free() {
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
fn paths_are_short_closed_and_within_the_view() {
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
fn a_shape_without_corners_is_told_and_does_not_panic() {
    let mut broken = geometry();
    broken.levels[0].outline.clear();
    let problems = broken.problems(&stated());
    assert_eq!(
        problems[0].to_string(),
        "level 1: outline is not a shape with at least three corners"
    );
    let _ = (broken.plans(), broken.axonometry());
}
