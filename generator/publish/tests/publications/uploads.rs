//! What a publication uploads, deletes and purges, in which order, and with how many requests.

use std::collections::BTreeSet;
use std::future::ready;
use std::sync::Mutex;

use futures::FutureExt as _;
use futures::executor::block_on;
use publish::error::PublishError;
use publish::layout;
use publish::publication::Published;
use publish::target::Target as _;

use crate::support::{Observed, Site, kill_everywhere, record, two_sites};

#[test]
fn files_are_uploaded_before_what_refers_to_them_and_deleted_last() {
    let (one, other) = two_sites();
    let target = Observed::with(&[&one]);
    let published = other.publish(&*target).unwrap();
    let operations = target.take_operations();
    let order =
        ".site/lease.json assets/a-2.js nueva.html index.html sitemap.xml sw.js .site/current.json";
    let order = order
        .split(' ')
        .map(|path| format!("PUT {path}"))
        .chain(["DELETE vieja.html".to_owned()]);
    let places = order.map(|operation| operations.iter().position(|known| *known == operation));
    assert!(
        places.clone().is_sorted() && places.clone().all(|place| place.is_some()),
        "{operations:#?}"
    );
    assert!(
        !operations.contains(&"PUT assets/c-1.css".to_owned()),
        "it did not change"
    );
    assert_eq!(published.deleted, ["vieja.html"]);
    assert_eq!(
        published.changed,
        ["/", "/en", "/nueva", "/sitemap.xml", "/sw.js", "/vieja"]
    );
    let mut public = target.public();
    assert_eq!(
        public.remove("assets/a-1.js").as_deref(),
        Some("a one"),
        "older pages need it"
    );
    assert_eq!(public, other.public());
}

#[test]
fn content_that_rollback_needs_too_is_sent_once() {
    let (one, other) = two_sites();
    for target in [Observed::memory(), Observed::new_folder()] {
        for site in [&one, &other, &one] {
            target.take_operations();
            let published = site.publish(&*target).unwrap();
            let sent = published
                .uploaded
                .iter()
                .map(|path| site.public()[path].len() as u64);
            assert_eq!(published.bytes, sent.sum::<u64>());
            let operations = target.take_operations();
            let bodies = operations
                .iter()
                .filter(|operation| operation.contains("/bodies/"));
            assert!(
                bodies
                    .clone()
                    .all(|operation| operation.starts_with("COPY ")),
                "{operations:#?}"
            );
        }
    }
}

#[test]
fn no_change_and_one_price_of_ten_thousand_units_take_few_requests() {
    let pages: Vec<String> = (0..10_000)
        .map(|unit| format!("inventario/O-{unit}.html"))
        .collect();
    let mut files: Vec<(&str, &str)> = pages
        .iter()
        .map(|path| (path.as_str(), "assets/a-1.js"))
        .collect();
    files.push(("assets/a-1.js", "a"));
    let mut site = Site::with(&files);
    let target = Observed::memory();
    assert!(site.publish(&*target).unwrap().is_new);
    target.take_operations();
    let again = site.publish(&*target).unwrap();
    assert!(!again.is_new && again.uploaded.is_empty());
    assert_eq!(
        target.take_operations(),
        ["GET .site/current.json", "GET .site/lease.json"]
    );
    site.change("inventario/O-77.html", "1 assets/a-1.js");
    let published = site.publish(&*target).unwrap();
    assert_eq!(published.uploaded, ["inventario/O-77.html"]);
    let operations = target.take_operations();
    // Record and lease; the lease taken; the record is still the same one; the page, and its copy for rollback, each after
    // reading the lease; the list of files; the record; the lease released.
    assert_eq!(operations.len(), 11, "{operations:#?}");
}

#[test]
fn a_dry_run_changes_nothing() {
    let (one, other) = two_sites();
    let target = Observed::with(&[&one]);
    let planned = other
        .publish_with(&*target, |next| next.dry_run = true)
        .unwrap();
    assert!(
        target
            .take_operations()
            .iter()
            .all(|operation| operation.starts_with("GET"))
    );
    let mut done = other.publish(&*target).unwrap();
    done.release = planned.release;
    assert_eq!(planned, done);
}

#[test]
fn hashed_files_are_deleted_after_the_kept_releases() {
    let target = Observed::memory();
    let site = |number: u32| {
        let asset = format!("assets/a-{number}.js");
        Site::with(&[("index.html", &asset), (&asset, "a")])
    };
    for number in 1..=3 {
        site(number).publish(&*target).unwrap();
    }
    assert_eq!(target.public().len(), 4, "three releases are kept");
    let published = site(4).publish(&*target).unwrap();
    assert_eq!(published.deleted, ["assets/a-1.js"]);
    let numbers: Vec<u64> = record(&*target)
        .releases
        .iter()
        .map(|release| release.number)
        .collect();
    assert_eq!(numbers, [2, 3, 4]);
    let stored = block_on(target.list()).unwrap();
    assert!(!stored.contains_key(&layout::release(1)) && stored.contains_key(&layout::release(2)));
    assert_eq!(
        stored
            .keys()
            .filter(|path| path.starts_with(".site/bodies/"))
            .count(),
        3
    );
}

