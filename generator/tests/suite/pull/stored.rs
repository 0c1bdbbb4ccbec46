//! Stored inventories: the snapshot, the shipped inventory, and a file given on the command line.

use crate::support::files::{read, read_json, write};
use crate::support::pull_fixture::{
    PullFixture, SHIPPED_DAY, TODAY, YESTERDAY, kinds, no_inventory, outcome, refusal,
};
use crate::support::torre::{UNITS, another_unit};
use generator::stages::pull::{Origin, PullRequest, PullResult, Source};
use model::build_error::BuildError;
use platform::stub::Mode;
use platform::unit_field::{DeclaredField, FieldKind};
use serde_json::json;
use std::fs;

#[test]
fn a_good_pull_is_stored_with_its_date_and_an_unchanged_one_has_the_same_bytes() {
    let fixture = PullFixture::with_snapshot();
    let dated = |pulled: &PullResult| (pulled.source, pulled.inventory.date.to_string());
    let offline = fixture.pull(&fixture.offline()).unwrap();
    assert_eq!(dated(&offline), (Source::Snapshot, YESTERDAY.to_owned()));
    let today = fixture.pulled();
    assert_eq!(dated(&today), (Source::Platform, TODAY.to_owned()));
    let content = |pulled: PullResult| {
        let inventory = &*pulled.inventory;
        (
            inventory.units.clone(),
            inventory.amenities.clone(),
            inventory.date,
        )
    };
    assert_eq!(
        content(fixture.pull(&fixture.offline()).unwrap()),
        content(today)
    );
    let first = fixture.snapshot_bytes();
    fixture.pulled();
    assert_eq!(fixture.snapshot_bytes(), first);
    fixture.put("O-301", &json!({"status": "vendido"}));
    fixture.pulled();
    assert_ne!(fixture.snapshot_bytes(), first);
}

#[test]
fn offline_sends_no_request_and_units_have_one_order() {
    let fixture = PullFixture::start();
    let pulled = fixture
        .pull(&PullRequest {
            strict: true,
            ..fixture.offline()
        })
        .unwrap();
    assert_eq!(
        (pulled.source, pulled.inventory.date.to_string()),
        (Source::Shipped, SHIPPED_DAY.to_owned())
    );
    assert_eq!(
        (
            pulled.inventory.units.len(),
            pulled.inventory.amenities.len()
        ),
        (UNITS, 2)
    );
    assert!(fixture.requests().is_empty());
    assert_eq!(fixture.snapshot_bytes(), None);

    let codes = |pulled: PullResult| -> Vec<String> {
        pulled
            .inventory
            .units
            .iter()
            .map(|unit| unit.code.to_string())
            .collect()
    };
    let shipped = codes(pulled);
    assert_eq!(
        (shipped[0].as_str(), shipped[UNITS - 1].as_str()),
        ("L-101", "O-410")
    );
    let mut answer = read_json(fixture.root(), "content/inventory.json");
    answer["Data"]["Property"].as_array_mut().unwrap().reverse();
    assert_eq!(
        codes(fixture.pull(&fixture.file(&answer.to_string())).unwrap()),
        shipped
    );
}

#[test]
fn a_damaged_snapshot_is_skipped_and_reported() {
    let fixture = PullFixture::with_snapshot();
    let whole = fs::read_to_string(fixture.snapshot()).unwrap();
    let offline = || outcome(&fixture.pull(&fixture.offline()).unwrap());
    fs::write(fixture.snapshot(), whole.replace('\n', "\n\n")).unwrap();
    assert_eq!(
        offline(),
        (Source::Snapshot, vec![]),
        "white space is not damage"
    );
    for damaged in [
        whole.replace("disponible", "vendido"),
        whole.replace("\"date\": \"2026-11-19", "\"date\": \"2026-11-18"),
        whole.replace("T12:00:00Z", "T13:00:00Z"),
        whole.replace("\"version\": 1", "\"version\": 2"),
        whole.replace("\"TEST\"", "\"OTRO\""),
        whole[..1000].to_owned(),
        "[".repeat(100_000),
        "null".to_owned(),
        String::new(),
    ] {
        assert_ne!(damaged, whole);
        fs::write(fixture.snapshot(), &damaged).unwrap();
        let start: String = damaged.chars().take(200).collect();
        assert_eq!(
            offline(),
            (Source::Shipped, vec!["damaged_snapshot"]),
            "{start}"
        );
    }
    let strict = PullRequest {
        strict: true,
        ..fixture.offline()
    };
    assert_eq!(kinds(&refusal(fixture.pull(&strict))), ["damaged_snapshot"]);
    fixture.mode(Mode::ServerError);
    let expected = vec!["damaged_snapshot", "failed", "failed"];
    assert_eq!(outcome(&fixture.pulled()), (Source::Shipped, expected));
    fixture.mode(Mode::Ok);
    let pulled = fixture.pull(&fixture.strict()).unwrap();
    assert_eq!(
        outcome(&pulled),
        (Source::Platform, vec!["damaged_snapshot"])
    );
    assert!(
        fixture.pull(&fixture.strict()).unwrap().warnings.is_empty(),
        "a good pull replaces it"
    );
}

#[test]
fn a_snapshot_that_cannot_be_written_does_not_stop_a_build() {
    let fixture = PullFixture::start();
    fs::write(
        fixture.root().join(".site"),
        "a file where a folder should be",
    )
    .unwrap();
    let pulled = fixture.pulled();
    assert_eq!(pulled.inventory.units.len(), UNITS);
    let warnings = vec![
        "damaged_snapshot",
        "unwritten_history",
        "damaged_history",
        "unwritten_snapshot",
    ];
    assert_eq!(outcome(&pulled), (Source::Platform, warnings));
}

