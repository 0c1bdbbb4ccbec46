//! What the commands print and how they end, with an approval, and with a cache in front of the target.

use std::fs;
use std::process::Stdio;

use object_store::Attribute;
use publish::record::Record;
use publish::target::{Headers, Version};
use serde_json::{Value, json};

use super::places::{Place, missing};
use crate::support::command::Ran;
use crate::support::files::{change, read, write};
use crate::support::recorder::Recorder;
use crate::support::sample_site::SampleSite;

#[test]
fn a_site_is_published_listed_and_rolled_back_in_an_object_store() {
    let place = Place::objects();
    let first = place.publish("one");
    assert_eq!(
        (&first["done"], &first["release"]),
        (&json!(true), &json!(1)),
        "{first}"
    );
    assert_eq!(place.public(), place.wanted("one"));
    let record = place
        .block_on(Record::read(place.target.as_ref()))
        .unwrap()
        .unwrap()
        .0;
    let header = |file: &str, name: &str| record.files[file].headers[name].clone();
    assert_eq!(
        header("assets/one-1.js", "cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(
        header("index.html", "content-type"),
        "text/html; charset=utf-8"
    );
    let headers = place.attributes("data/inventory.json");
    for (attribute, value) in [
        (Attribute::ContentType, "application/json"),
        (
            Attribute::CacheControl,
            "public, max-age=0, must-revalidate",
        ),
    ] {
        assert_eq!(
            headers.get(&attribute).map(|value| &**value),
            Some(value),
            "of the object itself"
        );
    }

    place.requests();
    let again = place.publish("one");
    assert_eq!(again["is_new"], false);
    if let Some(requests) = place.requests() {
        assert_eq!(requests.len(), 3, "{requests:?}");
        assert!(
            requests
                .iter()
                .all(|request| request.starts_with("GET /leads-bucket/site/one/.site/"))
        );
    }

    let changed = place.publish("other");
    assert_eq!(changed["is_new"], true);
    assert_eq!(changed["news"]["text"], "1 precio sube 2 %: L-101");
    assert_eq!(missing(&place.public()), [""; 0]);
    let releases = place.json(&["releases"]);
    assert_eq!(releases[1]["news"], "1 precio sube 2 %: L-101");
    assert_eq!(releases[0]["publisher"], "ana");
    let listed = place.run(&["releases"]).stdout;
    assert!(
        listed.starts_with("release  published ") && listed.contains("\n2        2027-"),
        "{listed}"
    );

    let rolled_back = place.json(&["rollback", "1", "live"]);
    assert_eq!(rolled_back["release"], 3, "{rolled_back}");
    let (public, wanted) = (place.public(), place.wanted("one"));
    assert!(
        wanted
            .iter()
            .all(|(path, bytes)| public.get(path) == Some(bytes))
    );
    let unknown = place.run(&["rollback", "9"]).ends(2);
    assert_eq!(
        unknown.stderr,
        "site: the target keeps no release 9: choose one of 1, 2, 3\n"
    );

    let write_if = |text: &'static str, expected: Option<&Version>| {
        place
            .block_on(place.target.write_if("probe", text.into(), expected))
            .unwrap()
    };
    let first = write_if("one", None).expect("`If-None-Match: *` creates");
    assert_eq!(
        write_if("two", None),
        None,
        "`If-None-Match: *` replaces nothing"
    );
    let second = write_if("two", Some(&first)).expect("`If-Match` replaces");
    assert_ne!(second, first);
    assert_eq!(
        write_if("three", Some(&first)),
        None,
        "`If-Match` with another version"
    );
}