#[test]
fn a_site_that_lost_many_pages_is_not_published() {
    let target = Observed::memory();
    let pages: Vec<String> = (0..10).map(|number| format!("{number}.html")).collect();
    let site = |number: usize| {
        let files: Vec<(&str, &str)> = pages[..number]
            .iter()
            .map(|path| (path.as_str(), "page"))
            .collect();
        Site::with(&files)
    };
    site(10).publish(&*target).unwrap();
    let publish = |number: usize, allow_deletes: bool| {
        site(number).publish_with(&*target, |next| {
            next.max_deletes = 20;
            next.allow_deletes = allow_deletes;
        })
    };
    let error = publish(7, false).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("3 of 10 pages and other files would be deleted"),
        "{error}"
    );
    assert_eq!(target.public().len(), 10);
    assert_eq!(publish(8, false).unwrap().deleted.len(), 2);
    assert_eq!(publish(2, true).unwrap().deleted.len(), 6);
}

#[test]
fn old_hashed_files_above_the_limit_are_deleted_by_the_next_runs() {
    let target = Observed::memory();
    let assets: Vec<String> = (0..10)
        .map(|number| format!("assets/a-{number}.js"))
        .collect();
    let mut files: Vec<(&str, &str)> = assets.iter().map(|path| (path.as_str(), "a")).collect();
    files.push(("index.html", "page"));
    let (full, bare) = (Site::with(&files), Site::with(&[("index.html", "page")]));
    full.publish(&*target).unwrap();
    let publish = || {
        let published = bare.publish_with(&*target, |next| {
            next.max_deletes = 30;
            next.keep = 1;
        });
        published.unwrap().deleted.len()
    };
    let deletes: Vec<usize> = (0..6).map(|_| publish()).collect();
    assert_eq!(deletes[0], 3, "30 % of 10");
    assert_eq!(deletes.iter().sum::<usize>(), 10, "{deletes:?}");
    assert_eq!(target.public().len(), 1);
}

#[test]
fn search_engines_are_told_the_pages_that_say_something_else_are_new_or_gone() {
    let target = Observed::memory();
    let site = |pages: &[(&str, &str, &str)]| {
        let site = Site::with(
            &pages
                .iter()
                .map(|(path, text, _)| (*path, *text))
                .collect::<Vec<_>>(),
        );
        let published = site.publish_with(&*target, |next| {
            for (path, _, content) in pages.iter().filter(|(_, _, content)| !content.is_empty()) {
                next.files.get_mut(*path).unwrap().content = Some((*content).to_owned());
            }
        });
        published.unwrap().changed_pages
    };
    let private = ("gracias.html", "1", "");
    let first = site(&[
        ("index.html", "1", "a"),
        ("a.html", "1", "b"),
        ("b.html", "1", "c"),
        private,
    ]);
    assert_eq!(first, ["/", "/a", "/b"]);
    // The footer of all pages and the text of one; then the footer alone.
    for (footer, told) in [("2", &["/a", "/b", "/c"][..]), ("3", &[])] {
        let pages = [
            ("index.html", footer, "a"),
            ("a.html", footer, "d"),
            ("c.html", footer, "e"),
            private,
        ];
        assert_eq!(site(&pages), told);
    }
}

/// Publishes a site whose home page says something else.
fn publish_and_purge<'a>(
    site: &Site,
    target: &'a Observed,
    purge: impl Fn(Vec<String>, Vec<String>) -> Result<(), String> + Send + Sync + 'a,
) -> Result<Published, PublishError> {
    site.publish_with(target, |next| {
        next.files.get_mut("index.html").unwrap().content = Some("new".to_owned());
        next.purge = Some(Box::new(move |addresses, pages| {
            ready(purge(addresses, pages)).boxed()
        }));
    })
}

