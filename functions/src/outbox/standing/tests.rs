//! What a worker reads from the names of a lead's work objects.

use super::{DeliveryStanding, Due, Standing, WorkObject};
use crate::lead::DeliveryKind::{Contact, Lead, Notice};
use crate::outbox::names::{Outcome, WorkName};

const LEASE_MS: i64 = 60_000;
const NOW: i64 = 1_000_000_000;

fn standing(names: &[&str]) -> Standing {
    let parse = |name: &&str| WorkObject {
        name: WorkName::parse(name).expect("a name"),
        written_ms: NOW - 1000,
    };
    Standing::new(names.iter().map(parse).collect())
}

#[test]
fn a_fresh_lead_is_due() {
    let fresh = standing(&[]);
    assert_eq!(fresh.due(NOW, LEASE_MS), Due::Now);
    assert!(fresh.may_try(Lead, NOW));
    assert_eq!(
        fresh.of(Lead),
        DeliveryStanding {
            number: 0,
            failures: 0,
            outcome: None
        }
    );
}

#[test]
fn a_lease_keeps_others_away_until_it_ends() {
    let owned = standing(&["lease.0001"]);
    assert_eq!(owned.due(NOW, LEASE_MS), Due::At(NOW - 1000 + LEASE_MS));
    assert_eq!(owned.due(NOW + LEASE_MS, LEASE_MS), Due::Now);
    assert_eq!(
        standing(&["lease.0001", "lease.0001.free"]).due(NOW, LEASE_MS),
        Due::Now
    );
    assert!(!standing(&["lease.0001", "lease.0001.free", "lease.0002"]).lease_is_free());
}

#[test]
fn each_delivery_has_its_own_state() {
    let next = NOW + 5000;
    let retry = format!("contact.0002.retry.{next}");
    let mixed = standing(&[
        "lease.0001",
        "lease.0001.free",
        "lead.0001.done",
        "contact.0001.retry.5",
        &retry,
        "notice.0001.parked",
    ]);
    assert_eq!(mixed.of(Lead).outcome, Some(Outcome::Done));
    assert_eq!(
        mixed.of(Contact),
        DeliveryStanding {
            number: 2,
            failures: 2,
            outcome: Some(Outcome::Retry(next))
        }
    );
    assert!(!mixed.may_try(Lead, NOW) && !mixed.may_try(Contact, NOW) && mixed.may_try(Contact, next));
    assert!(!mixed.may_try(Notice, next));
    assert_eq!(mixed.due(NOW, LEASE_MS), Due::At(next));
}

#[test]
fn parked_waits_for_an_operator_who_says_again() {
    let parked = standing(&[
        "lease.0001",
        "lease.0001.free",
        "lead.0001.done",
        "contact.0040.parked",
    ]);
    assert_eq!(parked.due(NOW, LEASE_MS), Due::Parked);
    let again = standing(&[
        "lease.0001",
        "lease.0001.free",
        "contact.0039.retry.5",
        "contact.0040.parked",
        "contact.0041.again",
    ]);
    assert_eq!(again.due(NOW, LEASE_MS), Due::Now);
    assert_eq!(
        again.of(Contact),
        DeliveryStanding {
            number: 41,
            failures: 0,
            outcome: Some(Outcome::Again)
        }
    );
}

#[test]
fn all_arrived_but_not_put_away_is_due() {
    let finished = standing(&[
        "lease.0001",
        "lease.0001.free",
        "lead.0001.done",
        "contact.0001.done",
    ]);
    assert_eq!(finished.due(NOW, LEASE_MS), Due::Now);
}

#[test]
fn done_is_final() {
    assert_eq!(
        standing(&["lead.0001.done", "lead.0002.retry.5"])
            .of(Lead)
            .outcome,
        Some(Outcome::Done)
    );
}

#[test]
fn quarantine_holds_all_but_the_notice() {
    let hold = format!("hold.{}", NOW + 9000);
    let held = standing(&[&hold]);
    assert_eq!(held.due(NOW, LEASE_MS), Due::Now, "the notice has not gone yet");
    assert!(held.may_try(Notice, NOW) && !held.may_try(Lead, NOW));
    let told = standing(&[&hold, "lease.0001", "lease.0001.free", "notice.0001.done"]);
    assert_eq!(told.due(NOW, LEASE_MS), Due::At(NOW + 9000));
    assert_eq!(told.due(NOW + 9000, LEASE_MS), Due::Now);
    let silent = standing(&[&hold, "lease.0001", "lease.0001.free"]);
    assert_eq!(
        silent.due(NOW, LEASE_MS),
        Due::At(NOW + 9000),
        "there is no notice to send"
    );
    let released = standing(&[
        &hold,
        "lease.0001",
        "lease.0001.free",
        "notice.0001.done",
        "released",
    ]);
    assert!(released.may_try(Lead, NOW));
    assert_eq!(released.due(NOW, LEASE_MS), Due::Now);
}

#[test]
fn a_clock_set_back_stops_nothing() {
    let retry = format!("lead.0001.retry.{}", NOW + 3_600_000);
    let back = NOW - 7_200_000;
    let stuck = standing(&["lease.0001", "lease.0001.free", &retry]);
    assert!(!stuck.may_try(Lead, NOW));
    assert!(stuck.may_try(Lead, back));
    assert_eq!(stuck.due(back, LEASE_MS), Due::Now);
}
