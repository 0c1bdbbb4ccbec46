//! The date of an inventory in the development's time zone, and its age against `gates.max_age_hours`.

use generator::stages::pull::{PullRequest, PullResult, Source, StaleInventory};
use jiff::{SignedDuration, Timestamp, Unit};
use platform::stub::Mode;
use serde_json::Value;

use super::command::{project, site};
use crate::support::files::{edit, read};
use crate::support::pull_fixture::{PullFixture, TODAY, noon};

fn at(fixture: &PullFixture, now: Timestamp) -> PullResult {
    fixture
        .pull(&PullRequest {
            now,
            ..fixture.request()
        })
        .unwrap()
}

#[test]
fn the_date_of_a_pull_is_in_the_developments_time_zone_and_that_of_a_file_its_modification() {
    let mut fixture = PullFixture::start();
    for (zone, day) in [
        ("America/Panama", "2026-11-21"),
        ("America/Hermosillo", "2026-11-20"),
    ] {
        fixture.time_zone = zone.parse().unwrap();
        let late = at(&fixture, "2026-11-21T06:30:00Z".parse().unwrap());
        assert_eq!(late.inventory.date.to_string(), day, "{zone}");
    }

    let pulled = fixture
        .pull(&fixture.file(r#"{"Data": {"Property": []}}"#))
        .unwrap();
    let today = fixture.time_zone.day(Timestamp::now());
    let days = today.since(pulled.inventory.date).unwrap().get_days();
    assert!((0..=1).contains(&days), "{}", pulled.inventory.date);
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
    let since = "2026-11-17T07:00:00-05:00".to_owned();
    assert_eq!(
        pulled.overdue,
        Some(StaleInventory {
            since,
            hours: 48,
            max_age_hours: 48
        })
    );
    assert_eq!(pulled.inventory.date.to_string(), "2026-11-17");
    fixture.mode(Mode::Ok);
    assert_eq!(
        at(&fixture, limit + SignedDuration::from_secs(2)).overdue,
        None
    );
}

#[test]
fn the_shipped_inventory_counts_from_its_day_and_a_chosen_file_is_never_overdue() {
    let mut fixture = PullFixture::start();
    fixture.mode(Mode::Refuse);
    for (limit, now, hours) in [
        (None, "2030-01-01", None),
        (Some(1_000_000), "2026-11-20", None),
        (Some(24), "2026-01-03", Some(31)),
    ] {
        fixture.gates.max_age_hours = limit;
        let overdue = at(&fixture, noon(now)).overdue;
        assert_eq!(
            overdue.as_ref().map(|overdue| overdue.hours),
            hours,
            "{limit:?}"
        );
        let since = overdue.map(|overdue| overdue.since);
        assert_eq!(
            since.as_deref(),
            hours.map(|_| "2026-01-02T00:00:00-05:00"),
            "{limit:?}"
        );
    }
    let file = fixture.file(r#"{"date": "2020-01-01", "Data": {"Property": []}}"#);
    assert_eq!(fixture.pull(&file).unwrap().overdue, None);
    // Nor is a snapshot without a limit.
    fixture.mode(Mode::Ok);
    fixture.gates.max_age_hours = None;
    at(&fixture, noon("2020-01-01"));
    fixture.mode(Mode::Refuse);
    assert_eq!(at(&fixture, noon("2030-01-01")).overdue, None);
}

#[test]
fn an_old_inventory_is_built_and_ends_with_status_5() {
    let fixture = project();
    edit(
        fixture.root(),
        "site.yaml",
        "\ngates:\n",
        "\ngates:\n  max_age_hours: 48\n",
    );
    // Always of the same day, so that a later run finds the documents of this one.
    let good = noon(TODAY);
    assert_eq!(at(&fixture, good).inventory.date.to_string(), TODAY);
    fixture.mode(Mode::Refuse);
    let message = " h old: the last one accepted from the platform is from 2026-11-20T";
    let hours = || (Timestamp::now() - good).total(Unit::Hour).unwrap() as u64;
    let at_least = hours();
    let report = site(&fixture, &["build", "--json"])
        .ends(5)
        .says(message)
        .json();
    assert_eq!(
        (&report["done"], &report["inventory"]["date"]),
        (&Value::Bool(true), &TODAY.into())
    );
    let said = report["inventory"]["overdue"]["hours"].as_u64().unwrap();
    assert!((at_least..=hours()).contains(&said), "{said}");
    assert_eq!(report["inventory"]["overdue"]["max_age_hours"], 48);
    let data = read(fixture.root(), "dist/data/inventory.json");
    assert!(
        data.contains(&format!("\"date\":\"{TODAY}\"")),
        "the day is that of the data"
    );
    site(&fixture, &["pull", "--offline"]).ends(5);
    // `--strict` refuses as before.
    site(&fixture, &["pull", "--strict"]).ends(3);
    fixture.mode(Mode::Ok);
    assert_eq!(
        site(&fixture, &["pull", "--json"]).ends(0).json()["overdue"],
        Value::Null
    );
}
