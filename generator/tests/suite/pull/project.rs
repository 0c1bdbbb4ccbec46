//! The stored pull belongs to the project of `platform.project_code`.

use std::fs;

use generator::stages::pull::Source;
use serde_json::json;

use crate::support::pull_fixture::{PullFixture, kinds, no_inventory};

#[test]
fn the_stored_pull_of_another_project_is_not_used() {
    let mut fixture = PullFixture::with_snapshot();
    fixture.put("units/O-301", &json!({"status": "vendido"}));
    fixture.pull(&fixture.request()).unwrap();
    fixture.platform.project_code = "OTRO".to_owned();
    let pulled = fixture.pull(&fixture.offline()).unwrap();
    assert_eq!(
        (pulled.source, kinds(&pulled.warnings)),
        (Source::Shipped, vec!["foreign_snapshot", "foreign_snapshot"]),
        "neither its units nor its history"
    );
    assert!(pulled.inventory.history.changes.is_empty());
    fs::remove_file(fixture.root().join("content/inventory.json")).unwrap();
    assert_eq!(kinds(&no_inventory(fixture.pull(&fixture.offline()))), ["foreign_snapshot", "nothing"]);
}
