//! The day of an inventory: that of the development.

mod pull_rig;

use generator::stages::pull::Request;
use model::utc_offset::UtcOffset;
use pull_rig::Rig;

#[test]
fn the_day_of_a_pull_is_that_of_the_development() {
    let mut rig = Rig::start();
    let late = |rig: &Rig| {
        let now = "2026-11-21T06:30:00Z".parse().unwrap();
        let pulled = rig.pull(&Request { now, ..rig.request() });
        pulled.unwrap().inventory.date.to_string()
    };
    assert_eq!(late(&rig), "2026-11-21");
    rig.utc_offset = "-07:00".to_owned().try_into().unwrap();
    assert_eq!(late(&rig), "2026-11-20");
}

#[test]
fn a_file_without_a_day_has_the_day_it_was_changed() {
    let rig = Rig::start();
    let pulled = rig.pull(&rig.file(r#"{"Data": {"Property": []}}"#)).unwrap();
    let today = UtcOffset::default().day(jiff::Timestamp::now());
    let days = today.since(pulled.inventory.date).unwrap().get_days();
    assert!((0..=1).contains(&days), "{}", pulled.inventory.date);
}