#[test]
fn news_compare_with_the_last_release_at_the_same_target() {
    let place = Place::folder();
    place.site.edit(
        "site.yaml",
        "targets: { live:",
        "targets: { test: { url: test }, live:",
    );
    let news = |target: &str, name: &str| {
        place.run_publication(name, &[target, "--json"]).json()["news"]["text"].take()
    };
    let first = "sin publicación anterior: 2 unidades";
    assert!(news("live", "one").as_str().unwrap().starts_with(first));
    assert!(news("test", "other").as_str().unwrap().starts_with(first));
    assert_eq!(news("live", "other"), "1 precio sube 2 %: L-101");
    assert_eq!(news("live", "other"), Value::Null, "nothing is new");
    assert_eq!(
        place.site.read(".site/news.txt"),
        "1 precio sube 2 %: L-101\n"
    );
}

#[test]
fn only_a_built_site_is_published_only_to_a_known_target_and_over_files_of_others_only_with_consent()
 {
    let place = Place::folder();
    let message = place.run_publication("content", &[]).ends(1).stderr;
    let expected = "`site build` did not write this folder: run `site build` first\n";
    assert!(message.ends_with(expected), "{message}");
    let message = place.run(&["publish", "test"]).ends(2).stderr;
    assert_eq!(
        message,
        "site: site.yaml has no target `test`: write one of `live`\n"
    );

    let none = Headers::new();
    place
        .block_on(place.target.write("index.html", "theirs".into(), &none))
        .unwrap();
    let refused = place.run_publication("one", &[]).ends(6);
    refused.says("it has 1 file, such as `index.html`: correct the `url`");
    assert_eq!(place.public()["index.html"], b"theirs");
    place.run_publication("one", &["--adopt"]).ends(0);
    assert_eq!(place.public(), place.wanted("one"));
}