#[test]
fn an_unusable_shipped_inventory_is_an_error_whatever_the_names_of_the_file_are() {
    let mut fixture = PullFixture::start();
    let floors = DeclaredField {
        key: "floors".to_owned(),
        name: "typology".into(),
        kind: FieldKind::Count,
        options: Vec::new(),
        measures: Vec::new(),
    };
    fixture.platform.declared.push(floors);
    fixture.platform.fields.price = "pricing.list".into();
    assert_eq!(
        kinds(&no_inventory(fixture.pull(&fixture.offline()))),
        ["bad_file", "nothing"]
    );
    fixture.platform.declared[0].kind = FieldKind::Text;
    let pulled = fixture.pull(&fixture.offline()).unwrap();
    assert!(
        pulled
            .inventory
            .units
            .iter()
            .all(|unit| unit.fields.contains_key("floors"))
    );
    let wrong = r#"{"date": "soon", "Data": {"Property": []}}"#;
    write(fixture.root(), "content/inventory.json", wrong);
    assert_eq!(
        kinds(&no_inventory(fixture.pull(&fixture.offline()))),
        ["bad_file", "nothing"]
    );
    let strict = PullRequest {
        strict: true,
        ..fixture.offline()
    };
    assert_eq!(
        kinds(&refusal(fixture.pull(&strict))),
        ["bad_file", "nothing"]
    );
}

#[test]
fn a_file_may_contain_any_number_of_units() {
    let fixture = PullFixture::with_snapshot();
    let before = fixture.snapshot_bytes();
    for count in [0, 1, 500] {
        let units: Vec<_> = (0..count)
            .map(|number| another_unit(format!("O-{number}"), number))
            .collect();
        let text =
            json!({"date": "2025-05-05", "Status": 200, "Data": {"Property": units}}).to_string();
        let pulled = fixture
            .pull(&PullRequest {
                strict: true,
                ..fixture.file(&text)
            })
            .unwrap();
        assert_eq!(
            (pulled.source, pulled.inventory.units.len()),
            (Source::File, count)
        );
        assert_eq!(pulled.inventory.date.to_string(), "2025-05-05");
    }
    assert_eq!(fixture.snapshot_bytes(), before);
    assert_eq!(fixture.requests().len(), 2, "the two calls of yesterday");
}

#[test]
fn an_unusable_file_is_an_error_with_its_name() {
    let fixture = PullFixture::start();
    let mut missing = fixture.file("");
    let unusable = |request: &PullRequest| match fixture.pull(request) {
        Err(BuildError::InventoryFile(reason)) => reason.to_string(),
        other => panic!("{other:?}"),
    };
    for text in [
        "",
        "{}",
        "[1",
        r#"{"Data": {"Property": [{}]}}"#,
        r#"{"date": 7, "Data": {"Property": []}}"#,
    ] {
        let reason = unusable(&fixture.file(text));
        assert!(
            reason.contains("units.json:") && reason.contains(": cannot be used: "),
            "{text}: {reason}"
        );
    }
    missing.origin = Origin::File(fixture.root().join("nowhere.json"));
    let reason = unusable(&missing);
    assert!(
        reason.ends_with("nowhere.json: cannot be used: the file does not exist"),
        "{reason}"
    );
}

#[test]
fn an_example_never_replaces_a_platform() {
    let mut fixture = PullFixture::start();
    let marks = ["content/inventory.json", "content/amenities.json"].map(str::to_owned);
    fixture.own.examples.extend(marks.clone());
    assert!(
        fixture.pull(&fixture.offline()).unwrap().is_example,
        "without a platform it is shown"
    );
    let pulled = fixture.pulled();
    assert!(
        pulled.is_example && fixture.snapshot_bytes().is_none(),
        "what the stub sends is not stored"
    );

    fixture.mode(Mode::ServerError);
    let expected = ["failed", "failed", "example_inventory", "nothing"];
    assert_eq!(
        kinds(&no_inventory(fixture.pull(&fixture.request()))),
        expected
    );
    assert_eq!(kinds(&fixture.refused()), ["failed", "failed"]);
    let named = PullRequest {
        origin: Origin::Platform { url: None },
        ..fixture.request()
    };
    assert_eq!(
        fixture.pull(&named).unwrap().source,
        Source::Shipped,
        "no platform is configured"
    );
    fixture.platform.url = fixture.url.clone();
    let reasons = no_inventory(fixture.pull(&named));
    assert_eq!(kinds(&reasons), expected);
    assert!(
        reasons[2]
            .message
            .contains("with `--inventory content/inventory.json`"),
        "{}",
        reasons[2]
    );
    assert!(
        fixture.pull(&fixture.offline()).unwrap().is_example,
        "asked for by its author"
    );
    let file = read(fixture.root(), "content/inventory.json");
    assert!(
        fixture.pull(&fixture.file(&file)).is_ok(),
        "named by its author"
    );

    // Real units, and amenities that cannot be pulled.
    fixture.own.examples.retain(|mark| *mark != marks[0]);
    fixture.mode(Mode::Ok);
    fixture.tell(&platform::stub::Behaviour::new(
        "amenities/list",
        Mode::ServerError,
    ));
    assert_eq!(
        kinds(&no_inventory(fixture.pull(&fixture.request()))),
        ["failed", "example_inventory"]
    );
    fixture.own.examples.clear();
    assert_eq!(fixture.pulled().source, Source::Platform);
    fixture.mode(Mode::ServerError);
    fs::remove_dir_all(fixture.root().join(".site")).unwrap();
    assert_eq!(
        fixture.pulled().source,
        Source::Shipped,
        "a real one is a fallback"
    );
}
