//! A publication that a person must confirm.

use std::fs;

use super::places::Place;

#[test]
fn a_large_change_waits_for_the_approval_of_exactly_that_change() {
    let place = Place::folder();
    let yaml = place.root().join("site.yaml");
    let text = fs::read_to_string(&yaml).unwrap();
    let text = text.replace("\npublish:\n", "\npublish:\n  approve_above: { percent: 10 }\n");
    fs::write(&yaml, text).unwrap();
    assert_eq!(place.publish("one")["done"], true, "the first publication");
    let published = || fs::read(place.root().join(".site/published-inventory.json")).unwrap();
    let shown = |name: &str| fs::read(place.root().join(name).join("data/inventory.json")).unwrap();
    assert_eq!(published(), shown("one"));

    let other = place.root().join("other");
    let publish = |more: &[&str]| {
        let arguments = [&["publish", "--out", other.to_str().unwrap()], more].concat();
        let output = place.run(&arguments);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, message) = publish(&[]);
    assert_eq!(code, Some(6), "{message}");
    assert!(message.contains("1 of 2 units changed since the last publication"), "{message}");
    assert_eq!(place.public(), place.wanted("one"), "nothing is published");
    let confirm = place.root().join(".site/confirm-publication.md");
    let page = fs::read_to_string(&confirm).unwrap();
    assert!(page.contains("1 precio sube 2 %: `L-101`"), "{page}");
    let digest = page.lines().find_map(|line| line.strip_prefix("    site publish --approve "));
    let digest = digest.unwrap();
    assert!(message.ends_with(&format!("confirm with `--approve {digest}`\n")), "{message}");

    assert_eq!(publish(&["--approve", "0000000000000000"]).0, Some(6));
    let (code, message) = publish(&["--approve", digest]);
    assert_eq!(code, Some(0), "{message}");
    assert!(!confirm.exists());
    assert_eq!(published(), shown("other"));
    assert_eq!(publish(&[]).0, Some(0), "nothing changed");
    assert_eq!(place.json(&["rollback"])["done"], true);
    assert_eq!(published(), shown("one"), "news compare with what visitors see");
}
