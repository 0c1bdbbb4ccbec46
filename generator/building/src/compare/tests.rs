use platform::answer;
use platform::area::Area;
use platform::config::PlatformConfig;
use platform::unit::{Level, Unit};
use platform::unit_field::{BUILDING, FieldValue};

use super::*;

/// The tower of the examples, and its inventory.
const GEOMETRY: &str = include_str!("../../../../examples/torre/content/geometry.json");
const INVENTORY: &str = include_str!("../../../../examples/torre/content/inventory.json");

fn inventory() -> Vec<Unit> {
    answer::units(
        &serde_json::from_str(INVENTORY).expect("JSON"),
        &PlatformConfig::default(),
    )
    .expect("units")
}

/// The messages for a geometry compared with units and the codes of those that are gone.
fn different(geometry: &str, units: &[Unit], gone: &[UnitCode]) -> Vec<String> {
    let geometry = Geometry::parse("", geometry).expect("drawable");
    differences(&geometry, units, gone)
        .iter()
        .map(Problem::labelled)
        .collect()
}

#[test]
fn each_building_is_compared_with_its_own_units() {
    let mut units = inventory();
    let place = |unit: &mut Unit, key: &str| {
        unit.fields
            .insert(BUILDING.to_owned(), FieldValue::Text(key.to_owned()));
    };
    units.iter_mut().for_each(|unit| place(unit, "norte"));
    let mut other = Unit {
        code: UnitCode::new("S-301").unwrap(),
        ..units[0].clone()
    };
    place(&mut other, "sur");
    units.push(other);
    let geometry = Geometry::parse("norte", GEOMETRY).expect("drawable");
    assert!(
        differences(&geometry, &units, &[]).is_empty(),
        "S-301 is another building's"
    );
    let moved = units
        .iter_mut()
        .find(|unit| unit.code.address() == "O-301")
        .expect("listed");
    place(moved, "sur");
    let found: Vec<String> = differences(&geometry, &units, &[])
        .iter()
        .map(ToString::to_string)
        .collect();
    insta::assert_snapshot!(found.join("\n"), @"content/geometry/norte.json:45:9: `O-301` is drawn on level 3 of `norte`, and is on level 3 of `sur` of the inventory: move it to that level, or correct it on the platform");
}

#[test]
fn only_a_renamed_unit_is_reported_with_the_code_that_was_meant() {
    assert_eq!(
        [
            different(GEOMETRY, &inventory(), &[]),
            different(GEOMETRY, &[], &[])
        ],
        [[""; 0]; 2]
    );
    let found = different(
        &GEOMETRY.replacen("\"O-301\"", "\"O-3O1\"", 1),
        &inventory(),
        &[],
    );
    insta::assert_snapshot!(found.join("\n"), @"
    content/geometry.json:45:9: `O-3O1` is drawn, and the inventory does not have it: did you mean `O-301`? [unequal-geometry]
    content/geometry.json:44:6: level 3 of the inventory has units that are not drawn: `O-301`: draw them, or correct the codes of those that are [undrawn-unit]
    ");
}

#[test]
fn units_that_are_new_gone_moved_or_of_another_area_are_reported() {
    let mut units = inventory();
    let gone = units.remove(3).code;
    units[0].level = Level(2);
    units[1].interior = Area(9000);
    units[2].terrace = Area(1000);
    units.push(Unit {
        code: UnitCode::new("O-999").unwrap(),
        ..units[4].clone()
    });
    let found = different(GEOMETRY, &units, &[gone]);
    assert_eq!(
        found.len(),
        4,
        "a unit that is gone may stay drawn: {found:#?}"
    );
    for unit in &units[..3] {
        assert!(
            found[..3]
                .iter()
                .any(|line| line.contains(unit.code.address())),
            "{}: {found:#?}",
            unit.code
        );
    }
    assert!(
        found[3].contains("`O-999`") && found[3].ends_with("[undrawn-unit]"),
        "{found:#?}"
    );
}

#[test]
fn marks_on_pictures_are_those_of_drawn_units() {
    let mut geometry = Geometry::parse("", GEOMETRY).expect("drawable");
    let text = "<svg viewBox=\"0 0 9 9\"><g id=\"level-3\"><path id=\"O-301\" d=\"M0 0H9V9z\"/>\
                <path id=\"O-302\" d=\"M0 0H9V9z\"/></g></svg>";
    geometry
        .mark("exterior", "facade.svg", text)
        .expect("importable");
    let marked = geometry.to_text();
    assert_eq!(different(&marked, &inventory(), &[]), [""; 0]);
    let at = marked.rfind("O-302").expect("marked");
    let renamed = format!("{}O-399{}", &marked[..at], &marked[at + 5..]);
    let [problem] = &different(&renamed, &inventory(), &[])[..] else {
        panic!("one problem")
    };
    let message = "`O-399` is marked on the picture `exterior`, and level 3 does not draw it";
    assert!(
        problem.starts_with("content/geometry.json:") && problem.contains(message),
        "{problem}"
    );
}

#[test]
fn a_plan_names_a_code_as_it_is_written_or_by_its_address() {
    let mut units = inventory();
    let written = units
        .iter_mut()
        .find(|unit| unit.code.address() == "O-301")
        .expect("listed");
    written.code = UnitCode::new("PH 1/A").expect("a code");
    for name in ["PH 1/A", "PH-1-A"] {
        let geometry = GEOMETRY.replace("O-301", name);
        assert_eq!(different(&geometry, &units, &[]), [""; 0], "{name}");
    }
}
