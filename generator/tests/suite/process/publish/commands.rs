//! What the commands print and how they end.

use std::fs;

use object_store::Attribute;
use publish::record::{Headers, Record};
use serde_json::{Value, json};

use super::places::{Place, missing};
use crate::support::sample_site::SampleSite;

#[test]
fn a_site_is_published_listed_and_rolled_back_in_an_object_store() {
    let place = Place::objects();
    let first = place.publish("one");
    assert_eq!((&first["done"], &first["release"]), (&json!(true), &json!(1)), "{first}");
    assert_eq!(place.public(), place.wanted("one"));
    place.requests();
    let again = place.publish("one");
    assert_eq!(again["is_new"], false);
    if let Some(requests) = place.requests() {
        assert_eq!(requests.len(), 3, "{requests:?}");
        assert!(requests.iter().all(|request| request.starts_with("GET /leads-bucket/site/one/.site/")));
    }

    let changed = place.publish("other");
    assert_eq!(changed["is_new"], true);
    assert_eq!(changed["news"]["text"], "1 precio sube 2 %: L-101");
    assert_eq!(missing(&place.public()), Vec::<String>::new());
    let releases = place.json(&["releases"]);
    assert_eq!(releases[1]["news"], "1 precio sube 2 %: L-101");
    assert_eq!(releases[0]["publisher"], "ana");
    let listed = String::from_utf8(place.run(&["releases"]).stdout).unwrap();
    assert!(listed.starts_with("release  published ") && listed.contains("\n2        2027-"), "{listed}");

    let rolled_back = place.json(&["rollback", "1", "live"]);
    assert_eq!(rolled_back["release"], 3, "{rolled_back}");
    let (public, wanted) = (place.public(), place.wanted("one"));
    assert!(wanted.iter().all(|(path, bytes)| public.get(path) == Some(bytes)));
    let unknown = place.run(&["rollback", "9"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(unknown.stderr).unwrap(),
        "site: the target keeps no release 9: choose one of 1, 2, 3\n"
    );
}

#[test]
fn news_compare_with_the_last_release_at_the_same_target() {
    let place = Place::folder();
    let yaml = place.root().join("site.yaml");
    let text = std::fs::read_to_string(&yaml).unwrap();
    let text = text.replace("targets: { live:", "targets: { test: { url: test }, live:");
    std::fs::write(&yaml, text).unwrap();
    let news = |target: &str, name: &str| {
        let out = place.root().join(name);
        let mut published = place.json(&["publish", target, "--out", out.to_str().unwrap()]);
        published["news"]["text"].take()
    };
    let first = "sin publicación anterior: 2 unidades";
    assert!(news("live", "one").as_str().unwrap().starts_with(first));
    assert!(news("test", "other").as_str().unwrap().starts_with(first));
    assert_eq!(news("live", "other"), "1 precio sube 2 %: L-101");
    assert_eq!(news("live", "other"), Value::Null, "nothing is new");
    let written = std::fs::read_to_string(place.root().join(".site/news.txt")).unwrap();
    assert_eq!(written, "1 precio sube 2 %: L-101\n");
}

#[test]
fn objects_have_the_headers_of_the_rules() {
    let place = Place::objects();
    place.publish("one");
    let record = place.block_on(Record::read(place.target.as_ref()));
    let record = record.unwrap().unwrap().0;
    assert_eq!(
        record.files["assets/one-1.js"].headers["cache-control"],
        "public, max-age=31536000, immutable"
    );
    assert_eq!(record.files["index.html"].headers["content-type"], "text/html; charset=utf-8");
    let headers = place.attributes("data/inventory.json");
    let value = |attribute: Attribute| headers.get(&attribute).map(|value| value.as_ref().to_owned());
    assert_eq!(value(Attribute::ContentType).as_deref(), Some("application/json"));
    assert_eq!(value(Attribute::CacheControl).as_deref(), Some("public, max-age=0, must-revalidate"));
}

#[test]
fn only_a_built_site_is_published_and_only_to_a_known_target() {
    let place = Place::folder();
    let run = |arguments: &[&str]| {
        let output = place.run(arguments);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, message) = run(&["publish", "--out", place.root().join("content").to_str().unwrap()]);
    assert_eq!(code, Some(1));
    assert!(
        message.ends_with("`site build` did not write this folder: run `site build` first\n"),
        "{message}"
    );
    let (code, message) = run(&["publish", "test"]);
    assert_eq!(code, Some(2));
    assert_eq!(message, "site: site.yaml has no target `test`: write one of `live`\n");
}

#[test]
fn a_leased_target_ends_with_status_7() {
    let place = Place::folder();
    place.publish("one");
    let out = place.root().join("other");
    let mut command = place.command(&["publish", "--json", "--out", out.to_str().unwrap()]);
    let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    // Another publisher, which renews its lease.
    let mut changes = 0;
    while child.try_wait().unwrap().is_none() {
        changes += 1;
        let lease = json!({"owner": "eva", "lifetime": 2, "changes": changes, "writes": ["index.html"]});
        let none = Headers::new();
        let write = place.target.write(".site/lease.json", lease.to_string().into(), &none);
        place.block_on(write).unwrap();
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        result["error"],
        "another publisher, eva, is at work on the target or has just been: run the command again"
    );
}

#[test]
fn files_of_others_are_replaced_only_with_consent() {
    let place = Place::folder();
    let none = Headers::new();
    place.block_on(place.target.write("index.html", "theirs".into(), &none)).unwrap();
    let out = place.root().join("one");
    let output = place.run(&["publish", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(6));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("it has 1 file, such as `index.html`: correct the `url`"), "{message}");
    assert_eq!(place.public()["index.html"], b"theirs");
    let output = place.run(&["publish", "--adopt", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(place.public(), place.wanted("one"));
}

#[test]
fn a_bare_machine_gets_its_inventory_back() {
    let place = Place::folder();
    let state = place.root().join(".site/snapshot");
    std::fs::create_dir_all(&state).unwrap();
    std::fs::write(state.join("inventory.json"), "{}").unwrap();
    place.publish("one");
    assert_eq!(place.json(&["restore"])["state"], "unneeded");
    std::fs::remove_dir_all(&state).unwrap();
    assert_eq!(place.json(&["restore"])["state"], "restored");
    assert_eq!(std::fs::read_to_string(state.join("inventory.json")).unwrap(), "{}");
}

#[test]
fn a_site_with_examples_is_published_only_to_a_staging_target() {
    let site = SampleSite::with("units");
    site.edit("site.yaml", "name: Muestra\n", "name: Muestra\nexamples: [name, content/inventory.json]\n");
    let yaml = site.root().join("site.yaml");
    let targets = "\npublish: { targets: { live: { url: public }, trial: { url: trial, staging: true } } }\n";
    fs::write(&yaml, fs::read_to_string(&yaml).unwrap() + targets).unwrap();
    let run = |arguments: &[&str]| {
        let output = site.run(arguments);
        (output.status.code(), String::from_utf8(output.stderr).unwrap(), output.stdout)
    };
    assert_eq!(run(&["build", "--offline"]).0, Some(0));
    let (code, message, _) = run(&["publish", "live"]);
    assert_eq!(code, Some(6), "{message}");
    let (_, _, listed) = run(&["check", "--offline", "--before-launch"]);
    let listed = String::from_utf8(listed).unwrap();
    for line in message.lines().filter(|line| line.contains("is an example")) {
        assert!(listed.contains(line), "{line}\n{listed}");
    }
    assert_eq!(message.matches("is an example").count(), 2, "{message}");
    assert!(message.contains("site: nothing is published: replace each of them"), "{message}");
    let (code, _, printed) = run(&["publish", "live", "--json"]);
    let printed: Value = serde_json::from_slice(&printed).unwrap();
    assert_eq!((code, printed["problems"].as_array().unwrap().len()), (Some(6), 2));
    assert!(!site.root().join("public").exists());
    assert_eq!(run(&["publish", "live", "--dry-run"]).0, Some(0));
    let (code, message, _) = run(&["publish", "trial"]);
    assert_eq!(code, Some(0), "{message}");

    // What is built counts: the marks are closed by the next build.
    site.edit("site.yaml", "examples: [name, content/inventory.json]\n", "");
    assert_eq!(run(&["publish", "live"]).0, Some(6));
    assert_eq!(run(&["build", "--offline"]).0, Some(0));
    fs::remove_file(site.root().join(".site/unready.json")).unwrap();
    let (code, message, _) = run(&["publish", "live"]);
    assert_eq!((code, message.contains("run `site build` first")), (Some(1), true), "{message}");
    assert_eq!(run(&["build", "--offline"]).0, Some(0));
    assert_eq!(run(&["publish", "live"]).0, Some(0));
}
