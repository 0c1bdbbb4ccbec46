//! Publications that are interrupted after every possible number of changes, and other publishers.

use std::sync::Arc;

use bytes::Bytes;
use publish::clock::Clock;
use publish::error::PublishError;
use publish::layout;
use publish::record::Headers;
use publish::target::Target as _;

use crate::support::{Observed, missing, run, runtime, two_sites};

/// More changes than a publication of the test makes.
const MANY: usize = 80;

/// Interrupts the publication of the other site after every `step`th number of changes, then publishes one of them.
fn interrupt_everywhere(step: usize, target: impl Fn() -> (Arc<Observed>, Option<tempfile::TempDir>)) {
    let (one, other) = two_sites();
    let mut interrupted = 0;
    for changes in (0..MANY).step_by(step) {
        for next in [&one, &other] {
            let (target, _folder) = target();
            one.publish(&*target).unwrap();
            target.fail_after(changes);
            let is_interrupted = other.publish(&*target).is_err();
            interrupted += usize::from(is_interrupted);
            target.fail_after(usize::MAX);
            let public = target.public();
            assert!(
                missing(&public).is_empty(),
                "after {changes} changes: {:?}",
                missing(&public)
            );
            next.publish(&*target).unwrap();
            let mut public = target.public();
            assert!(missing(&public).is_empty());
            // Older hashed files may remain; everything else is as wanted.
            let wanted = next.public();
            public.retain(|path, _| wanted.contains_key(path) || !path.starts_with("assets/"));
            assert_eq!(public, wanted, "after {changes} changes");
            let again = next.publish(&*target).unwrap();
            assert!(again.uploaded.is_empty() && again.deleted.is_empty(), "{again:?}");
            if !is_interrupted {
                assert!(interrupted > 10, "only {interrupted} interruptions");
                println!(
                    "torture: writes of a publication that fail | {interrupted} | {interrupted} | 0 | 0"
                );
                return;
            }
        }
    }
    panic!("a publication makes more than {MANY} changes");
}

#[test]
fn an_interruption_anywhere_is_repaired_in_a_store() {
    interrupt_everywhere(1, || (Observed::memory(), None));
}

#[test]
fn an_interruption_anywhere_is_repaired_in_a_folder() {
    // Flushing a file system takes long.
    interrupt_everywhere(3, || {
        let folder = tempfile::tempdir().unwrap();
        (Observed::folder(folder.path()), Some(folder))
    });
}

#[test]
fn an_interrupted_first_publication_is_repaired() {
    let (one, _) = two_sites();
    for changes in 0..MANY {
        let target = Observed::memory();
        target.fail_after(changes);
        let is_interrupted = one.publish(&*target).is_err();
        target.fail_after(usize::MAX);
        assert!(missing(&target.public()).is_empty(), "after {changes} changes");
        one.publish(&*target).unwrap();
        assert_eq!(target.public(), one.public());
        if !is_interrupted {
            return;
        }
    }
    panic!("a publication makes more than {MANY} changes");
}

#[test]
fn a_lease_excludes_other_publishers_until_it_ends() {
    let (one, other) = two_sites();
    let target = Observed::memory();
    let killed = one.publication(&*target);
    let clock = killed.clock;
    target.fail_after(2);
    run(killed).unwrap_err();
    target.fail_after(usize::MAX);
    let publish_after = |seconds: u64| {
        let mut publication = other.publication(&*target);
        publication.clock = Clock::starting_at(clock.after(std::time::Duration::from_secs(seconds)));
        run(publication)
    };
    let error = publish_after(60).unwrap_err();
    assert!(
        matches!(error, PublishError::Leased { .. }) && error.is_conflict(),
        "{error}"
    );
    assert!(
        error.to_string().starts_with("the target is leased by ana ("),
        "{error}"
    );
    publish_after(121).unwrap();
    assert_eq!(target.public(), other.public());
}

#[test]
fn after_a_publication_that_was_stopped_the_next_one_begins_at_once() {
    let (one, _) = two_sites();
    let target = Observed::memory();
    let mut stopped = one.publication(&*target);
    let clock = stopped.clock;
    stopped.stop = Box::pin(std::future::ready(()));
    assert!(matches!(run(stopped), Err(PublishError::Stopped)));
    let mut next = one.publication(&*target);
    next.clock = clock;
    run(next).unwrap();
    assert_eq!(target.public(), one.public());
}

#[test]
fn of_two_publishers_at_once_one_wins_and_the_site_is_whole() {
    let (one, other) = two_sites();
    let folder = tempfile::tempdir().unwrap();
    for target in [Observed::memory(), Observed::folder(folder.path())] {
        for _ in 0..10 {
            let (mut first, mut second) = (one.publication(&*target), other.publication(&*target));
            second.clock = first.clock;
            if second.files.len() % 2 == 0 {
                std::mem::swap(&mut first, &mut second);
            }
            let (first, second) = runtime().block_on(async { tokio::join!(first.run(), second.run()) });
            assert!(first.is_ok() || second.is_ok(), "{first:?} {second:?}");
            for result in [&first, &second] {
                assert!(
                    result.as_ref().err().is_none_or(PublishError::is_conflict),
                    "{result:?}"
                );
            }
            let mut public = target.public();
            assert!(missing(&public).is_empty());
            public.retain(|path, _| !path.starts_with("assets/"));
            let without_assets = |site: &crate::support::Site| {
                let mut files = site.public();
                files.retain(|path, _| !path.starts_with("assets/"));
                files
            };
            assert!(
                public == without_assets(&one) || public == without_assets(&other),
                "a mixture: {public:?}"
            );
        }
    }
    println!("torture: two publications at once | 20 | 20 | 0 | 0");
}

#[test]
fn a_record_that_moved_meanwhile_stops_the_run() {
    let (one, other) = two_sites();
    let target = Observed::memory();
    one.publish(&*target).unwrap();
    // Somebody else writes the record while the purge, the last step, runs.
    let purge = |_: Vec<String>| {
        let target = Arc::clone(&target);
        let write = async move {
            let text = Bytes::from_static(b"{}");
            let written = target.write(layout::RECORD, text, &Headers::new()).await;
            written.map(drop).map_err(|error| error.to_string())
        };
        futures::FutureExt::boxed(write)
    };
    let mut publication = other.publication(&*target);
    publication.purge = Some(&purge);
    let error = run(publication).unwrap_err();
    assert!(matches!(error, PublishError::Moved(_)), "{error}");
    assert_eq!(
        error.to_string(),
        ".site/current.json: the record changed while this publication ran: run the command again"
    );
    let error = one.publish(&*target).unwrap_err();
    assert!(matches!(error, PublishError::Damaged { .. }), "{error}");
}
