//! The building of each unit, in a development with several.

use std::fs;

use generator::stages::pull::Source;
use model::config::Config;
use serde_json::{Value, json};

use crate::support::pull_fixture::{PullFixture, kinds, refusal};
use crate::support::torre;

const BUILDINGS: &str = "\nbuildings:\n  - { key: norte, label: { es: Torre Norte, en: North Tower } }\n  \
                         - { key: sur, label: { es: Torre Sur, en: South Tower }, announced: true }\n";

/// The tower with two buildings, the second not yet on sale; one unit of the platform is in that.
fn two_buildings() -> PullFixture {
    let mut fixture = PullFixture::start();
    let path = fixture.root().join("content/inventory.json");
    let mut shipped: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    for unit in shipped["Data"]["Property"].as_array_mut().unwrap() {
        unit["building"] = json!(if unit["propertyCode"] == "O-301" { "Torre Sur" } else { "norte" });
    }
    fs::write(&path, shipped.to_string()).unwrap();
    fs::remove_file(fixture.root().join("content/geometry.json")).unwrap_or_default();
    fixture.restart();
    fixture.own = Config::parse(&(torre::source("site.yaml") + BUILDINGS)).unwrap();
    fixture.platform.declared = fixture.own.platform.declared.clone();
    fixture
}

#[test]
fn units_of_an_announced_building_are_in_no_inventory() {
    let fixture = two_buildings();
    let announced = |units: &[platform::unit::Unit]| units.iter().any(|unit| unit.code.as_str() == "O-301");
    let pulled = fixture.pull(&fixture.strict()).unwrap();
    assert_eq!(pulled.source, Source::Platform);
    assert!(!announced(&pulled.inventory.units));
    assert!(!fs::read_to_string(fixture.snapshot()).unwrap().contains("O-301"), "not even stored");
    let shipped = two_buildings();
    let pulled = shipped.pull(&shipped.offline()).unwrap();
    assert_eq!(pulled.source, Source::Shipped);
    assert!(!announced(&pulled.inventory.units) && pulled.inventory.units.len() > 30);
}

#[test]
fn a_unit_of_an_unknown_building_is_refused() {
    for (wrong, kind) in [
        (json!("Torre Oeste"), "unknown_building"),
        (json!("../sur"), "unknown_building"),
        (json!(null), "broken_schema"),
        (json!(""), "broken_schema"),
        (json!({"key": "norte"}), "broken_schema"),
    ] {
        let fixture = two_buildings();
        fixture.put("units/L-101", &json!({ "building": wrong }));
        assert_eq!(kinds(&refusal(fixture.pull(&fixture.strict()))), [kind], "{wrong}");
    }
}

#[test]
fn a_snapshot_from_before_the_buildings_is_not_used() {
    let one = PullFixture::with_snapshot();
    let mut two = two_buildings();
    fs::create_dir_all(two.snapshot().parent().unwrap()).unwrap();
    fs::copy(one.snapshot(), two.snapshot()).unwrap();
    let pulled = two.pull(&two.offline()).unwrap();
    assert_eq!((pulled.source, kinds(&pulled.warnings)), (Source::Shipped, vec!["unknown_building"]));
    assert!(pulled.inventory.units.iter().all(|unit| unit.building() == "norte"));
    two.pull(&two.request()).unwrap();
    two.own = Config::parse(&torre::source("site.yaml")).unwrap();
    two.platform.declared.clear();
    let pulled = two.pull(&two.offline()).unwrap();
    assert_eq!(kinds(&pulled.warnings), ["unknown_building"], "a snapshot with buildings, and one building");
}
