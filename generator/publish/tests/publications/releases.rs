//! Older releases are applied again.

use futures::executor::block_on;
use publish::error::PublishError;
use publish::publication::{Publication, Published};
use publish::record::Headers;
use publish::record::find_release;
use publish::target::Target;

use crate::support::{
    Observed, Site, assert_shows, kill_everywhere, missing, publication, record, run, two_sites,
};

fn rollback(target: &dyn Target, number: Option<u64>) -> Result<Published, PublishError> {
    let (release, files) = block_on(find_release(target, number))?;
    run(Publication { rollback_to: Some(release.number), ..publication(target, files) })
}

#[test]
fn a_rollback_restores_a_release_and_is_one_itself() {
    let (one, other) = two_sites();
    let target = Observed::memory();
    one.publish(&*target).unwrap();
    other.publish(&*target).unwrap();
    let published = rollback(&*target, None).unwrap();
    assert!(published.is_new && published.release == 3);
    assert!(published.uploaded.contains(&"vieja.html".to_owned()));
    assert_shows(&target, &one, "after the rollback");
    let releases = record(&*target).releases;
    let listed: Vec<(u64, Option<u64>)> =
        releases.iter().map(|release| (release.number, release.rollback_to)).collect();
    assert_eq!(listed, [(1, None), (2, None), (3, Some(1))]);
    // And forward again.
    rollback(&*target, Some(2)).unwrap();
    assert_eq!(target.public()["index.html"], other.public()["index.html"]);
}

#[test]
fn an_interrupted_rollback_is_repaired() {
    let (one, other) = two_sites();
    kill_everywhere(1, |changes| {
        let target = Observed::memory();
        one.publish(&*target).unwrap();
        other.publish(&*target).unwrap();
        let is_interrupted = target.kill_after(changes, || rollback(&*target, Some(1))).is_err();
        assert!(missing(&target.public()).is_empty(), "after {changes} changes");
        rollback(&*target, Some(1)).unwrap();
        let public = target.public();
        assert!(one.public().iter().all(|(path, text)| public.get(path) == Some(text)));
        assert!(!public.contains_key("nueva.html"));
        is_interrupted
    });
}

#[test]
fn a_rollback_works_after_a_publication_that_was_killed_anywhere() {
    let site = |number: u32| {
        let asset = format!("assets/a-{number}.js");
        let page = format!("{number}.html");
        Site::with(&[("index.html", &asset), (&page, &asset), (&asset, "a")])
    };
    let sites = [1, 2, 3, 4].map(site);
    for keep in [2, 5] {
        let publish = |site: &Site, target: &Observed| site.publish_with(target, |next| next.keep = keep);
        kill_everywhere(1, |changes| {
            let target = Observed::memory();
            for site in &sites[..3] {
                publish(site, &target).unwrap();
            }
            let is_killed = target.kill_after(changes, || publish(&sites[3], &target)).is_err();
            let current = record(&*target).release.number as usize;
            let (release, files) = block_on(find_release(&*target, None)).unwrap();
            assert_eq!(release.number as usize, current - 1);
            run(Publication { keep, ..publication(&*target, files) }).unwrap();
            let context = format!("keep {keep}, killed after {changes} changes");
            assert_shows(&target, &sites[current - 2], &context);
            is_killed
        });
    }
}

#[test]
fn releases_that_are_not_kept_are_refused() {
    let (one, other) = two_sites();
    let target = Observed::memory();
    let message = |number| rollback(&*target, number).unwrap_err().to_string();
    assert_eq!(message(None), "the target has no release: run `site publish`");
    one.publish(&*target).unwrap();
    assert_eq!(message(None), "the target keeps no earlier release: choose one of 1");
    other.publish(&*target).unwrap();
    assert_eq!(message(Some(7)), "the target keeps no release 7: choose one of 1, 2");
}

#[test]
fn a_damaged_body_is_not_published() {
    let (one, other) = two_sites();
    let target = Observed::memory();
    one.publish(&*target).unwrap();
    let body = publish::record::body(&record(&*target).files["index.html"].sha256);
    other.publish(&*target).unwrap();
    block_on(target.write(&body, "damaged".into(), &Headers::new())).unwrap();
    let error = rollback(&*target, Some(1)).unwrap_err();
    assert!(matches!(error, PublishError::Problem(_)), "{error}");
    assert_ne!(target.public()["index.html"], "damaged");
    other.publish(&*target).unwrap();
    assert_eq!(target.public()["en.html"], other.public()["en.html"]);
}
