//! What belongs to the project: the stored pull of `platform.project_code`, and the building of each unit.

use std::fs;

use generator::stages::pull::Source;
use model::config::Config;
use platform::unit::Unit;
use serde_json::json;

use crate::support::files::{change_json, read};
use crate::support::pull_fixture::{PullFixture, kinds, no_inventory, outcome};
use crate::support::torre;

#[test]
fn the_stored_pull_of_another_project_is_not_used() {
    let mut fixture = PullFixture::with_snapshot();
    fixture.put("O-301", &json!({"status": "vendido"}));
    fixture.pulled();
    fixture.platform.project_code = "OTRO".to_owned();
    let pulled = fixture.pull(&fixture.offline()).unwrap();
    // Neither its units nor its history.
    assert_eq!(
        outcome(&pulled),
        (
            Source::Shipped,
            vec!["foreign_snapshot", "foreign_snapshot"]
        )
    );
    let words =
        "was stored for the project `TEST`, and `platform.project_code` of site.yaml is `OTRO`";
    assert!(
        pulled.warnings[0].message.contains(words),
        "{}",
        pulled.warnings[0]
    );
    assert!(pulled.inventory.history.changes.is_empty());
    fs::remove_file(fixture.root().join("content/inventory.json")).unwrap();
    assert_eq!(
        kinds(&no_inventory(fixture.pull(&fixture.offline()))),
        ["foreign_snapshot", "nothing"]
    );
}

const BUILDINGS: &str = "\nbuildings:\n  - { key: norte, label: { es: Torre Norte, en: North Tower } }\n  \
                         - { key: sur, label: { es: Torre Sur, en: South Tower }, announced: true }\n";

/// The tower with two buildings, the second not yet on sale; one unit of the platform is in that.
fn two_buildings() -> PullFixture {
    let mut fixture = PullFixture::start();
    change_json(fixture.root(), "content/inventory.json", |shipped| {
        for unit in shipped["Data"]["Property"].as_array_mut().unwrap() {
            unit["building"] = json!(if unit["propertyCode"] == "O-301" {
                "Torre Sur"
            } else {
                "norte"
            });
        }
    });
    fixture.restart();
    fixture.own = Config::parse(&(torre::source("site.yaml") + BUILDINGS)).unwrap();
    fixture.platform.declared = fixture.own.platform.declared.clone();
    fixture
}

#[test]
fn units_of_an_announced_building_are_in_no_inventory_and_those_of_an_unknown_one_are_refused() {
    let fixture = two_buildings();
    for (wrong, kind) in [
        (json!("Torre Oeste"), "unknown_building"),
        (json!(null), "broken_schema"),
    ] {
        fixture.put("L-101", &json!({ "building": wrong }));
        assert_eq!(kinds(&fixture.refused()), [kind], "{wrong}");
    }
    fixture.put("L-101", &json!({"building": "norte"}));
    let announced = |units: &[Unit]| units.iter().any(|unit| unit.code.address() == "O-301");
    for (request, source) in [
        (fixture.offline(), Source::Shipped),
        (fixture.strict(), Source::Platform),
    ] {
        let pulled = fixture.pull(&request).unwrap();
        assert_eq!(pulled.source, source);
        assert!(!announced(&pulled.inventory.units) && pulled.inventory.units.len() > 30);
    }
    assert!(
        !read(fixture.root(), ".site/snapshot/inventory.json").contains("O-301"),
        "not even stored"
    );
}

#[test]
fn a_snapshot_from_before_the_buildings_is_not_used() {
    let one = PullFixture::with_snapshot();
    let mut two = two_buildings();
    fs::create_dir_all(two.snapshot().parent().unwrap()).unwrap();
    fs::copy(one.snapshot(), two.snapshot()).unwrap();
    let pulled = two.pull(&two.offline()).unwrap();
    assert_eq!(
        outcome(&pulled),
        (Source::Shipped, vec!["unknown_building"])
    );
    assert!(
        pulled
            .inventory
            .units
            .iter()
            .all(|unit| unit.building() == "norte")
    );
    two.pulled();
    two.own = Config::parse(&torre::source("site.yaml")).unwrap();
    two.platform.declared.clear();
    let pulled = two.pull(&two.offline()).unwrap();
    assert_eq!(
        kinds(&pulled.warnings),
        ["unknown_building"],
        "a snapshot with buildings, and one building"
    );
}
