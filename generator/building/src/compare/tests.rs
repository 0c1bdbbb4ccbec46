use platform::area::Area;
use platform::money::Money;
use platform::unit::{Level, Status, Unit, UnitUse};
use platform::unit_field::{BUILDING, FieldValue};

use super::*;

/// The tower of the examples, and its inventory.
const GEOMETRY: &str = include_str!("../../../../examples/torre/content/geometry.json");
const INVENTORY: &str = include_str!("../../../../examples/torre/content/inventory.json");

/// The units of an inventory, and the codes of those that are gone from it.
struct Inventory {
    units: Vec<Unit>,
    gone: Vec<UnitCode>,
}

/// An office of 60 m² on level 3.
fn unit(code: &str) -> Unit {
    Unit {
        code: UnitCode::new(code).unwrap(),
        unit: code.to_owned(),
        level: Level(3),
        unit_use: UnitUse::new("oficina").unwrap(),
        bathrooms: Some(1),
        interior: Area(6000),
        terrace: Area(0),
        area: Area(6000),
        price: Money(100),
        typology: "A".to_owned(),
        status: Status::Available,
        fields: Default::default(),
    }
}

fn inventory() -> Inventory {
    let answer: serde_json::Value = serde_json::from_str(INVENTORY).expect("the inventory is JSON");
    let units = answer["Data"]["Property"].as_array().expect("a list of units");
    let read = |listed: &serde_json::Value| {
        let area = |name: &str| Area::parse(&listed[name].to_string()).expect("an area");
        let (interior, terrace) = (area("interiorArea"), area("terraceArea"));
        let code = listed["propertyCode"].as_str().expect("a code");
        let level = code.as_bytes()[2] - b'0';
        Unit { level: Level(level.into()), interior, terrace, ..unit(code) }
    };
    Inventory { units: units.iter().map(read).collect(), gone: Vec::new() }
}

/// The messages for the geometry with changes, compared with a changed inventory.
fn different(changes: &[(&str, &str)], change: impl FnOnce(&mut Inventory)) -> Vec<String> {
    let mut text = GEOMETRY.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let mut inventory = inventory();
    change(&mut inventory);
    let geometry = Geometry::parse("", &text).expect("still drawable");
    differences(&geometry, &inventory.units, &inventory.gone).iter().map(Problem::labelled).collect()
}

#[test]
fn the_geometry_has_the_units_and_areas_of_the_inventory() {
    assert_eq!(different(&[], |_| {}), Vec::<String>::new());
}

#[test]
fn each_building_is_compared_with_its_own_units() {
    let Inventory { mut units, .. } = inventory();
    let place = |unit: &mut Unit, key: &str| {
        unit.fields.insert(BUILDING.to_owned(), FieldValue::Text(key.to_owned()));
    };
    units.iter_mut().for_each(|unit| place(unit, "norte"));
    units.push(unit("S-301"));
    place(units.last_mut().expect("a unit"), "sur");
    let geometry = Geometry::parse("norte", GEOMETRY).expect("drawable");
    assert!(differences(&geometry, &units, &[]).is_empty(), "S-301 is another building's");
    let moved = units.iter_mut().find(|unit| unit.code.as_str() == "O-301").expect("listed");
    place(moved, "sur");
    let found: Vec<String> = differences(&geometry, &units, &[]).iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "content/geometry/norte.json:45:9: `O-301` is drawn on level 3 of `norte`, and is on level 3 of `sur` of the \
          inventory: move it to that level, or correct it on the platform"
        ]
    );
}

#[test]
fn a_renamed_unit_is_reported_with_the_code_that_was_meant() {
    assert_eq!(
        different(&[("\"O-301\"", "\"O-3O1\"")], |_| {}),
        [
            "content/geometry.json:45:9: `O-3O1` is drawn, and the inventory does not have it: did you mean `O-301`? \
             [unequal-geometry]",
            "content/geometry.json:44:6: level 3 of the inventory has units that are not drawn: `O-301`: draw them, or \
             correct the codes of those that are [undrawn-unit]",
        ]
    );
}

#[test]
fn units_that_are_new_gone_moved_or_of_another_area_are_reported() {
    let found = different(&[], |inventory| {
        inventory.units[0].level = Level(2);
        inventory.units[1].interior = Area(9000);
        inventory.units[2].terrace = Area(1000);
        let gone = inventory.units.remove(3);
        inventory.gone.push(gone.code);
        inventory.units.push(unit("O-999"));
    });
    let codes: Vec<&str> = inventory().units[..3]
        .iter()
        .map(|unit| unit.code.as_str())
        .map(|code| found.iter().find(|line| line.contains(code)).map_or("not reported", |_| "reported"))
        .collect();
    assert_eq!(codes, ["reported"; 3], "{found:#?}");
    assert_eq!(found.len(), 4, "a unit that is gone may stay drawn: {found:#?}");
    assert!(found[3].contains("`O-999`") && found[3].ends_with("[undrawn-unit]"), "{found:#?}");
    assert!(different(&[], |inventory| inventory.units.clear()).is_empty());
}

#[test]
fn marks_on_pictures_are_those_of_drawn_units() {
    let mut geometry = Geometry::parse("", GEOMETRY).expect("drawable");
    let text = "<svg viewBox=\"0 0 9 9\"><g id=\"level-3\"><path id=\"O-301\" d=\"M0 0H9V9z\"/>\
                <path id=\"O-302\" d=\"M0 0H9V9z\"/></g></svg>";
    geometry.mark("exterior", "facade.svg", text).expect("importable");
    let marked = geometry.to_text();
    let found = |text: &str| {
        let geometry = Geometry::parse("", text).expect("drawable");
        differences(&geometry, &inventory().units, &[]).iter().map(Problem::labelled).collect::<Vec<_>>()
    };
    assert_eq!(found(&marked), [""; 0]);
    let at = marked.rfind("O-302").expect("marked");
    let renamed = format!("{}O-399{}", &marked[..at], &marked[at + 5..]);
    let [problem] = &found(&renamed)[..] else { panic!("one problem") };
    assert!(
        problem.contains("`O-399` is marked on the picture `exterior`, and level 3 does not draw it"),
        "{problem}"
    );
    assert!(problem.contains("content/geometry.json:"), "{problem}");
}