#[test]
fn a_bare_machine_gets_its_inventory_back_and_a_leased_target_ends_with_status_7() {
    let place = Place::folder();
    let state = place.root().join(".site/snapshot");
    write(&state, "inventory.json", "{}");
    place.publish("one");
    assert_eq!(place.json(&["restore"])["state"], "unneeded");
    fs::remove_dir_all(&state).unwrap();
    assert_eq!(place.json(&["restore"])["state"], "restored");
    assert_eq!(read(&state, "inventory.json"), "{}");

    let mut command = place.publication("other", &["--json"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    // Another publisher, which renews its lease.
    let mut changes = 0;
    while child.try_wait().unwrap().is_none() {
        changes += 1;
        let lease =
            json!({"owner": "eva", "lifetime": 2, "changes": changes, "writes": ["index.html"]});
        let none = Headers::new();
        let write = place
            .target
            .write(".site/lease.json", lease.to_string().into(), &none);
        place.block_on(write).unwrap();
    }
    let ran = Ran::from(child.wait_with_output().unwrap()).ends(7);
    let message =
        "another publisher, eva, is at work on the target or has just been: run the command again";
    assert_eq!(ran.json()["error"], message);
    assert_eq!(place.public(), place.wanted("one"));
}

#[test]
fn a_site_with_examples_is_published_only_to_a_staging_target() {
    let site = SampleSite::with("units");
    site.edit(
        "site.yaml",
        "name: Muestra\n",
        "name: Muestra\nexamples: [name, content/inventory.json]\n",
    );
    let targets =
        "\npublish: { targets: { live: { url: public }, trial: { url: trial, staging: true } } }\n";
    change(site.root(), "site.yaml", |text| text.to_owned() + targets);
    let publish = |arguments: &[&str]| site.run(&[&["publish"], arguments].concat());
    site.build();
    let refused = publish(&["live"])
        .ends(6)
        .says("site: nothing is published: replace each of them");
    let message = refused.stderr;
    let listed = site.run(&["check", "--offline", "--before-launch"]).stdout;
    for line in message
        .lines()
        .filter(|line| line.contains("is an example"))
    {
        assert!(listed.contains(line), "{line}\n{listed}");
    }
    assert_eq!(message.matches("is an example").count(), 2, "{message}");
    let printed = publish(&["live", "--json"]).ends(6).json();
    assert_eq!(printed["problems"].as_array().unwrap().len(), 2);
    assert!(!site.root().join("public").exists());
    let tried = publish(&["live", "--dry-run"])
        .ends(6)
        .says("site: nothing is published: replace each of them");
    assert!(
        tried.stdout.contains("upload index.html\n"),
        "{}",
        tried.stdout
    );
    publish(&["trial", "--dry-run"]).ends(0);
    publish(&["trial"]).ends(0);

    // What is built counts: the marks are closed by the next build.
    site.edit(
        "site.yaml",
        "examples: [name, content/inventory.json]\n",
        "",
    );
    publish(&["live"]).ends(6);
    site.build();
    fs::remove_file(site.root().join(".site/unready.json")).unwrap();
    publish(&["live"]).ends(1).says("run `site build` first");
    site.build();
    publish(&["live"]).ends(0);
}

#[test]
fn a_large_change_waits_for_the_approval_of_exactly_that_change() {
    let place = Place::folder();
    place.site.edit(
        "site.yaml",
        "\npublish:\n",
        "\npublish:\n  approve_above: { percent: 10 }\n",
    );
    assert_eq!(place.publish("one")["done"], true, "the first publication");
    let published = || fs::read(place.root().join(".site/published-inventory.json")).unwrap();
    let shown = |name: &str| fs::read(place.root().join(name).join("data/inventory.json")).unwrap();
    assert_eq!(published(), shown("one"));

    let publish = |more: &[&str]| place.run_publication("other", more);
    let refused = publish(&[])
        .ends(6)
        .says("1 of 2 units changed since the last publication");
    assert_eq!(place.public(), place.wanted("one"), "nothing is published");
    let page = place.site.read(".site/confirm-publication.md");
    assert!(page.contains("1 precio sube 2 %: `L-101`"), "{page}");
    let digest = page
        .lines()
        .find_map(|line| line.strip_prefix("    site publish --approve "))
        .unwrap();
    let message = refused.stderr;
    assert!(
        message.ends_with(&format!("confirm with `--approve {digest}`\n")),
        "{message}"
    );

    publish(&["--approve", "0000000000000000"]).ends(6);
    publish(&["--approve", digest]).ends(0);
    assert!(!place.root().join(".site/confirm-publication.md").exists());
    assert_eq!(published(), shown("other"));
    publish(&[]).ends(0);
    assert_eq!(place.json(&["rollback"])["done"], true);
    assert_eq!(
        published(),
        shown("one"),
        "news compare with what visitors see"
    );
}

#[test]
fn the_cache_that_is_there_is_purged_and_a_purge_that_failed_is_repeated_by_the_next_run() {
    let place = Place::folder();
    let purges = || {
        let lines = place.run_publication("one", &["--dry-run"]).ends(0).stdout;
        lines
            .lines()
            .filter(|line| line.starts_with("purge "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(purges(), [""; 0]);
    place.site.edit(
        "site.yaml",
        "{ url: public }",
        "{ url: public, purge: { cloudfront: E2EXAMPLE } }",
    );
    let all = purges();
    assert!(
        all.contains(&"purge CloudFront E2EXAMPLE: /inventario/L-101".to_owned()),
        "{all:?}"
    );

    let cache = Recorder::start("", &[201, 403, 201]);
    let publish = |name: &str| {
        Ran::run(
            place
                .publication(name, &[])
                .env("AWS_ENDPOINT_URL_CLOUDFRONT", &cache.url),
        )
    };
    publish("one").ends(0);
    let message = "the cache is not purged: CloudFront: the purge was refused with status 403";
    publish("other").ends(4).says(message);
    publish("other").ends(0);
    let requests = cache.take();
    assert_eq!(requests.len(), 3);
    for request in &requests[1..] {
        let path = "<Path>/inventario/L-101</Path><Path>/inventario/L-101.html</Path>";
        assert!(request.contains(path), "{request}");
        assert!(
            !request.contains("<Path>/en</Path>"),
            "the page did not change: {request}"
        );
    }
}
