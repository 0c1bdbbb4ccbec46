//! Publications that are interrupted after every possible number of changes, and other publishers.

use std::future::ready;
use std::sync::Arc;

use futures::FutureExt as _;
use publish::clock::Timer as _;
use publish::error::PublishError;
use publish::layout;
use publish::lease::LIFETIME;

use crate::support::{Observed, assert_shows, kill_everywhere, two_sites};
use crate::time::time;

/// Interrupts the publication of the other site after every `step`th number of changes, then publishes one of them.
fn interrupt_everywhere(step: usize, target: impl Fn() -> Arc<Observed>) {
    let (one, other) = two_sites();
    let published = || {
        let target = target();
        one.publish(&*target).unwrap();
        target
    };
    for next in [&one, &other] {
        let check = |target: &Observed, context: &str| {
            next.publish(target).unwrap();
            assert_shows(target, next, context);
            let again = next.publish(target).unwrap();
            assert!(
                again.uploaded.is_empty() && again.deleted.is_empty(),
                "{context}: {again:?}"
            );
        };
        let interrupted = kill_everywhere(step, published, |target| other.publish(target), check);
        println!(
            "torture: writes of a publication that fail | {interrupted} | {interrupted} | 0 | 0"
        );
    }
}

#[test]
fn an_interruption_anywhere_is_repaired_in_a_store() {
    interrupt_everywhere(1, Observed::memory);
}

#[test]
fn an_interruption_anywhere_is_repaired_in_a_folder() {
    // Flushing a file system takes long.
    interrupt_everywhere(3, Observed::new_folder);
}

#[test]
fn an_interrupted_first_publication_is_repaired() {
    let (one, _) = two_sites();
    let publish = |target: &Observed| one.publish(target);
    kill_everywhere(1, Observed::memory, publish, |target, context| {
        publish(target).unwrap();
        assert_eq!(target.public(), one.public(), "{context}");
    });
}

#[test]
fn the_lease_of_a_killed_publication_is_broken_after_its_lifetime_whatever_the_clocks_say() {
    let (one, other) = two_sites();
    for start in [
        "1970-01-01T00:00:00Z",
        "2026-11-20T12:00:00Z",
        "2090-01-01T00:00:00Z",
    ] {
        let target = Observed::memory();
        target.kill_after(2, || one.publish(&*target)).unwrap_err();
        let publish = |dry_run| {
            other.publish_with(&*target, |next| {
                next.start = start.parse().unwrap();
                next.dry_run = dry_run;
            })
        };
        let error = publish(true).unwrap_err();
        assert!(error.is_conflict(), "{error}");
        assert!(
            error.to_string().starts_with("another publisher, ana ("),
            "{error}"
        );
        let before = time().elapsed();
        publish(false).unwrap();
        assert_eq!((time().elapsed() - before).as_secs(), u64::from(LIFETIME));
        assert_shows(&target, &other, start);
    }
}

#[test]
fn a_lease_that_was_given_back_is_free_at_once_whatever_the_clocks_say() {
    let (one, _) = two_sites();
    let target = Observed::memory();
    let stopped = one.publish_with(&*target, |stopped| {
        stopped.start = "2090-01-01T00:00:00Z".parse().unwrap();
        stopped.stop = Box::pin(ready(()));
    });
    assert!(matches!(stopped, Err(PublishError::Stopped)));
    let before = time().elapsed();
    one.publish(&*target).unwrap();
    assert_eq!(time().elapsed(), before);
    assert_eq!(target.public(), one.public());
}

#[test]
fn a_record_that_moved_meanwhile_stops_the_run() {
    let (one, other) = two_sites();
    let target = Observed::with(&[&one]);
    // Somebody else writes the record while the purge, the last step, runs.
    let purge = |_: Vec<String>, _: Vec<String>| {
        target.put(layout::RECORD, "{}");
        ready(Ok(())).boxed()
    };
    let error = other
        .publish_with(&*target, |next| next.purge = Some(Box::new(purge)))
        .unwrap_err();
    assert!(matches!(error, PublishError::Moved), "{error}");
    let advice = "the record changed while this publication ran: run the command again";
    assert_eq!(error.to_string(), format!(".site/current.json: {advice}"));
    let error = one.publish(&*target).unwrap_err();
    assert!(matches!(error, PublishError::Problem(_)), "{error}");
}