#[test]
fn what_could_not_be_purged_or_announced_is_done_by_the_next_run() {
    let (one, other) = two_sites();
    for (purges, announces) in [(false, true), (true, false)] {
        let target = Observed::memory();
        let calls: Mutex<Vec<[Vec<String>; 2]>> = Mutex::default();
        let publish = |succeeds: bool| {
            let calls = &calls;
            let published = publish_and_purge(&other, &target, move |addresses, pages| {
                let is_done = succeeds || if pages.is_empty() { purges } else { announces };
                calls.lock().unwrap().push([addresses, pages]);
                if is_done {
                    Ok(())
                } else {
                    Err("no answer".to_owned())
                }
            });
            published.unwrap()
        };
        one.publish(&*target).unwrap();
        let error = publish(false).purge_error;
        assert_eq!(
            error.as_deref(),
            (!purges).then_some("no answer"),
            "only a cache is an error"
        );
        let pending = || {
            let record = record(&*target);
            (record.pending_purge.len(), record.pending_pages.len())
        };
        assert_eq!(pending(), if purges { (0, 1) } else { (6, 0) });
        assert_eq!((publish(true).purge_error, pending()), (None, (0, 0)));
        let calls = calls.lock().unwrap();
        let [first, second, purged, announced] = &calls[..] else {
            panic!("{calls:?}")
        };
        assert!(first[0].contains(&"/vieja".to_owned()));
        assert_eq!(second[1], ["/"]);
        let (again, done) = if purges {
            ((announced, second), purged)
        } else {
            ((purged, first), announced)
        };
        assert_eq!(again.0, again.1);
        assert_eq!(*done, <[Vec<String>; 2]>::default());
    }
}

#[test]
fn pages_of_a_publication_that_is_killed_are_announced_by_the_next_one() {
    let (one, other) = two_sites();
    // The pages that were announced at each target, one after the other.
    let announced: Mutex<BTreeSet<String>> = Mutex::default();
    let published = || {
        announced.lock().unwrap().clear();
        Observed::with(&[&one])
    };
    let publish = |target: &Observed| {
        publish_and_purge(&other, target, |_, pages| {
            announced.lock().unwrap().extend(pages);
            Ok(())
        })
    };
    kill_everywhere(1, published, publish, |target, context| {
        publish(target).unwrap();
        assert_eq!(
            *announced.lock().unwrap(),
            BTreeSet::from(["/".to_owned()]),
            "{context}"
        );
    });
}

#[test]
fn a_changed_header_is_a_change() {
    let (one, _) = two_sites();
    let target = Observed::with(&[&one]);
    let published = one
        .publish_with(&*target, |next| {
            let icon = next.files.get_mut("icon.svg").unwrap();
            icon.headers
                .insert("cache-control".to_owned(), "no-store".to_owned());
        })
        .unwrap();
    assert!(
        published.is_new && published.uploaded == ["icon.svg"],
        "{published:?}"
    );
}

#[test]
fn a_file_changed_by_hand_is_found_and_repaired() {
    let (one, _) = two_sites();
    for target in [Observed::memory(), Observed::new_folder()] {
        one.publish(&*target).unwrap();
        target.put("index.html", "one assets/a-9.js assets/c-1.css");
        target.put("mine.txt", "mine");
        block_on(target.delete(vec!["assets/a-1.js".to_owned()])).unwrap();
        let verify = || {
            one.publish_with(&*target, |next| next.verify = true)
                .unwrap()
        };
        let published = verify();
        assert_eq!(published.uploaded, ["assets/a-1.js", "index.html"]);
        assert_eq!(published.unknown, ["mine.txt"], "it stays");
        let mut public = target.public();
        assert_eq!(public.remove("mine.txt").as_deref(), Some("mine"));
        assert_eq!(public, one.public());
        assert!(verify().uploaded.is_empty());
    }
}

#[test]
fn a_first_publication_does_not_replace_files_of_others_without_consent() {
    let (one, _) = two_sites();
    for target in [Observed::memory(), Observed::new_folder()] {
        target.put("index.html", "theirs");
        target.put("mine.txt", "mine");
        let before = target.public();
        let error = one.publish(&*target).unwrap_err();
        assert_eq!(
            error.to_string(),
            "nothing is published at the target yet, but it has 2 files, such as `index.html`, `mine.txt`: correct the \
             `url` of the target in site.yaml, or run the command with --adopt, which replaces files of the same name and \
             leaves the others"
        );
        assert_eq!(target.public(), before);
        let adopt = || one.publish_with(&*target, |next| next.adopt = true);
        // A killed first publication: what it wrote is ours, what it found is not.
        target.kill_after(3, adopt).unwrap_err();
        assert!(
            matches!(one.publish(&*target), Err(PublishError::Foreign(files)) if files == ["mine.txt"])
        );
        let published = adopt().unwrap();
        assert_eq!(published.unknown, ["mine.txt"], "it stays");
        let mut public = target.public();
        assert_eq!(public.remove("mine.txt").as_deref(), Some("mine"));
        assert_eq!(public, one.public());
    }
}

#[test]
fn a_file_that_changes_while_it_is_published_stops_the_run() {
    let changed = two_sites().0.publish_with(&*Observed::memory(), |next| {
        next.files.get_mut("index.html").unwrap().sha256 = "0".repeat(64);
    });
    assert!(matches!(changed, Err(PublishError::FileChanged(_))));
}
