//! The date of an inventory is the date in the development's time zone.

use crate::support::pull_fixture::PullFixture;
use generator::stages::pull::PullRequest;

#[test]
fn the_date_of_a_pull_is_in_the_developments_time_zone() {
    let mut fixture = PullFixture::start();
    let late = |fixture: &PullFixture| {
        let now = "2026-11-21T06:30:00Z".parse().unwrap();
        let pulled = fixture.pull(&PullRequest { now, ..fixture.request() });
        pulled.unwrap().inventory.date.to_string()
    };
    assert_eq!(late(&fixture), "2026-11-21");
    fixture.time_zone = "America/Hermosillo".parse().unwrap();
    assert_eq!(late(&fixture), "2026-11-20");
}

#[test]
fn a_file_without_a_date_has_its_modification_date() {
    let fixture = PullFixture::start();
    let pulled = fixture.pull(&fixture.file(r#"{"Data": {"Property": []}}"#)).unwrap();
    let today = fixture.time_zone.day(jiff::Timestamp::now());
    let days = today.since(pulled.inventory.date).unwrap().get_days();
    assert!((0..=1).contains(&days), "{}", pulled.inventory.date);
}
