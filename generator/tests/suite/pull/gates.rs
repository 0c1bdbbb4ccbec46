//! Answers that can be read but are not plausible, and their explicit acceptance by an editor.

use std::fs;

use crate::support::files::write;
use crate::support::pull_fixture::{PullFixture, TODAY, kinds, outcome, refusal};
use crate::support::torre::{self, UNITS};
use generator::stages::pull::{PullRequest, Source};
use platform::stub::{Behaviour, Mode};
use platform::unit::Level;
use serde_json::json;

fn reprice(fixture: &PullFixture, percent: i64) {
    let pulled = fixture
        .pull(&fixture.offline())
        .expect("offline never fails");
    for unit in &pulled.inventory.units {
        let pesos = unit.price.unwrap().minor_units() / 100 * percent / 100;
        fixture.put(unit.code.address(), &json!({"price": pesos}));
    }
}

#[test]
fn a_jump_of_one_price_is_refused_and_a_step_is_not() {
    let fixture = PullFixture::with_snapshot();
    fixture.put("O-301", &json!({"price": 12_500_000}));
    let error = fixture.pull(&fixture.strict()).unwrap_err();
    assert!(error.to_string().contains("--accept-inventory"), "{error}");
    let reasons = refusal(Err(error));
    assert_eq!(kinds(&reasons), ["price_jump"]);
    assert!(reasons[0].message.contains("unit O-301"), "{reasons:?}");
    reprice(&fixture, 110);
    assert_eq!(
        fixture.pull(&fixture.strict()).unwrap().source,
        Source::Platform
    );
}

#[test]
fn an_editor_accepts_a_real_jump_once() {
    let fixture = PullFixture::with_snapshot();
    reprice(&fixture, 125);
    let refused = fixture.pulled();
    assert_eq!(
        outcome(&refused),
        (Source::Snapshot, vec!["median_price_jump"])
    );
    let accepted = fixture
        .pull(&PullRequest {
            strict: true,
            ..fixture.accepting()
        })
        .unwrap();
    assert_eq!(outcome(&accepted), (Source::Platform, vec!["accepted"]));
    let after = fixture.pull(&fixture.strict()).unwrap();
    assert_eq!(
        (after.source, after.warnings.len()),
        (Source::Platform, 0),
        "it is the new snapshot"
    );
}

#[test]
fn a_level_of_the_geometry_or_of_the_settings_is_known_and_no_other() {
    let mut fixture = PullFixture::start();
    fixture.put("O-301", &json!({"level": 99}));
    let accepting = PullRequest {
        strict: true,
        ..fixture.accepting()
    };
    assert_eq!(kinds(&refusal(fixture.pull(&accepting))), ["unknown_level"]);
    fixture
        .platform
        .levels
        .insert("Azotea".to_owned(), Level(99));
    assert_eq!(
        fixture.pull(&fixture.strict()).unwrap().source,
        Source::Platform
    );

    let fixture = PullFixture::start();
    fixture.put("O-301", &json!({"level": 5}));
    let geometry = torre::source("content/geometry.json");
    let higher = geometry
        .replace("\"level\": 4", "\"level\": 5")
        .replace("\"level\":4", "\"level\":5");
    write(fixture.root(), "content/geometry.json", higher);
    assert_eq!(
        fixture.pull(&fixture.strict()).unwrap().source,
        Source::Platform
    );
}

#[test]
fn areas_that_do_not_add_up_are_published_with_a_warning() {
    let fixture = PullFixture::start();
    fixture.put("O-301", &json!({"totalArea": 399, "interiorArea": 148.5}));
    let pulled = fixture.pull(&fixture.strict()).unwrap();
    assert_eq!(outcome(&pulled), (Source::Platform, vec!["area_sum"]));
    let message = pulled.warnings[0].to_string();
    assert!(
        message.contains("O-301") && message.contains("gates.area_sum_percent"),
        "{message}"
    );
}

