//! The age of the inventory against `gates.max_age_hours`, with a clock that each test sets.

use std::fs;

use super::command::{done, project, site, text};
use crate::support::pull_fixture::{PullFixture, noon};
use generator::stages::pull::{PullRequest, PullResult, Source, StaleInventory};
use jiff::{SignedDuration, Timestamp};
use platform::stub::Mode;
use serde_json::Value;

fn at(fixture: &PullFixture, now: Timestamp) -> PullResult {
    let request = PullRequest { now, ..fixture.request() };
    fixture.pull(&request).unwrap()
}

#[test]
fn an_inventory_is_overdue_one_second_after_the_limit() {
    let mut fixture = PullFixture::start();
    fixture.gates.max_age_hours = Some(48);
    let good = noon("2026-11-17");
    assert_eq!(at(&fixture, good).overdue, None);
    fixture.mode(Mode::Html);
    let limit = good + SignedDuration::from_hours(48);
    let pulled = at(&fixture, limit);
    assert_eq!((pulled.source, pulled.overdue), (Source::Snapshot, None));
    let pulled = at(&fixture, limit + SignedDuration::from_secs(1));
    let overdue = StaleInventory {
        since: Some("2026-11-17T07:00:00-05:00".to_owned()),
        hours: Some(48),
        max_age_hours: 48,
    };
    assert_eq!(pulled.overdue, Some(overdue));
    assert_eq!(pulled.inventory.date.to_string(), "2026-11-17");
    fixture.mode(Mode::Ok);
    assert_eq!(at(&fixture, limit + SignedDuration::from_secs(2)).overdue, None);
}

#[test]
fn without_a_limit_no_inventory_is_overdue() {
    let fixture = PullFixture::start();
    at(&fixture, noon("2020-01-01"));
    fixture.mode(Mode::Refuse);
    assert_eq!(at(&fixture, noon("2030-01-01")).overdue, None);
}

#[test]
fn the_shipped_inventory_counts_from_its_day() {
    let mut fixture = PullFixture::start();
    fixture.gates.max_age_hours = Some(1_000_000);
    fixture.mode(Mode::Refuse);
    assert_eq!(at(&fixture, noon("2026-11-20")).overdue, None);
    fixture.gates.max_age_hours = Some(24);
    let overdue = at(&fixture, noon("2026-01-03")).overdue.unwrap();
    assert_eq!(overdue.since.as_deref(), Some("2026-01-02T00:00:00-05:00"));
    assert_eq!(overdue.hours, Some(31));
}

#[test]
fn a_chosen_file_is_never_overdue() {
    let mut fixture = PullFixture::start();
    fixture.gates.max_age_hours = Some(1);
    let file = fixture.file(r#"{"date": "2020-01-01", "Data": {"Property": []}}"#);
    assert_eq!(fixture.pull(&file).unwrap().overdue, None);
}

#[test]
fn an_old_inventory_is_built_and_ends_with_status_5() {
    let fixture = project();
    let config = fs::read_to_string(fixture.root().join("site.yaml")).unwrap();
    let config = config.replace("\ngates:\n", "\ngates:\n  max_age_hours: 48\n");
    fs::write(fixture.root().join("site.yaml"), config).unwrap();
    let hundred_hours_ago = Timestamp::now() - SignedDuration::from_hours(100);
    let good = fixture.pull(&PullRequest { now: hundred_hours_ago, ..fixture.request() });
    let day = good.unwrap().inventory.date.to_string();
    fixture.mode(Mode::Refuse);
    let built = site(&fixture, &["build", "--json"]);
    assert_eq!(built.status.code(), Some(5), "{}", text(&built.stderr));
    let messages = text(&built.stderr);
    assert!(
        messages.contains("the inventory is 100 h old: the last one accepted from the platform is from "),
        "{messages}"
    );
    let report: Value = serde_json::from_slice(&built.stdout).unwrap();
    assert_eq!(report["done"], true);
    assert_eq!(report["inventory"]["date"], day);
    assert_eq!(report["inventory"]["overdue"]["hours"], 100);
    assert_eq!(report["inventory"]["overdue"]["max_age_hours"], 48);
    let data = fs::read_to_string(fixture.root().join("dist/data/inventory.json")).unwrap();
    assert!(data.contains(&format!("\"date\":\"{day}\"")), "the day is that of the data");
    assert_eq!(site(&fixture, &["pull", "--offline"]).status.code(), Some(5));
    assert_eq!(site(&fixture, &["pull", "--strict"]).status.code(), Some(3), "--strict refuses as before");
    fixture.mode(Mode::Ok);
    let pulled = site(&fixture, &["pull", "--json"]);
    done(&pulled);
    let report: Value = serde_json::from_slice(&pulled.stdout).unwrap();
    assert_eq!(report["overdue"], Value::Null);
}
