//! Older releases are applied again.

use futures::executor::block_on;
use publish::error::PublishError;
use publish::publication::{Publication, Published};
use publish::record::find_release;
use publish::target::Target;

use crate::support::{
    Observed, Site, assert_shows, kill_everywhere, publication, record, run, two_sites,
};

fn rollback(target: &dyn Target, number: Option<u64>) -> Result<Published, PublishError> {
    let (release, files) = block_on(find_release(target, number))?;
    run(Publication {
        rollback_to: Some(release.number),
        ..publication(target, files)
    })
}

#[test]
fn a_rollback_restores_a_release_and_is_one_itself() {
    let (one, other) = two_sites();
    let target = Observed::with(&[&one, &other]);
    let published = rollback(&*target, None).unwrap();
    assert!(published.is_new && published.release == 3);
    assert!(published.uploaded.contains(&"vieja.html".to_owned()));
    assert_shows(&target, &one, "after the rollback");
    let releases = record(&*target).releases.into_iter();
    let listed: Vec<_> = releases
        .map(|release| (release.number, release.rollback_to))
        .collect();
    assert_eq!(listed, [(1, None), (2, None), (3, Some(1))]);
    // And forward again.
    rollback(&*target, Some(2)).unwrap();
    assert_eq!(target.public()["index.html"], other.public()["index.html"]);
}

#[test]
fn an_interrupted_rollback_is_repaired() {
    let (one, other) = two_sites();
    let published = || Observed::with(&[&one, &other]);
    let roll_back = |target: &Observed| rollback(target, Some(1));
    kill_everywhere(1, published, roll_back, |target, context| {
        roll_back(target).unwrap();
        assert_shows(target, &one, context);
    });
}

#[test]
fn a_rollback_works_after_a_publication_that_was_killed_anywhere() {
    let sites = [1, 2, 3, 4].map(|number: u32| {
        let (asset, page) = (format!("assets/a-{number}.js"), format!("{number}.html"));
        Site::with(&[("index.html", &asset), (&page, &asset), (&asset, "a")])
    });
    for keep in [2, 5] {
        let publish =
            |site: &Site, target: &Observed| site.publish_with(target, |next| next.keep = keep);
        let published = || {
            let target = Observed::memory();
            sites[..3]
                .iter()
                .for_each(|site| drop(publish(site, &target).unwrap()));
            target
        };
        kill_everywhere(
            1,
            published,
            |target| publish(&sites[3], target),
            |target, context| {
                let current = record(target).release.number as usize;
                let (release, files) = block_on(find_release(target, None)).unwrap();
                assert_eq!(release.number as usize, current - 1);
                run(Publication {
                    keep,
                    ..publication(target, files)
                })
                .unwrap();
                assert_shows(
                    target,
                    &sites[current - 2],
                    &format!("keep {keep}, {context}"),
                );
            },
        );
    }
}

#[test]
fn releases_that_are_not_kept_are_refused() {
    let (one, other) = two_sites();
    let target = Observed::memory();
    let message = |number| rollback(&*target, number).unwrap_err().to_string();
    assert_eq!(
        message(None),
        "the target has no release: run `site publish`"
    );
    one.publish(&*target).unwrap();
    assert_eq!(
        message(None),
        "the target keeps no earlier release: choose one of 1"
    );
    other.publish(&*target).unwrap();
    assert_eq!(
        message(Some(7)),
        "the target keeps no release 7: choose one of 1, 2"
    );
}

#[test]
fn a_damaged_body_is_not_published() {
    let (one, other) = two_sites();
    let target = Observed::with(&[&one]);
    let body = publish::layout::body(&record(&*target).files["index.html"].sha256);
    other.publish(&*target).unwrap();
    target.put(&body, "damaged");
    let error = rollback(&*target, Some(1)).unwrap_err();
    assert!(matches!(error, PublishError::Problem(_)), "{error}");
    assert_ne!(target.public()["index.html"], "damaged");
    other.publish(&*target).unwrap();
    assert_eq!(target.public()["en.html"], other.public()["en.html"]);
}