#[test]
fn hostile_values_are_faults_of_one_unit_and_field() {
    let long = "x".repeat(500_000);
    for (changes, kind, names) in [
        (json!({"price": -5}), "broken_schema", "price"),
        (json!({"price": {"$gt": 0}}), "broken_schema", "price"),
        (json!({"price": 0}), "price_out_of_bounds", "O-301"),
        (json!({"unit": "3\u{1b}[31m01"}), "broken_schema", "unit"),
        (json!({"typology": long}), "broken_schema", "typology"),
        (json!({"totalArea": 1e9}), "broken_schema", "area"),
        (json!({"totalArea": 9_999}), "area_out_of_bounds", "O-301"),
        (json!({"level": 70_000}), "broken_schema", "level"),
        (
            json!({"level": "azotea"}),
            "broken_schema",
            "map it in `platform.levels` of site.yaml",
        ),
        (json!({"bathrooms": -1}), "broken_schema", "bathrooms"),
        (json!({"propertyCode": "CON"}), "broken_schema", "reserved"),
        (
            json!({"propertyCode": "index"}),
            "broken_schema",
            "reserved",
        ),
    ] {
        let fixture = PullFixture::start();
        fixture.put("O-301", &changes);
        let reasons = fixture.refused();
        assert_eq!(kinds(&reasons), [kind], "{names}");
        let message = reasons[0].to_string();
        assert!(message.contains(names) && message.len() < 600, "{message}");
        assert!(!message.contains(char::is_control), "{message}");
    }
}

#[test]
fn markup_unknown_fields_and_other_number_formats_are_accepted() {
    let fixture = PullFixture::start();
    let changes = json!({"price": "$4,250,000.00 MXN", "totalArea": "70.5 m²", "terraceArea": null, "level": "Nivel 3",
        "status": "DISPONIBLE", "unit": "\"3'01</script>&amp;", "secret_note": {"owner": "nobody's business"}});
    fixture.put("O-301", &changes);
    let pulled = fixture.pull(&fixture.strict()).unwrap();
    assert_eq!(
        (pulled.source, pulled.inventory.date.to_string()),
        (Source::Platform, TODAY.to_owned())
    );
    let kept = String::from_utf8(fixture.snapshot_bytes().unwrap()).unwrap();
    assert!(
        !kept.contains("nobody's business"),
        "only what the site shows is kept"
    );
    let units = &fixture.pull(&fixture.offline()).unwrap().inventory.units;
    assert!(units.len() == UNITS && units.iter().any(|unit| unit.unit == "\"3'01</script>&amp;"));
}

#[test]
fn a_fault_of_the_amenities_leaves_the_last_ones_and_an_empty_list_is_valid() {
    let fixture = PullFixture::with_snapshot();
    let fails = |mode| fixture.tell(&Behaviour::new("amenities/list", mode));
    for (mode, faults) in [
        (Mode::ServerError, ["failed"]),
        (Mode::DuplicateCodes, ["duplicate_amenity"]),
    ] {
        fails(mode);
        let pulled = fixture.pulled();
        assert_eq!(
            outcome(&pulled),
            (Source::Platform, faults.to_vec()),
            "{mode:?}"
        );
        assert_eq!(
            pulled.inventory.amenities.len(),
            2,
            "{mode:?}: those of the snapshot"
        );
        assert_eq!(kinds(&fixture.refused()), faults, "{mode:?}");
    }
    fails(Mode::NotFound);
    let pulled = fixture.pull(&fixture.strict()).unwrap();
    assert_eq!(
        (outcome(&pulled), pulled.inventory.amenities.len()),
        ((Source::Platform, vec![]), 0)
    );

    fails(Mode::Html);
    fs::remove_dir_all(fixture.root().join(".site")).unwrap();
    assert_eq!(
        fixture.pulled().inventory.amenities.len(),
        2,
        "the shipped ones"
    );
    fs::remove_dir_all(fixture.root().join(".site")).unwrap();
    fs::remove_file(fixture.root().join("content/amenities.json")).unwrap();
    let pulled = fixture.pulled();
    assert_eq!(
        (
            pulled.inventory.units.len(),
            pulled.inventory.amenities.len()
        ),
        (UNITS, 0)
    );
}
