//! The delivery state computed from the names of a lead's work objects.

use super::{DeliveryState, WorkObject};
use crate::lead::ChannelName;
use crate::outbox::names::{Outcome, WorkName};
use crate::tests::named;

const LEASE_MS: i64 = 60_000;
const NOW: i64 = 1_000_000_000;
const HOUR: i64 = 3_600_000;

fn state(names: &str) -> DeliveryState {
    let parse = |name: &str| WorkObject {
        name: WorkName::parse(name).expect("a name"),
        written_ms: NOW - 1000,
    };
    DeliveryState {
        objects: names.split_whitespace().map(parse).collect(),
    }
}

/// Number, failures and outcome of a channel.
fn channel(names: &str, channel: ChannelName) -> (u32, u32, Option<Outcome>) {
    let state = state(names).channel(channel);
    (state.number, state.failures, state.outcome)
}

#[test]
fn a_lead_is_due_as_its_objects_say() {
    let free = "lease.0001 lease.0001.free";
    let (past, next, end) = (NOW - 5000, NOW + 5000, NOW + 9000);
    for (names, now, due) in [
        (String::new(), NOW, Some(NOW)),
        ("lease.0001".to_owned(), NOW, Some(NOW - 1000 + LEASE_MS)),
        (
            "lease.0001".to_owned(),
            NOW + LEASE_MS,
            Some(NOW + LEASE_MS),
        ),
        (free.to_owned(), NOW, Some(NOW)),
        (
            format!("{free} lead.0001.delivered contact.0002.retry.{next}"),
            NOW,
            Some(next),
        ),
        (
            format!("{free} lead.0001.delivered contact.0040.dead_lettered"),
            NOW,
            None,
        ),
        // Each channel waits for itself.
        (
            format!("{free} webhook.0001.postponed.{end} lead.0001.retry.{next}"),
            NOW,
            Some(next),
        ),
        (
            format!("{free} webhook.0001.postponed.{end} lead.0001.delivered"),
            NOW,
            Some(end),
        ),
        (
            format!("{free} webhook.0001.postponed.{end} notice.0001.dead_lettered"),
            end,
            Some(end),
        ),
        (
            format!("{free} contact.0040.dead_lettered contact.0041.restarted"),
            NOW,
            Some(NOW),
        ),
        // Delivered, but not archived.
        (
            format!("{free} lead.0001.delivered contact.0001.delivered"),
            NOW,
            Some(NOW),
        ),
        // The notice of a lead in quarantine is not delayed.
        (format!("quarantined.{end}"), NOW, Some(NOW)),
        (
            format!("quarantined.{end} {free} notice.0001.delivered"),
            NOW,
            Some(end),
        ),
        (
            format!("quarantined.{end} {free} notice.0001.retry.{}", end + 1),
            end,
            Some(end),
        ),
        (
            format!("quarantined.{past} {free} notice.0001.delivered lead.0001.dead_lettered"),
            NOW,
            None,
        ),
        (format!("quarantined.{end} {free}"), NOW, Some(end)),
        (
            format!("quarantined.{end} {free} notice.0001.delivered released"),
            NOW,
            Some(NOW),
        ),
        // The clock was set back since, or ahead then.
        (
            format!("{free} lead.0001.retry.{}", NOW + HOUR),
            NOW - 2 * HOUR,
            Some(NOW - 2 * HOUR),
        ),
        (
            format!("{free} lead.0001.retry.{}", NOW + 400 * 24 * HOUR),
            NOW,
            Some(NOW),
        ),
    ] {
        let found = state(&names).due_ms(now, LEASE_MS);
        assert_eq!(found.map(|found| found.max(now)), due, "{names}");
    }
    assert!(!state(&format!("{free} lease.0002")).lease_is_free());
}

#[test]
fn each_channel_has_its_own_state() {
    let next = NOW + 5000;
    let names = format!(
        "lead.0001.delivered contact.0001.retry.5 contact.0002.retry.{next} notice.0001.dead_lettered"
    );
    assert_eq!(channel("", named("lead")), (0, 0, None));
    assert_eq!(
        channel(&names, named("lead")),
        (1, 0, Some(Outcome::Delivered))
    );
    assert_eq!(
        channel(&names, named("contact")),
        (2, 2, Some(Outcome::RetryAt(next)))
    );
    let restarted = "contact.0039.retry.5 contact.0040.dead_lettered contact.0041.restarted";
    assert_eq!(
        channel(restarted, named("contact")),
        (41, 0, Some(Outcome::Restarted))
    );
    // What was postponed is not a failure.
    let postponed = format!("lead.0001.retry.5 lead.0002.postponed.{next}");
    assert_eq!(
        channel(&postponed, named("lead")),
        (2, 1, Some(Outcome::PostponedTo(next)))
    );
    // A delivery is final.
    assert_eq!(
        channel("lead.0001.delivered lead.0002.retry.5", named("lead")).2,
        Some(Outcome::Delivered)
    );
    let retry_in = |hours: i64| format!("lead.0001.retry.{}", NOW + hours * HOUR);
    let quarantine = format!("quarantined.{}", NOW + 9000);
    for (names, channel, now, is_due) in [
        ("", named("lead"), NOW, true),
        (&names, named("lead"), NOW, false),
        (&names, named("contact"), NOW, false),
        (&names, named("contact"), next, true),
        (&names, named("notice"), next, false),
        (&quarantine, named("notice"), NOW, true),
        (&quarantine, named("lead"), NOW, false),
        (&format!("{quarantine} released"), named("lead"), NOW, true),
        (&quarantine, named("lead"), NOW - 2 * HOUR, true),
        (&retry_in(1), named("lead"), NOW, false),
        (&retry_in(1), named("lead"), NOW - 2 * HOUR, true),
        // A wait that a channel requested, and one that none can request.
        (&retry_in(24), named("lead"), NOW, false),
        (&retry_in(400 * 24), named("lead"), NOW, true),
    ] {
        assert_eq!(
            state(names).is_due(channel, now),
            is_due,
            "{names} {channel:?} {now}"
        );
    }
}
