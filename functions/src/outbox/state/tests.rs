//! The delivery state computed from the names of a lead's work objects.

use super::{ChannelState, DeliveryState, Due, WorkObject};
use crate::lead::ChannelKind::{Contact, Lead, Notice};
use crate::outbox::names::{Outcome, WorkName};

const LEASE_MS: i64 = 60_000;
const NOW: i64 = 1_000_000_000;

fn state(names: &[&str]) -> DeliveryState {
    let parse = |name: &&str| WorkObject {
        name: WorkName::parse(name).expect("a name"),
        written_ms: NOW - 1000,
    };
    DeliveryState::new(names.iter().map(parse).collect())
}

#[test]
fn a_new_lead_is_due() {
    let fresh = state(&[]);
    assert_eq!(fresh.due(NOW, LEASE_MS), Due::Now);
    assert!(fresh.is_due(Lead, NOW));
    assert_eq!(
        fresh.channel(Lead),
        ChannelState {
            number: 0,
            failures: 0,
            outcome: None
        }
    );
}

#[test]
fn a_leased_lead_is_due_when_the_lease_expires() {
    let owned = state(&["lease.0001"]);
    assert_eq!(owned.due(NOW, LEASE_MS), Due::At(NOW - 1000 + LEASE_MS));
    assert_eq!(owned.due(NOW + LEASE_MS, LEASE_MS), Due::Now);
    assert_eq!(
        state(&["lease.0001", "lease.0001.free"]).due(NOW, LEASE_MS),
        Due::Now
    );
    assert!(!state(&["lease.0001", "lease.0001.free", "lease.0002"]).lease_is_free());
}

#[test]
fn each_channel_has_its_own_state() {
    let next = NOW + 5000;
    let retry = format!("contact.0002.retry.{next}");
    let mixed = state(&[
        "lease.0001",
        "lease.0001.free",
        "lead.0001.delivered",
        "contact.0001.retry.5",
        &retry,
        "notice.0001.dead_lettered",
    ]);
    assert_eq!(mixed.channel(Lead).outcome, Some(Outcome::Delivered));
    assert_eq!(
        mixed.channel(Contact),
        ChannelState {
            number: 2,
            failures: 2,
            outcome: Some(Outcome::RetryAt(next))
        }
    );
    assert!(!mixed.is_due(Lead, NOW) && !mixed.is_due(Contact, NOW) && mixed.is_due(Contact, next));
    assert!(!mixed.is_due(Notice, next));
    assert_eq!(mixed.due(NOW, LEASE_MS), Due::At(next));
}

#[test]
fn a_dead_lettered_lead_waits_for_a_retry_by_an_operator() {
    let dead_lettered = state(&[
        "lease.0001",
        "lease.0001.free",
        "lead.0001.delivered",
        "contact.0040.dead_lettered",
    ]);
    assert_eq!(dead_lettered.due(NOW, LEASE_MS), Due::DeadLettered);
    let restarted = state(&[
        "lease.0001",
        "lease.0001.free",
        "contact.0039.retry.5",
        "contact.0040.dead_lettered",
        "contact.0041.restarted",
    ]);
    assert_eq!(restarted.due(NOW, LEASE_MS), Due::Now);
    assert_eq!(
        restarted.channel(Contact),
        ChannelState {
            number: 41,
            failures: 0,
            outcome: Some(Outcome::Restarted)
        }
    );
}

#[test]
fn a_delivered_lead_that_is_not_archived_is_due() {
    let finished = state(&[
        "lease.0001",
        "lease.0001.free",
        "lead.0001.delivered",
        "contact.0001.delivered",
    ]);
    assert_eq!(finished.due(NOW, LEASE_MS), Due::Now);
}

#[test]
fn a_delivery_is_final() {
    assert_eq!(
        state(&["lead.0001.delivered", "lead.0002.retry.5"])
            .channel(Lead)
            .outcome,
        Some(Outcome::Delivered)
    );
}

#[test]
fn quarantine_delays_all_channels_but_the_notice() {
    let quarantine = format!("quarantined.{}", NOW + 9000);
    let quarantined = state(&[&quarantine]);
    assert_eq!(
        quarantined.due(NOW, LEASE_MS),
        Due::Now,
        "the notice is not sent yet"
    );
    assert!(quarantined.is_due(Notice, NOW) && !quarantined.is_due(Lead, NOW));
    let notified = state(&[
        &quarantine,
        "lease.0001",
        "lease.0001.free",
        "notice.0001.delivered",
    ]);
    assert_eq!(notified.due(NOW, LEASE_MS), Due::At(NOW + 9000));
    assert_eq!(notified.due(NOW + 9000, LEASE_MS), Due::Now);
    let without_notice = state(&[&quarantine, "lease.0001", "lease.0001.free"]);
    assert_eq!(
        without_notice.due(NOW, LEASE_MS),
        Due::At(NOW + 9000),
        "there is no notice to send"
    );
    let released = state(&[
        &quarantine,
        "lease.0001",
        "lease.0001.free",
        "notice.0001.delivered",
        "released",
    ]);
    assert!(released.is_due(Lead, NOW));
    assert_eq!(released.due(NOW, LEASE_MS), Due::Now);
}

#[test]
fn a_clock_set_back_does_not_delay_retries() {
    let retry = format!("lead.0001.retry.{}", NOW + 3_600_000);
    let back = NOW - 7_200_000;
    let stuck = state(&["lease.0001", "lease.0001.free", &retry]);
    assert!(!stuck.is_due(Lead, NOW));
    assert!(stuck.is_due(Lead, back));
    assert_eq!(stuck.due(back, LEASE_MS), Due::Now);
}

#[test]
fn a_clock_that_was_ahead_of_the_stores_does_not_delay_retries() {
    let after = |days: i64| format!("lead.0001.retry.{}", NOW + days * 24 * 3_600_000);
    assert!(
        !state(&[&after(1)]).is_due(Lead, NOW),
        "a wait that a channel requested"
    );
    let ahead = state(&[&after(400)]);
    assert!(ahead.is_due(Lead, NOW));
    assert_eq!(ahead.due(NOW, LEASE_MS), Due::Now);
}
