use std::collections::BTreeMap;
use std::path::Path;

use platform::unit::Status;

use super::*;

/// A rectangular building with each kind of room, terraces and a setback.
pub(super) const GEOMETRY: &str = include_str!("bar.json");
/// The colours of a theme that sets none.
pub(super) fn theme() -> serde_json::Value {
    serde_yaml::from_str(include_str!("../../model/src/theme/neutral.yaml")).expect("a mapping")
}

pub(super) fn colour(group: &str, name: &str) -> String {
    theme()[group][name].as_str().expect("a colour").to_owned()
}

const L_SHAPED: &str = include_str!("l-shaped.json");

pub(super) fn geometry() -> Geometry {
    Geometry::parse("", GEOMETRY).expect("readable")
}

#[test]
fn what_cannot_be_built_is_refused_with_its_position() {
    // What is replaced by what, and the problem of the result.
    let cases = r#"
"depth": 22 -> "depth": 2490
    2:17: `2490` is too large: write metres, or degrees, from -1000 to 1000
[[0,0],[36,0],[36,22],[0,22]] -> [[0,0],[36,0]]
    8:6: `outline` of level 1 has only 2 points: write at least three points
[[0,12],[12,12],[12,22],[0,22]] -> []
    14:24: `L-101` has only 0 points: write at least three points
"lifts":[[[ -> "lifts":[[],[[
    12:153: `lifts` of level 1 has only 0 points: write at least three points
[[0,12],[12,12],[12,22],[0,22]] -> [[0,12],[12,12],[12,28],[0,28]]
    14:24: 72.0 m² of `L-101` are outside `outline` of level 1: move its corners, or enlarge the outline
[[18,12],[26,12],[26,22], -> [[16,12],[26,12],[26,22],
    15:24: `L-102` overlaps `lobby` of level 1 by 10.0 m²: move the corners of one of them
[[18,12],[26,12],[26,22],[18,22]] -> [[18,12],[26,22],[26,12],[18,22]]
    15:24: `L-102` crosses itself: write its corners once each, in their order around the shape
[[18,12],[26,12],[26,22],[18,22]] -> [[18,12],[18.1,12],[18.1,12.1]]
    15:24: `L-102` encloses less than 0.1 m²: write its corners in metres
"L-102" -> "L-101"
    15:9: `L-101` is drawn twice: give each unit the code that it has in the inventory
"door":[[5.5,22] -> "door":[[5.5,20]
    14:107: the `door` of `L-101` is not on its walls: write points on the edge of its `polygon`
"facade":[[0,22],[12,22]] -> "facade":[[0,22]]
    14:81: the `facade` of `L-101` has fewer than 2 points: write points on the edge of its `polygon`
"corridor" -> "blocks": [[[35,0],[36,0],[36,9]]], "corridor"
    9:17: `blocks` of level 1 overlaps `outline` of level 1 by 4.5 m²: move the corners of one of them
"length": 36 -> "length": 30
    8:6: `outline` of level 1 leaves the building: `length` and `depth` must contain every level: raise them, or move the corners
"length": 36 -> "length": 0
    2:3: `length` is not above 0: write the metres of the building, with room for all its levels
[36,24],[18,24] -> [36,32],[18,32]
    26:68: the terrace of `L-202` leaves the drawing: at most 7 m around the building are drawn: move its corners
"length": 36 -> "lenght": 36
    2:10: unknown key `lenght`: did you mean `length`?
[[18,12], -> [[18],
    15:38: the value is a list of 1: write a list of 2
"level": 2, -> "level": 1,
    18:6: level 1 is defined twice: give each level a different number
"elevation": 4.5 -> "elevation": 0
    18:18: level 2 is not above the level before it: write the levels from the ground up, with their `elevation` in metres"#;
    for case in cases.trim().lines().collect::<Vec<_>>().chunks(2) {
        let (from, to) = case[0].split_once(" -> ").expect("an arrow");
        assert!(GEOMETRY.contains(from), "{from}");
        let problems = Geometry::parse("", &GEOMETRY.replacen(from, to, 1)).expect_err(to);
        assert_eq!(
            problems[0].to_string(),
            format!("content/geometry.json:{}", case[1].trim_start())
        );
    }
    let (start, _) = GEOMETRY.split_once("\"levels\"").expect("levels");
    let problems = Geometry::parse("", &format!("{start}\"levels\": []}}")).expect_err("empty");
    assert_eq!(problems[0].message, "`levels` is empty");
}

/// A plate in the shape of an L with a unit at its inner corner, and above it a smaller level.
#[test]
fn a_building_of_another_shape_is_drawn_within_its_walls() {
    let geometry = Geometry::parse("", L_SHAPED).expect("drawable");
    let plan = &geometry.plans()[0];
    let unit = &plan.units[0];
    assert_eq!(unit.code, "A-101");
    assert!(
        (unit.x, unit.y) != (100, 100),
        "the centre of the bounding box is outside the unit"
    );
    let level = &geometry.axonometry().levels[0];
    let walls = level.edge.matches('M').count();
    assert_eq!(
        walls, 4,
        "two walls to the street and two to the right: {}",
        level.edge
    );
    let corner = level.units[0].facade.as_deref().unwrap_or_default();
    assert_eq!(
        corner.matches('M').count(),
        2,
        "a unit at a corner has two facades: {corner}"
    );
}

#[test]
fn each_level_names_the_rooms_that_it_has() {
    let plans = geometry().plans();
    let rooms = |level: usize| {
        let kinds = plans[level]
            .rooms
            .iter()
            .map(|rooms| format!("{} {}", rooms.places.len(), rooms.kind));
        kinds.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        rooms(0),
        "2 stairs, 1 lifts, 2 services, 1 lobby, 1 corridor"
    );
    assert_eq!(rooms(1).split(", ").nth(3), Some("1 void"));
    assert_eq!(rooms(2), "2 stairs, 1 lifts, 1 corridor");
    let lifts = &plans[2].rooms[1].places[0];
    assert_eq!((lifts.x, lifts.y, lifts.is_upright), (172, 85, false));
}

#[test]
fn a_close_up_names_a_narrow_room_where_it_is() {
    let plan = &geometry().plans()[0];
    let lobby = plan
        .rooms
        .iter()
        .find(|rooms| rooms.kind == "lobby")
        .map(|rooms| &rooms.places[0]);
    let lobby = lobby.filter(|lobby| lobby.is_upright).expect("narrow").x as f64;
    for unit in &plan.units {
        let words = Words {
            number: "1",
            street: "Street",
            decimal: '.',
            room: &|kind| kind.to_owned(),
        };
        let drawing = plan.enlarged(unit, words);
        for label in drawing.labels.iter().filter(|label| label.text == "lobby") {
            // In a turned building, what was on the right is at the top.
            let along = if drawing.turn == 0 { label.x } else { -label.y };
            assert!(
                (along - lobby / drawing.zoom).abs() < 4.0,
                "{}: {label:?}",
                unit.code
            );
        }
    }
}

#[test]
fn a_deep_unit_is_turned_with_its_notes_and_a_wide_one_is_not() {
    let plans = geometry().plans();
    let words = Words {
        number: "1",
        street: "Street",
        decimal: '.',
        room: &|kind| kind.to_owned(),
    };
    let drawing = |level: usize, unit: usize| {
        let plan: &Plan = &plans[level];
        (
            plan.units[unit].size,
            plan.enlarged(&plan.units[unit], words),
        )
    };
    let (size, deep) = drawing(2, 1);
    assert_eq!((size, deep.turn), ([6.0, 10.0], -90));
    let label = |text: &str| {
        let found = deep.labels.iter().find(|label| label.text == text);
        found.map(|label| label.is_upright)
    };
    assert_eq!(label("10.00 m"), Some(false), "the depth is its width then");
    assert_eq!(label("6.00 m"), Some(true));
    assert_eq!(label("Street"), Some(true), "on the right");
    assert_eq!(label("1"), Some(false));
    let (size, wide) = drawing(3, 0);
    assert_eq!((size, wide.turn), ([12.0, 6.0], 0));
}

#[test]
fn paths_are_short_and_closed() {
    let plans = geometry().plans();
    let places = (
        &*plans[2].units[1].path,
        &*plans[2].mark,
        &*plans[0].view_box,
    );
    assert_eq!(places, ("M90 120h60v100h-60z", "+9.00", "-70 -70 500 360"));
    assert!(
        plans
            .iter()
            .all(|plan| plan.units.iter().all(|unit| unit.path.ends_with('z')))
    );
}

#[test]
fn plans_and_axonometry_show_every_unit_at_its_level() {
    let geometry = geometry();
    assert_eq!(
        geometry
            .levels
            .iter()
            .map(|level| level.units.len())
            .collect::<Vec<_>>(),
        [3, 3, 6, 5]
    );
    let axonometry = geometry.axonometry();
    for ((drawn, plan), level) in axonometry
        .levels
        .iter()
        .zip(geometry.plans())
        .zip(&geometry.levels)
    {
        let codes = level.units.iter().map(|unit| &unit.code);
        assert!(
            plan.units.iter().map(|unit| &unit.code).eq(codes.clone()),
            "plan of {}",
            level.level
        );
        assert!(
            drawn.units.iter().map(|unit| &unit.code).eq(codes),
            "axonometry of {}",
            level.level
        );
    }
}

#[test]
fn a_tall_building_has_larger_labels_and_not_each_level_on_a_wide_screen() {
    let (mut tall, upper) = (geometry(), geometry().levels[2].clone());
    tall.levels.truncate(1);
    tall.levels.extend((2..=48).map(|level| LevelGeometry {
        level,
        ..upper.clone()
    }));
    let drawing = tall.axonometry();
    assert!(
        drawing.label_size * 57 >= drawing.extent[3],
        "a wide screen draws it 576 px high or more"
    );
    let named = drawing
        .levels
        .iter()
        .filter(|level| level.is_named)
        .map(|level| level.level);
    assert_eq!(
        named.collect::<Vec<_>>(),
        [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 48]
    );
    let low = geometry().axonometry();
    assert!(low.label_size == 26 && low.levels.iter().all(|level| level.is_named));
}

#[test]
fn a_level_without_a_core_has_none_in_its_drawings() {
    let mut without = geometry();
    without.levels[0].core.outline.clear();
    assert_eq!(without.plans()[0].core, "");
    assert_eq!(without.axonometry().levels[0].core, "");
}

/// `docs/geometry.md` shows drawings of the geometries that these tests use. `ACCEPT=1` writes them again.
#[test]
fn the_drawings_of_the_documentation_are_those_of_the_geometry() {
    let words = drawing::PlanWords {
        font: "sans-serif",
        street: "street",
        north: "N",
        decimal: '.',
    };
    let theme = theme();
    let plan = |plan: &Plan| {
        let mark = |unit: &PlanUnit| {
            let (label, status) = (unit.code.clone(), Some(Status::Available));
            (unit.code.clone(), drawing::UnitMark { label, status })
        };
        let marks = plan.units.iter().map(mark).collect();
        drawing::plan_picture(plan, &marks, &drawing::PlanView::Level, words, &theme).svg
    };
    let l_shaped = Geometry::parse("", L_SHAPED).expect("drawable");
    for (name, svg) in [
        ("level.svg", plan(&geometry().plans()[3])),
        ("l-shaped.svg", plan(&l_shaped.plans()[0])),
        (
            "axonometry.svg",
            drawing::axonometry_picture(&l_shaped.axonometry(), &BTreeMap::new(), &theme),
        ),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../docs/images/geometry")
            .join(name);
        if std::env::var_os("ACCEPT").is_some() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, format!("{svg}\n")).expect("written");
        }
        let shown = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            shown.trim_end() == svg,
            "{name} differs: run this test with ACCEPT=1"
        );
    }
}
